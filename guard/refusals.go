package guard

import (
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// A refusal is written once for each limit and window, then only counted, and
// the count is written now and then: a caller that hammers cannot grow the
// ledger (one entry an hour, however hard).

const (
	refusalPause = time.Hour // between two notes about the same refusal
	maxRefusals  = 1_000     // kinds of refusal that are counted apart
)

// refusalKey is one kind of refusal.
type refusalKey struct {
	reason        Reason
	limit, window string
}

// refusalCount is what was refused since it was last written.
type refusalCount struct {
	n       int64
	written time.Time
	last    Denial
	who     Attributes
	pool    string
	lane    Lane
}

type refusals map[refusalKey]*refusalCount

// pending says whether something was refused and not written.
func (r refusals) pending() bool {
	for _, c := range r {
		if c.n > 0 {
			return true
		}
	}
	return false
}

// refuse notes a denial, if it is the first of its kind or the last note is old.
func (g *Guard) refuse(s *State, tx *ledger.Tx, a *ask, d *Denial) error {
	tx.Lazy()
	key := refusalKey{d.Reason, d.Limit, d.Window}
	c := g.refusals[key]
	if c == nil {
		if g.refusals == nil || len(g.refusals) >= maxRefusals {
			if err := g.flushRefusals(tx); err != nil {
				return err
			}
			g.refusals = refusals{}
		}
		c = &refusalCount{}
		g.refusals[key] = c
	}
	c.n++
	c.last, c.pool, c.lane = *d, a.subject.Pool, a.lane()
	c.who = Attributes{Source: a.subject.Source, Task: a.subject.Task, Run: a.subject.Run, Tags: a.subject.Tags}
	if now := tx.Now(); now.Sub(c.written) >= refusalPause || now.Before(c.written) {
		return c.write(tx, now)
	}
	return nil
}

func (g *Guard) flushRefusals(tx *ledger.Tx) error {
	for _, c := range g.refusals {
		if c.n == 0 {
			continue
		}
		if err := c.write(tx, tx.Now()); err != nil {
			return err
		}
	}
	return nil
}

func (c *refusalCount) write(tx *ledger.Tx, now time.Time) error {
	var o ledger.Object
	o.Open().String("reason", string(c.last.Reason))
	putText(&o, "limit", c.last.Limit)
	putText(&o, "value", c.last.Value)
	putText(&o, "window", c.last.Window)
	putText(&o, "metric", c.last.Metric)
	o.Int("n", c.n).String("pool", c.pool)
	putText(&o, "source", c.who.Source)
	putText(&o, "task", c.who.Task)
	putText(&o, "run", c.who.Run)
	putDictionary(&o, "tags", c.who.Tags)
	putText(&o, "provider", c.lane.Provider)
	putText(&o, "key", c.lane.Key)
	putText(&o, "model", c.lane.Model)
	o.Int("tokens", c.last.Asked.Tokens)
	c.n, c.written = 0, now
	_, err := tx.Note(kindRefused, o.Close())
	return err
}
