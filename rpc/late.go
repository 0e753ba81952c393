package rpc

import (
	"context"
	"sync"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/config"
)

// lateTill stands in for a till whose ledger could not be opened when the host
// came: an agent that does other work, too, must not die of a full disk before
// it has begun. The host is told at initialize; every reserve is a refusal with
// the reason, and the first call that finds the ledger usable again opens it.
type lateTill struct {
	open  func(context.Context) (Till, error)
	hello func(Till)             // what Hello said, for the till that comes
	known func() *adapters.Known // see Options.Known

	// mu is held while the ledger is opened, so that one caller does it, and
	// protects till.
	mu   sync.Mutex
	till Till // nil until then
}

var _ Till = (*lateTill)(nil)

// ready is the till, opened now if that is possible.
func (l *lateTill) ready(ctx context.Context) (Till, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.till != nil {
		return l.till, nil
	}
	till, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	l.hello(till)
	l.till = till
	return till, nil
}

func (l *lateTill) Hello(host string, pid int, def guard.Attributes) {
	l.hello = func(t Till) { t.Hello(host, pid, def) }
}

func (l *lateTill) Reserve(ctx context.Context, c guard.Call) (guard.Answer, error) {
	till, err := l.ready(ctx)
	if err != nil {
		return guard.Refuse(c, err)
	}
	return till.Reserve(ctx, c)
}

func (l *lateTill) Record(ctx context.Context, reservation string, o guard.Outcome, left time.Duration) (guard.Settlement, error) {
	till, err := l.ready(ctx)
	if err != nil {
		return guard.Settlement{}, err
	}
	return till.Record(ctx, reservation, o, left)
}

func (l *lateTill) Stream(reservation string, chunk []byte) error {
	till, err := l.ready(context.Background())
	if err != nil {
		return err
	}
	return till.Stream(reservation, chunk)
}

// Classify needs no ledger.
func (l *lateTill) Classify(c guard.Call, o guard.Outcome, attempt int, left time.Duration) (adapters.Verdict, guard.Retry) {
	return guard.Judge(l.known(), c, o, attempt, left, time.Now())
}

// Calls needs none either: they are refused, and must be seen for that.
func (l *lateTill) Calls(context.Context) []adapters.CallPattern { return l.known().Calls() }

func (l *lateTill) Release(ctx context.Context, reservation string) (guard.ReservationState, error) {
	till, err := l.ready(ctx)
	if err != nil {
		return "", err
	}
	return till.Release(ctx, reservation)
}

func (l *lateTill) Config(ctx context.Context) (config.Config, error) {
	return late(ctx, l, Till.Config)
}

func (l *lateTill) Status(ctx context.Context) (guard.Status, error) {
	return late(ctx, l, Till.Status)
}

func (l *lateTill) Recent(ctx context.Context, f guard.RecentFilter) ([]guard.CallLine, error) {
	return late(ctx, l, func(t Till, ctx context.Context) ([]guard.CallLine, error) { return t.Recent(ctx, f) })
}

func (l *lateTill) Unknown(ctx context.Context) ([]guard.OpenCall, error) {
	return late(ctx, l, Till.Unknown)
}

func (l *lateTill) Lanes(ctx context.Context) ([]guard.LaneStatus, error) {
	return late(ctx, l, Till.Lanes)
}

// late asks a view of the till, if there is one by now.
func late[T any](ctx context.Context, l *lateTill, ask func(Till, context.Context) (T, error)) (T, error) {
	till, err := l.ready(ctx)
	if err != nil {
		var none T
		return none, err
	}
	return ask(till, ctx)
}

// Close leaves the ledger, if it was ever reached.
func (l *lateTill) Close(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.till == nil {
		return nil
	}
	return l.till.Close(ctx)
}
