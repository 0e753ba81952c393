package guard

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// twelve overlapping limits, as conformance plays them.
func twelve() []string {
	var limits []string
	for i, window := range []string{"minute", "hour", "day", "week", "month", "total"} {
		limits = append(limits,
			fmt.Sprintf("name: a%d, window: %s, calls: 1000000000, tokens: 100000000000, warn_at: [0.8]", i, window),
			fmt.Sprintf("name: b%d, window: %s, match: {source: cron}, per: task, calls: 1000000000", i, window))
	}
	return limits
}

// driver plays calls into a state without a ledger.
type driver struct {
	t   testing.TB
	s   *State
	seq uint64
	now time.Time
	o   ledger.Object
}

func benchState(t testing.TB, s *State) *driver {
	d := &driver{t: t, s: s, now: at("2026-11-29T12:00:00Z")}
	d.apply(kindCreated, []byte(`{"zone":"Europe/Berlin"}`))
	c, err := accept([]byte("version: 1\nlimits:\n  - {" + strings.Join(twelve(), "}\n  - {") + "}\n"))
	if err != nil {
		t.Fatal(err)
	}
	ch := change{set: "x", config: c.Encode()}
	d.apply(kindLimits, ch.encode(&d.o))
	return d
}

func (d *driver) apply(kind string, body []byte) {
	d.seq++
	if err := d.s.Apply(ledger.Entry{Seq: d.seq, At: d.now, Kind: kind, Body: body}); err != nil {
		d.t.Fatal(err)
	}
}

// pair is a reserve and its record.
func (d *driver) pair() {
	d.now = d.now.Add(time.Millisecond)
	a := &ask{output: 100}
	a.operation, a.attempt, a.input, a.guard = mintAt(d.now), 1, 100, "g"
	a.sized = sized{text: 80, wide: 20}
	a.subject.Pool, a.subject.Source, a.subject.Task, a.subject.Model = "default", "cron", "beat", "gpt-x"
	if no := d.s.decide(a, d.now).denial; no != nil {
		d.t.Fatal(no.Message)
	}
	a.id = mintAt(d.now)
	d.apply(kindReserve, a.encode(&d.o, d.s.version))
	rec := &recording{id: a.id, of: d.seq, state: Settled, status: 200}
	rec.tokens.Input, rec.tokens.Output = 130, 50
	d.apply(kindRecord, rec.encode(&d.o))
}

// BenchmarkUnderLock is what one reserve and one record cost inside the lock:
// decide, encode, fold.
func BenchmarkUnderLock(b *testing.B) {
	d := benchState(b, newState())
	b.ReportAllocs()
	for b.Loop() {
		d.pair()
	}
}

// BenchmarkPair is a reserve and a record through the ledger, durability os.
func BenchmarkPair(b *testing.B) {
	h := newTill(b, twelve()...)
	g := h.open(func(o *Options) { o.Clock = time.Now })
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		a, err := g.Reserve(ctx, call())
		if err != nil || a.Grant == nil {
			b.Fatal(a.Denial, err)
		}
		if _, err := g.Record(ctx, a.Grant.Reservation, used(100, 50), 0); err != nil {
			b.Fatal(err)
		}
	}
}
