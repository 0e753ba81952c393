package verdict

import (
	"strconv"
	"strings"
	"time"
)

// LongestWait is the longest wait that is believed: 400 days. A longer one is read as none.
const LongestWait = 400 * 24 * time.Hour

// units of a duration, in every spelling that was seen. Of two that fit the longer is first.
var units = []struct {
	name string
	is   time.Duration
}{
	{"milliseconds", time.Millisecond}, {"millisecond", time.Millisecond}, {"ms", time.Millisecond}, {"毫秒", time.Millisecond},
	{"seconds", time.Second}, {"second", time.Second}, {"secs", time.Second}, {"sec", time.Second}, {"s", time.Second}, {"秒钟", time.Second}, {"秒", time.Second},
	{"minutes", time.Minute}, {"minute", time.Minute}, {"mins", time.Minute}, {"min", time.Minute}, {"m", time.Minute}, {"分钟", time.Minute}, {"分", time.Minute},
	{"hours", time.Hour}, {"hour", time.Hour}, {"hrs", time.Hour}, {"hr", time.Hour}, {"h", time.Hour}, {"小时", time.Hour}, {"个小时", time.Hour},
	{"days", 24 * time.Hour}, {"day", 24 * time.Hour}, {"d", 24 * time.Hour}, {"天", 24 * time.Hour},
	{"weeks", 7 * 24 * time.Hour}, {"week", 7 * 24 * time.Hour}, {"w", 7 * 24 * time.Hour}, {"周", 7 * 24 * time.Hour},
}

// duration reads a duration at the start of lower-case s: "7.66s", "6m48s", "644ms",
// "2 days 17 hours", "1:02:03", "60 秒". bare is what a number without a unit means, 0 for
// nothing. ok is false when there is none.
func duration(s string, bare time.Duration) (d time.Duration, ok bool) {
	if d, ok := clock(s); ok {
		return d, true
	}
	for {
		n, rest := leadingNumber(s)
		if n < 0 {
			return d, ok
		}
		unit, after := unitAt(strings.TrimLeft(rest, " \n"))
		if unit == 0 {
			if !ok && bare > 0 && !letterNext(rest) {
				return scaled(n, bare)
			}
			return d, ok
		}
		part, fits := scaled(n, unit)
		if !fits || d+part > LongestWait {
			return 0, false
		}
		d, ok = d+part, true
		s = strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(after, " ,\n"), "and "), " ,\n")
	}
}

func scaled(n float64, unit time.Duration) (time.Duration, bool) {
	if d := n * float64(unit); d <= float64(LongestWait) {
		return time.Duration(d), true
	}
	return 0, false
}

// clock reads 1:02:03 or 02:03 (minutes and seconds).
func clock(s string) (time.Duration, bool) {
	end := strings.IndexFunc(s, func(r rune) bool { return r != ':' && (r < '0' || r > '9') })
	if end < 0 {
		end = len(s)
	}
	parts := strings.Split(s[:end], ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	var d time.Duration
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || len(p) > 4 || i > 0 && n > 59 {
			return 0, false
		}
		d = d*60 + time.Duration(n)
	}
	return d * time.Second, true
}

// leadingNumber reads a number without sign and returns what follows, -1 for none.
func leadingNumber(s string) (n float64, rest string) {
	end := 0
	for end < len(s) && end < 25 && (s[end] >= '0' && s[end] <= '9' || s[end] == '.' && end > 0) {
		end++
	}
	digits := strings.TrimRight(s[:end], ".")
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return -1, s
	}
	return n, s[len(digits):]
}

// unitAt reads a unit that is a word of its own.
func unitAt(s string) (unit time.Duration, rest string) {
	for _, u := range units {
		after, ok := strings.CutPrefix(s, u.name)
		if ok && (u.name[0] >= 0x80 || !letterAt(after)) {
			return u.is, after
		}
	}
	return 0, s
}

func letterAt(s string) bool { return s != "" && s[0] >= 'a' && s[0] <= 'z' }

// letterNext tells whether s goes on with a letter, after one blank at most, or with the
// rest of a date: then a number before it was no bare number.
func letterNext(s string) bool {
	s = strings.TrimPrefix(s, " ")
	return letterAt(s) || s != "" && strings.IndexByte(":-/", s[0]) >= 0
}

// instant reads a point in time at the start of lower-case s: "2026-08-03t23:59:59z",
// "2026-08-03 23:59:59 +0800 cst", "... utc+8", "... (utc)", or the epoch in seconds or
// milliseconds. A time that names no zone is in zone.
func instant(s string, zone *time.Location) (time.Time, bool) {
	if t, ok := epoch(s); ok {
		return t, true
	}
	const day, clock = len("2026-08-03"), len("2026-08-03 23:59")
	if len(s) > day+4 && s[day:day+4] == " at " {
		s = s[:day] + s[day+3:]
	}
	if len(s) < clock || s[day] != ' ' && s[day] != 't' {
		return time.Time{}, false
	}
	layout, end := "2006-01-02 15:04", clock
	if end+3 <= len(s) && s[end] == ':' {
		layout, end = layout+":05", end+3
	}
	text := strings.ReplaceAll(s[:day], "/", "-") + " " + s[day+1:end]
	rest := strings.TrimLeft(strings.TrimPrefix(s[end:], "."), "0123456789") // of a fraction
	if at, ok := zoneAt(rest); ok {
		zone = at
	}
	t, err := time.ParseInLocation(layout, text, zone)
	return t.UTC(), err == nil
}

// zoneAt reads z, utc, gmt, utc+8, +0800 or +08:00, also in brackets.
func zoneAt(s string) (*time.Location, bool) {
	s = strings.TrimLeft(s, " (")
	if strings.HasPrefix(s, "z") && !letterNext(s[1:]) {
		return time.UTC, true
	}
	named := strings.HasPrefix(s, "utc") || strings.HasPrefix(s, "gmt")
	if named {
		s = s[3:]
	}
	if s == "" || s[0] != '+' && s[0] != '-' {
		return time.UTC, named
	}
	digits := strings.ReplaceAll(s[1:min(len(s), len("+08:00"))], ":", "")
	end := 0
	for end < len(digits) && end < 4 && digits[end] >= '0' && digits[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(digits[:end])
	if err != nil {
		return time.UTC, named
	}
	offset := n * 3600
	if end > 2 {
		offset = n/100*3600 + n%100*60
	}
	if s[0] == '-' {
		offset = -offset
	}
	return time.FixedZone("", offset), offset < 24*3600 && offset > -24*3600
}

// httpDate reads a date as HTTP writes it (RFC 9110, 5.6.7).
func httpDate(s string) (time.Time, bool) {
	for _, layout := range [...]string{time.RFC1123, time.RFC850, time.ANSIC, time.RFC1123Z} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// epoch reads seconds (ten digits) or milliseconds (thirteen) since 1970.
func epoch(s string) (time.Time, bool) {
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	switch {
	case err != nil:
	case end == 10:
		return time.Unix(n, 0).UTC(), true
	case end == 13:
		return time.UnixMilli(n).UTC(), true
	}
	return time.Time{}, false
}
