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
	j := &judgement{
		g: g, id: reservation, k: k, f: f, o: o, now: g.o.Clock(), left: left,
		jitter: time.Duration(rand.N(MaxJitter.Milliseconds())) * time.Millisecond,
	}
	j.found = judge(k, f, o, j.now)
	err := g.append(ctx, j.record)
	if errors.Is(err, errOlder) {
		if err = g.searchRecord(ctx, j); err == nil {
			err = g.append(ctx, j.record)
		}
	}
	if err != nil {
		return Settlement{}, err
	}
	if j.answer.State != UnknownOutcome {
		g.drop(reservation)
	}
	return j.answer, nil
}

// judgement is one record on its way into the ledger.
type judgement struct {
	g      *Guard
	id     string
	k      known
	f      *inflight // nil when another process granted the call
	found  finding
	o      Outcome
	now    time.Time // of the outcome
	left   time.Duration
	jitter time.Duration

	searched bool
	place    *reservation // what the day files say of it, once they were searched
	older    *settledCall
	last     uint64 // the entry that older is from
	answer   Settlement
}

// record runs under the lock.
func (j *judgement) record(s *State, tx *ledger.Tx) error {
	tx.Lazy()
	if j.k.by != s.providers {
		j.k.by = s.providers
		j.found = judge(j.k, j.f, j.o, j.now)
	}
	r := s.open[j.id]
	if r == nil && j.f != nil && s.openGap(j.f.place.seq, j.f.place.seq) {
		r = &j.f.place // its line was lost to damage; this process knows it still
	}
	done := s.answers.find(j.id)
	if done == nil && r == nil {
		done = j.older
	}
	switch {
	case done != nil && done.state == Released && j.found.state != Released:
		return j.again(s, tx)
	case done != nil && (r == nil || j.found.state == UnknownOutcome):
		j.answer = done.settlement(flagRepeated)
		return nil
	case r == nil:
		return missing(s, j.id)
	}
	return j.write(s, tx, r)
}

func (j *judgement) write(s *State, tx *ledger.Tx, r *reservation, flags ...string) error {
	c := j.found.recording(r, j.o)
	c.flags = append(c.flags, flags...)
	c.retry = s.retry(r, &j.found, j.left, j.jitter, tx.Now())
	j.answer = c.settlement()
	return s.write(tx, c)
}

// again takes the place of a released call once more, at its own instant: there
// is an outcome, so it was sent after all. A person's word or a race of the host
// gives nothing away.
func (j *judgement) again(s *State, tx *ledger.Tx) error {
	if j.place == nil && !j.searched {
		return errOlder
	}
	if j.place == nil { // its reserve line is lost: there is nothing to take again
		return notFound(j.id)
	}
	if err := j.g.introduce(s, tx); err != nil {
		return err
	}
	r := *j.place
	r.guard = j.g.id
	var o ledger.Object
	if _, err := tx.Append(kindReserve, r.encode(&o, s.version)); err != nil {
		return err
	}
	return j.write(s, tx, s.open[r.id], flagLate)
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
		k.by = s.providers
		r := s.open[reservation]
		if r == nil {
			return
		}
		k.ask = adapters.Ask{Provider: r.subject.Provider, Model: r.subject.Model, InputTokens: r.input, Begins: r.begins}
		_, k.dialect, _ = s.providers.Find(adapters.Attempt{Provider: r.subject.Provider})
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
	if f.unread {
		c.tokens.Output = min(c.tokens.Output, max(r.hold-c.tokens.Input, 0))
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
		verdict: *f.verdict, attempt: r.attempt, shown: f.shown, begun: r.begins && f.state != Released, left: left,
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
