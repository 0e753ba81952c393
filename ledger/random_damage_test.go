package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/crashfs"
)

// oldLedger is a disk with a ledger of three days, a rescue and a checkpoint,
// and the state of a process that saw all of it.
func oldLedger(t *testing.T) (*crashfs.FS, *Ledger, *tally) {
	t.Helper()
	disk := newBadDisk()
	clock := &fixedClock{noon}
	l, state := open(t, "/ledger", Options{FS: disk.FS, Clock: clock.Now})
	mustAdd(t, l, "a1", "a2", "a3")
	disk.broken.Store(true)
	_ = add(l, "a4")
	mustAdd(t, l, "b1", "b2", "b3")
	clock.now = noon.Add(24 * time.Hour)
	mustAdd(t, l, "c1", "c2")
	c, ok := l.snapshot()
	if !ok {
		t.Fatal("no snapshot")
	}
	if err := l.writeCheckpoint(c); err != nil {
		t.Fatal(err)
	}
	mustAdd(t, l, "c3")
	disk.On(nil)
	return disk.FS, l, state
}

// hurtAtRandom changes one file in one way and says how.
func hurtAtRandom(t *testing.T, disk *crashfs.FS, rng *rand.Rand) string {
	t.Helper()
	names := []string{"000001-2026-11-29.jsonl", "000002-2026-11-29.jsonl", "000003-2026-11-30.jsonl", checkpointName}
	name := names[rng.IntN(len(names))]
	b := contents(t, disk, name)
	if len(b) == 0 {
		return name + " is empty already"
	}
	at := rng.IntN(len(b))
	end := min(at+1+rng.IntN(200), len(b))
	how := ""
	switch rng.IntN(7) {
	case 0, 1:
		how = "a bit flips"
		b[at] ^= 1 << rng.IntN(8)
	case 2:
		how = "zeros"
		clear(b[at:end])
	case 3:
		how = "bytes are gone"
		b = append(b[:at:at], b[end:]...)
	case 4:
		how = "garbage is put in"
		b = bytes.Join([][]byte{b[:at], []byte("x\n\"}{\n"), b[at:]}, nil)
	case 5:
		how = "cut"
		b = b[:at]
	case 6:
		how = "cut at a line border"
		b = b[:bytes.LastIndexByte(b[:at], '\n')+1]
	}
	rewrite(t, disk, name, b)
	return fmt.Sprintf("%s: %s at byte %d", name, how, at)
}

func contents(t *testing.T, disk *crashfs.FS, name string) []byte {
	t.Helper()
	f, err := disk.OpenFile("/ledger/"+name, os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestI10_RandomDamage: whatever happens to the files, a process says so in
// the end and either refuses for good or goes on with every number accounted
// for, and all agree. With one hurt it always goes on.
func TestI10_RandomDamage(t *testing.T) {
	for seed := range blackouts(t) {
		rng := rand.New(rand.NewPCG(seed, 3))
		disk, running, runningState := oldLedger(t)
		last := view(t, running, runningState).seqs
		var how []string
		for range 1 + rng.IntN(3) {
			how = append(how, hurtAtRandom(t, disk, rng))
		}
		story := fmt.Sprintf("seed %d, %q", seed, how)
		state := &tally{}
		l, err := Open("/ledger", state, Options{FS: disk, Clock: func() time.Time { return noon.Add(25 * time.Hour) }})
		if err != nil {
			refusedForGood(t, story, err, len(how))
			continue
		}
		if rng.IntN(2) == 0 {
			l, state, running, runningState = running, runningState, l, state // the one that saw it all comes first
		}
		if !goesOn(t, l, story, len(how)) || !goesOn(t, running, story, len(how)) {
			continue
		}
		// What a checkpoint hid comes to light without it.
		_ = disk.Remove("/ledger/" + checkpointName)
		thirdState := &tally{}
		third, err := Open("/ledger", thirdState, Options{FS: disk, Clock: func() time.Time { return noon.Add(25 * time.Hour) }})
		if err != nil || !goesOn(t, third, story, len(how)) {
			continue
		}
		a := view(t, third, thirdState)
		for each, s := range map[*Ledger]*tally{l: state, running: runningState} {
			if b := view(t, each, s); fmt.Sprint(a.seqs, a.missing, a.ids) != fmt.Sprint(b.seqs, b.missing, b.ids) {
				t.Errorf("%s: they differ:\n%v %v\n%v %v", story, a.seqs, a.missing, b.seqs, b.missing)
			}
		}
		gapless(t, thirdState)
		if got := a.seqs[len(a.seqs)-1]; got <= last[len(last)-1] {
			t.Errorf("%s: ends with entry %d, it had %d", story, got, last[len(last)-1])
		}
		if report, err := third.Verify(context.Background()); err != nil || !report.OK() {
			t.Errorf("%s: Verify: %+v, %v", story, report, err)
		}
		if t.Failed() {
			return
		}
	}
}

// goesOn tries a few times.
func goesOn(t *testing.T, l *Ledger, story string, hurts int) bool {
	t.Helper()
	var err error
	for range 2 {
		if err = add(l, "after"); err == nil {
			return true
		}
	}
	refusedForGood(t, story, err, hurts)
	return false
}

// refusedForGood is right only for several hurts at once, or a version number.
func refusedForGood(t *testing.T, story string, err error, hurts int) {
	t.Helper()
	known := errors.Is(err, ErrDamaged) || errors.Is(err, ErrMissing) || errors.Is(err, ErrNewerFormat)
	if !known || Hint(err) == "" || hurts == 1 {
		t.Errorf("%s: %v", story, err)
	}
}
