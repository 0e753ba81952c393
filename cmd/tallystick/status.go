package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
	"github.com/tallystick/tallystick/rpc"
)

func statusCommand(u *ui) *cobra.Command {
	var check bool
	c := &cobra.Command{
		Use:   "status",
		Short: "What is left, who ate it, when it resets, what needs a look",
		Long: prose("What is left of every limit, who ate it, when it resets, and what needs a look. With --check " +
			"it prints nothing and its exit code tells a scheduler whether a call without attributes, of the " +
			"default pool, would be refused now; nothing is reserved by that."),
		Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return looking(c.Context(), func(_ home.Home, g *guard.Guard) error {
				return u.status(c.Context(), g, check)
			})
		},
	}
	c.Flags().BoolVar(&check, "check", false, fmt.Sprintf("only exit code %d when a call would be refused now", exitRefused))
	return c
}

func (u *ui) status(ctx context.Context, g *guard.Guard, check bool) error {
	s, err := g.Status(ctx)
	if err != nil {
		return err
	}
	u.in(s.Zone)
	u.now = s.Now
	switch {
	case check:
		return refusal(u, s)
	case u.json:
		return u.image(rpc.StatusOf(s))
	}
	open, err := g.Unknown(ctx)
	if err != nil {
		return err
	}
	statusView{u, s, open}.print()
	return nil
}

// refusal is the error of a budget that would refuse any call now; nil when one may pass.
func refusal(u *ui, s guard.Status) error {
	if s.BudgetOff {
		return nil
	}
	for _, p := range s.Paused {
		if p.Pool == allPools || p.Pool == defaultPool {
			return &failure{exit: exitRefused, message: poolName(p.Pool) + " is paused", hint: "tallystick resume" + poolSuffix(p.Pool)}
		}
	}
	for _, l := range s.Limits {
		if l.Shadow || l.Per != "" || len(l.Match) > 0 || len(l.Uses) == 0 {
			continue
		}
		if m := spent(l.Uses[0]); m != "" {
			return &failure{exit: exitRefused, message: fmt.Sprintf("the %s of limit %s are used up", m, l.Name), hint: u.resets(l.Uses[0])}
		}
	}
	return nil
}

const defaultPool = "default"

// spent names the ceiling under which not even one more call, or one more token, fits.
func spent(use guard.LimitUse) string {
	gone := used(use)
	switch {
	case use.Ceiling.Calls > 0 && gone.Calls >= use.Ceiling.Calls:
		return "calls"
	case use.Ceiling.Tokens > 0 && gone.Tokens >= use.Ceiling.Tokens:
		return "tokens"
	}
	return ""
}

// used is all that counts against a ceiling: settled, held and unknown.
func used(use guard.LimitUse) guard.Amount {
	return guard.Amount{
		Calls:  use.Settled.Calls + use.Held.Calls + use.Unknown.Calls,
		Tokens: use.Settled.Tokens + use.Held.Tokens + use.Unknown.Tokens,
	}
}
