package verdict

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the database that the table is held against
)

// TestZonesAreThoseOfTheDatabase walks two years hour by hour.
func TestZonesAreThoseOfTheDatabase(t *testing.T) {
	for name, z := range zonesByName() {
		if !strings.Contains(name, "/") {
			continue
		}
		parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' })
		for i, p := range parts {
			words := strings.Split(p, "_")
			for k, w := range words {
				words[k] = strings.ToUpper(w[:1]) + w[1:]
			}
			parts[i] = strings.Join(words, "_")
		}
		loc, err := time.LoadLocation(strings.Join(parts, "/"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for at := noon; at.Before(noon.AddDate(2, 0, 0)); at = at.Add(time.Hour) {
			if _, want := at.In(loc).Zone(); z.ahead(at) != time.Duration(want)*time.Second {
				t.Errorf("%s at %v: %v ahead, the database says %ds", name, at, z.ahead(at), want)
				break
			}
		}
	}
}

func TestWallTimes(t *testing.T) {
	now := time.Date(2026, 11, 29, 22, 0, 0, 0, time.UTC) // a Sunday
	for text, want := range map[string]string{
		"10:30pm (europe/berlin)":           "2026-11-30T21:30:00Z",
		"11:30pm (europe/berlin)":           "2026-11-29T22:30:00Z",
		"2am (america/new_york)":            "2026-11-30T07:00:00Z",
		"1pm (etc/gmt+5)":                   "2026-11-30T18:00:00Z",
		"12:50pm (europe/paris)":            "2026-11-30T11:50:00Z",
		"12am (utc)":                        "2026-11-30T00:00:00Z",
		"dec 31, 9am (asia/kolkata)":        "2026-12-31T03:30:00Z",
		"oct 31 at 9am (asia/tokyo)":        "2027-10-31T00:00:00Z",
		"dec 1st, 2026 11:42 pm utc":        "2026-12-01T23:42:00Z",
		"mon 9:00 am (america/los_angeles)": "2026-11-30T17:00:00Z",
		"sunday 9pm utc":                    "2026-12-06T21:00:00Z",
		"3pm pt.":                           "2026-11-29T23:00:00Z",
		"23:15 utc":                         "2026-11-29T23:15:00Z",
		"jul 1, 9am (australia/sydney)":     "2027-06-30T23:00:00Z",
	} {
		w, ok := wallAt(text)
		if got := w.next(now).Format(time.RFC3339); !ok || !w.zoneSaid || got != want {
			t.Errorf("%q: %s %v %v, want %s", text, got, ok, w.zoneSaid, want)
		}
	}
	for _, text := range []string{"2am", "dec 31, 9am", "11:42 pm.", "3pm (mars/olympus)"} {
		if w, ok := wallAt(text); !ok || w.zoneSaid {
			t.Errorf("%q: %v, zone said %v", text, ok, w.zoneSaid)
		}
	}
	for _, text := range []string{"", "5m", "10:30", "1:02:03", "13pm", "2 amps", "may 5 times", "12", "10 utc", "99:99 utc", "5s", "2.5pm", "mon", "1am5"} {
		if w, ok := wallAt(text); ok && w.zoneSaid {
			t.Errorf("%q: read as %+v", text, w)
		}
	}
}

// TestSessionResets: what Claude Code shows (anthropics/claude-code#79136, #2087).
func TestSessionResets(t *testing.T) {
	say := func(text string) Verdict { return Classify("", Reply{ErrText: text, ReceivedAt: noon}) }
	v := say("You've hit your session limit · resets " + noon.Add(10*time.Minute).UTC().Format("3:04pm") + " (UTC)")
	if v.Class != QuotaExhausted || !v.Until.Equal(noon.Add(10*time.Minute).Truncate(time.Minute)) {
		t.Errorf("a reset ten minutes away: %+v", v)
	}
	v = say("You've hit your session limit · resets 2am")
	if v.Class != QuotaExhausted || !v.Until.IsZero() || v.RetryAfter != -1 || !strings.Contains(v.Evidence, "no zone") {
		t.Errorf("a clock without a zone: %+v", v)
	}
}
