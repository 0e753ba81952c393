package guard

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/guard/window"
	"github.com/tallystick/tallystick/ledger"
)

// While history is read for a new limit, calls go on: what is settled meanwhile
// counts once, not twice and not never.
func TestLimitAddedWhileCallsGoOn(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 99")
	g, other := h.open(), h.open()
	g.record(g.grant().Reservation, used(1, 0))
	before, during := g.grant(), other.grant()
	g.record(before.Reservation, used(10, 0))
	h.limits("name: day, window: day, calls: 99", "name: new, window: day, calls: 50")
	w := g.read()
	var c *collector
	if err := g.view(ctx, func(s *State) { c = s.prepare(w, h.clock(), nil); s.watch = c }); err != nil {
		t.Fatal(err)
	}
	other.record(during.Reservation, used(100, 0)) // after the state was still, before history is read
	if err := g.view(ctx, func(*State) {}); err != nil {
		t.Fatal(err)
	}
	if err := g.collect(ctx, c); err != nil {
		t.Fatal(err)
	}
	err := g.led.Update(ctx, func(tx *ledger.Tx) error { return g.enact(tx, w, c) })
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []*desk{g, other} {
		d.wants("new", Amount{3, 111}, Amount{}, Amount{})
		d.sound()
	}
}

// Start entries whose limits entry was never written count for nothing.
func TestStartWithoutItsLimits(t *testing.T) {
	s := newState()
	for i, e := range []ledger.Entry{
		entry(1, "head", `{"format":1,"file":1,"date":"2026-11-29"}`),
		entry(2, kindCreated, `{"zone":"UTC"}`),
		entry(3, kindStart, `{"set":"crashed","limit":"day","holds":[["",1795910400,7,70]]}`),
		entry(4, kindStart, `{"set":"b","limit":"day","holds":[["",1795910400,1,10]]}`),
		entry(5, kindLimits, `{"set":"b","starts":1,"config":{"week_start":"monday","durability":"os","limits":[{"name":"day","window":"day","calls":9}]}}`),
	} {
		if err := s.Apply(e); err != nil {
			t.Fatal(i, err)
		}
	}
	if c := s.limits[0].counted.use(s.at, ""); c.settled != (Amount{1, 10}) || s.limits[0].partial {
		t.Errorf("%+v", c)
	}
}

// A start entry that was lost to damage makes its limit be made anew: it would
// begin with too little.
func TestStartLostToDamage(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 99")
	g := h.open()
	for range 5 {
		g.record(g.grant().Reservation, used(1, 1))
	}
	h.limits("name: day, window: day, calls: 99", "name: few, window: day, calls: 6")
	g.grant()
	g.denial()
	g.die()
	h.flip(kindStart, 0)
	again := h.open()
	for range 4 {
		if a := again.ask(); a.Grant != nil {
			t.Errorf("6 of 6 were used, and one more was granted")
		}
	}
	again.sound()
}

// A threshold of a changed limit is told anew.
func TestThresholdOfAChangedLimit(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 4, warn_at: [0.5]")
	g := h.open()
	for range 3 {
		g.grant()
	}
	h.limits("name: day, window: day, calls: 8, warn_at: [0.5]")
	g.grant()
	if texts := h.told("threshold"); len(texts) != 2 || !strings.Contains(texts[1], "4 of 8 calls") {
		t.Errorf("%q", texts)
	}
}

// Numbers lost over midnight count in both days.
func TestGapOverMidnight(t *testing.T) {
	s := newState()
	for i, e := range []ledger.Entry{
		entry(1, "head", `{"format":1,"file":1,"date":"2026-11-29"}`),
		entry(2, kindCreated, `{"zone":"UTC"}`),
		entry(3, kindLimits, `{"set":"b","config":{"week_start":"monday","durability":"os","limits":[{"name":"day","window":"day","calls":9},{"name":"week","window":"month","calls":9}]}}`),
		{Seq: 6, At: at("2026-11-30T07:00:00Z"), Kind: kindGuard, Body: []byte(`{"guard":"g"}`)},
		{Seq: 7, At: at("2026-12-05T07:00:00Z"), Kind: "repaired", Body: []byte(`{"file":"f","missing":[[4,5]]}`)},
	} {
		if err := s.Apply(e); err != nil {
			t.Fatal(i, err)
		}
	}
	for day, want := range map[string]int64{"2026-11-29T12:00:00Z": 2, "2026-11-30T12:00:00Z": 2, "2026-12-05T12:00:00Z": 0} {
		c := s.limits[0].counted.use(at(day), "")
		if c.unknown.Calls != want {
			t.Errorf("%s: %d calls are unknown, want %d", day, c.unknown.Calls, want)
		}
	}
	if c := s.limits[1].counted.use(at("2026-11-30T12:00:00Z"), ""); c.unknown.Calls != 2 {
		t.Errorf("the month counts them %d times over", c.unknown.Calls/2)
	}
}

// A rolling window whose buckets had to leave refuses to judge by the rest.
func TestRollingBeyondMemory(t *testing.T) {
	m := &rollingMeter{series: map[string]*series{}}
	m.spec.Kind, m.spec.Span = "rolling", 300*time.Minute // a bucket is a minute
	start := at("2026-11-29T00:00:00Z")
	for i := range keepBuckets + 50 {
		m.move(start.Add(time.Duration(i)*time.Minute), "", delta{settled: Amount{1, 1}, open: 1}, 1)
	}
	if n := len(m.series[""].buckets); n > keepBuckets {
		t.Errorf("%d buckets are kept", n)
	}
	now := start.Add((keepBuckets + 49) * time.Minute)
	for back, forgotten := range map[time.Duration]bool{0: false, 300 * time.Minute: false, 320 * time.Minute: true} {
		if got := m.forgotten(now.Add(-back), ""); got != forgotten {
			t.Errorf("%v back: forgotten is %v", back, got)
		}
	}
	if c := m.use(now, ""); c.settled.Calls != 301 {
		t.Errorf("%d calls count, want 301: those of the span and of the bucket that is leaving", c.settled.Calls)
	}
}

// Of a verdict's evidence the rule goes to disk and no word of a body.
func TestRuleOf(t *testing.T) {
	for in, want := range map[string]string{
		`balance: "insufficient_quota sk-live"`: "balance", "status": "status", "": "", ": x": "",
	} {
		if got := ruleOf(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}

// Verify holds the counters against the entries in two ways, and says so when
// they differ.
func TestVerifyFindsAWrongCounter(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 99")
	g := h.open()
	g.record(g.grant().Reservation, used(1, 1))
	g.sound()
	m := g.state.limits[0].counted.(*calendarMeter)
	m.spans[0].counters[""].settled.Tokens++
	v, err := g.Verify(context.Background())
	if err != nil || v.OK || len(v.Problems) != 2 || !strings.Contains(v.Problems[0], `limit "day" counts other`) {
		t.Errorf("%+v %v", v, err)
	}
	m.spans[0].counters[""].settled.Tokens--
}

// Dropped windows are remembered at both ends, in few bytes.
func TestForgottenWindows(t *testing.T) {
	l, err := newLimit(config.Limit{Name: "m", Window: window.Spec{Kind: window.Minute}}, config.Default(), "UTC")
	if err != nil {
		t.Fatal(err)
	}
	m := l.counted.(*calendarMeter)
	noon := at("2026-11-29T12:00:00Z")
	forget := func(from, n int, now time.Time) {
		for i := range n {
			m.forget(noon.Add(time.Duration(from+i)*time.Minute).Unix(), now)
		}
	}
	forget(-100, 100, noon)        // the past: the oldest become a bound
	forget(1000, 2*keepGone, noon) // a future that was not: the farthest become one
	for minute, want := range map[int]bool{-101: true, -100: true, -40: true, -1: true, 0: false, 500: false, 1000: true, 1127: true, 5000: true} {
		if got := m.forgotten(noon.Add(time.Duration(minute)*time.Minute), ""); got != want {
			t.Errorf("minute %d: forgotten is %v", minute, got)
		}
	}
	if len(m.gone) > keepGone {
		t.Errorf("%d windows are remembered one by one", len(m.gone))
	}
}

// The first limits were lost to damage: those made after them know the window
// before, and for what lies further back they look again.
func TestHorizonOfTheFirstLimitsAfterDamage(t *testing.T) {
	h := newTill(t, "name: hour, window: hour, calls: 2")
	g := h.open()
	g.record(g.grant().Reservation, used(1, 1))
	g.record(g.grant().Reservation, used(1, 1))
	g.die()
	h.flip(kindLimits, 0)
	h.move(5 * time.Hour)
	again := h.open()
	again.ask()
	again.record(again.grant().Reservation, used(1, 1))
	h.move(-5 * time.Hour)
	if no := again.denial(); no.Reason != BudgetExhausted || no.Settled.Calls != 2 {
		t.Errorf("%+v", no)
	}
}
