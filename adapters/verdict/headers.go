package verdict

import (
	"sort"
	"strings"
	"time"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

// requestIDs are the headers that name a request, the provider's own before a proxy's.
var requestIDs = []string{"x-request-id", "request-id", "apim-request-id", "x-amzn-requestid", "x-oneapi-request-id",
	"x-tt-logid", "x-siliconcloud-trace-id", "x-groq-request-id", "x-goog-request-id", "x-litellm-call-id", "cf-ray"}

// RequestID is the provider's id of a request, from its headers; "" when there is none.
func RequestID(headers map[string][]string) string {
	low := scan.Headers(headers)
	for _, name := range requestIDs {
		if id := low[name]; id != "" {
			return printable(id, MaxName)
		}
	}
	return ""
}

// printable keeps the printable ASCII of a header value, at most limit bytes.
func printable(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, s[:min(len(s), limit)])
	return s
}

// quotaHeader tells whether a header says something about limits, of any provider's family:
// x-ratelimit-*, x-rate-limit-*, anthropic-ratelimit-*, modelscope-ratelimit-*, x-rpm-*,
// x-rpd-*, x-tokens-per-minute-*, x-codex-*, behind a proxy with its prefix.
func quotaHeader(name string) bool {
	for _, part := range [...]string{"ratelimit-", "rate-limit-", "-rpm-", "-rpd-", "-tpm-", "-tpd-", "-per-minute-", "-per-day-", "x-codex-"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return name == "retry-after" || name == "retry-after-ms"
}

// RemainingHeaders is the compact form of the remaining-quota headers that an entry may
// keep: "name=value; name=value", sorted, at most MaxRemaining bytes; "" when there are none.
// Of a family only what is left and when it returns is kept, not the limit itself.
func RemainingHeaders(headers map[string][]string) string {
	var kept []string
	for name, value := range scan.Headers(headers) {
		if !quotaHeader(name) || !saysWhatIsLeft(name) {
			continue
		}
		if value = printable(strings.ReplaceAll(value, ";", ","), 40); value != "" {
			kept = append(kept, printable(name, 80)+"="+value)
		}
	}
	sort.Strings(kept)
	text := ""
	for _, k := range kept {
		if len(text)+2+len(k) > MaxRemaining {
			break
		}
		if text != "" {
			text += "; "
		}
		text += k
	}
	return text
}

func saysWhatIsLeft(name string) bool {
	for _, part := range [...]string{"remaining", "reset", "retry-after", "used-percent", "utilization", "status"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// sentAt is the clock of a reply: its Date header, or when it was received.
func sentAt(r Reply, low scan.Fields) time.Time {
	if date := low["date"]; date != "" {
		if t, ok := httpDate(date); ok {
			return t
		}
	}
	return r.ReceivedAt
}

// retryAfter reads the headers made for it.
func retryAfter(low scan.Fields, now time.Time) (s stated, ok bool) {
	for _, h := range [...]struct {
		name string
		bare time.Duration
	}{{"retry-after-ms", time.Millisecond}, {"x-ms-retry-after-ms", time.Millisecond}, {"retry-after", time.Second}, {"x-ratelimit-user-retry-after", time.Second}} {
		value := low[h.name]
		if value == "" {
			continue
		}
		if t, isDate := httpDate(value); isDate {
			s, ok = untilTime(t, now)
			s.by = h.name
			return s, ok
		}
		if s, ok = timeIn(strings.ToLower(value), h.bare, now, time.UTC); ok {
			s.by, s.header = h.name, true
			return s, true
		}
	}
	return stated{}, false
}
