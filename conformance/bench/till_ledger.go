package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/tallystick/tallystick/ledger"
)

// ceiling is the hot limit of every crowd: checked each time, never reached.
const ceiling = 1_000_000_000

// ledgerTill is package ledger alone: one hot limit, checked and added to in
// one Update, durable when Update returns.
type ledgerTill struct {
	l    *ledger.Ledger
	used *hot
}

// hot is the state: one number.
type hot struct{ n uint64 }

func (h *hot) Apply(e ledger.Entry) error {
	if e.Kind == "take" {
		h.n++
	}
	return nil
}

func (h *hot) Reset() { h.n = 0 }

func (h *hot) Snapshot(dst []byte) []byte { return binary.BigEndian.AppendUint64(dst, h.n) }

func (h *hot) Restore(b []byte) error {
	if len(b) != 8 {
		return fmt.Errorf("a snapshot of %d bytes", len(b))
	}
	h.n = binary.BigEndian.Uint64(b)
	return nil
}

func prepareLedger(dir string) error {
	t, err := openLedger(dir)
	if err != nil {
		return err
	}
	return t.close()
}

func openLedger(dir string) (till, error) {
	h := &hot{}
	l, err := ledger.Open(filepath.Join(dir, "ledger"), h, ledger.Options{Create: true})
	return &ledgerTill{l, h}, err
}

var errUsedUp = errors.New("the hot limit is used up; the bench set it too low")

func (t *ledgerTill) take() error {
	return t.l.Update(context.Background(), func(tx *ledger.Tx) error {
		if t.used.n+1 > ceiling {
			return errUsedUp
		}
		_, err := tx.Append("take", body)
		return err
	})
}

func (t *ledgerTill) close() error { return t.l.Close() }
