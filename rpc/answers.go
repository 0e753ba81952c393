package rpc

import (
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
)

// From the guard to the wire: answers to calls.

func grantOf(g *guard.Grant) *ReserveResult {
	lane, held := Lane(g.Lane), Amount(g.Held)
	return &ReserveResult{
		Granted: true, Reservation: g.Reservation, Operation: g.Operation, Attempt: int64(g.Attempt),
		Lane: &lane, Held: &held, Hold: &Hold{Expected: g.Expected, Worst: g.Worst, Input: g.Input, RawInput: g.RawInput}, Estimated: g.Estimated,
		TimeoutMS: floorMS(g.Timeout), WaitMS: ceilMS(g.Wait),
		Warnings: g.Warnings, Limits: each(g.Limits, LimitUseOf), Repeated: g.Repeated,
	}
}

func denialOf(d *guard.Denial) *ReserveResult {
	out := &Denial{
		Reason: string(d.Reason), Limit: d.Limit, Value: d.Value, Metric: d.Metric, Window: d.Window, Zone: d.Zone,
		ResetsAt: instant(d.ResetsAt), NextAt: instant(d.NextAt),
		Holders: each(d.Holders, holderOf), Message: d.Message,
	}
	if d.Metric != "" {
		out.Ceiling, out.Settled, out.Held = amountPtr(d.Ceiling), amountPtr(d.Settled), amountPtr(d.Held)
		out.Unknown, out.Asked = amountPtr(d.Unknown), amountPtr(d.Asked)
	}
	if d.FitsOut >= 0 {
		out.FitsMaxOutputTokens = &d.FitsOut
	}
	return &ReserveResult{Operation: d.Operation, Attempt: int64(d.Attempt), Denial: out}
}

func amountPtr(a guard.Amount) *Amount {
	out := Amount(a)
	return &out
}

// LimitUseOf is one counter of one limit.
func LimitUseOf(u guard.LimitUse) LimitUse {
	return LimitUse{
		Limit: u.Limit, Value: u.Value, Window: u.Window,
		Ceiling: Amount(u.Ceiling), Settled: Amount(u.Settled), Held: Amount(u.Held), Unknown: Amount(u.Unknown),
		ResetsAt: instant(u.ResetsAt), Shadow: u.Shadow,
	}
}

func holderOf(h guard.Holder) Holder { return Holder(h) }

func tokensOf(t adapters.Tokens) Tokens { return Tokens(t) }

func settlementOf(s guard.Settlement) *RecordResult {
	out := &RecordResult{
		Reservation: s.Reservation, State: string(s.State),
		Tokens: tokensOf(s.Tokens), Estimated: s.Estimated, Flags: s.Flags,
	}
	if s.Verdict != nil {
		v := verdictOf(*s.Verdict)
		out.Verdict = &v
	}
	if s.Retry != nil {
		r := retryOf(*s.Retry)
		out.Retry = &r
	}
	return out
}

// ClassifyOf is a judgement.
func ClassifyOf(v adapters.Verdict, r guard.Retry) *ClassifyResult {
	return &ClassifyResult{Verdict: verdictOf(v), Retry: retryOf(r)}
}

func verdictOf(v adapters.Verdict) Verdict {
	out := Verdict{
		Class: string(v.Class), Retryable: string(v.Retryable), Scope: v.Scope, Window: v.Window,
		Until: instant(v.Until), Evidence: v.Evidence,
	}
	if v.RetryAfter >= 0 {
		ms := ceilMS(v.RetryAfter)
		out.RetryAfterMS = &ms
	}
	return out
}

func retryOf(r guard.Retry) Retry {
	return Retry{Retry: r.Retry, WaitMS: ceilMS(r.Wait), At: instant(r.At), Reason: r.Reason}
}

// instant is RFC 3339 to the millisecond; the zero time is absent.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02T15:04:05.999Z07:00")
}

// ceilMS rounds a wait up: it must never end too early.
func ceilMS(d time.Duration) int64 {
	return int64((d + time.Millisecond - 1) / time.Millisecond)
}

// floorMS rounds a time that is allowed down, but never to 0, which means none.
func floorMS(d time.Duration) int64 {
	if d > 0 && d < time.Millisecond {
		return 1
	}
	return int64(d / time.Millisecond)
}

// each converts a list. It is never nil, so that JSON has [] and not null.
func each[A, B any](list []A, convert func(A) B) []B {
	out := make([]B, len(list))
	for i, v := range list {
		out[i] = convert(v)
	}
	return out
}
