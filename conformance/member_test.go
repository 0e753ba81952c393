package conformance

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"time"
)

// crowdHost is one host process: 8 callers on one guard, until the budget is used
// up. It kills its own guard once, at a moment drawn beforehand.
func crowdHost() int {
	seed, _ := strconv.ParseUint(os.Getenv(seedEnv), 10, 64)
	r := rand.New(rand.NewPCG(seed, 1))
	h := &crowdMember{slot: os.Getenv("CROWD_SLOT"), env: environ(os.Getenv(homeEnv))}
	if _, err := h.guard(nil); err != nil {
		fmt.Fprintln(os.Stderr, "host", h.slot, err)
		return 1
	}
	if r.IntN(2) == 0 {
		time.AfterFunc(time.Duration(r.IntN(300))*time.Millisecond, h.killGuard)
	}
	errs := make(chan error, crowdCallers)
	for i := range crowdCallers {
		seeds := rand.New(rand.NewPCG(r.Uint64(), 2))
		go func() { errs <- h.call(fmt.Sprintf("%s.%d", h.slot, i), seeds) }()
	}
	code := 0
	for range crowdCallers {
		if err := <-errs; err != nil {
			fmt.Fprintln(os.Stderr, "host", h.slot, err)
			code = 1
		}
	}
	if g, err := h.guard(nil); err == nil {
		_ = g.leave()
	}
	return code
}

// crowdMember holds the guard its callers share; the mutex is held while a dead
// one is replaced, so that 8 callers start one.
type crowdMember struct {
	slot string
	env  []string

	mu  sync.Mutex
	now *guard
}

// guard gives the guard to use; dead is the one the caller found dead.
func (h *crowdMember) guard(dead *guard) (*guard, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.now != nil && h.now != dead {
		return h.now, nil
	}
	if h.now != nil {
		h.now.kill()
	}
	var err error
	h.now, err = spawn(h.env, "crowd "+h.slot)
	return h.now, err
}

func (h *crowdMember) killGuard() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.now.cmd.Process.Kill() == nil {
		say("killed")
	}
}

// say is one write, so that lines of several callers do not mix.
func say(format string, args ...any) { _, _ = fmt.Fprintf(os.Stdout, format+"\n", args...) }

// call makes calls until there is no budget. An answer that was lost is asked
// for again with the same operation by half of the callers; the others go on.
func (h *crowdMember) call(name string, r *rand.Rand) error {
	as := attributes(r)
	g, err := h.guard(nil)
	operation, again := "", false
	for err == nil {
		if !again {
			operation = fmt.Sprintf("%s-%d", name, r.Uint64())
		}
		again = false
		var got granted
		got, err = g.reserve(place(operation, 1, as))
		var refused *wireError
		switch {
		case errors.As(err, &refused) && refused.Data.Code == "already_settled":
			err = nil
		case errors.Is(err, errGone):
			again = r.IntN(2) == 0
			g, err = h.guard(g)
		case err != nil:
		case got.Granted:
			say("heard %s %s %s", name, got.Reservation, operation)
			err = h.finish(g, got.Reservation, r)
		case got.Denial.Limit == "all":
			return nil
		case got.Denial.Reason != "budget_exhausted":
			err = fmt.Errorf("%s: %s", got.Denial.Reason, got.Denial.Message)
		default: // some other limit is used up: go on as somebody whom only the big one stops
			as = object{"source": "spare", "task": fmt.Sprint("spare", r.Uint64()), "run": fmt.Sprint(r.Uint64())}
		}
	}
	return fmt.Errorf("caller %s: %w", name, err)
}

func attributes(r *rand.Rand) object {
	as := object{
		"source": []string{"cron", "subagent", "interactive"}[r.IntN(3)],
		"task":   fmt.Sprint("task", r.IntN(20)),
		"run":    fmt.Sprint("run", r.IntN(3)),
	}
	if r.IntN(3) == 0 {
		as["tags"] = object{"team": "blue"}
	}
	return as
}

// finish is the time a provider takes, and the record; one call in ten is never
// recorded. A guard that is gone has lost the outcome: the call is unknown.
func (h *crowdMember) finish(g *guard, id string, r *rand.Rand) error {
	time.Sleep(time.Duration(r.IntN(2000)) * time.Microsecond)
	if r.IntN(10) == 0 {
		return nil
	}
	if _, err := g.record(id, done); err != nil && !errors.Is(err, errGone) {
		return err
	}
	return nil
}
