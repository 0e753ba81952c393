package rpc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/config"
)

// Till is what the wire needs of a guard. *guard.Guard is one; tests have
// another one that they can hold in the middle of a call.
type Till interface {
	Hello(host string, pid int, def guard.Attributes)
	Config(context.Context) (config.Config, error)
	Calls(context.Context) []adapters.CallPattern
	Reserve(context.Context, guard.Call) (guard.Answer, error)
	Record(ctx context.Context, reservation string, o guard.Outcome, left time.Duration) (guard.Settlement, error)
	Stream(reservation string, chunk []byte) error
	Classify(c guard.Call, o guard.Outcome, attempt int, left time.Duration) (adapters.Verdict, guard.Retry)
	Release(ctx context.Context, reservation string) (guard.ReservationState, error)
	Status(context.Context) (guard.Status, error)
	Recent(context.Context, guard.RecentFilter) ([]guard.CallLine, error)
	Unknown(context.Context) ([]guard.OpenCall, error)
	Lanes(context.Context) ([]guard.LaneStatus, error)
	Close(context.Context) error
}

var _ Till = (*guard.Guard)(nil)

// service is the wire in front of a till: check, convert, ask, convert back.
// Initialize opens the till, and nothing else may be called before.
type service struct {
	version, home string
	known         func() *adapters.Known // see Options.Known
	open          func(context.Context) (Till, error)
	till          Till // nil until it is open
}

var _ Service = (*service)(nil)

// Initialize opens the till. That waits until a host has said who it is, so
// that a ledger that cannot be opened is told to it, see lateTill.
func (s *service) Initialize(ctx context.Context, p *InitializeParams) (*InitializeResult, error) {
	if s.till != nil {
		return nil, newError(CodeInvalidRequest, "this guard has been initialized already", "start another one for another host")
	}
	if p.Protocol != Version {
		return nil, newError(CodeProtocolVersion,
			fmt.Sprintf("the host speaks protocol %d and this guard (tallystick %s) speaks %d", p.Protocol, s.version, Version),
			"install a shim and a tallystick of the same release")
	}
	var c checker
	c.needed("client.name", p.Client.Name)
	c.length("client.name", p.Client.Name, MaxNameBytes)
	c.length("client.version", p.Client.Version, MaxNameBytes)
	c.length("process.name", p.Process.Name, MaxNameBytes)
	c.atLeast("process.pid", p.Process.PID, 0)
	attributes := c.attributes(p.Attributes)
	if c.bad != nil {
		return nil, c.bad
	}
	return s.begin(ctx, p, attributes)
}

func (s *service) begin(ctx context.Context, p *InitializeParams, def guard.Attributes) (*InitializeResult, error) {
	host, pid := p.Process.Name, int(p.Process.PID)
	if host == "" {
		host = p.Client.Name
	}
	result := &InitializeResult{
		Protocol: Version, Server: Client{Name: "tallystick", Version: s.version},
		Home: s.home, Limits: []LimitSummary{},
	}
	till, cfg, err := s.opened(ctx, host, pid, def)
	var trouble *guard.Error
	switch {
	case err == nil:
		result.Zone, result.Limits = cfg.Zone, each(cfg.Limits, limitSummaryOf)
		result.Calls = each(till.Calls(ctx), callPatternOf)
	case errors.As(err, &trouble):
		till = &lateTill{open: s.open, known: s.known}
		till.Hello(host, pid, def)
		result.Trouble, result.Calls = trouble.Error(), each(till.Calls(ctx), callPatternOf)
	default:
		return nil, err
	}
	s.till = till
	return result, nil
}

// opened is a till that knows its host, and what counts in it.
func (s *service) opened(ctx context.Context, host string, pid int, def guard.Attributes) (Till, config.Config, error) {
	till, err := s.open(ctx)
	if err != nil {
		return nil, config.Config{}, err
	}
	till.Hello(host, pid, def)
	cfg, err := till.Config(ctx)
	if err != nil {
		_ = till.Close(ctx) // the first error is the one to tell
	}
	return till, cfg, err
}

func limitSummaryOf(l config.Limit) LimitSummary {
	return LimitSummary{Name: l.Name, Window: l.Window.String(), Calls: l.Calls, Tokens: l.Tokens, Mode: modeOf(l.Shadow)}
}

func callPatternOf(p adapters.CallPattern) CallPattern {
	return CallPattern{Host: p.Host, Port: p.Port, Path: p.Path, Inside: p.Inside, Body: p.Body}
}

func (s *service) Reserve(ctx context.Context, p *ReserveParams) (*ReserveResult, error) {
	var c checker
	call := c.reserve(p)
	if c.bad != nil {
		return nil, c.bad
	}
	a, err := s.till.Reserve(ctx, call)
	switch {
	case err != nil:
		return nil, err
	case a.Grant != nil:
		return grantOf(a.Grant), nil
	}
	return denialOf(a.Denial), nil
}

func (s *service) Record(ctx context.Context, p *RecordParams) (*RecordResult, error) {
	var c checker
	c.reservation(p.Reservation)
	outcome, left := c.outcome(p.Outcome), c.left("deadline_ms", p.DeadlineMS)
	if c.bad != nil {
		return nil, c.bad
	}
	settled, err := s.till.Record(ctx, p.Reservation, outcome, left)
	if err != nil {
		return nil, err
	}
	return settlementOf(settled), nil
}

func (s *service) Stream(_ context.Context, p *StreamParams) error {
	var c checker
	c.reservation(p.Reservation)
	chunk := c.bytes("chunk", p.Chunk, p.ChunkB64)
	if c.bad != nil {
		return c.bad
	}
	return s.till.Stream(p.Reservation, chunk)
}

func (s *service) Classify(_ context.Context, p *ClassifyParams) (*ClassifyResult, error) {
	var c checker
	call, outcome := c.request(p.Request), c.outcome(p.Outcome)
	c.attempt(p.Attempt)
	left := c.left("deadline_ms", p.DeadlineMS)
	if c.bad != nil {
		return nil, c.bad
	}
	return ClassifyOf(s.till.Classify(call, outcome, int(p.Attempt), left)), nil
}

func (s *service) Release(ctx context.Context, p *ReleaseParams) (*ReleaseResult, error) {
	var c checker
	if c.reservation(p.Reservation); c.bad != nil {
		return nil, c.bad
	}
	state, err := s.till.Release(ctx, p.Reservation)
	if err != nil {
		return nil, err
	}
	return &ReleaseResult{Reservation: p.Reservation, State: string(state)}, nil
}

func (s *service) Status(ctx context.Context, _ *StatusParams) (*StatusResult, error) {
	return view(StatusOf)(s.till.Status(ctx))
}

func (s *service) Recent(ctx context.Context, p *RecentParams) (*RecentResult, error) {
	var c checker
	c.atLeast("tail", p.Tail, 0)
	c.length("source", p.Source, MaxNameBytes)
	c.length("task", p.Task, MaxNameBytes)
	if p.Tail > MaxTail {
		c.fail("tail is %d; at most %d are given", p.Tail, MaxTail)
	}
	if c.bad != nil {
		return nil, c.bad
	}
	return view(RecentOf)(s.till.Recent(ctx, guard.RecentFilter{Tail: int(p.Tail), Source: p.Source, Task: p.Task}))
}

func (s *service) Unknown(ctx context.Context, _ *UnknownParams) (*UnknownResult, error) {
	return view(UnknownOf)(s.till.Unknown(ctx))
}

func (s *service) Lanes(ctx context.Context, _ *LanesParams) (*LanesResult, error) {
	return view(LanesOf)(s.till.Lanes(ctx))
}

// view puts a value of the guard into the form of the wire, unless there was an error.
func view[A, B any](convert func(A) *B) func(A, error) (*B, error) {
	return func(v A, err error) (*B, error) {
		if err != nil {
			return nil, err
		}
		return convert(v), nil
	}
}
