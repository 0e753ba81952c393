package guard

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// I3: killed between reserve and send. The place stays taken, as unknown, with
// its owner and age, until somebody says what became of it.
func TestI3_KilledBetweenReserveAndSend(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 9")
	victim, other := h.open(), h.open()
	grant := victim.grant()
	victim.die()
	other.wants("day", Amount{}, Amount{1, 200}, Amount{}) // nobody has looked yet
	other.bury(ctx)
	other.wants("day", Amount{}, Amount{}, Amount{1, 200})
	h.move(90 * time.Minute)
	open, err := other.Unknown(ctx)
	if err != nil || len(open) != 1 {
		t.Fatal(open, err)
	}
	if o := open[0]; o.Reservation != grant.Reservation || o.Owner != "python heartbeat.py, pid 4711" || o.Age != 90*time.Minute || o.Alive || o.State != UnknownOutcome {
		t.Errorf("%+v", o)
	}
	if texts := h.told("guard_died"); len(texts) == 0 || !strings.Contains(texts[0], "pid 4711") {
		t.Errorf("events: %q", texts)
	}
	if err := other.ReleaseUnknown(ctx, grant.Reservation); err != nil {
		t.Fatal(err)
	}
	other.wants("day", Amount{}, Amount{}, Amount{})
	other.sound()
}

// A guard that starts finds the dead ones before its first decision.
func TestI3_DeadAreFoundAtStart(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 9")
	victim := h.open()
	victim.grant()
	victim.die()
	g := h.open()
	g.wants("day", Amount{}, Amount{}, Amount{1, 200})
}

// I3: alive is a kernel lock and no clock: an hour-long stream and a suspended
// laptop are alive, and listed as silent.
func TestI3_SilentButAlive(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 9")
	slow, other := h.open(), h.open()
	grant := slow.grant()
	h.move(2 * time.Hour)
	other.bury(ctx)
	other.wants("day", Amount{}, Amount{1, 200}, Amount{})
	s, err := other.Status(ctx)
	if err != nil || len(s.Silent) != 1 || s.Silent[0].Reservation != grant.Reservation || !s.Silent[0].Alive {
		t.Errorf("%+v %v", s.Silent, err)
	}
	if s := slow.record(grant.Reservation, used(100, 50)); s.State != Settled || len(s.Flags) > 0 {
		t.Errorf("%+v", s)
	}
}

// I3: a host that leaves in the middle of its calls leaves them unknown, and
// says so itself; a late record settles them, into the day of the reservation
// (I8), from whatever process.
func TestI3_LateRecordNextDay(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 9")
	g, other := h.open(), h.open()
	h.set("2026-11-29T23:59:58Z")
	grant := g.grant()
	g.leave()
	other.wants("day", Amount{}, Amount{}, Amount{1, 200})
	h.set("2026-11-30T08:00:00Z")
	other.wants("day", Amount{}, Amount{}, Amount{})
	s := other.record(grant.Reservation, used(100, 60))
	if s.State != Settled || len(s.Flags) != 1 || s.Flags[0] != flagLate {
		t.Errorf("%+v", s)
	}
	other.wants("day", Amount{}, Amount{}, Amount{})
	h.set("2026-11-29T23:59:59Z") // the clock steps back and finds yesterday as it was
	other.wants("day", Amount{1, 160}, Amount{}, Amount{})
	other.sound()
}

// I3: a timeout is unknown; the same report again gets the same answer, a real
// outcome settles it.
func TestI3_TimeoutThenOutcome(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 9")
	g := h.open()
	grant := g.grant()
	first := g.record(grant.Reservation, silence)
	if first.State != UnknownOutcome || first.Verdict == nil || first.Retry == nil {
		t.Fatalf("%+v", first)
	}
	again := g.record(grant.Reservation, silence)
	if again.State != first.State || *again.Retry != *first.Retry || again.Flags[0] != flagRepeated {
		t.Errorf("%+v", again)
	}
	g.wants("day", Amount{}, Amount{}, Amount{1, 200})
	if s := g.record(grant.Reservation, used(10, 10)); s.State != Settled || s.Flags[0] != flagLate {
		t.Errorf("%+v", s)
	}
	g.wants("day", Amount{1, 20}, Amount{}, Amount{})
}

// QuantumNous/new-api#5235, #7062; BerriAI/litellm#30667; vercel/ai#7628: a
// stream that dies midway costs what was sent and received, marked.
func TestI3_StreamCutMidway(t *testing.T) {
	chunk := func(s string) []byte {
		return []byte(`data: {"choices":[{"index":0,"delta":{"content":"` + s + `"}}]}` + "\n\n")
	}
	rows := []struct {
		name  string
		ended string
		class adapters.Class
		retry bool
	}{
		{"cut", endCut, adapters.StreamTruncated, false},
		{"clean end without the end marker", endComplete, adapters.StreamTruncated, false},
		{"cancelled by the caller", endCancelled, adapters.Cancelled, false},
		{"the reader stopped reading", endClosed, "", false},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			g := newTill(t, "name: day, window: day, calls: 9").open()
			grant := g.grant()
			for _, s := range []string{"Once upon a time ", "there was a tally stick, ", "split in two."} {
				if err := g.Stream(grant.Reservation, chunk(s)); err != nil {
					t.Fatal(err)
				}
			}
			s := g.record(grant.Reservation, Outcome{Status: 200, Ended: r.ended, Shown: true})
			if s.State != Settled || !s.Estimated || s.Tokens.Input != 100 || s.Tokens.Output < 8 || s.Tokens.Output > 30 {
				t.Errorf("%+v", s)
			}
			switch {
			case r.class == "" && s.Verdict != nil, r.class != "" && (s.Verdict == nil || s.Verdict.Class != r.class):
				t.Errorf("verdict %+v, want %q", s.Verdict, r.class)
			case r.class != "" && (s.Retry == nil || s.Retry.Retry):
				t.Errorf("retry after output was shown: %+v", s.Retry)
			}
			g.sound()
		})
	}
}

// An error event inside a 200: what the provider said it had read counts, and
// either way the number is marked.
func TestErrorInsideAStream(t *testing.T) {
	start := "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":900,\"output_tokens\":1}}}\n\n"
	fail := "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n"
	for body, tokens := range map[string]int64{start + fail: 900, fail: 0} {
		g := newTill(t, "name: day, window: day, calls: 9").open()
		grant := g.grant(func(c *Call) { c.Provider = "anthropic" })
		if err := g.Stream(grant.Reservation, []byte(body)); err != nil {
			t.Fatal(err)
		}
		s := g.record(grant.Reservation, Outcome{Status: 200, Ended: endComplete})
		if s.Tokens.Sum() != tokens || !s.Estimated || s.Verdict == nil || s.Verdict.Class != adapters.Overloaded {
			t.Errorf("%+v %+v, want %d tokens", s, s.Verdict, tokens)
		}
	}
}

// A stream that ends in the middle of a line, before any output was whole, is
// cut all the same; one in a format nobody knows has no end marker to miss.
func TestStreamEndsInTheMiddleOfALine(t *testing.T) {
	g := newTill(t, "name: day, window: day, calls: 9").open()
	grant := g.grant()
	if err := g.Stream(grant.Reservation, []byte(`data: {"choices":[{"index":0,"delta":{"content":"Hal`)); err != nil {
		t.Fatal(err)
	}
	s := g.record(grant.Reservation, Outcome{Status: 200, Ended: endComplete})
	if s.Verdict == nil || s.Verdict.Class != adapters.StreamTruncated || !s.Retry.Retry {
		t.Errorf("%+v %+v", s.Verdict, s.Retry)
	}
	strange := g.grant(func(c *Call) { c.Provider = "nobody's" })
	if err := g.Stream(strange.Reservation, []byte("some bytes")); err != nil {
		t.Fatal(err)
	}
	if s := g.record(strange.Reservation, Outcome{Status: 200, Ended: endComplete}); s.Verdict != nil || !s.Estimated || s.Tokens.Sum() != 200 {
		t.Errorf("%+v", s)
	}
}

// A stream that came to its end, with the usage the provider reported.
func TestStreamComplete(t *testing.T) {
	g := newTill(t, "name: day, window: day, calls: 9").open()
	grant := g.grant()
	body := `data: {"choices":[{"index":0,"delta":{"content":"hello"}}]}` + "\n\n" +
		`data: {"choices":[],"usage":{"prompt_tokens":80,"completion_tokens":7,"total_tokens":87,"prompt_tokens_details":{"cached_tokens":60}}}` + "\n\ndata: [DONE]\n\n"
	for i := range len(body) { // byte by byte
		if err := g.Stream(grant.Reservation, []byte{body[i]}); err != nil {
			t.Fatal(err)
		}
	}
	s := g.record(grant.Reservation, Outcome{Status: 200, Ended: endComplete, Shown: true})
	if want := (adapters.Tokens{Input: 20, CachedInput: 60, Output: 7}); s.Tokens != want || s.Estimated || s.Verdict != nil {
		t.Errorf("%+v %+v", s, s.Verdict)
	}
	if err := g.Stream(grant.Reservation, []byte("late")); code(err) != CodeNotFound {
		t.Error("bytes after the record:", err)
	}
}

// A person settles what nobody reported; what is in flight is not theirs to settle.
func TestSettleUnknown(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 9")
	g := h.open()
	a, b := g.grant(), g.grant()
	g.record(a.Reservation, silence)
	if err := g.SettleUnknown(ctx, a.Reservation, 150); err != nil {
		t.Fatal(err)
	}
	if err := g.SettleUnknown(ctx, b.Reservation, 150); code(err) != CodeInvalid {
		t.Error(err)
	}
	if err := g.SettleUnknown(ctx, a.Reservation, 150); code(err) != CodeAlreadySettled {
		t.Error(err)
	}
	g.wants("day", Amount{1, 150}, Amount{1, 200}, Amount{})
	if s := g.record(a.Reservation, used(1, 1)); s.Tokens.Sum() != 150 {
		t.Errorf("a late record after a person's word: %+v", s)
	}
	g.sound()
}

// A guard that only looked, or was refused, leaves nothing behind: no entry,
// no lock file, no ledger.
func TestReadOnlyWritesNothing(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 1")
	o := h.options()
	o.ReadOnly = true
	if _, err := Open(ctx, o); code(err) != CodeNotCreated {
		t.Fatal("a view created a ledger:", err)
	}
	h.open().grant()
	look := h.open(func(o *Options) { o.ReadOnly = true })
	before, err := look.Status(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := look.Release(ctx, "x"); code(err) != CodeReadOnly {
		t.Error(err)
	}
	if a := look.ask(); a.Denial == nil || a.Denial.Reason != LedgerTrouble {
		t.Errorf("%+v", a)
	}
	look.leave()
	idle := h.open()
	idle.leave()
	after, err := h.open().Status(ctx)
	if err != nil || after.Entries != before.Entries {
		t.Errorf("%d entries became %d, %v", before.Entries, after.Entries, err)
	}
}

// A living guard whose life file somebody removed is taken for dead; what it
// reserves afterwards is named again, and not lost when it really dies.
func TestI3_TakenForDead(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 9")
	g, other := h.open(), h.open()
	first := g.grant()
	if err := os.Remove(filepath.Join(h.dir, "guards", g.id+".lock")); err != nil {
		t.Fatal(err)
	}
	other.bury(ctx)
	other.wants("day", Amount{}, Amount{}, Amount{1, 200})
	g.grant()
	g.wants("day", Amount{}, Amount{1, 200}, Amount{1, 200})
	g.die()
	other.bury(ctx)
	other.wants("day", Amount{}, Amount{}, Amount{2, 400})
	if s := other.record(first.Reservation, used(1, 1)); s.State != Settled {
		t.Errorf("%+v", s)
	}
	other.sound()
}
