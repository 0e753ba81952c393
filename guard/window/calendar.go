package window

import "time"

// Calendar is what turns an instant into local dates.
type Calendar struct {
	Zone      *time.Location
	WeekStart time.Weekday
}

// Window is a span of time that includes Start and excludes End.
type Window struct {
	Name  string
	Start time.Time // zero for "total"
	End   time.Time // zero for "total"
}

// At is the window that t falls into. Names, for America/New_York:
//
//	day     2026-11-01
//	week    week 2026-10-26           its first day
//	month   2026-11
//	hour    2026-11-01T01-04:00       the first of the doubled hour, then
//	        2026-11-01T01-05:00       the second
//	minute  2026-11-01T01:30-04:00
//	total   total
//
// A rolling window has no calendar: At gives it the window that ends now, and
// counting goes by [Spec.Bucket].
func (c Calendar) At(s Spec, t time.Time) Window {
	t = t.In(c.Zone)
	switch s.Kind {
	case Minute:
		return clockWindow(t, time.Minute, "2006-01-02T15:04")
	case Hour:
		return clockWindow(t, time.Hour, "2006-01-02T15")
	case Day:
		d := c.dayOf(t)
		return c.span(d.name(), d, d.add(0, 1))
	case Week:
		d := c.dayOf(t)
		d = d.add(0, -(int(d.weekday()-c.WeekStart)+7)%7)
		return c.span("week "+d.name(), d, d.add(0, 7))
	case Month:
		d := c.dayOf(t)
		d.day = 1
		return c.span(d.name()[:len("2026-11")], d, d.add(1, 0))
	case Rolling:
		return Window{Name: s.String(), Start: t.Add(-s.Span), End: t}
	}
	return Window{Name: string(Total)}
}

// span is the window of the days from first up to, and without, next.
func (c Calendar) span(name string, first, next date) Window {
	return Window{Name: name, Start: c.begin(first), End: c.begin(next)}
}

// dayOf is the date whose day t belongs to: its local date, or a later one where
// the clock went back over midnight after that day had begun.
func (c Calendar) dayOf(t time.Time) date {
	d := dateOf(t)
	for next := d.add(0, 1); !c.begin(next).After(t); next = next.add(0, 1) {
		d = next
	}
	return d
}

// begin is the first instant whose local date is d or later. It walks the
// stretches of constant offset around midnight: in each, midnight is a plain
// subtraction, and it counts if it lies in that stretch or before it.
func (c Calendar) begin(d date) time.Time {
	const margin = 24 * time.Hour // more than any offset ever used
	midnight := d.utc()
	t := midnight.Add(-margin).In(c.Zone)
	for {
		_, offset := t.Zone()
		_, end := stretch(t)
		at := midnight.Add(-time.Duration(offset) * time.Second).In(c.Zone)
		if at.Before(t) {
			at = t
		}
		if end.IsZero() || at.Before(end) {
			return at
		}
		t = end
	}
}

// clockWindow is the hour or minute around t, cut where the offset changes.
func clockWindow(t time.Time, length time.Duration, layout string) Window {
	_, offset := t.Zone()
	local := time.Duration(offset) * time.Second
	start := t.Add(local).UTC().Truncate(length).Add(-local).In(t.Location())
	end := start.Add(length)
	zone := "Z07:00"
	if offset%60 != 0 {
		zone = "Z07:00:00" // local mean time, long ago
	}
	name := t.Format(layout + zone)
	from, to := sameOffset(t, start, end)
	return Window{Name: name, Start: from, End: to}
}

// sameOffset narrows [start, end) around t to where the offset is t's. A zone
// may also change its name or its summer flag at the same offset: that is no cut.
func sameOffset(t, start, end time.Time) (time.Time, time.Time) {
	_, offset := t.Zone()
	for from, _ := stretch(t); from.After(start); from, _ = stretch(from.Add(-1)) {
		if _, o := from.Add(-1).Zone(); o != offset {
			start = from
		}
	}
	for _, to := stretch(t); !to.IsZero() && to.Before(end); _, to = stretch(to) {
		if _, o := to.Zone(); o != offset {
			end = to
		}
	}
	return start, end
}

// stretch is the time around t in which the zone's rules do not change; its end
// is after t. (Beyond a zone's table, which may end in 2007, package time takes
// every year for 365 days: on 31 December of a leap year ZoneBounds ends before
// t, golang/go#81583.)
func stretch(t time.Time) (start, end time.Time) {
	start, end = t.ZoneBounds()
	if !end.IsZero() && !end.After(t) {
		const day = 24 * time.Hour
		end = t.Truncate(day).Add(day) // the year's end, in UTC
	}
	return start, end
}
