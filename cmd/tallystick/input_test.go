package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/guard/window"
)

func TestAmountsAsPeopleWriteThem(t *testing.T) {
	for in, want := range map[string]int64{
		"500": 500, "500,000": 500_000, "500_000": 500_000, "500k": 500_000, "1.5M": 1_500_000, "0": 0, "2G": 2_000_000_000,
	} {
		var a amount
		if err := a.Set(in); err != nil || int64(a) != want {
			t.Errorf("%q: %d, %v; want %d", in, a, err, want)
		}
	}
	for _, in := range []string{"", "k", "-1", "1.5", "1e9", "0x10", "inf", "NaN", "9999999999999999", "5 usd", "½"} {
		var a amount
		if a.Set(in) == nil {
			t.Errorf("%q was taken for %d", in, a)
		}
	}
}

func TestPastesAreRecognized(t *testing.T) {
	for _, row := range []struct {
		name, in, kind, body, errType string
		status                        int
		header                        string
	}{
		{name: "curl -i with a 100 Continue and CRLF before it",
			in:   "HTTP/1.1 100 Continue\r\n\r\nHTTP/2 429\r\nRetry-After: 7\r\n\r\n{\"error\":{}}",
			kind: "an HTTP response", status: 429, header: "7", body: `{"error":{}}`},
		{name: "curl -i without a body", in: "HTTP/1.1 503 Service Unavailable\nretry-after: 7\n", kind: "an HTTP response", status: 503, header: "7"},
		{name: "a body alone", in: `{"error":{"message":"x"}}`, kind: "a JSON body", body: `{"error":{"message":"x"}}`},
		{name: "a body in UTF-16, as PowerShell writes it", in: "\xff\xfe{\x00\"\x00a\x00\"\x00:\x00\"\x00\x59\x4f\"\x00}\x00", kind: "a JSON body", body: `{"a":"余"}`},
		{name: "a body in UTF-16 of the other order", in: "\xfe\xff\x00{\x00\"\x00a\x00\"\x00:\x001\x00}", kind: "a JSON body", body: `{"a":1}`},
		{name: "a body behind the mark of UTF-8", in: "\xef\xbb\xbf{}", kind: "a JSON body", body: `{}`},
		{name: "a body that repeats its status", in: `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}`, kind: "a JSON body", status: 429,
			body: `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}`},
		{name: "an outcome", in: `{"status":529,"headers":{"retry-after":["7"]},"body":{"a":1}}`, kind: "an outcome in JSON", status: 529, header: "7", body: `{"a":1}`},
		{name: "a python traceback", in: "Traceback (most recent call last):\n  File \"x\"\nValueError: y\n\nopenai.RateLimitError: Error code: 429 - {'error': 1}",
			kind: "an exception", status: 429, errType: "openai.RateLimitError"},
		{name: "a connection that was reset", in: "httpx.ConnectError: [Errno 104] Connection reset by peer", kind: "an exception", errType: "httpx.ConnectError"},
		{name: "an exception with its body", in: `APIError: 503 {"error":{"code":"overloaded"}}`, kind: "an exception", errType: "APIError", status: 503, body: `{"error":{"code":"overloaded"}}`},
	} {
		all, err := readPaste([]byte(row.in), nil)
		if err != nil || len(all) != 1 {
			t.Errorf("%s: %+v, %v", row.name, all, err)
			continue
		}
		o, kind := all[0].outcome, all[0].kind
		if kind != row.kind || o.Status != row.status || string(o.Body) != row.body || o.ErrType != row.errType {
			t.Errorf("%s: %+v, %q", row.name, o, kind)
		}
		if row.header != "" && !slices.Equal(o.Headers["retry-after"], []string{row.header}) {
			t.Errorf("%s: headers %v", row.name, o.Headers)
		}
	}
	for _, in := range []string{"", " \n", "HTTP/1.1", "HTTP/1.1 what\n"} {
		if o, err := readPaste([]byte(in), nil); err == nil {
			t.Errorf("%q was taken for %+v", in, o)
		}
	}
}

// A HAR is bounded by its entries: 16 MiB of "{}" would be 7 GB.
func TestHARIsBounded(t *testing.T) {
	file := func(n int) []byte {
		return []byte(`{"log":{"entries":[` + strings.Repeat(`{},`, n-1) + `{}]}}`)
	}
	if all, err := readPaste(file(maxEntries), nil); err != nil || len(all) != maxEntries {
		t.Errorf("%d failures, %v", len(all), err)
	}
	if _, err := readPaste(file(maxEntries+1), nil); err == nil || !strings.Contains(err.Error(), "more than 10,000 entries") {
		t.Errorf("%v", err)
	}
	for _, other := range []string{`{"log":{"entries":null}}`, `{"log":{"entries":{}}}`, `{"log":null}`} {
		if all, err := readPaste([]byte(other), nil); err != nil || all[0].kind != "a JSON body" {
			t.Errorf("%s: %+v, %v", other, all, err)
		}
	}
	if _, err := readPaste([]byte(`{"log":{"entries":[]}}`), nil); err == nil || !strings.Contains(err.Error(), "none of them failed") {
		t.Errorf("%v", err)
	}
}

// An entry's own clock counts, as far as it can be believed.
func TestHARTimes(t *testing.T) {
	start := time.Date(2026, 11, 29, 3, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		started string
		ms      float64
		want    time.Time
	}{
		{"2026-11-29T03:00:00.000Z", 1500, start.Add(1500 * time.Millisecond)},
		{"2026-11-29T04:00:00+01:00", 0, start},
		{"2026-11-29T03:00:00Z", -1, start}, // "not known" of some writers
		{"2026-11-29T03:00:00Z", 1e300, start.Add(longestCall)},
		{"yesterday", 10, time.Time{}},
	} {
		e := harEntry{Started: row.started, Time: row.ms}
		if got := e.receivedAt(); !got.Equal(row.want) {
			t.Errorf("%s + %g ms: %v, want %v", row.started, row.ms, got, row.want)
		}
	}
}

// Nobody knows what people paste: any bytes give an outcome or a sentence.
func FuzzPaste(f *testing.F) {
	for _, seed := range []string{"HTTP/1.1 429\r\n\r\n", `{"body":1}`, "x.Error: 500", "\xef\xbb\xbf{}", `{"error":{"code":429}}`,
		"* Trying\n< HTTP/2 429\n<\n{}", `{"log":{"entries":[{"request":{"url":"https://x/y?key=1"},"response":{"status":0}}]}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		all, err := readPaste(text, nil)
		if err == nil && (len(all) == 0 || all[0].kind == "") {
			t.Errorf("%q was read as nothing", text)
		}
		for _, p := range all {
			p.judge(nil, classifyFlags{attempt: 1}, time.Now())
		}
	})
}

func TestLimitsGetTellingNames(t *testing.T) {
	day, _ := window.ParseSpec("day")
	rolling, _ := window.ParseSpec("rolling:5h")
	for _, row := range []struct {
		match map[string]string
		spec  window.Spec
		per   string
		want  string
	}{
		{nil, day, "", "day"},
		{map[string]string{"source": "cron"}, day, "task", "cron-day-per-task"},
		{map[string]string{"source": "cron", "model": "m"}, rolling, "", "m-cron-5h"},
	} {
		if got := nameFor(row.match, row.spec, row.per); got != row.want {
			t.Errorf("got %q, want %q", got, row.want)
		}
	}
}

func TestThresholds(t *testing.T) {
	for in, want := range map[string]float64{"0.8": 0.8, "80%": 0.8, "1": 1, " 50 %": 0} {
		if got, err := parseThreshold(in); (err == nil) != (want > 0) || got != want {
			t.Errorf("%q: %v, %v", in, got, err)
		}
	}
	for _, in := range []string{"", "0", "80", "-1%", "nan", "x"} {
		if got, err := parseThreshold(in); err == nil {
			t.Errorf("%q was taken for %v", in, got)
		}
	}
}
