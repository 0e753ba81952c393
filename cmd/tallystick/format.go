package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/guard"
)

// number writes 1234567 as 1,234,567.
func number(n int64) string {
	s := strconv.FormatInt(n, 10)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// count is a number with its noun: "1 call", "2,000 calls", "3 entries".
func count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return number(n) + " " + stem + "ies"
	}
	return number(n) + " " + noun + "s"
}

// span writes a length of time with two units at most: 950ms, 12s, 4m 30s, 2h 05m, 3d 4h.
func span(d time.Duration) string {
	switch {
	case d < 0:
		return "-" + span(-d)
	case d < time.Second:
		return fmt.Sprintf("%dms", d.Milliseconds())
	case d < 10*time.Second:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", d.Seconds()), ".0") + "s"
	case d < time.Minute:
		return fmt.Sprintf("%ds", d/time.Second)
	case d < 10*time.Minute:
		return fmt.Sprintf("%dm %02ds", d/time.Minute, d%time.Minute/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh %02dm", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%dd %dh", d/(24*time.Hour), d%(24*time.Hour)/time.Hour)
}

// at writes an instant in the ledger's zone, as far from now as a person needs:
// "14:20", "00:00 tomorrow", "Fri 4 Dec 00:00", "2027-03-01 00:00".
func (u *ui) at(t time.Time) string {
	t, now := t.In(u.zone), u.now.In(u.zone)
	days := dayNumber(t) - dayNumber(now)
	switch {
	case days == 0:
		return t.Format("15:04")
	case days == 1:
		return t.Format("15:04") + " tomorrow"
	case days == -1:
		return t.Format("15:04") + " yesterday"
	case days > -60 && days < 60:
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("2006-01-02 15:04")
}

// stamp is an instant that stands in a column: short today, dated otherwise.
func (u *ui) stamp(t time.Time) string {
	t = t.In(u.zone)
	if dayNumber(t) == dayNumber(u.now.In(u.zone)) {
		return t.Format("15:04:05")
	}
	return t.Format("01-02 15:04")
}

// dayNumber counts calendar days of the zone t is in.
func dayNumber(t time.Time) int64 {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
}

// bar draws how much of a ceiling is used, held and unknown. Each part that is
// not zero gets at least one cell, and a cell stays free while something is left.
func (u *ui) bar(cellsWide int, used, held, unknown, ceiling int64) string {
	parts := []int64{used, held, unknown}
	marks := []string{u.glyph.used, u.glyph.held, u.glyph.unknown}
	colors := []string{green, yellow, red}
	left, room := ceiling-used-held-unknown, cellsWide
	if left > 0 {
		room--
	}
	var b strings.Builder
	drawn := 0
	for i, part := range parts {
		n := share(part, ceiling, cellsWide, room-drawn)
		b.WriteString(u.paint(colors[i], strings.Repeat(marks[i], n)))
		drawn += n
	}
	return b.String() + u.paint(dim, strings.Repeat(u.glyph.free, cellsWide-drawn))
}

// share is how many of all cells a part gets, at most room.
func share(part, whole int64, all, room int) int {
	if part <= 0 || whole <= 0 {
		return 0
	}
	n := int(float64(part) / float64(whole) * float64(all))
	return max(min(max(n, 1), room), 0)
}

// percent of a ceiling, rounded down so that 100 % means all of it.
func percent(part, whole int64) string {
	if whole <= 0 {
		return ""
	}
	return fmt.Sprintf("%d %%", int64(float64(part)/float64(whole)*100))
}

// who names a caller by what it said about itself.
func who(source, task string) string {
	if s := strings.TrimSpace(source + " " + task); s != "" {
		return s
	}
	return "(unnamed)"
}

// road names a lane by its provider and model.
func road(l guard.Lane) string {
	if name := strings.Trim(l.Provider+"/"+l.Model, "/"); name != "" {
		return name
	}
	return "(unnamed lane)"
}
