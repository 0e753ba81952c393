package guard

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/guard/window"
	"github.com/tallystick/tallystick/ledger"
)

const (
	maxUses   = 20        // values of one limit that a status lists
	silentFor = time.Hour // a live owner that said nothing for so long is listed
)

// Status is the state of the till as a person asks for it.
func (g *Guard) Status(ctx context.Context) (Status, error) {
	if err := g.isClosed(); err != nil {
		return Status{}, err
	}
	w := g.read()
	now := g.o.Clock()
	out := Status{Home: filepath.Dir(g.o.LedgerDir), Now: now, Durability: g.sync}
	vanished := false
	err := g.view(ctx, func(s *State) {
		vanished = s.version > 0 && s.encoded != string(config.Default().Encode())
		out.Zone, out.BudgetOff, out.Entries, out.File = s.zoneOf.String(), s.off, s.seq, s.file
		out.Now = now.In(s.zoneOf)
		for _, pool := range names(s.paused) {
			out.Paused = append(out.Paused, s.paused[pool])
		}
		for _, l := range s.limits {
			out.Limits = append(out.Limits, l.status(now))
		}
		if s.today.day == now.In(s.zoneOf).Format(time.DateOnly) {
			out.Top = largest(s.today.top, metricCalls, maxTop)
		}
		out.Lanes = s.laneStatus()
		out.Events = append(out.Events, s.events...)
		s.calls(&out, now)
	})
	if err != nil {
		return Status{}, err
	}
	g.probe(&out)
	out.Bytes = folderSize(g.o.LedgerDir)
	if w.gone && vanished {
		out.Warnings = append(out.Warnings, "tallystick.yaml is gone; the last accepted limits stay in force (`tallystick budget` shows and changes them)")
	}
	if w.err != nil {
		out.Warnings = append(out.Warnings, fmt.Sprintf("%v; the last accepted limits stay in force", w.err))
	}
	return out, nil
}

// calls counts what has no outcome, and lists what has been silent for long.
func (s *State) calls(out *Status, now time.Time) {
	for _, r := range s.inOrder() {
		if r.state == UnknownOutcome {
			out.Unknown++
			continue
		}
		out.Open++
		if now.Sub(r.at) >= silentFor {
			out.Silent = append(out.Silent, s.openCall(r, now))
		}
	}
	for _, m := range s.missing {
		if m.state == UnknownOutcome {
			out.Unknown += int(m.count())
		}
	}
	for _, id := range names(s.guards) {
		k := s.guards[id]
		if !k.gone {
			out.Guards = append(out.Guards, GuardStatus{ID: k.id, Host: k.host, PID: k.pid, Since: k.since, Open: k.held})
		}
	}
}

// probe asks the kernel who is alive. What cannot be probed is taken as alive.
func (g *Guard) probe(out *Status) {
	alive := map[string]bool{}
	for i := range out.Guards {
		k := &out.Guards[i]
		k.Alive = g.alive(k.ID)
		alive[k.ID] = k.Alive
	}
	kept := out.Silent[:0]
	for _, c := range out.Silent {
		if c.Alive = alive[c.guard]; c.Alive {
			kept = append(kept, c)
		}
	}
	out.Silent = kept
}

func (g *Guard) alive(id string) bool {
	if id == g.id {
		return true
	}
	dead, err := ledger.Dead(g.o.GuardsDir, id)
	return err != nil || !dead
}

// folderSize is what the day files take on the disk; what cannot be looked at
// counts as nothing.
func folderSize(dir string) (n int64) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), ".jsonl") {
			n += info.Size()
		}
	}
	return n
}

// status is one limit for people.
func (l *limit) status(now time.Time) LimitStatus {
	out := LimitStatus{
		Name: l.Name, WindowSpec: l.Window.String(), Per: l.Per, Match: l.Match, Shadow: l.Shadow,
		WarnAt: l.WarnAt, PerHour: l.burn.rate(now),
	}
	values := []string{""}
	if l.Per != "" {
		values = l.counted.values(now)
	}
	out.Values = len(values)
	for _, v := range values {
		out.Uses = append(out.Uses, l.usage(now, v, l.counted.use(now, v)))
	}
	sort.SliceStable(out.Uses, func(i, j int) bool { return l.share(out.Uses[i].used()) > l.share(out.Uses[j].used()) })
	out.Uses = out.Uses[:min(len(out.Uses), maxUses)]
	if l.Per == "" {
		out.EmptyAt = l.emptyAt(now, out.Uses[0], out.PerHour)
	}
	return out
}

func (u LimitUse) used() Amount { return u.Settled.plus(u.Held).plus(u.Unknown) }

// emptyAt is when a limit is used up if the last hour goes on; zero when its
// window ends before.
func (l *limit) emptyAt(now time.Time, u LimitUse, hour Amount) time.Time {
	left := l.ceiling().minus(u.used())
	soonest := time.Time{}
	for _, m := range [...]struct{ ceiling, left, hour int64 }{
		{l.Calls, left.Calls, hour.Calls}, {l.Tokens, left.Tokens, hour.Tokens},
	} {
		if m.ceiling == 0 || m.hour <= 0 {
			continue
		}
		if m.left <= 0 {
			return time.Time{} // it is used up: there is nothing to foretell
		}
		hours := float64(m.left) / float64(m.hour)
		if hours > 24*366 {
			continue
		}
		at := now.Add(time.Duration(hours * float64(time.Hour)))
		if soonest.IsZero() || at.Before(soonest) {
			soonest = at
		}
	}
	if !u.ResetsAt.IsZero() && soonest.After(u.ResetsAt) && l.Window.Kind != window.Rolling {
		return time.Time{}
	}
	if soonest.IsZero() {
		return soonest
	}
	return soonest.In(l.zone)
}

// Lanes lists provider + key + model with what the last outcomes said.
func (g *Guard) Lanes(ctx context.Context) ([]LaneStatus, error) {
	var out []LaneStatus
	err := g.view(ctx, func(s *State) { out = s.laneStatus() })
	return out, err
}

func (s *State) laneStatus() []LaneStatus {
	var out []LaneStatus
	for _, key := range sortedLanes(s.lanes) {
		l := s.lanes[key]
		out = append(out, LaneStatus{
			Lane: key, State: "open", Last: l.class, LastAt: l.at, Failures: l.failures, Evidence: l.evidence,
		})
	}
	return out
}

// Unknown lists the calls without an outcome, oldest first: unknown ones, those
// in flight, and what a repair found missing.
func (g *Guard) Unknown(ctx context.Context) ([]OpenCall, error) {
	if err := g.isClosed(); err != nil {
		return nil, err
	}
	var out []OpenCall
	now := g.o.Clock()
	err := g.view(ctx, func(s *State) {
		for _, m := range s.missing {
			if m.state == UnknownOutcome {
				out = append(out, m.openCall(now))
			}
		}
		for _, r := range s.inOrder() {
			out = append(out, s.openCall(r, now))
		}
	})
	for i := range out {
		out[i].Alive = out[i].State == Held && g.alive(out[i].guard)
	}
	return out, err
}

func (s *State) openCall(r *reservation, now time.Time) OpenCall {
	return OpenCall{
		Reservation: r.id, Operation: r.operation, Attempt: r.attempt, State: r.state, Attributes: r.attributes(),
		Pool: r.subject.Pool, Lane: r.lane(), Held: r.amount(), At: r.at, Age: now.Sub(r.at),
		Owner: s.guards[r.guard].owner(), guard: r.guard,
	}
}

func (r *reservation) attributes() Attributes {
	return Attributes{Source: r.subject.Source, Task: r.subject.Task, Run: r.subject.Run, Tags: r.subject.Tags}
}

func (g gap) openCall(now time.Time) OpenCall {
	return OpenCall{
		Reservation: g.id(), State: UnknownOutcome, Held: Amount{g.count(), g.count() * g.hold},
		At: g.to, Age: now.Sub(g.to), Owner: "lost to damage",
	}
}
