package rpc

import "github.com/tallystick/tallystick/guard"

// From the guard to the wire: what a person asks for. The command line prints
// the same images for --json.

// StatusOf is the state of the till.
func StatusOf(s guard.Status) *StatusResult {
	return &StatusResult{
		Home: s.Home, Zone: s.Zone, Now: instant(s.Now), Durability: s.Durability, BudgetOff: s.BudgetOff,
		Paused: each(s.Paused, pauseOf), Limits: each(s.Limits, LimitStatusOf),
		Top: each(s.Top, holderOf), Lanes: each(s.Lanes, laneStatusOf),
		Unknown: int64(s.Unknown), Open: int64(s.Open), Silent: each(s.Silent, openCallOf),
		Events: each(s.Events, eventOf), Guards: each(s.Guards, guardStatusOf),
		Entries: int64(s.Entries), File: s.File, Bytes: s.Bytes, Warnings: append([]string{}, s.Warnings...),
	}
}

// RecentOf is the newest calls and refusals.
func RecentOf(lines []guard.CallLine) *RecentResult {
	return &RecentResult{Calls: each(lines, CallLineOf)}
}

// UnknownOf is the calls without an outcome.
func UnknownOf(calls []guard.OpenCall) *UnknownResult {
	return &UnknownResult{Calls: each(calls, openCallOf)}
}

// LanesOf is the lanes the ledger has seen.
func LanesOf(lanes []guard.LaneStatus) *LanesResult {
	return &LanesResult{Lanes: each(lanes, laneStatusOf)}
}

// LimitStatusOf is one limit with its counters.
func LimitStatusOf(l guard.LimitStatus) LimitStatus {
	return LimitStatus{
		Name: l.Name, Window: l.WindowSpec, Per: l.Per, Match: l.Match, Mode: modeOf(l.Shadow), WarnAt: l.WarnAt,
		Uses: each(l.Uses, LimitUseOf), Values: int64(l.Values), PerHour: Amount(l.PerHour), EmptyAt: instant(l.EmptyAt),
	}
}

func modeOf(shadow bool) string {
	if shadow {
		return "shadow"
	}
	return "enforce"
}

// CallLineOf is one call or refusal.
func CallLineOf(c guard.CallLine) CallLine {
	return CallLine{
		At: instant(c.At), Reservation: c.Reservation, Operation: c.Operation, Attempt: int64(c.Attempt),
		Pool: c.Pool, Attributes: attributesOf(c.Attributes), Lane: Lane(c.Lane), State: string(c.State),
		Status: int64(c.Status), Class: string(c.Class), Held: Amount(c.Held), Tokens: tokensOf(c.Tokens),
		Estimated: c.Estimated, ElapsedMS: ceilMS(c.Elapsed), Flags: c.Flags,
		Refused: string(c.Refused), Limit: c.Limit, Times: c.Times,
	}
}

func openCallOf(c guard.OpenCall) OpenCall {
	return OpenCall{
		Reservation: c.Reservation, Operation: c.Operation, Attempt: int64(c.Attempt), State: string(c.State),
		Attributes: attributesOf(c.Attributes), Pool: c.Pool, Lane: Lane(c.Lane), Held: Amount(c.Held),
		At: instant(c.At), AgeMS: floorMS(c.Age), Owner: c.Owner, Alive: c.Alive,
	}
}

func attributesOf(a guard.Attributes) Attributes { return Attributes(a) }

func laneStatusOf(l guard.LaneStatus) LaneStatus {
	return LaneStatus{
		Lane: Lane(l.Lane), State: l.State, Last: string(l.Last), LastAt: instant(l.LastAt),
		Failures: int64(l.Failures), Evidence: l.Evidence,
	}
}

func guardStatusOf(g guard.GuardStatus) GuardStatus {
	return GuardStatus{
		ID: g.ID, Host: g.Host, PID: int64(g.PID), Since: instant(g.Since), Open: int64(g.Open), Alive: g.Alive,
	}
}

func pauseOf(p guard.Pause) Pause {
	return Pause{Pool: p.Pool, By: p.By, Why: p.Why, Since: instant(p.Since)}
}

func eventOf(e guard.Event) EventParams {
	return EventParams{Kind: e.Kind, Text: e.Text, At: instant(e.At)}
}
