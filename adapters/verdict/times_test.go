package verdict

import (
	"strings"
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"7.66s":                           7660 * time.Millisecond,
		"644ms. visit":                    644 * time.Millisecond,
		"6m48s":                           6*time.Minute + 48*time.Second,
		"1m47.5854s. visit":               107585400 * time.Microsecond,
		"8h44m7s.":                        8*time.Hour + 44*time.Minute + 7*time.Second,
		"2 days 17 hours":                 65 * time.Hour,
		"1 hour, 5 minutes and 3 seconds": time.Hour + 5*time.Minute + 3*time.Second,
		"1:02:03":                         time.Hour + 2*time.Minute + 3*time.Second,
		"02:03":                           2*time.Minute + 3*time.Second,
		"45 seconds.":                     45 * time.Second,
		"1 seconds":                       time.Second,
		"60秒后重试":                          time.Minute,
		"3 小时":                            3 * time.Hour,
		"0s":                              0,
		"15.002899939s.":                  15002899939,
		"30":                              30 * time.Second, // bare
		`30"`:                             30 * time.Second,
		"5 minutes 3 attempts":            5 * time.Minute,
	} {
		if d, ok := duration(text, time.Second); !ok || d != want {
			t.Errorf("%q: %v %v, want %v", text, d, ok, want)
		}
	}
	for _, text := range []string{"", "soon", "3 attempts", "a moment", "-5s", "999999999 days", "5 models", "1e9s", ":", "1:2:3:4", strings.Repeat("9", 400)} {
		if d, ok := duration(text, time.Second); ok {
			t.Errorf("%q: read as %v", text, d)
		}
	}
	if _, ok := duration("30", 0); ok {
		t.Error("a bare number means nothing when nobody says what")
	}
}

func TestInstant(t *testing.T) {
	china := time.FixedZone("", 8*3600)
	for text, want := range map[string]string{
		"2025-04-30t13:32:11z":                 "2025-04-30T13:32:11Z",
		"2026-09-17t09:13:32.123z\"":           "2026-09-17T09:13:32Z",
		"2026-08-03 23:59:59 +0800 cst.":       "2026-08-03T15:59:59Z",
		"2026-08-03t23:59:59+05:30":            "2026-08-03T18:29:59Z",
		"2099-01-02 03:04:05 utc+8":            "2099-01-01T19:04:05Z",
		"2026-08-25 07:41:44 重置":               "2026-08-24T23:41:44Z",
		"2026-08-25 07:41 (utc)":               "2026-08-25T07:41:00Z",
		"2026/08/25 07:41:44":                  "2026-08-24T23:41:44Z",
		"1790467200":                           "2026-09-27T00:00:00Z",
		"1743638400000\"":                      "2025-04-03T00:00:00Z",
		"2026-08-25 07:41:44 and nothing more": "2026-08-24T23:41:44Z",
	} {
		if got, ok := instant(text, china); !ok || got.Format(time.RFC3339) != want {
			t.Errorf("%q: %v %v, want %s", text, got.Format(time.RFC3339), ok, want)
		}
	}
	for _, text := range []string{"", "tomorrow", "2026-13-40 07:41:44", "12345", "2026-08-25", "99999999999999999999"} {
		if got, ok := instant(text, china); ok {
			t.Errorf("%q: read as %v", text, got)
		}
	}
	if got, ok := httpDate("Wed, 30 Apr 2025 13:31:10 GMT"); !ok || got.Format(time.RFC3339) != "2025-04-30T13:31:10Z" {
		t.Errorf("HTTP date: %v %v", got, ok)
	}
}
