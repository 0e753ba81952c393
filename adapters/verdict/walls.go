package verdict

import (
	"strings"
	"time"
)

// wall is a time as a clock on the wall shows it: "2am", "10:30pm (Europe/Berlin)",
// "Oct 31, 9am", "Mon 12:00 AM". Clients of subscriptions write their resets so.
type wall struct {
	year     int // 0: not said
	month    time.Month
	day      int
	weekday  time.Weekday // -1: not said
	hour     int
	minute   int
	zone     zone
	zoneSaid bool
}

var months = []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}

var weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// wallAt reads a time of the wall at the start of lower-case s. A clock with neither am nor
// pm needs a zone to be one: "in 10:30" is a duration.
func wallAt(s string) (w wall, ok bool) {
	w.weekday = -1
	s = w.date(s)
	hour, rest := leadingNumber(s)
	if hour < 0 || hour != float64(int(hour)) {
		return w, false
	}
	if after, ok := strings.CutPrefix(rest, ":"); ok {
		minute, past := leadingNumber(after)
		if minute < 0 || minute > 59 || len(after)-len(past) != 2 {
			return w, false
		}
		w.minute, rest = int(minute), past
	}
	w.hour = int(hour)
	half := strings.TrimLeft(rest, " ")
	named := strings.HasPrefix(half, "am") || strings.HasPrefix(half, "pm")
	if named = named && !letterAt(half[2:]); named {
		if w.hour < 1 || w.hour > 12 {
			return w, false
		}
		if w.hour %= 12; half[0] == 'p' {
			w.hour += 12
		}
		rest = half[2:]
	}
	w.zone, w.zoneSaid = zoneNamed(rest)
	clock := strings.IndexByte(s, ':') == len(s)-len(strings.TrimLeft(s, "0123456789"))
	return w, w.hour < 24 && (named || clock && w.zoneSaid)
}

// date reads "oct 31, 2026 at " or "monday " and returns what follows.
func (w *wall) date(s string) string {
	word, rest := firstWord(s)
	if i := named(word, weekdays); i >= 0 {
		w.weekday = time.Weekday(i)
		s = strings.TrimLeft(rest, " ,")
		word, rest = firstWord(s)
	}
	if i := named(word, months); i >= 0 {
		day, past := leadingNumber(strings.TrimLeft(rest, " "))
		if day < 1 || day > 31 {
			return s
		}
		w.month, w.day = time.Month(i+1), int(day)
		for _, th := range [...]string{"st", "nd", "rd", "th"} {
			past = strings.TrimPrefix(past, th)
		}
		s = strings.TrimLeft(past, " ,")
		if year, past := leadingNumber(s); year >= 2000 && year < 2200 {
			w.year, s = int(year), strings.TrimLeft(past, " ,")
		}
	}
	return strings.TrimPrefix(s, "at ")
}

func firstWord(s string) (word, rest string) {
	end := 0
	for end < len(s) && letterAt(s[end:]) {
		end++
	}
	return s[:end], s[end:]
}

// named is the index of the name that word is, in full or by its first three letters.
func named(word string, names []string) int {
	if len(word) < 3 || len(word) > len("wednesday") {
		return -1
	}
	for i, name := range names {
		if strings.HasPrefix(word, name) {
			return i
		}
	}
	return -1
}

// next is the first time after now that the clock shows w; of a date with a year, that time.
func (w wall) next(now time.Time) time.Time {
	local := now.UTC().Add(w.zone.ahead(now))
	year, month, day := local.Date()
	if w.month != 0 {
		month, day = w.month, w.day
	}
	if w.year != 0 {
		year = w.year
	}
	t := w.on(year, month, day)
	switch {
	case w.month != 0 && w.year == 0 && !t.After(now):
		t = w.on(year+1, month, day)
	case w.month == 0 && w.weekday >= 0:
		day += (int(w.weekday) - int(local.Weekday()) + 7) % 7
		if t = w.on(year, month, day); !t.After(now) {
			t = w.on(year, month, day+7)
		}
	case w.month == 0 && !t.After(now):
		t = w.on(year, month, day+1)
	}
	return t
}

// on is when the clock shows w's hour on a day.
func (w wall) on(year int, month time.Month, day int) time.Time {
	t := time.Date(year, month, day, w.hour, w.minute, 0, 0, time.UTC).Add(-w.zone.offset)
	return t.Add(w.zone.offset - w.zone.ahead(t))
}
