package guard

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/ledger"
)

// The flags of a settlement.
const (
	flagOverHold = "over_hold" // it used more than was set aside
	flagClamped  = "clamped"   // the reported usage was negative or absurd
	flagLate     = "late"      // it was unknown before
	flagRepeated = "repeated"  // this is the answer of an earlier record
)

// Record says what became of an attempt; left is the time left for the whole
// operation (0: no deadline). The first record of a reservation decides, and
// every further one, from whatever process, gets the same answer.
func (g *Guard) Record(ctx context.Context, reservation string, o Outcome, left time.Duration) (Settlement, error) {
	k, f := g.facts(ctx, reservation)
	found := judge(k, f, o, g.o.Clock())
	jitter := time.Duration(rand.N(MaxJitter.Milliseconds())) * time.Millisecond
	var out Settlement
	err := g.append(ctx, func(s *State, tx *ledger.Tx) error {
		tx.Lazy()
		r := s.open[reservation]
		if r == nil && f != nil && s.openGap(f.place.seq, f.place.seq) {
			r = &f.place // its line was lost to damage; this process knows it still
		}
		if done := s.answers.find(reservation); done != nil && (r == nil || found.state == UnknownOutcome) {
			out = done.settlement(flagRepeated)
			return nil
		}
		if r == nil {
			return missing(s, reservation)
		}
		c := found.recording(r, o)
		c.retry = s.retry(r, &found, left, jitter, tx.Now())
		out = c.settlement()
		return s.write(tx, c)
	})
	if errors.Is(err, errOlder) {
		var older *settledCall
		if older, err = g.searchRecord(ctx, reservation); err == nil {
			out = older.settlement(flagRepeated)
		}
	}
	if err != nil {
		return Settlement{}, err
	}
	if out.State != UnknownOutcome {
		g.drop(reservation)
	}
	return out, nil
}

// missing says what a reservation that is not in memory means.
func missing(s *State, reservation string) error {
	minted, ok := mintedAt(reservation)
	if !ok || s.answers.reaches(minted) {
		return notFound(reservation)
	}
	return errOlder
}

// facts are what is known of a call for reading its outcome: from memory when
// this process granted it, else from its reserve entry. Without either, the
// outcome's own bytes must do.
func (g *Guard) facts(ctx context.Context, reservation string) (known, *inflight) {
	if f := g.flight(reservation); f != nil {
		return f.known, f
	}
	var k known
	_ = g.view(ctx, func(s *State) {
		r := s.open[reservation]
		if r == nil {
			return
		}
		k.ask = adapters.Ask{Provider: r.subject.Provider, Model: r.subject.Model, InputTokens: r.input}
		_, k.dialect, _ = adapters.Find(adapters.Attempt{Provider: r.subject.Provider})
	})
	return k, nil
}

// recording is the entry of a finding.
func (f *finding) recording(r *reservation, o Outcome) *recording {
	c := &recording{
		id: r.id, of: r.seq, state: f.state, tokens: f.tokens, estimated: f.estimated, status: o.Status,
		verdict: f.verdict, request: f.request, remaining: f.remaining, elapsed: max(o.Elapsed, 0),
	}
	if f.byHold {
		c.tokens = adapters.Tokens{Input: min(r.input, r.hold), Output: r.hold - min(r.input, r.hold)}
	}
	if f.model != r.subject.Model {
		c.model = f.model
	}
	if r.state == UnknownOutcome {
		c.flags = append(c.flags, flagLate)
	}
	if f.clamped {
		c.flags = append(c.flags, flagClamped)
	}
	if c.state == Settled && c.tokens.Sum() > r.hold {
		c.flags = append(c.flags, flagOverHold)
	}
	return c
}

// retry is the one retry answer of a failed attempt; nil when it went well.
func (s *State) retry(r *reservation, f *finding, left, jitter time.Duration, now time.Time) *Retry {
	if f.verdict == nil {
		return nil
	}
	answer := planRetry(failure{
		verdict: *f.verdict, attempt: r.attempt, shown: f.shown, left: left,
		waited: s.operations.get(r.operation).waited, jitter: jitter, now: now,
	})
	return rounded(answer, now)
}

// rounded makes an answer what its entry can carry, so that it is the same
// answer whoever repeats it.
func rounded(r Retry, now time.Time) *Retry {
	if r.Wait = ceilMillis(r.Wait); r.Retry {
		r.At = now.Add(r.Wait)
	}
	return &r
}

// write appends a record and keeps the whole verdict in this process's memory;
// the entry has only its rule.
func (s *State) write(tx *ledger.Tx, c *recording) error {
	var o ledger.Object
	if _, err := tx.Append(kindRecord, c.encode(&o)); err != nil {
		return err
	}
	if done := s.answers.find(c.id); done != nil {
		done.verdict = c.verdict
	}
	return nil
}

// settlement is the answer of a record.
func (c *recording) settlement(more ...string) Settlement {
	return Settlement{
		Reservation: c.id, State: c.state, Tokens: c.tokens, Estimated: c.estimated,
		Flags: append(slices.Clone(c.flags), more...), Verdict: c.verdict, Retry: c.retry,
	}
}

// Release gives a place back that was certainly never used. A place that is
// settled or unknown stays as it is: its answer says so.
func (g *Guard) Release(ctx context.Context, reservation string) (ReservationState, error) {
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
		state = Released
		return s.write(tx, &recording{id: r.id, of: r.seq, state: Released})
	})
	if errors.Is(err, errOlder) {
		var older *settledCall
		if older, err = g.searchRecord(ctx, reservation); err == nil {
			state = older.state
		}
	}
	if err == nil {
		g.drop(reservation)
	}
	return state, err
}

// searchRecord finds a settled reservation's answer in the day files: near the
// day it was made, then on towards today, for a late record is written later.
func (g *Guard) searchRecord(ctx context.Context, id string) (*settledCall, error) {
	minted, _ := mintedAt(id)
	var found *settledCall
	err := g.later(ctx, minted, id, func(e ledger.Entry) error {
		if e.Kind != kindRecord {
			return nil
		}
		c, err := decodeRecording(e)
		if err == nil && c.id == id && (found == nil || found.state == UnknownOutcome) {
			found = &settledCall{recording: *c, done: e.At}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, notFound(id)
	}
	return found, nil
}

// Classify judges an outcome and changes nothing. It needs no ledger: it works
// on the zero Guard.
func (g *Guard) Classify(c Call, o Outcome, attempt int, left time.Duration) (adapters.Verdict, Retry) {
	now := time.Now
	if g.o.Clock != nil {
		now = g.o.Clock
	}
	k, at := seen(c), now()
	e := read(k, nil, o, at)
	v := e.verdict(k)
	shown := o.Shown || e.progress.Started
	return *v, *rounded(planRetry(failure{
		verdict: *v, attempt: max(attempt, 1), shown: shown, left: left, now: at,
	}), at)
}
