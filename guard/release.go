package guard

import (
	"context"
	"errors"
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// Release gives a place back that was certainly never used. A place that is
// settled or unknown stays as it is: its answer says so.
func (g *Guard) Release(ctx context.Context, reservation string) (ReservationState, error) {
	f := g.flight(reservation)
	var state ReservationState
	err := g.append(ctx, func(s *State, tx *ledger.Tx) error {
		tx.Lazy()
		r := s.open[reservation]
		if r == nil {
			done := s.answers.find(reservation)
			if done == nil {
				return missing(s, reservation)
			}
			state = done.state
			return nil
		}
		if s.answers.find(reservation) != nil { // its outcome was reported as unknown: it was sent
			state = r.state
			return nil
		}
		if state = Released; f.answering() {
			state = UnknownOutcome // bytes of its answer were seen: it was sent
		}
		return s.write(tx, &recording{id: r.id, of: r.seq, state: state})
	})
	if errors.Is(err, errOlder) {
		j := &judgement{id: reservation}
		if err = g.searchRecord(ctx, j); err == nil {
			state = j.older.state
		}
	}
	if err == nil {
		g.drop(reservation)
	}
	return state, err
}

// searchRecord finds a reservation and its last record in the day files: near the
// day it was made, then on towards today, for a late record is written later.
func (g *Guard) searchRecord(ctx context.Context, j *judgement) error {
	minted, _ := mintedAt(j.id)
	all := g.unsteady(ctx)
	var err error
	if !all {
		err = g.later(ctx, minted, j.id, j.read)
		all = j.older != nil && j.older.state == UnknownOutcome // it is not open: there must be a later word
	}
	if err == nil && all { // where the dates of files say little, all of them are read
		err = ledgerError(g.led.Scan(ctx, time.Time{}, farAhead(g.o.Clock()), j.read))
	}
	j.searched = true
	if err == nil && j.older == nil {
		return notFound(j.id)
	}
	return err
}

// read takes one entry of the day files.
func (j *judgement) read(e ledger.Entry) error {
	switch e.Kind {
	case kindReserve:
		r, err := decodeReservation(e)
		if err == nil && r.id == j.id {
			j.place = r
		}
		return err
	case kindRecord:
		c, err := decodeRecording(e)
		if err == nil && c.id == j.id && e.Seq > j.last {
			j.older, j.last = &settledCall{recording: *c, done: e.At}, e.Seq
		}
		return err
	}
	return nil
}

// unsteady says that the machine's clock was once set back by a day or more.
func (g *Guard) unsteady(ctx context.Context) bool {
	const day = 24 * time.Hour
	var back time.Duration
	_ = g.view(ctx, func(s *State) { back = s.back })
	return back >= day
}

// farAhead is the end of what may be read: no clock is that wrong.
func farAhead(now time.Time) time.Time { return now.AddDate(100, 0, 0) }
