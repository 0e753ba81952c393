package guard

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// No file: 500 calls and 500,000 tokens a day.
func TestDefaultLimits(t *testing.T) {
	g := newTill(t).open()
	if a := g.grant(); len(a.Limits) != 1 || a.Limits[0].Ceiling != (Amount{500, 500_000}) {
		t.Errorf("%+v", a.Limits)
	}
}

// A limit that is added in the middle of its window starts from what the window
// already holds: settled, in flight and unknown, whoever made the calls.
func TestLimitAddedMidWindow(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 99")
	g := h.open()
	h.set("2026-11-28T23:59:59Z")
	yesterday := g.grant()
	g.record(yesterday.Reservation, used(50, 50))
	h.set("2026-11-29T12:00:00Z")
	for i := range 5 {
		a := g.grant(func(c *Call) { c.Attributes.Task = fmt.Sprint("t", i%2) })
		switch i {
		case 0, 1, 2:
			g.record(a.Reservation, used(10, int64(i)))
		case 3:
			g.record(a.Reservation, silence)
		}
	}
	h.limits("name: day, window: day, calls: 99", "name: cron, window: day, match: {source: cron}, calls: 6",
		"name: none, window: day, match: {source: interactive}, calls: 6", "name: task, window: month, per: task, calls: 9",
		`name: roll, window: "rolling:1d", calls: 20`)
	g.grant()
	if d := g.denial(); d.Limit != "cron" || d.Settled != (Amount{3, 33}) || d.Held != (Amount{2, 400}) || d.Unknown != (Amount{1, 200}) {
		t.Errorf("%+v", d)
	}
	if u := g.use("task", "t0"); u.Settled != (Amount{2, 22}) || u.Held != (Amount{1, 200}) {
		t.Errorf("t0: %+v", u)
	}
	if u := g.use("task", "beat"); u.Settled != (Amount{1, 100}) || u.Held != (Amount{1, 200}) {
		t.Errorf("beat: %+v", u)
	}
	if u := g.use("roll", ""); u.Settled != (Amount{4, 133}) || u.Held != (Amount{2, 400}) || u.Unknown != (Amount{1, 200}) {
		t.Errorf("roll: %+v", u)
	}
	if u := g.use("none", ""); u.used() != (Amount{}) {
		t.Errorf("none: %+v", u)
	}
	texts := h.told("limits_changed")
	if len(texts) != 1 || !strings.Contains(texts[0], "ann changed the limits: added cron: 6 calls per day for source=cron") {
		t.Errorf("%q", texts)
	}
	g.sound()
}

// A changed ceiling keeps the counts; a limit taken away and put back finds
// them again.
func TestLimitChanges(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 2")
	g, other := h.open(), h.open()
	g.grant()
	g.record(other.grant().Reservation, used(10, 10))
	g.denial()
	h.limits("name: day, window: day, calls: 3")
	other.grant()
	if d := g.denial(); d.Ceiling.Calls != 3 || d.Settled.Calls != 1 || d.Held.Calls != 2 {
		t.Errorf("%+v", d)
	}
	h.limits("name: hour, window: hour, calls: 99")
	g.grant()
	h.limits("name: day, window: day, calls: 4")
	if d := other.denial(); d.Settled.Calls != 1 || d.Held.Calls != 3 {
		t.Errorf("%+v", d)
	}
	h.limits("name: day, window: day, zone: Asia/Tokyo, calls: 4") // another day: counted anew from the entries
	other.denial()
	g.sound()
}

// Every guard follows the entry: a process that reads another file, or an old
// one, does not answer by other rules than the one whose file changed last.
func TestGuardsFollowTheEntry(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 1")
	g := h.open()
	g.grant()
	blind := h.open(func(o *Options) { o.Config = nil; o.ReadOnly = true })
	c, err := blind.Config(context.Background())
	if err != nil || len(c.Limits) != 1 || c.Limits[0].Calls != 1 || c.Zone != "UTC" {
		t.Errorf("%+v %v", c, err)
	}
}

// An invalid file leaves the last accepted limits in force, and one event says
// so, whoever meets it.
func TestInvalidFileKeepsTheLast(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 2")
	g, other := h.open(), h.open()
	g.grant()
	h.file("version: 1\nlimits:\n  - {name: day, windw: day}\n")
	g.grant()
	for range 3 {
		if d := other.denial(); d.Ceiling.Calls != 2 {
			t.Errorf("%+v", d)
		}
	}
	s, err := other.Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range s.Events {
		if e.Kind == "config_invalid" {
			n++
			if !strings.Contains(e.Text, "line 3") {
				t.Error(e.Text)
			}
		}
	}
	if n != 1 || len(s.Warnings) != 1 {
		t.Errorf("%d events, warnings %q", n, s.Warnings)
	}
	if err := g.Adopt(context.Background()); code(err) != CodeInvalid {
		t.Error(err)
	}
	h.limits("name: day, window: day, calls: 9")
	if err := g.Adopt(context.Background()); err != nil {
		t.Error(err)
	}
	other.grant()
}

// A shadow limit counts, warns and never refuses.
func TestShadow(t *testing.T) {
	g := newTill(t, "name: day, window: day, calls: 1, mode: shadow").open()
	if a := g.grant(); len(a.Warnings) != 0 || !a.Limits[0].Shadow {
		t.Errorf("%+v", a)
	}
	if a := g.grant(); len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0], "would refuse") {
		t.Errorf("%q", a.Warnings)
	}
	g.wants("day", Amount{}, Amount{2, 400}, Amount{})
}

// MaxValues: a limit tells so many values apart and not one more.
func TestMaxValues(t *testing.T) {
	m := &calendarMeter{floor: math.MinInt64, ceiling: math.MaxInt64}
	s := &span{counters: map[string]*counter{}}
	for i := range MaxValues {
		s.counters[fmt.Sprint(i)] = &counter{}
	}
	m.spans = []*span{s}
	now := at("2026-11-29T12:00:00Z")
	if m.full(now, "7") || !m.full(now, "one more") {
		t.Error("full is wrong")
	}
	m.move(now, "one more", delta{held: Amount{1, 1}, open: 1}, 1)
	m.move(now, "7", delta{held: Amount{1, 1}, open: 1}, 2)
	if len(s.counters) != MaxValues || s.open != 1 || s.counters["7"].held.Calls != 1 {
		t.Error("a value too many was counted")
	}
	r := &rollingMeter{series: map[string]*series{}}
	r.spec.Kind, r.spec.Span = "rolling", time.Hour
	for i := range MaxValues {
		r.series[fmt.Sprint(i)] = &series{open: 1}
	}
	if r.full(now, "7") || !r.full(now, "one more") {
		t.Error("rolling: full is wrong")
	}
	r.series["8"].open = 0 // idle: it makes room
	if r.full(now, "one more") {
		t.Error("an idle value keeps its place")
	}
}

// Refusals: written once for each limit and window, then counted.
func TestRefusalsDoNotGrowTheLedger(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 1")
	g := h.open()
	g.grant()
	g.denial()
	before, _ := g.Status(ctx)
	for range 500 {
		g.denial()
	}
	after, _ := g.Status(ctx)
	if before.Entries != after.Entries {
		t.Errorf("%d entries became %d", before.Entries, after.Entries)
	}
	g.leave()
	lines, err := h.open().Recent(ctx, RecentFilter{})
	if err != nil || len(lines) != 2 {
		t.Fatal(lines, err)
	}
	if lines[0].State != UnknownOutcome || lines[1].Times != 501 || lines[1].Refused != BudgetExhausted || lines[1].Limit != "day" {
		t.Errorf("%+v", lines)
	}
}
