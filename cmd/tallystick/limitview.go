package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/guard"
)

// limit is one limit of a status: what it is about, its counters with their
// bars, and how fast it is used up.
func (v statusView) limit(l guard.LimitStatus) {
	v.say("")
	v.hang(visible(l.Name), strings.Join(limitTraits(l), ", "))
	v.uses(l)
	v.burn(l)
}

// uses shows the counters: one, or with `per` the largest, each under its value.
func (v statusView) uses(l guard.LimitStatus) {
	if len(l.Uses) == 0 {
		v.say("  nothing counted yet")
		return
	}
	v.say("  %s", v.renewal(l))
	shown := l.Uses[:min(len(l.Uses), showValues)]
	for _, use := range shown {
		if l.Per != "" {
			v.say("  %s", fit(visible(l.Per+"="+orDash(use.Value)), v.width-2, v.glyph.more))
		}
		v.meter("calls", use.Ceiling.Calls, use.Settled.Calls, use.Held.Calls, use.Unknown.Calls)
		v.meter("tokens", use.Ceiling.Tokens, use.Settled.Tokens, use.Held.Tokens, use.Unknown.Tokens)
	}
	if more := max(l.Values, len(l.Uses)) - len(shown); l.Per != "" && more > 0 {
		v.say("  and %s of %s more", count(int64(more), "value"), visible(l.Per))
	}
}

// limitTraits says what a limit is about: "this day, only source=cron, per task, shadow".
func limitTraits(l guard.LimitStatus) []string {
	traits := []string{windowWords(l.WindowSpec)}
	for _, key := range slices.Sorted(maps.Keys(l.Match)) {
		traits = append(traits, "only "+key+"="+l.Match[key])
	}
	if l.Per != "" {
		traits = append(traits, "per "+l.Per)
	}
	if l.Shadow {
		traits = append(traits, "shadow (refuses nothing)")
	}
	return traits
}

func windowWords(spec string) string {
	if rolling, ok := strings.CutPrefix(spec, "rolling:"); ok {
		return "in any " + rolling
	}
	if spec == "total" {
		return "in total"
	}
	return "each " + spec
}

// renewal says when there is room again: at the end of a calendar window, or bit
// by bit in a rolling one.
func (v statusView) renewal(l guard.LimitStatus) string {
	if rolling, ok := strings.CutPrefix(l.WindowSpec, "rolling:"); ok {
		text := "what is older than " + rolling + " no longer counts"
		if at := l.Uses[0].ResetsAt; at.After(v.now) {
			text += "; room comes back from " + v.at(at) + " on"
		}
		return text
	}
	return v.resets(l.Uses[0])
}

// meter is one ceiling: its bar, and the numbers behind it.
func (v statusView) meter(metric string, ceiling, settled, held, unknown int64) {
	all := settled + held + unknown
	parts := []string{number(settled) + " used"}
	if held > 0 {
		parts = append(parts, number(held)+" held")
	}
	if unknown > 0 {
		parts = append(parts, number(unknown)+" unknown")
	}
	if ceiling <= 0 {
		v.say("  %-6s  %s, no ceiling", metric, strings.Join(parts, ", "))
		return
	}
	v.say("  %-6s  %s %5s  %s of %s", metric, v.bar(barCells, settled, held, unknown, ceiling), percent(all, ceiling), number(all), number(ceiling))
	left := number(max(ceiling-all, 0)) + " left"
	if over := all - ceiling; over > 0 {
		left = number(over) + " over"
	}
	v.say("          %s; %s", strings.Join(parts, ", "), left)
}

// resets says when a counter starts anew, with the zone.
func (u *ui) resets(use guard.LimitUse) string {
	if use.ResetsAt.IsZero() {
		return "never resets"
	}
	return fmt.Sprintf("%s, resets at %s %s, in %s", use.Window, u.at(use.ResetsAt), u.zone, span(use.ResetsAt.Sub(u.now)))
}

// burn says how fast a limit is used up, and when it is empty at that rate.
func (v statusView) burn(l guard.LimitStatus) {
	if l.PerHour == (guard.Amount{}) {
		return
	}
	v.say("  last hour: %s, %s", count(l.PerHour.Calls, "call"), count(l.PerHour.Tokens, "token"))
	if l.EmptyAt.After(v.s.Now) { // else it is empty already, and says so above
		v.say("  %s", v.paint(yellow, "at this rate empty at about "+v.at(l.EmptyAt)))
	}
}
