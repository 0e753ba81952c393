package guard

import (
	"cmp"
	"context"
	"fmt"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/ledger"
)

// Adopt makes a changed tallystick.yaml count now, and not with the next
// reserve. An unacceptable file is an error here, and an event for everybody.
func (g *Guard) Adopt(ctx context.Context) error {
	if err := g.isClosed(); err != nil {
		return err
	}
	if w := g.read(); w.err != nil {
		return &Error{Code: CodeInvalid, Message: w.err.Error(), Hint: "the last accepted limits stay in force", Err: w.err}
	}
	return g.update(ctx, func(*State, *ledger.Tx) error { return nil })
}

// Pause stops a pool ("*": all pools) until somebody lets it go on. It holds in
// every process, and survives them all.
func (g *Guard) Pause(ctx context.Context, pool, why string) error {
	pool = cmp.Or(pool, defaultPool)
	if len(pool) > MaxAttribute {
		return invalid("a pool's name has at most %d bytes", MaxAttribute)
	}
	return g.update(ctx, func(s *State, tx *ledger.Tx) error {
		var o ledger.Object
		o.Open().String("pool", pool)
		putText(&o, "why", cut(why, MaxAttribute))
		putText(&o, "by", g.o.By)
		_, err := tx.Append(kindPause, o.Close())
		return err
	})
}

// Resume lets a paused pool go on; "*" lifts every pause.
func (g *Guard) Resume(ctx context.Context, pool string) error {
	pool = cmp.Or(pool, defaultPool)
	return g.update(ctx, func(s *State, tx *ledger.Tx) error {
		if _, ok := s.paused[pool]; !ok && (pool != allPools || len(s.paused) == 0) {
			if _, all := s.paused[allPools]; all {
				return invalid("all pools are paused, not %q alone: `tallystick resume` lifts that", pool)
			}
			return invalid("pool %q is not paused", pool)
		}
		var o ledger.Object
		o.Open().String("pool", pool)
		putText(&o, "by", g.o.By)
		_, err := tx.Append(kindResume, o.Close())
		return err
	})
}

// BudgetOff lets every call pass; counts go on.
func (g *Guard) BudgetOff(ctx context.Context) error { return g.budget(ctx, false) }

// BudgetOn enforces the limits again.
func (g *Guard) BudgetOn(ctx context.Context) error { return g.budget(ctx, true) }

func (g *Guard) budget(ctx context.Context, on bool) error {
	return g.update(ctx, func(s *State, tx *ledger.Tx) error {
		if s.off != on {
			return nil
		}
		var o ledger.Object
		o.Open().Bool("on", on)
		putText(&o, "by", g.o.By)
		_, err := tx.Append(kindBudget, o.Close())
		return err
	})
}

// SettleUnknown settles a call nobody reported at what a person says it used.
// The id may name numbers that a repair found missing ("missing:17").
func (g *Guard) SettleUnknown(ctx context.Context, id string, tokens int64) error {
	if tokens < 0 || tokens > MaxTokens {
		return invalid("tokens lie between 0 and %d", MaxTokens)
	}
	return g.resolve(ctx, id, Settled, tokens)
}

// ReleaseUnknown gives back a call that a person knows was never sent.
func (g *Guard) ReleaseUnknown(ctx context.Context, id string) error {
	return g.resolve(ctx, id, Released, 0)
}

func (g *Guard) resolve(ctx context.Context, id string, state ReservationState, tokens int64) error {
	first, last, lost := parseMissing(id)
	return g.update(ctx, func(s *State, tx *ledger.Tx) error {
		if lost {
			return g.resolveMissing(s, tx, first, last, state, tokens)
		}
		r := s.open[id]
		if done := s.answers.find(id); r == nil && done != nil {
			return &Error{Code: CodeAlreadySettled, Message: fmt.Sprintf("reservation %s is %s already", id, done.state)}
		}
		if r == nil {
			return notFound(id)
		}
		if r.state != UnknownOutcome {
			return &Error{
				Code: CodeInvalid, Message: fmt.Sprintf("reservation %s is in flight, its guard is alive", id),
				Hint: "wait for its record, or end the process that made it",
			}
		}
		c := &recording{id: r.id, of: r.seq, state: state, flags: []string{flagLate}, by: cmp.Or(g.o.By, "somebody")}
		if state == Settled {
			c.tokens, c.estimated = adapters.Tokens{Input: min(r.input, tokens), Output: tokens - min(r.input, tokens)}, true
		}
		return s.write(tx, c)
	})
}

func (g *Guard) resolveMissing(s *State, tx *ledger.Tx, first, last uint64, state ReservationState, tokens int64) error {
	asked := gap{first: first, last: last}.id()
	switch g, ok := s.gapOf(first, last); {
	case !ok:
		return notFound(asked)
	case g.state != UnknownOutcome:
		return &Error{Code: CodeAlreadySettled, Message: fmt.Sprintf("%s is %s already", asked, g.state)}
	}
	var o ledger.Object
	o.Open().Uint("first", first).Uint("last", last).String("state", string(state)).Int("tokens", tokens)
	_, err := tx.Append(kindMissing, o.String("by", cmp.Or(g.o.By, "somebody")).Close())
	return err
}

// adminEntry is the body of pause, resume and budget entries.
type adminEntry struct {
	pool, by, why string
	on            bool
}

func decodeAdmin(e ledger.Entry) (adminEntry, error) {
	var a adminEntry
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		switch key {
		case "pool":
			return text(v, &a.pool)
		case "by":
			return text(v, &a.by)
		case "why":
			return text(v, &a.why)
		case "on":
			return flag(v, &a.on)
		}
		return nil
	})
	a.by = cmp.Or(a.by, "somebody")
	return a, err
}

func (s *State) foldPause(e ledger.Entry) error {
	a, err := decodeAdmin(e)
	s.paused[a.pool] = Pause{Pool: a.pool, By: a.by, Why: a.why, Since: e.At}
	s.event(e.At, "paused", fmt.Sprintf("%s paused %s%s", a.by, poolName(a.pool), because(a.why)))
	return err
}

func poolName(pool string) string {
	if pool == allPools {
		return "every pool"
	}
	return fmt.Sprintf("pool %q", pool)
}

func (s *State) foldResume(e ledger.Entry) error {
	a, err := decodeAdmin(e)
	delete(s.paused, a.pool)
	if a.pool == allPools {
		clear(s.paused)
	}
	s.event(e.At, "resumed", fmt.Sprintf("%s let %s go on", a.by, poolName(a.pool)))
	return err
}

func (s *State) foldBudget(e ledger.Entry) error {
	a, err := decodeAdmin(e)
	s.off = !a.on
	kind, words := "budget_off", "the budget is off: calls are counted, nothing is refused"
	if a.on {
		kind, words = "budget_on", "the budget is on again"
	}
	s.event(e.At, kind, fmt.Sprintf("%s (%s)", words, a.by))
	return err
}
