package ledger

import (
	"fmt"
	"time"
)

// Tx is what an Update may do while it has its turn. It ends with fn.
type Tx struct {
	l       *Ledger // nil once fn returned
	now     time.Time
	lazy    bool
	touched bool // State was given an entry
	failed  error
}

// Append adds one entry and folds it into State at once. body is a compact
// JSON object without the members seq, at, kind, note and sum, which are the
// ledger's. kind is 1 to MaxKind of a-z, 0-9, _, - and dot. ErrInvalid and
// ErrTooLarge say what is wrong; the Update fails then.
func (tx *Tx) Append(kind string, body []byte) (seq uint64, err error) {
	return tx.add(kind, false, body)
}

// Note is Append of an entry that a reader may skip if it does not know kind.
func (tx *Tx) Note(kind string, body []byte) (seq uint64, err error) { return tx.add(kind, true, body) }

// Now is the instant stamped on this Update's entries: UTC, microseconds.
func (tx *Tx) Now() time.Time { return tx.now }

// Lazy lets the answer go out before the entries are on the disk. They get
// there with the next sync, within LazySync, and before Close.
func (tx *Tx) Lazy() { tx.lazy = true }

// call runs fn. Its panic is for its caller, not for the keeper.
func (tx *Tx) call(fn func(*Tx) error) (panicked any, err error) {
	defer func() {
		tx.l = nil
		if panicked = recover(); panicked != nil {
			err = fmt.Errorf("panic in an Update: %v", panicked)
		}
	}()
	if err = fn(tx); err == nil {
		err = tx.failed
	}
	return nil, err
}

func (tx *Tx) add(kind string, note bool, body []byte) (uint64, error) {
	if tx.l == nil {
		return 0, fmt.Errorf("%w: its Update is over", ErrInvalid)
	}
	if tx.failed == nil {
		tx.failed = checkNew(kind, body)
	}
	if tx.failed != nil {
		return 0, tx.failed
	}
	l := tx.l
	e := Entry{Seq: l.r.at.seq + 1, At: tx.now, Kind: kind, Note: note, Body: body}
	tx.touched = true
	if tx.failed = l.state.Apply(e); tx.failed != nil {
		return 0, tx.failed
	}
	l.add(e)
	return e.Seq, nil
}

// add encodes e behind what is to be written.
func (l *Ledger) add(e Entry) {
	mark := len(l.buf)
	l.buf, l.r.at.sum = appendEntry(l.buf, e, l.r.at.sum)
	l.r.at.seq = e.Seq
	l.r.at.off += int64(len(l.buf) - mark)
}

// lineRoom is what a line has beside kind and body, at most.
const lineRoom = 128

// checkNew says what is wrong with a new entry.
func checkNew(kind string, body []byte) error {
	if len(kind)+len(body)+lineRoom > MaxEntry {
		return &Error{Is: ErrTooLarge, Text: fmt.Sprintf("%d bytes, a line has %d at most", len(body), MaxEntry), Next: "leave out what need not be kept"}
	}
	p := parser{b: []byte(kind)}
	if p.kind(); p.failed != "" || p.i != len(kind) {
		return fmt.Errorf("%w: %.80q is not a kind", ErrInvalid, kind)
	}
	if kind == KindHead || kind == KindRoll || kind == KindRepaired {
		return fmt.Errorf("%w: the kind %s is the ledger's own", ErrInvalid, kind)
	}
	err := Members(body, func(key string, _ []byte) error {
		switch key {
		case "seq", "at", "kind", "note", "sum":
			return fmt.Errorf("the member %s is the ledger's own", key)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return nil
}
