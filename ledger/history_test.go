package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// threeDays is a scene with entries on three days, in three files.
func threeDays(t *testing.T) *scene {
	s := newScene(t)
	for n, id := range []string{"four", "five"} {
		s.clock.now = noon.Add(time.Duration(n+1) * 24 * time.Hour)
		mustAdd(t, s.running, id)
	}
	return s
}

func scanned(t *testing.T, l *Ledger, from, to time.Time) string {
	t.Helper()
	var got []string
	err := l.Scan(context.Background(), from, to, func(e Entry) error {
		got = append(got, e.Kind+" "+fmt.Sprint(e.Seq))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(got, ", ")
}

func TestScanReadsHistory(t *testing.T) {
	s := threeDays(t)
	for _, c := range []struct {
		name     string
		from, to time.Time
		want     string
	}{
		{"all", time.Time{}, noon.AddDate(1, 0, 0), "head 1, count 2, count 3, count 4, roll 5, head 6, count 7, roll 8, head 9, count 10"},
		{"the second day", noon.Add(24 * time.Hour), noon.Add(25 * time.Hour), "roll 5, head 6, count 7"},
		{"to is exclusive", noon.Add(-time.Hour), noon, ""},
		{"before all", noon.AddDate(-1, 0, 0), noon.AddDate(-1, 0, 1), ""},
		{"after all", noon.AddDate(0, 0, 9), noon.AddDate(0, 0, 10), ""},
	} {
		if got := scanned(t, s.running, c.from, c.to); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
	stop := errors.New("enough")
	if err := s.running.Scan(context.Background(), time.Time{}, noon, func(Entry) error { return stop }); err != nil {
		t.Errorf("nothing was scanned, but: %v", err)
	}
	if err := s.running.Scan(context.Background(), noon, noon.AddDate(1, 0, 0), func(Entry) error { return stop }); err != stop {
		t.Errorf("the function's error: %v", err)
	}
}

// TestScanPastRepairs: what does not count is not shown, damage that nobody
// has repaired is an error.
func TestScanPastRepairs(t *testing.T) {
	s := threeDays(t)
	s.edit(func(b []byte) []byte { b[lineStart(b, 2)+30] ^= 1; return b })
	err := s.running.Scan(context.Background(), noon, noon.AddDate(1, 0, 0), func(Entry) error { return nil })
	if !errors.Is(err, ErrDamaged) {
		t.Errorf("before the repair: %v", err)
	}
	l, _, err := s.fresh()
	s.must(err)
	if err := add(l, "refused"); !errors.Is(err, ErrDamaged) {
		t.Fatal(err)
	}
	for _, each := range []*Ledger{l, s.running} {
		if got := scanned(t, each, noon, noon.AddDate(1, 0, 0)); !strings.HasPrefix(got, "head 1, count 2, count 4, roll 5") {
			t.Errorf("after it: %s", got)
		}
	}
}

// TestI4_FindOldAnswers: an answer older than memory is found in the day files
// near its time, also over midnight and from a process with a checkpoint.
func TestI4_FindOldAnswers(t *testing.T) {
	s := threeDays(t)
	for id, when := range map[string]time.Time{"one": noon, "three": noon.Add(20 * time.Hour), "four": noon, "five": noon.Add(36 * time.Hour)} {
		var got []uint64
		err := s.running.Find(context.Background(), when, []byte(`"id":"`+id+`"`), func(e Entry) (bool, error) {
			got = append(got, e.Seq)
			return true, nil
		})
		if view(t, s.running, s.state); err != nil || len(got) != 1 || got[0] != s.state.ids[id] {
			t.Errorf("%s: %v, %v", id, got, err)
		}
	}
	for name, when := range map[string]time.Time{"one": noon.AddDate(0, 0, 30), "nobody": noon} {
		err := s.running.Find(context.Background(), when, []byte(`"id":"`+name+`"`), func(e Entry) (bool, error) {
			t.Errorf("%s was found: %+v", name, e)
			return true, nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// TestI4_FindTrustsNoDamagedLine.
func TestI4_FindTrustsNoDamagedLine(t *testing.T) {
	s := newScene(t)
	s.edit(func(b []byte) []byte { return []byte(strings.Replace(string(b), `"id":"two"`, `"id":"twi"`, 1)) })
	err := s.running.Find(context.Background(), noon, []byte(`"id":"twi"`), func(e Entry) (bool, error) {
		t.Errorf("a line that does not check out: %+v", e)
		return false, nil
	})
	s.must(err)
}

// TestCheckpointChangesNothing: start-up with it, without it and from an older
// one come to the same state, and with it nothing before it is read.
func TestCheckpointChangesNothing(t *testing.T) {
	s := threeDays(t)
	c, ok := s.running.snapshot()
	if !ok {
		t.Fatal("no snapshot")
	}
	s.must(s.running.writeCheckpoint(c))
	mustAdd(t, s.running, "six")
	want := view(t, s.running, s.state)
	for _, name := range []string{"with", "without"} {
		l, state, err := s.fresh()
		s.must(err)
		if got := view(t, l, state); fmt.Sprint(got.seqs, got.ids) != fmt.Sprint(want.seqs, want.ids) {
			t.Errorf("%s: %v, not %v", name, got.seqs, want.seqs)
		}
		if name == "with" && l.checkpointed != c.at.seq {
			t.Error("it was not used")
		}
		report, err := l.Verify(context.Background())
		if wanted := map[string]string{"with": "agrees", "without": "none"}[name]; err != nil || report.Checkpoint != wanted {
			t.Errorf("Verify: %+v, %v", report, err)
		}
		_ = os.Remove(s.path(checkpointName))
	}
}

// TestVerifyFindsWhatACheckpointHides: damage in what nobody reads any more.
func TestVerifyFindsWhatACheckpointHides(t *testing.T) {
	s := threeDays(t)
	c, _ := s.running.snapshot()
	s.must(s.running.writeCheckpoint(c))
	s.edit(func(b []byte) []byte { b[lineStart(b, 1)+30] ^= 1; return b })
	report, err := s.running.Verify(context.Background())
	if err != nil || report.OK() || len(report.Damaged) != 1 || report.Damaged[0].Missing[0].First != 2 || report.Files != 3 {
		t.Errorf("%+v, %v", report, err)
	}
}

// picky is a later guard's State: it cannot read this one's snapshots.
type picky struct{ tally }

func (p *picky) Restore([]byte) error { return errors.New("an older snapshot") }

// TestCheckpointOfAnotherVersion is no use, so the first process that finds
// out replaces it, however new it is.
func TestCheckpointOfAnotherVersion(t *testing.T) {
	s := threeDays(t)
	c, _ := s.running.snapshot()
	s.must(s.running.writeCheckpoint(c))
	s.must(s.running.Close())
	p := &picky{}
	l, err := Open(s.dir, p, Options{Clock: s.clock.Now, checkpointEvery: 5})
	s.must(err)
	mustAdd(t, l, "six")
	s.must(l.Close())
	if again, err := l.r.readCheckpoint(); err != nil || again.at.seq != p.entries || p.count != 6 {
		t.Errorf("it is of entry %d of %d, %v", again.at.seq, p.entries, err)
	}
	l, err = Open(s.dir, &picky{}, Options{Clock: s.clock.Now})
	s.must(err)
	s.must(l.Close())
	if l.useless == (place{}) {
		t.Error("the test proves nothing: it was used")
	}
}
