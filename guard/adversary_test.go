package guard

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What somebody tried who wanted calls for free, or a fright for a person.

// Bytes of an answer passed, and the host releases the place: it was sent.
func TestReleaseOfACallThatAnswers(t *testing.T) {
	g := newTill(t, "name: day, window: day, calls: 9").open()
	a := g.grant()
	if err := g.Stream(a.Reservation, []byte(`data: {"x":1}`)); err != nil {
		t.Fatal(err)
	}
	if s, err := g.Release(context.Background(), a.Reservation); err != nil || s != UnknownOutcome {
		t.Error(s, err)
	}
	g.wants("day", Amount{}, Amount{}, Amount{1, 200})
	if s := g.record(a.Reservation, used(10, 1)); s.State != Settled {
		t.Errorf("%+v", s)
	}
	g.sound()
}

// A record after a release is evidence that the call was sent: it counts, where
// it was made, in whatever process it is told; once.
func TestRecordAfterRelease(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 9")
	victim, other := h.open(), h.open()
	h.set("2026-11-29T23:59:00Z")
	a := victim.grant()
	victim.die()
	other.bury(ctx)
	if err := other.ReleaseUnknown(ctx, a.Reservation); err != nil {
		t.Fatal(err)
	}
	h.set("2026-11-30T09:00:00Z")
	late := h.open()
	if s := late.record(a.Reservation, Outcome{ErrType: "ConnectError", Sent: new(bool)}); s.State != Released {
		t.Errorf("it says it was not sent: %+v", s)
	}
	s := late.record(a.Reservation, used(100, 11))
	if s.State != Settled || s.Tokens.Sum() != 111 || s.Flags[0] != flagLate {
		t.Errorf("%+v", s)
	}
	for _, d := range []*desk{late, other} {
		if s := d.record(a.Reservation, used(1, 1)); s.Tokens.Sum() != 111 || s.Flags[len(s.Flags)-1] != flagRepeated {
			t.Errorf("%+v", s)
		}
	}
	h.set("2026-11-29T23:59:30Z")
	for _, d := range []*desk{late, other} {
		d.wants("day", Amount{1, 111}, Amount{}, Amount{})
		d.sound()
	}
}

// Somebody who fell out of the list of the largest does not come back with less
// than nothing.
func TestTopIsNeverNegative(t *testing.T) {
	g := newTill(t, "name: day, window: day, calls: 99").open()
	var ids []string
	for i := range 3 * maxTop {
		ids = append(ids, g.grant(func(c *Call) { c.Attributes.Task = fmt.Sprint("t", i); c.MaxOutputTokens = 900 }).Reservation)
	}
	for _, id := range ids {
		g.record(id, used(1, 1))
	}
	s, err := g.Status(context.Background())
	if err != nil || len(s.Top) != maxTop {
		t.Fatal(len(s.Top), err)
	}
	for _, h := range s.Top {
		if h.Calls < 1 || h.Tokens < 0 {
			t.Errorf("%+v", h)
		}
	}
}

// The ledger's folder is gone while guards live: a guard that starts makes no
// empty day.
func TestI10_NoNewLedgerUnderLivingGuards(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 1")
	g := h.open()
	g.grant()
	away := filepath.Join(h.dir, "away")
	if err := os.Rename(filepath.Join(h.dir, "ledger"), away); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, h.options()); code(err) != CodeLedger || !strings.Contains(err.Error(), "put the folder back") {
		t.Error(err)
	}
	if err := os.Rename(away, filepath.Join(h.dir, "ledger")); err != nil {
		t.Fatal(err)
	}
	if d := h.open().denial(); d.Reason != BudgetExhausted {
		t.Errorf("%+v", d)
	}
}

// A life file that was removed is made again by its guard, so that others stop
// taking it for dead.
func TestI3_LifeIsTakenAgain(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 9")
	g, other := h.open(), h.open()
	g.grant()
	if err := os.RemoveAll(filepath.Join(h.dir, "guards")); err != nil {
		t.Fatal(err)
	}
	g.bury(ctx) // its own look, every five seconds
	other.bury(ctx)
	other.wants("day", Amount{}, Amount{1, 200}, Amount{})
	for range 3 { // the others look first: it is told once, and the next reserve takes the life again
		if err := os.RemoveAll(filepath.Join(h.dir, "guards")); err != nil {
			t.Fatal(err)
		}
		other.bury(ctx)
		g.grant()
		other.bury(ctx)
		other.bury(ctx)
	}
	if n := h.lines(kindDead); n != 3 {
		t.Errorf("declared dead %d times, its life was taken 3 times", n)
	}
	g.leave()
	if files, _ := filepath.Glob(filepath.Join(h.dir, "guards", "*")); len(files) != 0 {
		t.Errorf("left behind: %q", files)
	}
}

// A file that vanishes for a moment, or for good, takes no limit with it.
func TestVanishedFileKeepsTheLast(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 1")
	g := h.open()
	g.grant()
	for _, yaml := range []string{"", "\n# nothing but a word\n"} {
		h.file(yaml)
		for _, d := range []*desk{g, h.open()} {
			if no := d.denial(); no.Ceiling.Calls != 1 {
				t.Errorf("%+v", no)
			}
			if s, err := d.Status(context.Background()); err != nil || len(s.Warnings) != 1 {
				t.Errorf("%q %v", s.Warnings, err)
			}
		}
	}
	h.limits("name: day, window: day, calls: 2")
	g.grant()
}

// An invalid file on a fresh home: the defaults count, and one event says why.
func TestInvalidFromTheStart(t *testing.T) {
	h := newTill(t)
	h.file("limits: nonsense\n")
	for _, d := range []*desk{h.open(), h.open()} {
		if a := d.grant(); a.Limits[0].Ceiling.Calls != 500 {
			t.Errorf("%+v", a)
		}
	}
	s, err := h.open().Status(context.Background())
	n := 0
	for _, e := range s.Events {
		if e.Kind == "config_invalid" {
			n++
		}
	}
	if err != nil || n != 1 {
		t.Errorf("%d events: %v", n, s.Events)
	}
}

// The burn rate survives a limit that is counted anew.
func TestBurnOfALimitCountedAnew(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 99")
	g := h.open()
	for range 12 {
		g.record(g.grant().Reservation, used(1, 1))
		h.move(time.Minute)
	}
	h.limits("name: day, window: day, calls: 99, zone: Asia/Tokyo")
	g.grant()
	s, err := g.Status(context.Background())
	if err != nil || s.Limits[0].PerHour.Calls != 13 {
		t.Errorf("%+v %v", s.Limits[0].PerHour, err)
	}
}
