package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// scene is a ledger with three entries, one process that runs, and what can
// happen to its files.
type scene struct {
	t       *testing.T
	dir     string
	clock   *fixedClock
	running *Ledger
	state   *tally
}

func newScene(t *testing.T) *scene {
	s := &scene{t: t, dir: filepath.Join(t.TempDir(), "ledger"), clock: &fixedClock{noon}}
	s.running, s.state = open(t, s.dir, Options{Clock: s.clock.Now})
	mustAdd(t, s.running, "one", "two", "three") // entries 2, 3 and 4 after the head
	return s
}

func (s *scene) path(name string) string { return filepath.Join(s.dir, name) }

func (s *scene) today() string { return s.path("000001-2026-11-29.jsonl") }

// fresh is another process that starts now; nil if it cannot.
func (s *scene) fresh() (*Ledger, *tally, error) {
	state := &tally{}
	l, err := Open(s.dir, state, Options{Clock: s.clock.Now})
	if err == nil {
		s.t.Cleanup(func() { _ = l.Close() })
	}
	return l, state, err
}

// edit changes the day file in place, as a disk or a person would.
func (s *scene) edit(change func([]byte) []byte) {
	s.t.Helper()
	b, err := os.ReadFile(s.today())
	if err == nil {
		err = os.WriteFile(s.today(), change(b), 0o600)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// appendRaw adds bytes to the day file.
func appendRaw(text string) func(*scene) {
	return func(s *scene) { s.edit(func(b []byte) []byte { return append(b, text...) }) }
}

// lineStart is where line n (0, 1, 2 ...; -1 the last) begins.
func lineStart(b []byte, n int) int {
	lines := bytes.SplitAfter(b, []byte("\n"))
	lines = lines[:len(lines)-1]
	if n < 0 {
		n += len(lines)
	}
	at := 0
	for _, l := range lines[:n] {
		at += len(l)
	}
	return at
}

// cutLines takes the last n lines away, at their border.
func cutLines(n int) func(*scene) {
	return func(s *scene) { s.edit(func(b []byte) []byte { return b[:lineStart(b, -n)] }) }
}

// nothing happened that anybody need know of.
var harmless = map[string]struct {
	hurt func(*scene)
	keep []string
}{
	"a torn last line":                {appendRaw(`{"seq":5,"at":"2026-11-2`), []string{"one", "two", "three"}},
	"a last line that is garbage":     {appendRaw("\x01\x02\xff"), []string{"one", "two", "three"}},
	"a tail of zero bytes":            {appendRaw(strings.Repeat("\x00", 700)), []string{"one", "two", "three"}},
	"a torn last line and zero bytes": {appendRaw(`{"seq":5,` + "\x00\x00\x00"), []string{"one", "two", "three"}},
	"a last line without its newline": {func(s *scene) { s.edit(func(b []byte) []byte { return b[:len(b)-1] }) }, []string{"one", "two", "three"}},
	"zero bytes in place of the last newline": {func(s *scene) {
		s.edit(func(b []byte) []byte { return append(b[:len(b)-1], 0, 0, 0) })
	}, []string{"one", "two", "three"}},
	"the checkpoint is deleted": {func(s *scene) { s.closeWithCheckpoint(); s.must(os.Remove(s.path(checkpointName))) }, []string{"one", "two", "three"}},
	"the checkpoint is garbage": {func(s *scene) {
		s.closeWithCheckpoint()
		s.must(os.WriteFile(s.path(checkpointName), []byte(`{"format":1}`+"\nxyz"), 0o600))
	}, []string{"one", "two", "three"}},
	"a bit of the checkpoint flips": {func(s *scene) {
		s.closeWithCheckpoint()
		b, err := os.ReadFile(s.path(checkpointName))
		s.must(err)
		b[len(b)-3] ^= 4
		s.must(os.WriteFile(s.path(checkpointName), b, 0o600))
	}, []string{"one", "two", "three"}},
}

// closeWithCheckpoint ends the running process, which leaves a checkpoint.
func (s *scene) closeWithCheckpoint() {
	s.t.Helper()
	c, ok := s.running.snapshot()
	if !ok {
		s.t.Fatal("no snapshot")
	}
	s.must(s.running.writeCheckpoint(c))
	s.must(s.running.Close())
}

// TestI10_Harmless: what was never answered is cut, what was written stays,
// and nobody is bothered.
func TestI10_Harmless(t *testing.T) {
	for name, d := range harmless {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			d.hurt(s)
			l, state, err := s.fresh()
			s.must(err)
			mustAdd(t, l, "four")
			for _, id := range append(d.keep, "four") {
				if state.ids[id] == 0 {
					t.Errorf("%s is lost", id)
				}
			}
			s.sound(l, state)
		})
	}
}

// sound: the chain checks out, numbers are gapless but for the missing ones,
// and a process that starts now comes to the same state.
func (s *scene) sound(l *Ledger, state *tally) {
	s.t.Helper()
	report, err := l.Verify(context.Background())
	if err != nil || !report.OK() || report.TornTail != 0 {
		s.t.Errorf("Verify: %+v, %v", report, err)
	}
	gapless(s.t, state)
	_, again, err := s.fresh()
	s.must(err)
	if a, b := fmt.Sprint(again.seqs, again.ids, again.missing), fmt.Sprint(state.seqs, state.ids, state.missing); a != b {
		s.t.Errorf("a fresh process sees\n%s, not\n%s", a, b)
	}
}

func gapless(t *testing.T, state *tally) {
	t.Helper()
	known := map[uint64]bool{}
	for _, n := range state.seqs {
		known[n] = true
	}
	for _, m := range state.missing {
		for n := m.First; n <= m.Last; n++ {
			if known[n] {
				t.Errorf("entry %d is there and missing", n)
			}
			known[n] = true
		}
	}
	last := state.seqs[len(state.seqs)-1]
	if uint64(len(known)) != last {
		t.Errorf("of %d numbers, %d are accounted for", last, len(known))
	}
}

// damages: each is refused once, with a sentence, and then read past.
var damages = map[string]struct {
	hurt    func(*scene)
	missing int // numbers, at most 1 more
}{
	"the last line is whole but followed by garbage": {appendRaw(`{"seq":5,"at":"2026-11-29T12:00:00.000000Z","kind":"count","id":"x","sum":"0123456789abcdef"}` + "\n"), 1},
	"garbage between two lines": {func(s *scene) {
		s.edit(func(b []byte) []byte {
			i := lineStart(b, 2)
			return bytes.Join([][]byte{b[:i], []byte("garbage\n"), b[i:]}, nil)
		})
	}, 0},
	"a hole of zero bytes": {func(s *scene) {
		s.edit(func(b []byte) []byte { clear(b[lineStart(b, 1)+20 : lineStart(b, 2)-20]); return b })
	}, 1},
	"the last line's newline flips": {func(s *scene) { s.edit(func(b []byte) []byte { b[len(b)-1] ^= 1; return b }) }, 1},
	"two lines are joined":          {func(s *scene) { s.edit(func(b []byte) []byte { b[lineStart(b, 2)-1] ^= 8; return b }) }, 2},
	"one line is removed": {func(s *scene) {
		s.edit(func(b []byte) []byte { return append(b[:lineStart(b, 1):lineStart(b, 1)], b[lineStart(b, 2):]...) })
	}, 1},
	"two lines change places": {func(s *scene) {
		s.edit(func(b []byte) []byte {
			i, j, k := lineStart(b, 1), lineStart(b, 2), lineStart(b, 3)
			return bytes.Join([][]byte{b[:i], b[j:k], b[i:j], b[k:]}, nil)
		})
	}, 2},
	"a line is there twice":                {func(s *scene) { s.edit(func(b []byte) []byte { return append(b, b[lineStart(b, -1):]...) }) }, 1},
	"the first line is destroyed":          {func(s *scene) { s.edit(func(b []byte) []byte { copy(b, "?????????????????????"); return b }) }, 1},
	"cut at a line border, seen before":    {cutLines(1), 1},
	"cut by two lines, seen before":        {cutLines(2), 2},
	"cut inside a line, seen before":       {func(s *scene) { s.edit(func(b []byte) []byte { return b[:lineStart(b, -1)+30] }) }, 1},
	"emptied, seen before":                 {func(s *scene) { s.edit(func([]byte) []byte { return nil }) }, 4},
	"cut behind what the checkpoint knows": {func(s *scene) { s.closeWithCheckpoint(); cutLines(1)(s) }, 1},
	"changed behind what the checkpoint knows": {func(s *scene) {
		s.closeWithCheckpoint()
		s.edit(func(b []byte) []byte { b[len(b)-5] ^= 1; return b })
	}, 1},
}

// TestI10_Damage: one refusal that says what and what next, a copy, a repaired
// entry; afterwards all go on, and no number is unaccounted for.
func TestI10_Damage(t *testing.T) {
	for name, d := range damages {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			before, _ := os.ReadFile(s.today())
			d.hurt(s)
			hurt, _ := os.ReadFile(s.today())
			l, state := s.running, s.state
			if strings.Contains(name, "checkpoint") || !strings.Contains(name, "seen before") {
				var err error
				l, state, err = s.fresh()
				s.must(err)
				if err := l.View(context.Background(), func() error { return nil }); !errors.Is(err, ErrDamaged) && !strings.Contains(name, "newline") {
					t.Errorf("View before the repair: %v", err)
				}
			}
			err := add(l, "refused")
			var damage *DamageError
			if !errors.As(err, &damage) || !damage.Repaired || Hint(err) == "" {
				t.Fatalf("the first Update: %v", err)
			}
			t.Log(err)
			if kept, _ := os.ReadFile(s.path(damage.Copy)); !bytes.HasPrefix(kept, hurt) {
				t.Error("the copy is not the file as it was found")
			}
			mustAdd(t, l, "four")
			if got := state.lost(); got < d.missing || got > d.missing+1 {
				t.Errorf("%d numbers are missing, %d expected", got, d.missing)
			}
			if state.ids["refused"] != 0 {
				t.Error("the refused Update was written")
			}
			s.sound(l, state)
			s.othersAgree(l, state, before)
		})
	}
}

func (s *tally) lost() int {
	n := 0
	for _, m := range s.missing {
		n += int(m.Count())
	}
	return n
}

// othersAgree: the process that ran all the time, and had folded what is now
// missing, comes to the same state and can write.
func (s *scene) othersAgree(l *Ledger, state *tally, _ []byte) {
	s.t.Helper()
	if s.running.closed != nil || l == s.running || s.running.isClosed() {
		return
	}
	if err := add(s.running, "from the other"); err != nil {
		s.t.Errorf("the process that ran all the time: %v", err)
	}
	mustAdd(s.t, l, "last")
	view(s.t, s.running, s.state)
	if a, b := fmt.Sprint(s.state.seqs, s.state.ids), fmt.Sprint(state.seqs, state.ids); a != b {
		s.t.Errorf("the process that ran all the time sees\n%s, not\n%s", a, b)
	}
}

func (l *Ledger) isClosed() bool { return !l.queue.push(newRequest(func(*Tx) error { return nil })) }

// TestI10_EveryBit flips each bit of the first, a middle and the last line,
// newline included: every field is in there.
func TestI10_EveryBit(t *testing.T) {
	home := t.TempDir()
	first := filepath.Join(home, "first")
	l, _ := open(t, first, Options{Clock: func() time.Time { return noon }})
	mustAdd(t, l, "one", "two", "three", "four")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	name := "000001-2026-11-29.jsonl"
	good, err := os.ReadFile(filepath.Join(first, name))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 2, -1} {
		begin := lineStart(good, n)
		end := begin + bytes.IndexByte(good[begin:], '\n') + 1
		for at := begin; at < end; at++ {
			for bit := range 8 {
				if testing.Short() && (at+bit)%5 > 0 {
					continue
				}
				flip(t, good, name, at, byte(1)<<bit)
			}
		}
	}
}

func flip(t *testing.T, good []byte, name string, at int, bit byte) {
	t.Helper()
	disk := diskWith(t, name, good)
	bad := bytes.Clone(good)
	bad[at] ^= bit
	watching := &tally{}
	watcher, err := Open("/ledger", watching, Options{FS: disk, Clock: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	rewrite(t, disk, name, bad)
	state := &tally{}
	l, err := Open("/ledger", state, Options{FS: disk, Clock: func() time.Time { return noon }})
	if err != nil {
		t.Fatalf("byte %d bit %d: Open: %v", at, bit, err)
	}
	defer l.Close()
	if err := add(l, "refused"); !errors.Is(err, ErrDamaged) {
		t.Fatalf("byte %d (%q) bit %d: the first Update: %v", at, good[at], bit, err)
	}
	for _, each := range []*Ledger{l, watcher} {
		if err := add(each, "after"); err != nil {
			t.Fatalf("byte %d bit %d: the second Update: %v", at, bit, err)
		}
	}
	view(t, l, state)
	if lost := state.lost(); lost < 1 || lost > 2 {
		t.Errorf("byte %d bit %d: %d numbers are missing", at, bit, lost)
	}
	if a, b := fmt.Sprint(watching.seqs, watching.missing), fmt.Sprint(state.seqs, state.missing); a != b {
		t.Errorf("byte %d bit %d: the process that ran before sees %s, not %s", at, bit, a, b)
	}
	gapless(t, state)
}
