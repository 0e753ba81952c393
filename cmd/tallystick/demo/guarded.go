package demo

import (
	"context"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
)

// agent is the same script with a guard in front of each attempt.
type agent struct {
	clock *simClock
	guard *guard.Guard
	pool  string
	who   guard.Attributes
}

// ended is how one operation of an agent ended.
type ended struct {
	well   bool
	denial *guard.Denial     // the budget refused: nothing was sent
	last   *adapters.Verdict // what the last failure meant
	why    string            // why there was no further attempt
}

// ask is the whole of what a shim does: reserve, send, record, and do what the
// answer says. It holds no rule of its own.
func (a agent) ask(ctx context.Context, r request) (ended, error) {
	call := guard.Call{Pool: a.pool, Attributes: a.who, Seen: &adapters.Attempt{URL: r.url, Body: r.body}}
	for call.Attempt = 1; ; call.Attempt++ {
		ans, err := a.guard.Reserve(ctx, call)
		if err != nil {
			return ended{}, err
		}
		if ans.Denial != nil {
			return ended{denial: ans.Denial}, nil
		}
		call.Operation = ans.Grant.Operation
		a.clock.wait(ans.Grant.Wait)
		s, err := a.send(ctx, r, ans.Grant.Reservation)
		switch {
		case err != nil:
			return ended{}, err
		case s.Verdict == nil:
			return ended{well: true}, nil
		case s.Retry == nil || !s.Retry.Retry:
			return ended{last: s.Verdict, why: reason(s.Retry)}, nil
		}
		a.clock.wait(s.Retry.Wait)
	}
}

// send makes the attempt and records what became of it.
func (a agent) send(ctx context.Context, r request, reservation string) (guard.Settlement, error) {
	began := time.Now()
	got := r.send(ctx)
	out := guard.Outcome{
		Status: got.status, Headers: got.header, Body: got.body,
		Elapsed: time.Since(began), ReceivedAt: a.clock.Now(),
	}
	if got.err != nil {
		out.ErrType, out.ErrText = "network", got.err.Error()
	}
	return a.guard.Record(ctx, reservation, out, 0)
}

func reason(r *guard.Retry) string {
	if r == nil {
		return ""
	}
	return r.Reason
}
