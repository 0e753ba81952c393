package window

import (
	"testing"
	"time"
)

// Each row is a day that breaks a naive calendar (langwatch/tasks#458 leaves
// these untested; BerriAI/litellm PR#40978 meters 32 hours as a day).
func TestI8_DaysThatAreNotOrdinary(t *testing.T) {
	rows := []struct {
		name             string
		zone, kind, at   string // at, start and end are UTC
		want, start, end string
	}{
		{"a day of 23 hours", "Europe/Berlin", "day", "2026-03-29T10:00", "2026-03-29", "2026-03-28T23:00", "2026-03-29T22:00"},
		{"a day of 25 hours", "Europe/Berlin", "day", "2026-10-25T10:00", "2026-10-25", "2026-10-24T22:00", "2026-10-25T23:00"},
		{"its last instant", "Europe/Berlin", "day", "2026-10-25T22:59", "2026-10-25", "2026-10-24T22:00", "2026-10-25T23:00"},
		{"a day of 24.5 hours", "Australia/Lord_Howe", "day", "2026-04-05T00:00", "2026-04-05", "2026-04-04T13:00", "2026-04-05T13:30"},
		{"a zone of three quarters", "Asia/Kathmandu", "day", "2026-11-29T00:00", "2026-11-29", "2026-11-28T18:15", "2026-11-29T18:15"},
		{"midnight does not exist, Sao Paulo", "America/Sao_Paulo", "day", "2018-11-04T12:00", "2018-11-04", "2018-11-04T03:00", "2018-11-05T02:00"},
		{"midnight does not exist, Beirut", "Asia/Beirut", "day", "2026-03-29T12:00", "2026-03-29", "2026-03-28T22:00", "2026-03-29T21:00"},
		{"23:30 comes twice, the first", "America/Sao_Paulo", "day", "2018-02-18T01:30", "2018-02-17", "2018-02-17T02:00", "2018-02-18T03:00"},
		{"23:30 comes twice, the second", "America/Sao_Paulo", "day", "2018-02-18T02:30", "2018-02-17", "2018-02-17T02:00", "2018-02-18T03:00"},
		{"a minute after midnight it is yesterday again", "America/St_Johns", "day", "2010-11-07T02:45", "2010-11-07", "2010-11-07T02:30", "2010-11-08T03:30"},
		{"the day before a skipped one", "Pacific/Apia", "day", "2011-12-30T09:59", "2011-12-29", "2011-12-29T10:00", "2011-12-30T10:00"},
		{"the day after a skipped one", "Pacific/Apia", "day", "2011-12-30T10:00", "2011-12-31", "2011-12-30T10:00", "2011-12-31T10:00"},
		{"29 February", "Asia/Tokyo", "day", "2028-02-29T00:00", "2028-02-29", "2028-02-28T15:00", "2028-02-29T15:00"},
		{"31 December of a leap year (golang/go#81583)", "America/New_York", "day", "2028-12-31T12:00", "2028-12-31", "2028-12-31T05:00", "2029-01-01T05:00"},
		{"31 December of a leap year beyond every table", "America/New_York", "day", "2040-12-31T12:00", "2040-12-31", "2040-12-31T05:00", "2041-01-01T05:00"},
		{"and its last hour in UTC", "Europe/Berlin", "hour", "2040-12-31T23:30", "2041-01-01T00+01:00", "2040-12-31T23:00", "2041-01-01T00:00"},
		{"a week with a short day", "Europe/Berlin", "week", "2026-03-29T10:00", "week 2026-03-23", "2026-03-22T23:00", "2026-03-29T22:00"},
		{"a week over the new year", "Asia/Shanghai", "week", "2027-01-01T00:00", "week 2026-12-28", "2026-12-27T16:00", "2027-01-03T16:00"},
		{"a week whose days are six", "Pacific/Apia", "week", "2011-12-31T12:00", "week 2011-12-26", "2011-12-26T10:00", "2012-01-01T10:00"},
		{"February of a leap year", "UTC", "month", "2028-02-29T23:59", "2028-02", "2028-02-01T00:00", "2028-03-01T00:00"},
		{"February of another", "UTC", "month", "2026-02-28T23:59", "2026-02", "2026-02-01T00:00", "2026-03-01T00:00"},
		{"the 31st", "Asia/Kolkata", "month", "2026-01-31T18:29", "2026-01", "2025-12-31T18:30", "2026-01-31T18:30"},
		{"a minute later it is February", "Asia/Kolkata", "month", "2026-01-31T18:30", "2026-02", "2026-01-31T18:30", "2026-02-28T18:30"},
		{"the year's last day", "America/New_York", "month", "2027-01-01T04:59", "2026-12", "2026-12-01T05:00", "2027-01-01T05:00"},
		{"the doubled hour, the first", "America/New_York", "hour", "2026-11-01T05:30", "2026-11-01T01-04:00", "2026-11-01T05:00", "2026-11-01T06:00"},
		{"the doubled hour, the second", "America/New_York", "hour", "2026-11-01T06:30", "2026-11-01T01-05:00", "2026-11-01T06:00", "2026-11-01T07:00"},
		{"the hour after a missing one", "America/New_York", "hour", "2026-03-08T07:10", "2026-03-08T03-04:00", "2026-03-08T07:00", "2026-03-08T08:00"},
		{"an hour before the half hour", "Australia/Lord_Howe", "hour", "2026-04-04T14:45", "2026-04-05T01+11:00", "2026-04-04T14:00", "2026-04-04T15:00"},
		{"the half hour", "Australia/Lord_Howe", "hour", "2026-04-04T15:10", "2026-04-05T01+10:30", "2026-04-04T15:00", "2026-04-04T15:30"},
		{"an hour in Kathmandu", "Asia/Kathmandu", "hour", "2026-11-29T12:00", "2026-11-29T17+05:45", "2026-11-29T11:15", "2026-11-29T12:15"},
		{"a minute", "America/New_York", "minute", "2026-11-01T06:30", "2026-11-01T01:30-05:00", "2026-11-01T06:30", "2026-11-01T06:31"},
		{"an hour in which only the zone's name changes", "Europe/London", "hour", "1968-10-26T23:30", "1968-10-27T00+01:00", "1968-10-26T23:00", "1968-10-27T00:00"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c := Calendar{Zone: zone(t, row.zone), WeekStart: time.Monday}
			got := c.At(Spec{Kind: Kind(row.kind)}, utc(t, row.at))
			if got.Name != row.want || !got.Start.Equal(utc(t, row.start)) || !got.End.Equal(utc(t, row.end)) {
				t.Errorf("%s [%s, %s)\nwant %s [%s, %s)", got.Name, got.Start.UTC(), got.End.UTC(), row.want, row.start, row.end)
			}
		})
	}
}

// BerriAI/litellm#33161: the week always began on Monday.
func TestAWeekBeginsWhereItIsTold(t *testing.T) {
	at := utc(t, "2026-11-29T12:00") // a Sunday
	want := []string{"2026-11-29", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"}
	for day, name := range want {
		c := Calendar{Zone: time.UTC, WeekStart: time.Weekday(day)}
		if got := c.At(Spec{Kind: Week}, at).Name; got != "week "+name {
			t.Errorf("a week from %s on: %s, want week %s", time.Weekday(day), got, name)
		}
	}
}

func TestTotalNeverEnds(t *testing.T) {
	c := Calendar{Zone: time.UTC}
	if w := c.At(Spec{Kind: Total}, utc(t, "2026-11-29T12:00")); w != (Window{Name: "total"}) {
		t.Errorf("total = %+v", w)
	}
}

func TestOnlyZonesThatMeanTheSameEverywhere(t *testing.T) {
	for _, name := range []string{"", "Local", "Mars/Olympus", "../etc/passwd", "\x00"} {
		if _, err := Load(name); err == nil {
			t.Errorf("Load(%q) is accepted", name)
		}
	}
	t.Setenv("TZ", "Asia/Tokyo")
	if loc, err := Load("UTC"); err != nil || loc.String() != "UTC" {
		t.Errorf("Load(UTC) = %v, %v", loc, err)
	}
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func utc(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02T15:04", s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
