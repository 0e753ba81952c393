package guard

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// I4: answers older than memory are found in the day files: for a record that
// comes again, and for an operation that is asked again.
func TestI4_OlderThanMemory(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 1000000")
	g := h.open()
	op := mintAt(h.clock())
	old := g.grant(func(c *Call) { c.Operation = op })
	g.record(old.Reservation, used(100, 42))
	unknown := g.grant()
	h.move(50 * time.Hour)
	g.record(unknown.Reservation, used(100, 43)) // late: found further on than its own day
	word := g.grant(func(c *Call) { c.Operation = "nightly run 7" })
	g.record(word.Reservation, used(100, 44))
	h.move(time.Second)
	for range MaxAnswers {
		g.record(g.grant().Reservation, used(1, 1))
	}
	if g.state.answers.find(old.Reservation) != nil || g.state.answers.reaches(h.clock().Add(-50*time.Hour)) {
		t.Fatal("it is in memory still")
	}
	for id, tokens := range map[string]int64{old.Reservation: 142, unknown.Reservation: 143, word.Reservation: 144} {
		s := g.record(id, used(7, 7))
		if s.State != Settled || s.Tokens.Sum() != tokens || s.Flags[len(s.Flags)-1] != flagRepeated {
			t.Errorf("%+v, want %d tokens", s, tokens)
		}
		if s, err := g.Release(ctx, id); err != nil || s != Settled {
			t.Error(s, err)
		}
	}
	for _, again := range []string{op, "nightly run 7"} {
		if _, err := g.Reserve(ctx, call(func(c *Call) { c.Operation = again })); code(err) != CodeAlreadySettled {
			t.Errorf("%s: %v", again, err)
		}
	}
	g.grant(func(c *Call) { c.Operation, c.Attempt = op, 2 })
	if _, err := g.Record(ctx, mintAt(h.clock().Add(-40*time.Hour)), used(1, 1), 0); code(err) != CodeNotFound {
		t.Error("a reservation that never was:", err)
	}
	g.sound()
}

// The usual need of a model is learnt from its records, by every process, and
// kept over a restart; estimates teach nothing.
func TestLearning(t *testing.T) {
	h := newTill(t, "name: day, window: day, tokens: 100000000")
	g, other := h.open(), h.open()
	open := func(c *Call) { c.MaxOutputTokens = 0 }
	if a := g.grant(open); a.Held.Tokens != 100+UsualOutput || !a.Estimated {
		t.Errorf("before anything is known: %+v", a)
	}
	for range 200 {
		g.record(g.grant(open).Reservation, used(100, 300))
	}
	a := other.grant(open)
	if a.Expected < 400 || a.Expected > 450 {
		t.Errorf("200 calls needed 300 output tokens, held are %d", a.Expected)
	}
	if b := h.open().grant(open); b.Expected != a.Expected {
		t.Errorf("a later process holds %d, not %d", b.Expected, a.Expected)
	}
	if c := other.grant(func(c *Call) { c.MaxOutputTokens = 50 }); c.Expected != 150 || c.Worst != 150 {
		t.Errorf("the stated maximum is less: %+v", c)
	}
	if c := other.grant(func(c *Call) { c.MaxOutputTokens = 5000 }); c.Expected != a.Expected || c.Worst != 5100 {
		t.Errorf("the stated maximum is more: %+v", c)
	}
	for range 20 {
		g.record(g.grant(open).Reservation, used(100, 3000))
	}
	if c := other.grant(open); c.Expected < 2500 {
		t.Errorf("it needs more now, held are %d", c.Expected)
	}
	before := other.grant(open).Expected
	other.record(other.grant(open).Reservation, Outcome{Status: 200, Body: []byte(`{"choices":[{"message":{"content":"two words"}}]}`)})
	other.record(other.grant(open).Reservation, Outcome{Status: 503})
	if after := other.grant(open).Expected; after != before {
		t.Errorf("what was only estimated taught something: %d became %d", before, after)
	}
}

// MaxModels: more models than that are not learnt, and lanes make room.
func TestMaxModels(t *testing.T) {
	s := newState()
	for i := range MaxModels + 50 {
		r := &reservation{hold: 1, sized: sized{text: 10}}
		r.subject.Model = string(rune('a'+i%26)) + time.Duration(i).String()
		c := &recording{state: Settled, tokens: adapters.Tokens{Input: 12, Output: 5}}
		s.learn(r, c)
		s.sawLane(r, c, at("2026-11-29T12:00:00Z").Add(time.Duration(i)))
	}
	if len(s.usual) != MaxModels || len(s.calibrations) != MaxModels || len(s.lanes) != MaxModels {
		t.Errorf("%d and %d models, %d lanes", len(s.usual), len(s.calibrations), len(s.lanes))
	}
	for i := range MaxOperations + 50 {
		c := &recording{verdict: &adapters.Verdict{}, retry: &Retry{}}
		s.operations.saw(time.Duration(i).String(), c)
	}
	if len(s.operations.of) != MaxOperations || len(s.operations.order) != MaxOperations {
		t.Errorf("%d operations", len(s.operations.of))
	}
}

// Memory does not grow with what was settled.
func TestMemoryIsFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run: go test without -short")
	}
	const calls = 2 * (MaxAnswers + 2_000)
	s := newState()
	b := benchState(t, s)
	for range calls / 2 {
		b.pair()
	}
	half, snapshot := heap(), len(s.Snapshot(nil))
	for range calls / 2 {
		b.pair()
	}
	full := heap()
	t.Logf("heap %d KiB after %d calls, %d KiB after %d; snapshot %d bytes", half>>10, calls/2, full>>10, calls, len(s.Snapshot(nil)))
	if full > half+1<<20 || full > 24<<20 {
		t.Errorf("memory grows: %d, then %d bytes", half, full)
	}
	if grown := len(s.Snapshot(nil)); grown > snapshot+1000 || grown > 64<<10 {
		t.Errorf("the snapshot grows: %d, then %d bytes", snapshot, grown)
	}
	runtime.KeepAlive(s)
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
