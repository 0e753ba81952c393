package guard

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// spoil changes bytes of the newest day file.
func (h *till) spoil(change func(lines [][]byte) [][]byte) {
	h.t.Helper()
	files, _ := filepath.Glob(filepath.Join(h.dir, "ledger", "*.jsonl"))
	name := files[len(files)-1]
	raw, err := os.ReadFile(name)
	if err != nil {
		h.t.Fatal(err)
	}
	lines := bytes.SplitAfter(raw, []byte("\n"))
	if err := os.WriteFile(name, bytes.Join(change(lines), nil), 0o600); err != nil {
		h.t.Fatal(err)
	}
	_ = os.Remove(filepath.Join(h.dir, "ledger", "checkpoint"))
}

// lines counts the lines of a kind in the newest day file.
func (h *till) lines(kind string) (n int) {
	h.t.Helper()
	files, _ := filepath.Glob(filepath.Join(h.dir, "ledger", "*.jsonl"))
	raw, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		h.t.Fatal(err)
	}
	return bytes.Count(raw, []byte(`"kind":"`+kind+`"`))
}

// flip damages the n-th line of a kind, from 0.
func (h *till) flip(kind string, n int) {
	h.t.Helper()
	h.spoil(func(lines [][]byte) [][]byte {
		for _, l := range lines {
			if bytes.Contains(l, []byte(`"kind":"`+kind+`"`)) {
				if n--; n < 0 {
					l[len(l)/2] ^= 1
					return lines
				}
			}
		}
		h.t.Fatalf("no line of kind %s to damage", kind)
		return nil
	})
}

// I10: whatever line is damaged, the repair says so once, refuses once, and
// never gives budget back.
func TestI10_RepairNeverGivesBudgetBack(t *testing.T) {
	rows := []struct {
		name   string
		kind   string
		n      int
		before func(g *desk, id string) // what becomes of the second call before the damage
	}{
		{"a reserve whose call is in flight", kindReserve, 1, func(*desk, string) {}},
		{"a reserve that was settled", kindReserve, 1, func(g *desk, id string) { g.record(id, used(100, 300)) }},
		{"a record", kindRecord, 0, func(g *desk, id string) { g.record(id, used(100, 300)) }},
		{"the limits", kindLimits, 0, func(*desk, string) {}},
		{"the limits, with settled calls", kindLimits, 0, func(g *desk, id string) { g.record(id, used(100, 300)) }},
		{"the guard's name", kindGuard, 0, func(*desk, string) {}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			ctx := context.Background()
			h := newTill(t, "name: day, window: day, calls: 5", "name: cron, window: day, match: {source: cron}, calls: 5")
			g := h.open()
			g.grant()
			second := g.grant()
			g.grant()
			r.before(g, second.Reservation)
			was := g.use("day", "").used()
			g.die()
			h.flip(r.kind, r.n)
			next, err := Open(ctx, h.options())
			if err != nil { // the repair was met at the start: said once
				if code(err) != CodeLedgerDamaged {
					t.Fatal(err)
				}
				next, err = Open(ctx, h.options())
				if err != nil {
					t.Fatal(err)
				}
			}
			d := &desk{Guard: next, t: t}
			defer d.leave()
			granted, refused := 0, 0
			for range 6 {
				a := d.ask()
				switch {
				case a.Grant != nil:
					granted++
				case a.Denial.Reason == LedgerTrouble:
					refused++
					if !strings.Contains(a.Denial.Message, "damaged") {
						t.Error(a.Denial.Message)
					}
				}
			}
			if granted > 2 || refused > 1 {
				t.Errorf("3 of 5 calls were made, then %d more granted; %d refusals for damage", granted, refused)
			}
			for _, name := range []string{"day", "cron"} {
				if is := d.use(name, "").used(); is.Calls < was.Calls+int64(granted) {
					t.Errorf("%s: %+v were used before, %+v now with %d more", name, was, is, granted)
				}
			}
			if n := len(h.told("repaired")); n != 1 && refused > 0 {
				t.Errorf("the repair was told %d times", n)
			}
			d.sound()
		})
	}
}

// A missing number is listed, and a person settles it; the record of a lost
// reservation does, too.
func TestI10_MissingIsSettled(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 9", "name: task, window: hour, per: task, calls: 9")
	g := h.open()
	g.grant(func(c *Call) { c.MaxOutputTokens = 900 })
	lost := g.grant()
	other := h.open()
	other.grant()
	g.die()
	h.flip(kindReserve, 1)
	other.leave()
	again := h.open()
	for range 2 {
		again.ask(func(c *Call) { c.Attributes.Task = "fresh" })
	}
	list, err := again.Unknown(ctx)
	if err != nil || len(list) == 0 || !strings.HasPrefix(list[0].Reservation, missingPrefix) {
		t.Fatalf("%+v %v", list, err)
	}
	if list[0].Held != (Amount{1, 1000}) {
		t.Errorf("a missing call counts %+v, want the file's largest hold", list[0].Held)
	}
	if u := again.use("task", "fresh"); u.Unknown.Calls != 1 {
		t.Errorf("it could have been any task's: %+v", u)
	}
	id := list[0].Reservation
	if err := again.SettleUnknown(ctx, id, 70); err != nil {
		t.Fatal(err)
	}
	if err := again.SettleUnknown(ctx, id, 70); code(err) != CodeAlreadySettled || !strings.Contains(err.Error(), id+" is settled already") {
		t.Error(err)
	}
	if err := again.SettleUnknown(ctx, missingPrefix+"3-999", 70); code(err) != CodeNotFound {
		t.Error("numbers that are not missing:", err)
	}
	if u := again.use("task", "fresh"); u.Unknown.Calls != 0 || u.Settled != (Amount{1, 70}) {
		t.Errorf("settled: %+v", u)
	}
	if _, err := again.Record(ctx, lost.Reservation, used(1, 1), 0); code(err) != CodeNotFound {
		t.Error(err)
	}
	again.sound()
}

// A guard that granted a call and then lost its line still settles it: the
// record is the call.
func TestI10_RecordWithoutReservation(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 9")
	g := h.open()
	lost := g.grant()
	g.grant()
	h.flip(kindReserve, 0)
	h.open().ask() // meets the damage and repairs
	g.ask()
	s := g.record(lost.Reservation, used(100, 23))
	if s.State != Settled || s.Tokens.Sum() != 123 {
		t.Errorf("%+v", s)
	}
	if u := g.use("day", ""); u.Settled != (Amount{1, 123}) || u.Unknown.Calls != 0 {
		t.Errorf("%+v", u)
	}
	if s := g.record(lost.Reservation, used(9, 9)); s.Tokens.Sum() != 123 || s.Flags[len(s.Flags)-1] != flagRepeated {
		t.Errorf("again: %+v", s)
	}
	story, err := g.Explain(context.Background(), lost.Reservation)
	if err != nil || len(story.Entries) != 2 || !strings.Contains(story.Entries[0].Text, "lost to damage") || !strings.Contains(story.Entries[1].Text, "settled; 123 tokens") {
		t.Errorf("what is left of it: %+v %v", story, err)
	}
	g.sound()
}

// Busy and used up are different answers, and a ledger in trouble is neither an
// empty day nor a private count.
func TestI10_TroubleIsADenial(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 9")
	g := h.open()
	g.grant()
	if err := os.RemoveAll(filepath.Join(h.dir, "ledger")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if d := g.denial(); d.Reason != LedgerTrouble || d.Message == "" {
			t.Errorf("%+v", d)
		}
	}
	if _, err := g.Record(context.Background(), "01978c2e-0000-7000-8000-00000000000f", used(1, 1), 0); err == nil {
		t.Error("a record into nothing went well")
	}
	close(g.stop)
	g.done.Wait()
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	_ = g.led.Close()
	_ = g.life.Release()
}

// The parts of gaps: a gap can be settled in pieces, and its pieces add up.
func TestGapInPieces(t *testing.T) {
	s := newState()
	add := func(kind, body string) {
		t.Helper()
		e := entry(s.seq+1, kind, body)
		if err := s.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	add("head", `{"format":1,"file":1,"date":"2026-11-29"}`)
	add(kindCreated, `{"zone":"UTC"}`)
	add(kindLimits, `{"set":"a","config":{"week_start":"monday","durability":"os","limits":[{"name":"day","window":"day","calls":100}]}}`)
	add(kindReserve, `{"id":"r","op":"o","attempt":1,"guard":"g","pool":"default","calls":1,"tokens":50}`)
	s.seq = 20
	add("repaired", `{"file":"000001-2026-11-29.jsonl","from":1,"to":2,"missing":[[5,20]]}`)
	use := func() columns {
		c := s.limits[0].counted.use(s.at, "")
		return c.columns()
	}
	if got, want := use(), (columns{held: Amount{1, 50}, unknown: Amount{16, 800}}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	add(kindMissing, `{"first":8,"last":9,"state":"settled","tokens":30,"by":"ann"}`)
	add(kindRecord, `{"id":"lost","of":12,"state":"settled","input":5,"output":6}`)
	add(kindRecord, `{"id":"lost2","of":9,"state":"settled","input":1,"output":0}`) // a person settled it; its record knows better
	add(kindMissing, `{"first":8,"last":9,"state":"settled","tokens":1}`)           // no longer open
	if got, want := use(), (columns{settled: Amount{3, 27}, held: Amount{1, 50}, unknown: Amount{13, 650}}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	var open int64
	for _, g := range s.missing {
		if g.state == UnknownOutcome {
			open += g.count()
		}
	}
	if open != 13 {
		t.Errorf("%d numbers are open, want 13: %+v", open, s.missing)
	}
	_ = time.Second
}
