package guard

import (
	"fmt"
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// addition derives the current windows' sums from the raw entries by nothing
// but adding up, without counters, starts or the other devices of the fold. It
// is what Verify holds the fold against.
type addition struct {
	now    time.Time
	upto   uint64
	limits []*limit // in force, as the state counted them
	sums   []map[string]columns
	open   map[uint64]*reservation
	lossy  bool // damage took attributes away: sums by attributes cannot be complete
}

type columns struct{ settled, held, unknown Amount }

func (c columns) sum() Amount { return c.settled.plus(c.held).plus(c.unknown) }

func (c counter) columns() columns { return columns{c.settled, c.held, c.unknown} }

// newAddition copies what the state counted, to be compared later. It is
// called with the state still.
func newAddition(s *State, now time.Time) *addition {
	a := &addition{now: now, upto: s.seq, open: map[uint64]*reservation{}, lossy: len(s.missing) > 0}
	for _, l := range s.limits {
		counted := map[string]columns{}
		for _, value := range l.counted.values(now) {
			c := l.counted.use(now, value)
			counted[value] = c.columns()
		}
		made, err := newLimit(l.Limit, s.config, s.zone) // its own: the state's go on moving
		if err != nil {
			continue
		}
		a.limits = append(a.limits, made)
		a.sums = append(a.sums, counted)
	}
	return a
}

// entry takes one entry: what a reservation adds is taken off the counted sums,
// so that nothing may be left in the end.
func (a *addition) entry(e ledger.Entry) error {
	switch e.Kind {
	case kindReserve:
		r, err := decodeReservation(e)
		a.open[e.Seq] = r
		return err
	case kindRecord:
		c, err := decodeRecording(e)
		if err != nil {
			return err
		}
		a.record(c)
	case kindDead, kindBye:
		return a.gone(e)
	}
	return nil
}

func (a *addition) record(c *recording) {
	r := a.open[c.of]
	switch {
	case r == nil:
	case c.state == UnknownOutcome:
		r.state = UnknownOutcome
	default:
		delete(a.open, c.of)
		if c.state == Settled {
			a.take(r, columns{settled: Amount{1, c.tokens.Sum()}})
		}
	}
}

func (a *addition) gone(e ledger.Entry) error {
	var id string
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		if key == "guard" {
			return text(v, &id)
		}
		return nil
	})
	for _, r := range a.open {
		if r.guard == id {
			r.state = UnknownOutcome
		}
	}
	return err
}

func (a *addition) take(r *reservation, c columns) {
	for i, l := range a.limits {
		if !l.Matches(r.subject) || !l.counted.covers(a.now, r.at) {
			continue
		}
		value := l.PerValue(r.subject)
		was := a.sums[i][value]
		a.sums[i][value] = columns{was.settled.minus(c.settled), was.held.minus(c.held), was.unknown.minus(c.unknown)}
	}
}

// compare says what is left over.
func (a *addition) compare() []string {
	for _, r := range a.open {
		if r.state == UnknownOutcome {
			a.take(r, columns{unknown: r.amount()})
		} else {
			a.take(r, columns{held: r.amount()})
		}
	}
	var problems []string
	for i, l := range a.limits {
		for _, value := range names(a.sums[i]) {
			left := a.sums[i][value]
			if a.lossy && left.sum().Calls >= 0 && left.sum().Tokens >= 0 {
				continue // what was lost counts for every value, on top of what is left to add up
			}
			if left != (columns{}) {
				problems = append(problems, fmt.Sprintf(
					"limit %s counts other than its entries add up to: settled by %+v, held by %+v, unknown by %+v",
					l.label(value), left.settled, left.held, left.unknown))
			}
		}
	}
	return problems
}
