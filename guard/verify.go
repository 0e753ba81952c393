package guard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// Verification is what Verify found.
type Verification struct {
	OK       bool // nothing needs a person's attention
	Entries  uint64
	Files    int
	Bytes    int64
	Problems []string // sentences; empty when OK
	Repaired int      // ranges repaired earlier; what was in them counts as unknown until settled
	Notes    []string // what is no problem, but worth knowing
}

// Verify reads the whole chain and derives every sum again from the raw files:
// by folding all entries anew, and for calls and tokens once more by plain
// addition. It takes no lock and changes nothing.
func (g *Guard) Verify(ctx context.Context) (Verification, error) {
	if err := g.isClosed(); err != nil {
		return Verification{}, err
	}
	report, err := g.led.Verify(ctx)
	if err != nil {
		return Verification{}, ledgerError(err)
	}
	v := Verification{Entries: report.Entries, Files: report.Files, Bytes: report.Bytes, Repaired: len(report.Repaired)}
	for _, d := range report.Damaged {
		v.Problems = append(v.Problems, d.Error())
	}
	if report.TornTail > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("the last line is not complete (%d bytes): the next writer deals with it", report.TornTail))
	}
	v.Notes = append(v.Notes, "checkpoint: "+report.Checkpoint)
	if len(report.Damaged) == 0 {
		if err := g.verifySums(ctx, &v); err != nil {
			return Verification{}, err
		}
	}
	v.OK = len(v.Problems) == 0
	return v, nil
}

// verifySums compares this guard's state with one folded from the files, and
// with sums that were only added up.
func (g *Guard) verifySums(ctx context.Context, v *Verification) error {
	var mine []byte
	var plain *addition
	now := g.o.Clock()
	err := g.view(ctx, func(s *State) { mine, plain = s.Snapshot(nil), newAddition(s, now) })
	if err != nil {
		return err
	}
	anew := newState()
	err = g.led.Scan(ctx, time.Time{}, farAhead(now), func(e ledger.Entry) error {
		if e.Seq > plain.upto {
			return nil
		}
		return errors.Join(plain.entry(e), anew.Apply(e))
	})
	if err != nil {
		return ledgerError(err)
	}
	v.Problems = append(v.Problems, plain.compare()...)
	if !bytes.Equal(mine, anew.Snapshot(nil)) {
		v.Problems = append(v.Problems, "what is in memory differs from what the files say; end all guards, delete the checkpoint and start again")
	}
	return nil
}
