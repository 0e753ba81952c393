package window

import (
	"fmt"
	"time"
)

// date is a day of the calendar, in no zone.
type date struct {
	year  int
	month time.Month
	day   int
}

func dateOf(t time.Time) date {
	y, m, d := t.Date()
	return date{y, m, d}
}

// utc is the date's midnight as if its zone were UTC.
func (d date) utc() time.Time { return time.Date(d.year, d.month, d.day, 0, 0, 0, 0, time.UTC) }

func (d date) add(months, days int) date { return dateOf(d.utc().AddDate(0, months, days)) }

func (d date) weekday() time.Weekday { return d.utc().Weekday() }

func (d date) name() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day) }
