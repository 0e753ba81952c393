package verdict

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func head(pairs ...string) map[string][]string {
	h := map[string][]string{}
	for i := 0; i < len(pairs); i += 2 {
		h[pairs[i]] = []string{pairs[i+1]}
	}
	return h
}

func TestLimits(t *testing.T) {
	const none = -1
	for _, c := range []struct {
		name    string
		headers map[string][]string
		want    []Limit
	}{
		{"OpenAI (platform.openai.com/docs/guides/rate-limits)", head("X-RateLimit-Limit-Requests", "500", "x-ratelimit-remaining-requests", "499", "x-ratelimit-reset-requests", "120ms",
			"x-ratelimit-limit-tokens", "30000", "x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "6m0s"),
			[]Limit{{"requests", "", 500, 499, 120 * time.Millisecond}, {"tokens", "", 30000, 0, 6 * time.Minute}}},
		{"Anthropic, counted from the reply's Date (docs.anthropic.com/en/api/rate-limits)", head("date", "Wed, 30 Apr 2025 13:31:10 GMT",
			"anthropic-ratelimit-input-tokens-limit", "100000", "anthropic-ratelimit-input-tokens-remaining", "0", "anthropic-ratelimit-input-tokens-reset", "2025-04-30T13:32:11Z",
			"anthropic-ratelimit-unified-status", "allowed", "anthropic-ratelimit-unified-5h-reset", "1782129600"),
			[]Limit{{"input_tokens", "", 100000, 0, 61 * time.Second}}},
		{"Cerebras: seconds as plain numbers (inference-docs.cerebras.ai/support/rate-limits)", head("x-ratelimit-limit-requests-day", "100", "x-ratelimit-remaining-tokens-minute", "900", "x-ratelimit-reset-tokens-minute", "5.5"),
			[]Limit{{"requests", "day", 100, none, none}, {"tokens", "minute", none, 900, 5500 * time.Millisecond}}},
		{"Azure says -1 for nothing (openai/openai-dotnet#838)", head("x-ratelimit-limit-tokens", "-1", "x-ratelimit-remaining-tokens", "-1", "x-ratelimit-reset-tokens", "0"),
			[]Limit{{"tokens", "", none, none, 0}}},
		{"Azure's odd spelling (openai/openai-python#937)", head("x-rate-limit-reset-tokens", "55"), []Limit{{"tokens", "", none, none, 55 * time.Second}}},
		{"rpm, rpd and per-minute families", head("x-rpm-limit", "60", "x-rpm-remaining", "0", "x-rpd-limit", "1000", "x-rpd-remaining", "12", "x-tokens-per-minute-limit", "60000", "x-tokens-per-minute-remaining", "1"),
			[]Limit{{"requests", "day", 1000, 12, none}, {"requests", "minute", 60, 0, none}, {"tokens", "minute", 60000, 1, none}}},
		{"epoch milliseconds (OpenRouter)", head("x-ratelimit-limit", "50", "x-ratelimit-remaining", "0", "x-ratelimit-reset", "1795953660000"),
			[]Limit{{"requests", "", 50, 0, time.Minute}}},
		{"nonsense", head("x-ratelimit-remaining-tokens", "many", "x-ratelimit-reset-tokens", "soon", "content-type", "text/plain", "retry-after", "3"), []Limit{}},
		{"none", nil, []Limit{}},
	} {
		now := time.UnixMilli(1795953660000).Add(-time.Minute)
		got := Limits(Reply{Headers: c.headers, ReceivedAt: now})
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %v\nwant %v", c.name, got, c.want)
		}
	}
}

func TestRequestID(t *testing.T) {
	for _, c := range []struct {
		headers map[string][]string
		want    string
	}{
		{head("X-Request-Id", "req_1", "CF-Ray", "8f"), "req_1"},
		{head("request-id", "req_2"), "req_2"},
		{head("cf-ray", "8f-MAD"), "8f-MAD"},
		{head("x-request-id", "a\x00b\nc\u00e9"+strings.Repeat("x", 1000)), "abc" + strings.Repeat("x", MaxName-7)},
		{nil, ""},
	} {
		if got := RequestID(c.headers); got != c.want {
			t.Errorf("%v: %q, want %q", c.headers, got, c.want)
		}
	}
}

func TestRemainingHeaders(t *testing.T) {
	got := RemainingHeaders(head("X-RateLimit-Remaining-Tokens", "0", "x-ratelimit-limit-tokens", "30000", "Retry-After", "7", "authorization", "Bearer sk-secret", "set-cookie", "a=b"))
	if want := "retry-after=7; x-ratelimit-remaining-tokens=0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	many := map[string][]string{}
	for i := range 100 {
		many["x-ratelimit-remaining-"+strings.Repeat("z", i)] = []string{strings.Repeat("9", 100) + "\r\n"}
	}
	if got := RemainingHeaders(many); len(got) > MaxRemaining || strings.ContainsAny(got, "\r\n") {
		t.Errorf("%d bytes, the limit is %d: %q", len(got), MaxRemaining, got)
	}
}
