package guard

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// Explain tells the whole story of one reservation or operation: its attempts,
// what was decided, and how the limits stood when it was granted.
func (g *Guard) Explain(ctx context.Context, id string) (Story, error) {
	if err := g.isClosed(); err != nil {
		return Story{}, err
	}
	if len(id) == 0 || len(id) > MaxOperation || !printable(id) {
		return Story{}, invalid("a reservation is named by its id; `tallystick recent` lists them")
	}
	near := idTime(id, g.o.Clock())
	var first *reservation
	err := g.search(ctx, near, id, func(e ledger.Entry) (bool, error) {
		if e.Kind != kindReserve {
			return false, nil
		}
		r, err := decodeReservation(e)
		if err == nil && (r.id == id || r.operation == id) {
			first = r
		}
		return first != nil, err
	})
	if err != nil {
		return Story{}, err
	}
	if first == nil {
		return g.orphanStory(ctx, id)
	}
	story := Story{Reservation: first.id}
	if err := g.attempts(ctx, first, &story); err != nil {
		return Story{}, err
	}
	if story.Limits, err = g.limitsAt(ctx, first); err != nil {
		return Story{}, err
	}
	return story, g.view(ctx, func(s *State) {
		fate := s.fates(story.Calls)
		for i := range story.Calls {
			fate(&story.Calls[i])
		}
	})
}

// attempts gathers every attempt of an operation with its outcome.
func (g *Guard) attempts(ctx context.Context, first *reservation, story *Story) error {
	var all []*reservation
	err := g.search(ctx, first.at, first.operation, func(e ledger.Entry) (bool, error) {
		if e.Kind != kindReserve {
			return false, nil
		}
		r, err := decodeReservation(e)
		if err == nil && r.operation == first.operation {
			all = append(all, r)
		}
		return false, err
	})
	if err != nil {
		return err
	}
	sort.Slice(all, func(i, j int) bool { return all[i].seq < all[j].seq })
	for _, r := range all {
		line := r.line()
		story.Entries = append(story.Entries, StoryEntry{Seq: r.seq, At: r.at, Kind: kindReserve, Text: r.tale()})
		if err := g.outcomes(ctx, r, &line, story); err != nil {
			return err
		}
		story.Calls = append(story.Calls, line)
	}
	sort.SliceStable(story.Entries, func(i, j int) bool { return story.Entries[i].Seq < story.Entries[j].Seq })
	return nil
}

// outcomes finds the records of one reservation: near its own day, or later.
func (g *Guard) outcomes(ctx context.Context, r *reservation, line *CallLine, story *Story) error {
	return g.later(ctx, r.at, r.id, func(e ledger.Entry) error {
		if e.Kind != kindRecord {
			return nil
		}
		c, err := decodeRecording(e)
		if err != nil || c.id != r.id {
			return err
		}
		c.tell(line)
		story.Entries = append(story.Entries, StoryEntry{Seq: e.Seq, At: e.At, Kind: kindRecord, Text: c.tale()})
		return nil
	})
}

// orphanStory tells what is left of a call whose reserve line was lost to damage: its
// records name it still.
func (g *Guard) orphanStory(ctx context.Context, id string) (Story, error) {
	story := Story{Reservation: id}
	at := idTime(id, g.o.Clock())
	err := g.later(ctx, at, id, func(e ledger.Entry) error {
		if e.Kind != kindRecord {
			return nil
		}
		c, err := decodeRecording(e)
		if err != nil || c.id != id {
			return err
		}
		if len(story.Entries) == 0 {
			lost := "this line was lost to damage: who called, and what was held, cannot be told"
			story.Entries = append(story.Entries, StoryEntry{Seq: c.of, At: at, Kind: kindReserve, Text: lost})
		}
		story.Entries = append(story.Entries, StoryEntry{Seq: e.Seq, At: e.At, Kind: kindRecord, Text: c.tale()})
		return nil
	})
	if err == nil && len(story.Entries) == 0 {
		err = notFound(id)
	}
	if err != nil {
		return Story{}, err
	}
	return story, nil
}

func (r *reservation) tale() string {
	est := ""
	if r.estimated {
		est = " (est.)"
	}
	return fmt.Sprintf("attempt %d of operation %s: 1 call and %d tokens%s held for %s in pool %s, at most %d%s",
		r.attempt, r.operation, r.hold, est, holderName(holderOf(r)), r.subject.Pool, r.worst, r.inputTale())
}

// inputTale says where the number of input tokens comes from.
func (r *reservation) inputTale() string {
	switch raw := r.corrected(); {
	case raw > 0:
		return fmt.Sprintf("; input %d estimated, %.2f x by what this model reported", r.input, float64(r.input)/float64(raw))
	case r.raw() > 0:
		return fmt.Sprintf("; input %d estimated", r.input)
	}
	return "" // stated by the host, or an entry of an older guard
}

func (c *recording) tale() string {
	words := []string{string(c.state)}
	if c.state == Settled {
		est := ""
		if c.estimated {
			est = " (est.)"
		}
		words = append(words, fmt.Sprintf("%d tokens%s", c.tokens.Sum(), est))
	}
	if c.status != 0 {
		words = append(words, fmt.Sprintf("status %d", c.status))
	}
	if c.verdict != nil {
		words = append(words, fmt.Sprintf("%s (%s)", c.verdict.Class, c.verdict.Evidence))
	}
	if c.retry != nil && c.retry.Retry {
		words = append(words, fmt.Sprintf("told to retry after %s", short(c.retry.Wait)))
	} else if c.retry != nil {
		words = append(words, "told not to retry: "+c.retry.Reason)
	}
	if len(c.flags) > 0 {
		words = append(words, strings.Join(c.flags, ", "))
	}
	if c.request != "" {
		words = append(words, "provider's id "+c.request)
	}
	if c.remaining != "" {
		words = append(words, "the provider said "+c.remaining)
	}
	if c.by != "" {
		words = append(words, "by "+c.by)
	}
	return strings.Join(words, "; ")
}

var errReached = errors.New("reached")

// limitsAt folds history up to a reservation and looks at the limits it touched.
func (g *Guard) limitsAt(ctx context.Context, r *reservation) ([]LimitUse, error) {
	s := newState()
	err := g.led.Scan(ctx, time.Time{}, farAhead(g.o.Clock()), func(e ledger.Entry) error {
		if err := s.Apply(e); err != nil {
			return err
		}
		if e.Seq >= r.seq {
			return errReached
		}
		return nil
	})
	if err != nil && !errors.Is(err, errReached) {
		return nil, ledgerError(err)
	}
	return s.uses(r, r.at), nil
}
