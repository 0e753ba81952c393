package main

import (
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/guard"
)

// statusView lays a Status out for a screen: first what is wrong, then the
// limits, then who, then what a person may want to look into.
type statusView struct {
	*ui
	s    guard.Status
	open []guard.OpenCall
}

// How much of each list is shown; the rest is counted, and --json has it all.
const (
	showValues = 5 // counters of one limit with `per`
	showTop    = 5
	showOpen   = 5
	showEvents = 5
	barCells   = 30
)

func (v statusView) print() {
	v.head()
	v.warnings()
	for _, l := range v.s.Limits {
		v.limit(l)
	}
	v.top()
	v.unknowns()
	v.troubledLanes()
	v.events()
}

func (v statusView) head() {
	now := v.s.Now.In(v.zone)
	v.say("%s  %s %s", v.paint(bold, "tallystick"), now.Format("Mon 2006-01-02 15:04"), v.s.Zone)
	v.say("%s", visible(v.s.Home))
	alive := 0
	for _, g := range v.s.Guards {
		if g.Alive {
			alive++
		}
	}
	v.say("%s in flight, %s without an outcome, %s alive, %s",
		count(int64(v.s.Open), "call"), number(int64(v.s.Unknown)), count(int64(alive), "guard"), count(int64(v.s.Entries), "ledger entry"))
}

func (v statusView) warnings() {
	for _, w := range v.s.Warnings {
		v.warn(w)
	}
	if v.s.BudgetOff {
		v.warn("the budget is off: calls are counted, nothing is refused (tallystick budget on)")
	}
	for _, p := range v.s.Paused {
		v.warn(v.pause(p))
	}
	for _, c := range v.s.Silent {
		v.warn(fmt.Sprintf("%s has held %s for %s and is alive but silent", c.Owner, c.Reservation, span(c.Age)))
	}
	if len(v.s.Limits) == 0 && v.s.Entries > 0 {
		v.warn("there is no limit: calls are counted, nothing is refused (tallystick budget set --calls 500)")
	}
}

func (v statusView) pause(p guard.Pause) string {
	text := fmt.Sprintf("%s is paused since %s", poolName(p.Pool), v.at(p.Since))
	if p.By != "" {
		text += " by " + p.By
	}
	if p.Why != "" {
		text += ", because: " + p.Why
	}
	return text + " (tallystick resume" + poolSuffix(p.Pool) + ")"
}

func (v statusView) top() {
	if len(v.s.Top) == 0 {
		return
	}
	v.say("")
	t := table{indent: 2, cols: []column{{head: "who used most today", least: 10}, {head: "model", least: 10}, {head: "calls", right: true}, {head: "tokens", right: true}}}
	for _, h := range v.s.Top[:min(len(v.s.Top), showTop)] {
		t.add(who(h.Source, h.Task), h.Model, number(h.Calls), number(h.Tokens))
	}
	t.print(v.ui)
}

func (v statusView) unknowns() {
	var gone []guard.OpenCall
	for _, c := range v.open {
		if c.State == guard.UnknownOutcome {
			gone = append(gone, c)
		}
	}
	if len(gone) == 0 {
		return
	}
	v.say("")
	v.say("  %s", v.paint(dim, count(int64(len(gone)), "call")+" without an outcome, counting at their hold: tallystick unknown"))
	v.openList(gone[:min(len(gone), showOpen)])
}

// troubledLanes shows only roads whose last outcome was a failure.
func (v statusView) troubledLanes() {
	head := v.paint(dim, "failing now")
	for _, l := range v.s.Lanes {
		if l.Failures == 0 {
			continue
		}
		if head != "" {
			v.say("\n  %s", head)
			head = ""
		}
		v.para(2, fmt.Sprintf("%s: %s, %s in a row, last %s ago", road(l.Lane), l.Last, number(int64(l.Failures)), span(v.now.Sub(l.LastAt))))
		v.para(6, l.Evidence)
	}
}

func (v statusView) events() {
	if len(v.s.Events) == 0 {
		return
	}
	v.say("")
	v.say("  %s", v.paint(dim, "newest events"))
	for _, e := range v.s.Events[max(len(v.s.Events)-showEvents, 0):] {
		v.event(e)
	}
}

func (u *ui) event(e guard.Event) {
	const indent = 15
	for i, line := range wrap(visible(e.Text), u.width-indent) {
		stamp := strings.Repeat(" ", indent)
		if i == 0 {
			stamp = "  " + pad(u.stamp(e.At), indent-2, false)
		}
		u.say("%s%s", stamp, line)
	}
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
