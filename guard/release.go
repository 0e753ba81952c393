package guard

import (
	"context"
	"errors"

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
	last := uint64(0)
	err := g.later(ctx, minted, j.id, func(e ledger.Entry) error {
		switch e.Kind {
		case kindReserve:
			r, err := decodeReservation(e)
			if err == nil && r.id == j.id {
				j.place = r
			}
			return err
		case kindRecord:
			c, err := decodeRecording(e)
			if err == nil && c.id == j.id && e.Seq > last {
				j.older, last = &settledCall{recording: *c, done: e.At}, e.Seq
			}
			return err
		}
		return nil
	})
	if err == nil && j.older == nil {
		return notFound(j.id)
	}
	return err
}
