package guard

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// I8: the window is computed from the instant and the zone at each reserve;
// nobody resets anything (BerriAI/litellm#10288, PR#40940, PR#40978;
// langwatch/tasks#458).
func TestI8_Windows(t *testing.T) {
	rows := []struct {
		name, limit string
		full        string // an instant at which one call fills the limit of 1
		still       string // the last instant at which it is full
		free        string // the first at which it is free
		window      string // name of the full window
	}{
		{"23 hours", "window: day, zone: Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z", "2026-03-29"},
		{"25 hours", "window: day, zone: Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z", "2026-10-25"},
		{"the first doubled hour", "window: hour, zone: America/New_York", "2026-11-01T05:00:00Z", "2026-11-01T05:59:59Z", "2026-11-01T06:00:00Z", "2026-11-01T01-04:00"},
		{"the second doubled hour", "window: hour, zone: America/New_York", "2026-11-01T06:00:00Z", "2026-11-01T06:59:59Z", "2026-11-01T07:00:00Z", "2026-11-01T01-05:00"},
		{"half-hour zone", "window: day, zone: Asia/Kolkata", "2026-11-28T18:30:00Z", "2026-11-29T18:29:59Z", "2026-11-29T18:30:00Z", "2026-11-29"},
		{"three-quarter-hour zone", "window: hour, zone: Asia/Kathmandu", "2026-11-29T11:15:00Z", "2026-11-29T12:14:59Z", "2026-11-29T12:15:00Z", "2026-11-29T17+05:45"},
		{"29 February", "window: day, zone: UTC", "2028-02-29T00:00:00Z", "2028-02-29T23:59:59Z", "2028-03-01T00:00:00Z", "2028-02-29"},
		{"month end", "window: month, zone: UTC", "2026-01-31T12:00:00Z", "2026-01-31T23:59:59Z", "2026-02-01T00:00:00Z", "2026-01"},
		{"week of monday", "window: week, zone: UTC", "2026-11-29T12:00:00Z", "2026-11-29T23:59:59Z", "2026-11-30T00:00:00Z", "week 2026-11-23"},
		{"week of sunday (litellm#33161)", "window: week, zone: UTC, week_start: sunday", "2026-11-29T00:00:00Z", "2026-12-05T23:59:59Z", "2026-12-06T00:00:00Z", "week 2026-11-29"},
		{"minute", "window: minute, zone: UTC", "2026-11-29T12:00:00Z", "2026-11-29T12:00:59Z", "2026-11-29T12:01:00Z", "2026-11-29T12:00Z"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			h := newTill(t, "name: one, calls: 1, "+r.limit)
			h.set(r.full)
			g := h.open()
			if got := g.grant().Limits[0].Window; got != r.window {
				t.Errorf("window %q, want %q", got, r.window)
			}
			h.set(r.still)
			d := g.denial()
			if want := at(r.free); !d.NextAt.Equal(want) || !d.ResetsAt.Equal(want) {
				t.Errorf("next at %v, want %v", d.NextAt, want)
			}
			h.set(r.free)
			g.grant()
			h.set(r.still) // the clock steps back and finds the window as it was
			g.denial()
			g.sound()
		})
	}
}

// "total" never ends.
func TestI8_Total(t *testing.T) {
	h := newTill(t, "name: all, calls: 1, window: total")
	g := h.open()
	g.grant()
	h.set("2036-11-29T12:00:00Z")
	if d := g.denial(); !d.NextAt.IsZero() || !d.ResetsAt.IsZero() || d.Window != "total" {
		t.Errorf("%+v", d)
	}
}

// A rolling window lets calls leave one by one, each when its bucket's youngest
// possible entry is older than the span.
func TestI8_Rolling(t *testing.T) {
	h := newTill(t, `name: five, calls: 3, window: "rolling:5h"`)
	g := h.open()
	for range 3 {
		g.grant()
		h.move(time.Hour)
	}
	d := g.denial() // 15:00; the first call was at 12:00, in a bucket of one minute
	if want := at("2026-11-29T17:01:00Z"); !d.NextAt.Equal(want) {
		t.Errorf("next at %v, want %v", d.NextAt, want)
	}
	h.set("2026-11-29T17:00:59Z")
	g.denial()
	h.set("2026-11-29T17:01:00Z")
	g.grant()
	g.denial()
	h.set("2026-11-29T16:59:00Z") // back: all four are within the span
	if d := g.denial(); d.Held.Calls != 4 {
		t.Errorf("%+v", d)
	}
	g.sound()
}

// A clock that jumps ahead and comes back does not shut the till for years, nor
// open it: the windows it left are found as they were.
func TestI8_ClockFarAheadAndBack(t *testing.T) {
	h := newTill(t, "name: day, calls: 2, window: day", `name: roll, calls: 2, window: "rolling:1h"`)
	g := h.open()
	g.grant()
	for _, day := range []string{"2030-01-01", "2030-01-02", "2030-01-03"} {
		h.set(day + "T12:00:00Z")
		g.grant()
	}
	h.set("2026-11-29T12:00:00Z")
	g.wants("day", Amount{}, Amount{1, 200}, Amount{})
	g.grant()
	if d := g.denial(); d.Reason != BudgetExhausted {
		t.Errorf("%+v", d)
	}
	g.sound()
}

// A clock so far back, or back from so far ahead, that its window is no longer
// in memory: the limit is counted from the entries again. It is neither an empty
// new window nor a refusal for ever.
func TestI8_ClockBeyondMemory(t *testing.T) {
	h := newTill(t, "name: minute, calls: 2, window: minute", `name: roll, calls: 1000, window: "rolling:20m"`)
	g, other := h.open(), h.open()
	g.record(g.grant().Reservation, used(1, 1))
	g.record(g.grant().Reservation, used(1, 1))
	for range keepWindows + 2 {
		h.move(time.Minute)
		g.record(g.grant().Reservation, used(1, 1))
	}
	h.set("2026-11-29T12:00:30Z")
	for _, d := range []*desk{g, other} {
		if no := d.denial(); no.Reason != BudgetExhausted || no.Settled != (Amount{2, 4}) {
			t.Errorf("%+v", no)
		}
	}
	for range keepGone + 10 { // a day ahead for more windows than are remembered, and back
		h.move(time.Minute)
		h.move(24 * time.Hour)
		g.record(g.grant().Reservation, used(1, 1))
		h.move(-24 * time.Hour)
	}
	g.grant()
	h.move(25 * time.Hour)
	g.grant() // and this time the clock is right: what was counted there is found
	h.move(-time.Hour)
	g.grant()
	h.set("2026-11-29T12:00:40Z")
	if no := other.denial(); no.Reason != BudgetExhausted {
		t.Errorf("%+v", no)
	}
	if n := len(h.told("limits_changed")); n != 0 {
		t.Errorf("nothing about the limits changed, and it was told %d times", n)
	}
	other.sound()
}

// The same for a rolling window alone.
func TestI8_RollingAheadAndBack(t *testing.T) {
	h := newTill(t, `name: roll, calls: 40, window: "rolling:5m"`)
	g := h.open()
	for range 30 {
		g.record(g.grant().Reservation, used(1, 1))
	}
	back := h.clock()
	h.move(24 * time.Hour)
	for range keepBuckets + 20 { // a bucket a second, and never more than 40 in five minutes
		g.record(g.grant(func(c *Call) { c.Attributes.Source = "ahead" }).Reservation, used(1, 1))
		h.move(8 * time.Second)
	}
	h.move(back.Sub(h.clock()))
	for range 10 {
		g.record(g.grant().Reservation, used(1, 1))
	}
	if no := g.denial(); no.Reason != BudgetExhausted || no.Settled.Calls != 40 {
		t.Errorf("%+v", no)
	}
	g.sound()
	h.move(24*time.Hour + 100*time.Second)
	if no := g.denial(); no.Settled.Calls < 49 || no.Settled.Calls > 53 { // 100 s before, five minutes after
		t.Errorf("a day later %+v", no)
	}
	g.sound()
}

// A call in flight keeps its window, however many windows pass.
func TestI8_InFlightKeepsItsWindow(t *testing.T) {
	h := newTill(t, "name: minute, calls: 5, window: minute")
	g := h.open()
	slow := g.grant()
	for range 10 {
		h.move(time.Minute)
		g.record(g.grant().Reservation, used(1, 1))
	}
	g.record(slow.Reservation, used(7, 7))
	h.set("2026-11-29T12:00:59Z")
	g.wants("minute", Amount{1, 14}, Amount{}, Amount{})
	g.sound()
}

// Thresholds: one event for each limit value, window and threshold, for all
// processes (BerriAI/litellm#3738, #32597; anthropics/claude-code#76133).
func TestThresholdsOnce(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 10, warn_at: [0.5, 0.8]", "name: task, window: hour, per: task, calls: 4, warn_at: [0.75]")
	var spoken atomic.Int64
	hears := func(o *Options) {
		o.OnEvent = func(e Event) {
			if e.Kind == "threshold" {
				spoken.Add(1)
			}
		}
	}
	g, other := h.open(hears), h.open(hears)
	warnings := 0
	for i := range 9 {
		a := []*desk{g, other}[i%2].grant(func(c *Call) { c.Attributes.Task = fmt.Sprint("task", i%3) })
		warnings += len(a.Warnings)
	}
	late := h.open(hears)
	late.grant()
	late.denial()
	for _, d := range []*desk{g, other, late} {
		s, err := d.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n := map[string]int{}
		for _, e := range s.Events {
			if e.Kind == "threshold" {
				n[strings.Fields(e.Text)[1]]++
			}
		}
		if n[`"day"`] != 2 || n[`"task"`] != 3 {
			t.Errorf("events: %v in %v", n, s.Events)
		}
	}
	if warnings != 5 || spoken.Load() != 5 {
		t.Errorf("%d warnings in grants, %d told to hosts, want one for each crossing", warnings, spoken.Load())
	}
	h.move(24 * time.Hour)
	warnings = 0
	for i := range 6 {
		warnings += len(g.grant(func(c *Call) { c.Attributes.Task = fmt.Sprint(i) }).Warnings)
	}
	if warnings != 1 {
		t.Errorf("a new day's threshold was told %d times", warnings)
	}
}

// Calls in flight of later minutes, and the clock steps back to a minute that
// holds a settled call: it is found, and nothing is written again and again.
func TestI8_BackBeforeCallsInFlight(t *testing.T) {
	h := newTill(t, "name: minute, window: minute, calls: 2")
	g := h.open()
	g.record(g.grant().Reservation, used(1, 1))
	for range 6 {
		h.move(time.Minute)
		g.grant()
	}
	h.set("2026-11-29T12:00:50Z")
	g.grant()
	before, _ := g.Status(t.Context())
	for range 3 {
		if no := g.denial(); no.Reason != BudgetExhausted || no.Settled.Calls != 1 || no.Held.Calls != 1 {
			t.Errorf("%+v", no)
		}
	}
	after, _ := g.Status(t.Context())
	if after.Entries > before.Entries+1 {
		t.Errorf("%d entries became %d", before.Entries, after.Entries)
	}
	g.sound()
}
