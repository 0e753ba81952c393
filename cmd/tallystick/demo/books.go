package demo

import (
	"context"
	"fmt"

	"github.com/tallystick/tallystick/guard"
)

// allLines is more than any story writes; the guard gives no more than that.
const allLines = 1000

// books is what the ledger says of one pool.
type books struct {
	Calls   int64 `json:"calls"` // settled, held and unknown, from the limit's counter
	Ceiling int64 `json:"ceiling"`
	Tokens  int64 `json:"tokens"`
	Lines   int   `json:"lines"` // the same calls, one by one, from the journal
}

// readBooks reads the counter and the journal: two ways to the same number.
func readBooks(ctx context.Context, g *guard.Guard, pool string) (books, error) {
	var b books
	st, err := g.Status(ctx)
	if err != nil {
		return b, err
	}
	for _, l := range st.Limits {
		if l.Name != pool || len(l.Uses) == 0 {
			continue
		}
		u := l.Uses[0]
		b.Ceiling = u.Ceiling.Calls
		b.Calls = u.Settled.Calls + u.Held.Calls + u.Unknown.Calls
		b.Tokens = u.Settled.Tokens + u.Held.Tokens + u.Unknown.Tokens
	}
	if b.Ceiling == 0 {
		return b, fmt.Errorf("the ledger shows no limit named %q", pool)
	}
	lines, err := g.Recent(ctx, guard.RecentFilter{Tail: allLines})
	for _, l := range lines {
		if l.Pool == pool && l.Refused == "" {
			b.Lines++
		}
	}
	return b, err
}
