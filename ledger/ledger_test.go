package ledger

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"
)

// TestMain lets the test binary be a second process: LEDGER_CHILD names the
// part it plays (see process_test.go).
func TestMain(m *testing.M) {
	if part := os.Getenv("LEDGER_CHILD"); part != "" {
		os.Exit(child(part))
	}
	os.Exit(m.Run())
}

// tally is the State of these tests: it counts, and remembers the ids.
type tally struct {
	entries, count, notes, repaired uint64
	missing                         []Span
	ids                             map[string]uint64 // id to sequence number
	seqs                            []uint64          // in the order of folding
}

func (s *tally) Apply(e Entry) error {
	s.entries++
	switch e.Kind {
	case "count":
		s.count++
	case KindHead, KindRoll:
	case KindRepaired:
		s.repaired++
	default:
		if !e.Note {
			return fmt.Errorf("%w: %q", ErrNewerFormat, e.Kind)
		}
		s.notes++
	}
	if s.ids == nil {
		s.ids = map[string]uint64{}
	}
	s.seqs = append(s.seqs, e.Seq)
	return Members(e.Body, func(key string, v []byte) (err error) {
		switch key {
		case "id":
			var id string
			id, err = String(v)
			s.ids[id] = e.Seq
		case "missing":
			var m []Span
			m, err = Spans(v)
			s.missing = append(s.missing, m...)
		}
		return err
	})
}

func (s *tally) Reset() { *s = tally{} }

// tallyMark begins a snapshot: other tests' States leave theirs in the same
// folders.
const tallyMark = "tally"

func (s *tally) Snapshot(dst []byte) []byte {
	dst = append(dst, tallyMark...)
	dst = binary.AppendUvarint(dst, s.entries)
	dst = binary.AppendUvarint(dst, s.count)
	dst = binary.AppendUvarint(dst, s.notes)
	dst = binary.AppendUvarint(dst, s.repaired)
	dst = binary.AppendUvarint(dst, uint64(len(s.missing)))
	for _, m := range s.missing {
		dst = binary.AppendUvarint(binary.AppendUvarint(dst, m.First), m.Last)
	}
	dst = binary.AppendUvarint(dst, uint64(len(s.seqs)))
	for _, n := range s.seqs {
		dst = binary.AppendUvarint(dst, n)
	}
	for id, seq := range s.ids {
		dst = binary.AppendUvarint(dst, uint64(len(id)))
		dst = binary.AppendUvarint(append(dst, id...), seq)
	}
	return dst
}

func (s *tally) Restore(b []byte) error {
	s.Reset()
	b, ok := bytes.CutPrefix(b, []byte(tallyMark))
	if !ok {
		return errors.New("not a tally")
	}
	next := func() uint64 {
		v, n := binary.Uvarint(b)
		b = b[n:]
		return v
	}
	s.entries, s.count, s.notes, s.repaired = next(), next(), next(), next()
	for n := next(); n > 0; n-- {
		s.missing = append(s.missing, Span{next(), next()})
	}
	for n := next(); n > 0; n-- {
		s.seqs = append(s.seqs, next())
	}
	s.ids = map[string]uint64{}
	for len(b) > 0 {
		n := next()
		id := string(b[:n])
		b = b[n:]
		s.ids[id] = next()
	}
	return nil
}

// fixedClock stands still until it is moved.
type fixedClock struct{ now time.Time }

func (c *fixedClock) Now() time.Time { return c.now }

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// open opens the ledger in dir, and closes it when the test ends.
func open(t testing.TB, dir string, o Options) (*Ledger, *tally) {
	t.Helper()
	s := &tally{}
	o.Create = true
	l, err := Open(dir, s, o)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l, s
}

// add appends one "count" entry named id.
func add(l *Ledger, id string) error {
	return l.Update(context.Background(), func(tx *Tx) error {
		_, err := tx.Append("count", new(Object).Open().String("id", id).Close())
		return err
	})
}

func mustAdd(t testing.TB, l *Ledger, ids ...string) {
	t.Helper()
	for _, id := range ids {
		if err := add(l, id); err != nil {
			t.Fatalf("adding %s: %v", id, err)
		}
	}
}

// view is what a View sees of State.
func view(t testing.TB, l *Ledger, s *tally) tally {
	t.Helper()
	var seen tally
	if err := l.View(context.Background(), func() error { seen = *s; return nil }); err != nil {
		t.Fatalf("View: %v", err)
	}
	return seen
}

// folderOS is a folder on the real disk.
func folderOS(dir string) folder { return folder{Options{}.withDefaults().FS, dir} }

func TestUpdateIsSeenByOthersAndAfterReopening(t *testing.T) {
	dir := t.TempDir() + "/ledger"
	a, _ := open(t, dir, Options{})
	b, bs := open(t, dir, Options{})
	mustAdd(t, a, "a1", "a2")
	mustAdd(t, b, "b1")
	mustAdd(t, a, "a3")
	if got := view(t, b, bs); got.count != 4 || got.ids["a3"] != 5 {
		t.Errorf("the other process sees %+v", got)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	c, cs := open(t, dir, Options{})
	if got := view(t, c, cs); got.count != 4 {
		t.Errorf("after reopening: %+v", got)
	}
	report, err := c.Verify(context.Background())
	if err != nil || !report.OK() || report.Entries != 5 || report.Seq != 5 {
		t.Errorf("Verify: %+v, %v", report, err)
	}
}
