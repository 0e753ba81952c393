package guard

import (
	"context"
	"errors"
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// Reserve asks for a place in the budget before one attempt is sent. A grant is
// on disk when Reserve returns. A ledger in trouble is a Denial too: then the
// call must not be made.
func (g *Guard) Reserve(ctx context.Context, c Call) (Answer, error) {
	a, k, err := g.ask(c)
	if err != nil {
		return Answer{}, err
	}
	if err := g.live(); err != nil {
		return g.trouble(a, err)
	}
	fresh := c.Operation == ""
	var ans Answer
	var place reservation
	reserve := func(s *State, tx *ledger.Tx) error {
		if k.by != s.providers {
			k = a.read(c, s.providers)
			g.providers.Store(s.providers)
		}
		ans = Answer{}
		err := g.reserve(s, tx, a, fresh, &ans)
		if ans.Grant != nil {
			place = *s.open[ans.Grant.Reservation]
		}
		return err
	}
	err = g.update(ctx, reserve)
	if errors.Is(err, errOlder) {
		if err = g.searchAsked(ctx, a); err == nil {
			fresh = true
			err = g.update(ctx, reserve)
		}
	}
	if err != nil {
		return g.trouble(a, err)
	}
	if ans.Grant != nil {
		g.keep(place, k)
	}
	return ans, nil
}

// reserve runs under the lock. fresh says that this operation and attempt
// cannot have been settled before.
func (g *Guard) reserve(s *State, tx *ledger.Tx, a *ask, fresh bool, ans *Answer) error {
	now := tx.Now()
	asked := attempt{a.operation, a.attempt}
	if r := s.open[s.asked[asked]]; r != nil { // not lazily: who wrote it may have died before its sync
		ans.Grant = s.again(r, a, now)
		return nil
	}
	if done := s.answers.of(asked); done != nil {
		return over(a, done.id)
	}
	if !fresh && !s.answers.reaches(sinceMint(a.operation, now)) {
		return errOlder
	}
	d := s.decide(a, now)
	if len(d.lost) > 0 {
		return &forgotten{d.lost}
	}
	if d.denial != nil {
		ans.Denial = d.denial
		return g.refuse(s, tx, a, d.denial)
	}
	if err := g.introduce(s, tx); err != nil {
		return err
	}
	a.id = mintAt(now)
	var o ledger.Object
	if _, err := tx.Append(kindReserve, a.encode(&o, s.version)); err != nil {
		return err
	}
	ans.Grant = &Grant{
		Reservation: a.id, Operation: a.operation, Attempt: a.attempt, Lane: a.lane(), Held: a.amount(),
		Expected: a.hold, Worst: a.worst, Estimated: a.estimated, Input: a.input, RawInput: a.corrected(), Timeout: d.timeout, Warnings: d.warnings, Limits: d.uses,
	}
	return nil
}

// again is the grant of a reservation whose answer was lost: the same place,
// not a second one.
func (s *State) again(r *reservation, a *ask, now time.Time) *Grant {
	return &Grant{
		Reservation: r.id, Operation: r.operation, Attempt: r.attempt, Lane: r.lane(), Held: r.amount(),
		Expected: r.hold, Worst: r.worst, Estimated: r.estimated, Input: r.input, RawInput: r.corrected(), Timeout: clip(a.timeout, a.deadline),
		Limits: s.uses(r, now), Repeated: true,
	}
}

// uses are the limits a reservation touches, as they stand.
func (s *State) uses(r *reservation, now time.Time) []LimitUse {
	var uses []LimitUse
	for _, l := range s.limits {
		if l.Matches(r.subject) {
			value := l.PerValue(r.subject)
			uses = append(uses, l.usage(now, value, l.counted.use(now, value)))
		}
	}
	return uses
}

func over(a *ask, id string) *Error {
	return &Error{
		Code:    CodeAlreadySettled,
		Message: "operation " + a.operation + " has settled this attempt already, as reservation " + id,
		Hint:    "a further attempt has a further number; a new question is a new operation",
	}
}

// sinceMint is the earliest instant at which an operation can have been
// reserved: its own, if it is a UUIDv7, else the day before now.
func sinceMint(operation string, now time.Time) time.Time {
	return idTime(operation, now.Add(-24*time.Hour))
}

// introduce writes who this guard is: before its first reservation, when its
// host has said its name, and when others took it for dead.
func (g *Guard) introduce(s *State, tx *ledger.Tx) error {
	g.mu.Lock()
	host, pid := g.host, g.pid
	g.mu.Unlock()
	if k := s.guards[g.id]; k != nil && !k.gone && k.host == host && k.pid == pid {
		return nil
	}
	g.reviveLife() // or who took it for dead would do so again
	var o ledger.Object
	o.Open().String("guard", g.id)
	putText(&o, "host", host)
	putInt(&o, "pid", int64(pid))
	putText(&o, "version", g.o.Version)
	_, err := tx.Append(kindGuard, o.Close())
	return err
}

// trouble makes a denial of what is wrong with the ledger. What is wrong with
// the question stays an error.
func (g *Guard) trouble(a *ask, err error) (Answer, error) {
	return refuse(Denial{Asked: a.amount(), Operation: a.operation, Attempt: a.attempt}, err)
}

// Refuse is the answer to a call when there is no guard to ask: its ledger could
// not be opened. An error of the question itself stays an error.
func Refuse(c Call, err error) (Answer, error) {
	return refuse(Denial{Asked: Amount{Calls: 1}, Operation: c.Operation, Attempt: max(c.Attempt, 1)}, err)
}

func refuse(d Denial, err error) (Answer, error) {
	var e *Error
	if !errors.As(err, &e) || e.Code == CodeInvalid || e.Code == CodeAlreadySettled {
		return Answer{}, err
	}
	d.Reason, d.FitsOut, d.Message = LedgerTrouble, -1, "the call is not made: "+e.Error()
	return Answer{Denial: &d}, nil
}

// searchAsked looks for an attempt in the day files, outside the lock. An error
// says that it is over; none that it never was.
func (g *Guard) searchAsked(ctx context.Context, a *ask) error {
	near := sinceMint(a.operation, g.o.Clock())
	var of uint64
	var id string
	err := g.search(ctx, near, a.operation, func(e ledger.Entry) (bool, error) {
		if e.Kind != kindReserve {
			return false, nil
		}
		r, err := decodeReservation(e)
		if err == nil && r.operation == a.operation && r.attempt == a.attempt {
			of, id = r.seq, r.id
		}
		return of != 0, err
	})
	if err != nil || of == 0 {
		return err
	}
	open := false
	err = g.view(ctx, func(s *State) { open = s.open[id] != nil })
	if err != nil || open {
		return err
	}
	return over(a, id)
}

// search reads the entries that name an id, around the day it was minted.
func (g *Guard) search(ctx context.Context, near time.Time, id string, fn func(ledger.Entry) (stop bool, err error)) error {
	return ledgerError(g.led.Find(ctx, near, ledger.AppendString(nil, id), fn))
}

// later reads the entries that name an id from the day it was minted on to
// today: what became of a call may be written much later.
func (g *Guard) later(ctx context.Context, minted time.Time, id string, fn func(ledger.Entry) error) error {
	const step = 3 * 24 * time.Hour // search looks at a day and its neighbours
	end := g.o.Clock().Add(step)
	seen := map[uint64]bool{}
	for near := minted; near.Before(end); near = near.Add(step) {
		err := g.search(ctx, near, id, func(e ledger.Entry) (bool, error) {
			if seen[e.Seq] {
				return false, nil
			}
			seen[e.Seq] = true
			return false, fn(e)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
