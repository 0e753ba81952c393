package guard

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/ledger"
)

// collector gathers what the windows of new limits hold: from history up to
// one entry, and from the entry after it as things are settled.
type collector struct {
	config  config.Config
	anew    []string
	version uint64 // of the limits it is compared with
	upto    uint64 // history ends with this entry
	from    time.Time
	back    time.Duration // by how much the clock stepped back, at most
	limits  []*limit
	oldest  []int64                 // the first window of each that is gathered
	open    map[uint64]*reservation // read in history, without an outcome yet
	broken  bool                    // the state was built anew meanwhile; set under the ledger's lock

	mu   sync.Mutex // history and new settlements come at once
	sums []map[cellKey]Amount
}

type cellKey struct {
	value string
	key   int64
}

// prepare finds the limits that are new and where their windows begin.
func (s *State) prepare(w wanted, now time.Time, anew []string) *collector {
	c := &collector{config: w.inForce(s), anew: anew, version: s.version, upto: s.seq, back: s.back, open: map[uint64]*reservation{}}
	if s.seq > 0 && s.at.Before(now) {
		now = s.at
	}
	for _, l := range c.config.Limits {
		made, err := newLimit(l, c.config, cmp.Or(s.zone, "UTC"))
		if err != nil || s.alike(made) != nil && !slices.Contains(anew, l.Name) {
			continue
		}
		before := made.counted.before(now)
		begin := made.counted.window(before).Start // zero for "total"
		if len(c.limits) == 0 || begin.Before(c.from) {
			c.from = begin
		}
		c.limits = append(c.limits, made)
		c.sums = append(c.sums, map[cellKey]Amount{})
		c.oldest = append(c.oldest, made.counted.key(before))
	}
	return c
}

// collect reads history.
func (g *Guard) collect(ctx context.Context, c *collector) error {
	if len(c.limits) == 0 {
		return nil
	}
	const late = 48 * time.Hour // files are chosen by their date, in whatever zone
	from := c.from
	if !from.IsZero() {
		from = from.Add(-late - c.back) // a record may bear an earlier time than its reserve
	}
	return g.led.Scan(ctx, from, farAhead(g.o.Clock()), c.entry)
}

// entry takes one entry of history.
func (c *collector) entry(e ledger.Entry) error {
	if e.Seq > c.upto {
		return nil
	}
	switch e.Kind {
	case kindReserve:
		r, err := decodeReservation(e)
		if err != nil {
			return err
		}
		c.open[e.Seq] = r
	case kindRecord:
		return c.record(e)
	}
	return nil
}

func (c *collector) record(e ledger.Entry) error {
	rec, err := decodeRecording(e)
	if err != nil || rec.state == UnknownOutcome {
		return err
	}
	r := c.open[rec.of]
	if r == nil {
		return nil // reserved before the windows began, or lost: the state knows those
	}
	delete(c.open, rec.of)
	if rec.state == Settled {
		c.settled(r, Amount{Calls: 1, Tokens: rec.tokens.Sum()})
	}
	return nil
}

// settled adds a settled call to the windows it belongs to.
func (c *collector) settled(r *reservation, a Amount) {
	if a.Calls == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, l := range c.limits {
		key := l.counted.key(r.at)
		if key < c.oldest[i] || !l.Matches(r.subject) {
			continue
		}
		k := cellKey{l.PerValue(r.subject), key}
		c.sums[i][k] = c.sums[i][k].plus(a)
	}
}

// maxCells keeps a start entry well below the ledger's largest entry.
const maxCells = 400

// starts puts what was gathered into entries.
func (c *collector) starts(set string) []start {
	var all []start
	for i, l := range c.limits {
		cells := make([]cell, 0, len(c.sums[i]))
		for k, a := range c.sums[i] {
			cells = append(cells, cell{k.value, k.key, a})
		}
		slices.SortFunc(cells, func(a, b cell) int {
			if a.key != b.key {
				return int(max(min(a.key-b.key, 1), -1))
			}
			return strings.Compare(a.value, b.value)
		})
		for part := range slices.Chunk(cells, maxCells) {
			all = append(all, start{set: set, limit: l.Name, cells: part})
		}
	}
	return all
}
