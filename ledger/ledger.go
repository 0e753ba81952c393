// Package ledger is an append-only journal shared by processes. The first
// working path: one process, whole contract; see the following commits.
package ledger

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// Ledger is an open journal.
type Ledger struct {
	mu    sync.Mutex
	dir   string
	o     Options
	state State
	file  vfs.File
	seq   uint64
	sum   sum
}

// Open opens the ledger in dir.
func Open(dir string, s State, o Options) (*Ledger, error) {
	o = o.withDefaults()
	if _, err := o.FS.Stat(dir); err != nil && !o.Create {
		return nil, &Error{ErrNotCreated, dir, "run `tallystick init`", err}
	}
	if err := o.FS.MkdirAll(dir, 0o700); err != nil {
		return nil, writeError("making "+dir, err)
	}
	l := &Ledger{dir: dir, o: o, state: s, sum: noSum}
	name := filepath.Join(dir, "000001-"+o.Clock().In(o.Location).Format("2006-01-02")+".jsonl")
	f, err := o.FS.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return nil, writeError("opening "+name, err)
	}
	l.file = f
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	s.Reset()
	for raw := range bytes.Lines(data) {
		raw = bytes.TrimSuffix(raw, []byte("\n"))
		ln, err := decode(raw)
		if err != nil {
			return nil, err
		}
		l.seq, l.sum = ln.entry.Seq, ln.sum
		if err := s.Apply(ln.open(raw)); err != nil {
			return nil, err
		}
	}
	if l.seq == 0 {
		tx := &Tx{l: l, now: storable(o.Clock())}
		if _, err := tx.Append(KindHead, []byte(`{"format":1}`)); err != nil {
			return nil, err
		}
		_, err = f.Write(tx.buf)
	}
	return l, err
}

// SetLocation changes the zone by whose date files are named and rolled.
func (l *Ledger) SetLocation(loc *time.Location) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.o.Location = loc
}

// Update is the only way to write.
func (l *Ledger) Update(ctx context.Context, fn func(*Tx) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	tx := &Tx{l: l, now: storable(l.o.Clock())}
	if err := fn(tx); err != nil {
		return err
	}
	if _, err := l.file.Write(tx.buf); err != nil {
		return writeError("appending", err)
	}
	if tx.lazy || l.o.Durability == OS {
		return nil
	}
	return l.file.Sync()
}

// View runs fn with State caught up and still.
func (l *Ledger) View(ctx context.Context, fn func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return fn()
}

// Close syncs and closes.
func (l *Ledger) Close() error { return l.file.Close() }

// Scan reads history.
func (l *Ledger) Scan(ctx context.Context, from, to time.Time, fn func(Entry) error) error {
	return nil
}

// Find reads the lines that contain needle.
func (l *Ledger) Find(ctx context.Context, near time.Time, needle []byte, fn func(Entry) (stop bool, err error)) error {
	return nil
}

// Verify reads the whole chain.
func (l *Ledger) Verify(ctx context.Context) (Report, error) { return Report{}, nil }

// Report is what Verify found.
type Report struct {
	Files      int
	Entries    uint64
	Bytes      int64
	Seq        uint64 // of the last entry
	Damaged    []DamageError
	Repaired   []DamageError
	TornTail   int64
	Checkpoint string
}

// Tx is what an Update may do.
type Tx struct {
	l    *Ledger
	now  time.Time
	buf  []byte
	lazy bool
}

// Append adds one entry and folds it into State at once.
func (tx *Tx) Append(kind string, body []byte) (uint64, error) { return tx.add(kind, false, body) }

// Note is Append of an entry that a reader may skip if it does not know kind.
func (tx *Tx) Note(kind string, body []byte) (uint64, error) { return tx.add(kind, true, body) }

// Now is the instant stamped on this Update's entries.
func (tx *Tx) Now() time.Time { return tx.now }

// Lazy lets the answer go out before the sync.
func (tx *Tx) Lazy() { tx.lazy = true }

func (tx *Tx) add(kind string, note bool, body []byte) (uint64, error) {
	l := tx.l
	e := Entry{Seq: l.seq + 1, At: tx.now, Kind: kind, Note: note, Body: body}
	if err := l.state.Apply(e); err != nil {
		return 0, err
	}
	tx.buf, l.sum = appendEntry(tx.buf, e, l.sum)
	l.seq++
	return e.Seq, nil
}
