package rpc

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/config"
)

// fakeTill is a till without a ledger that a test can hold in the middle of a
// call. Every call is noted; hold, when set, is asked before it goes on.
type fakeTill struct {
	hold func(call string)

	mu     sync.Mutex // guards calls and closed
	calls  []string
	closed bool
}

func (f *fakeTill) note(format string, args ...any) {
	call := fmt.Sprintf(format, args...)
	if f.hold != nil {
		f.hold(call)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, call)
}

func (f *fakeTill) noted() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.calls...)
}

func (f *fakeTill) Hello(host string, pid int, _ guard.Attributes) { f.note("hello %s %d", host, pid) }

func (f *fakeTill) Config(context.Context) (config.Config, error) {
	c := config.Default()
	c.Zone = "UTC"
	return c, nil
}

func (f *fakeTill) Calls(context.Context) []adapters.CallPattern {
	return (*adapters.Known)(nil).Calls()
}

func (f *fakeTill) Reserve(_ context.Context, c guard.Call) (guard.Answer, error) {
	f.note("reserve %s", c.Operation)
	return guard.Answer{Grant: &guard.Grant{Reservation: "r-" + c.Operation, Operation: c.Operation, Attempt: 1}}, nil
}

func (f *fakeTill) Record(_ context.Context, reservation string, _ guard.Outcome, _ time.Duration) (guard.Settlement, error) {
	f.note("record %s", reservation)
	return guard.Settlement{Reservation: reservation, State: guard.Settled}, nil
}

func (f *fakeTill) Stream(reservation string, chunk []byte) error {
	f.note("stream %s %s", reservation, chunk)
	return nil
}

func (f *fakeTill) Classify(guard.Call, guard.Outcome, int, time.Duration) (adapters.Verdict, guard.Retry) {
	f.note("classify")
	return adapters.Verdict{Class: adapters.Unknown, RetryAfter: -1}, guard.Retry{}
}

func (f *fakeTill) Release(_ context.Context, reservation string) (guard.ReservationState, error) {
	f.note("release %s", reservation)
	return guard.Released, nil
}

func (f *fakeTill) Status(context.Context) (guard.Status, error) {
	f.note("status")
	return guard.Status{}, nil
}

func (f *fakeTill) Recent(context.Context, guard.RecentFilter) ([]guard.CallLine, error) {
	return nil, nil
}
func (f *fakeTill) Unknown(context.Context) ([]guard.OpenCall, error) { return nil, nil }
func (f *fakeTill) Lanes(context.Context) ([]guard.LaneStatus, error) { return nil, nil }

func (f *fakeTill) Close(context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	return nil
}

// logs keeps what was logged.
type logs struct {
	mu   sync.Mutex // guards text
	text []string
}

func (l *logs) add(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, fmt.Sprintf(format, args...))
}

func (l *logs) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.text...)
}
