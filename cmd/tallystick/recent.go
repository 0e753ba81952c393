package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
	"github.com/tallystick/tallystick/rpc"
)

func recentCommand(u *ui) *cobra.Command {
	f := guard.RecentFilter{Tail: 10}
	c := &cobra.Command{
		Use:   "recent",
		Short: "The newest calls, one line each",
		Args:  atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if f.Tail < 1 || f.Tail > guard.MaxTail {
				return wrong("recent --tail 50", "--tail is 1 to %d", guard.MaxTail)
			}
			return reading(c.Context(), func(_ home.Home, g *guard.Guard) error { return u.recent(c, g, f) })
		},
	}
	c.Flags().IntVarP(&f.Tail, "tail", "n", f.Tail, "how many lines, newest last")
	c.Flags().StringVar(&f.Source, "source", "", "only this source (cron, subagent, ...)")
	c.Flags().StringVar(&f.Task, "task", "", "only this task")
	return c
}

func (u *ui) recent(c *cobra.Command, g *guard.Guard, f guard.RecentFilter) error {
	lines, err := g.Recent(c.Context(), f)
	if err != nil {
		return err
	}
	if err := u.locate(c.Context(), g); err != nil {
		return err
	}
	return u.show(rpc.RecentOf(lines), func() { u.callLines(lines) })
}

func (u *ui) callLines(lines []guard.CallLine) {
	if len(lines) == 0 {
		u.say("No calls yet.")
		return
	}
	t := table{cols: []column{{head: "time"}, {head: "id"}, {head: "who", least: 12}, {head: "model", least: 12},
		{head: "tokens", right: true}, {head: "what became of it", least: 20}}}
	for _, l := range lines {
		if l.Refused != "" {
			t.add(u.stamp(l.At), "", who(l.Attributes.Source, l.Attributes.Task), refused(l))
			continue
		}
		t.add(u.stamp(l.At), shortID(l.Reservation), who(l.Attributes.Source, l.Attributes.Task), l.Lane.Model, tokensOf(l), outcome(l))
	}
	t.print(u)
}

// tokensOf is what a call used, or still holds; estimates are marked wherever they stand.
func tokensOf(l guard.CallLine) string {
	switch l.State {
	case guard.Held, guard.UnknownOutcome:
		return number(l.Held.Tokens) + " (hold)"
	case guard.Released:
		return "0"
	}
	if l.Estimated {
		return number(l.Tokens.Sum()) + " (est.)"
	}
	return number(l.Tokens.Sum())
}

func statusWord(status int) string {
	if status == 0 {
		return ""
	}
	return strconv.Itoa(status)
}

// outcome is the end of a call in a few words: "200, 1.2s", "429 rate_limited, try 2", "in flight".
func outcome(l guard.CallLine) string {
	var words []string
	switch l.State {
	case guard.Held:
		words = append(words, "in flight")
	case guard.UnknownOutcome:
		words = append(words, "unknown")
	case guard.Released:
		words = append(words, "released, never sent")
	}
	if answer := strings.TrimSpace(statusWord(l.Status) + " " + string(l.Class)); answer != "" {
		words = append(words, answer)
	}
	if len(words) == 0 {
		words = append(words, "settled")
	}
	if l.Attempt > 1 {
		words = append(words, fmt.Sprintf("try %d", l.Attempt))
	}
	words = append(words, l.Flags...)
	if l.Elapsed > 0 {
		words = append(words, span(l.Elapsed))
	}
	return strings.Join(words, ", ")
}

func refused(l guard.CallLine) string {
	text := "REFUSED " + string(l.Refused)
	if l.Limit != "" {
		text += " by " + l.Limit
	}
	if l.Times > 1 {
		text += ", " + number(l.Times) + " times"
	}
	return text
}
