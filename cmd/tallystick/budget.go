package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/guard/home"
)

func budgetCommand(u *ui) *cobra.Command {
	c := &cobra.Command{
		Use:   "budget",
		Short: "The limits: show, set, remove, off, on",
		Args:  onlySub,
		RunE:  func(c *cobra.Command, _ []string) error { return u.budgetShow(c.Context()) },

		SuggestionsMinimumDistance: 2,
	}
	c.AddCommand(budgetShowCommand(u), budgetSetCommand(u), budgetRemoveCommand(u),
		budgetSwitchCommand(u, "off", "Refuse nothing; calls go on being counted", true),
		budgetSwitchCommand(u, "on", "Enforce the limits again", false),
		statusCommand(u), recentCommand(u))
	return c
}

func budgetShowCommand(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "show",
		Short: "The limits that count now",
		Args:  atMost(0),
		RunE:  func(c *cobra.Command, _ []string) error { return u.budgetShow(c.Context()) },
	}
}

func (u *ui) budgetShow(ctx context.Context) error {
	return reading(ctx, func(h home.Home, g *guard.Guard) error {
		conf, err := g.Config(ctx)
		if err != nil {
			return err
		}
		return u.show(budgetOf(h, conf), func() { u.budget(h, conf) })
	})
}

func (u *ui) budget(h home.Home, conf config.Config) {
	t := table{cols: []column{{head: "limit", least: 10}, {head: "window"}, {head: "calls", right: true}, {head: "tokens", right: true}, {head: "which calls", least: 10}, {head: "mode"}}}
	for _, l := range conf.Limits {
		t.add(l.Name, l.Window.String(), ceiling(l.Calls), ceiling(l.Tokens), selector(l), mode(l))
	}
	if len(t.rows) > 0 {
		t.print(u)
	} else {
		u.say("There is no limit: calls are counted, nothing is refused.")
	}
	if conf.PerCall.Tokens > 0 {
		u.say("One call may use at most %s.", count(conf.PerCall.Tokens, "token"))
	}
	u.say("")
	u.say("The file: %s", visible(h.ConfigPath()))
}

func ceiling(n int64) string {
	if n <= 0 {
		return "no ceiling"
	}
	return number(n)
}

func mode(l config.Limit) string {
	if l.Shadow {
		return "shadow"
	}
	return "enforce"
}

// budgetSwitchCommand is `budget off` or `budget on`.
func budgetSwitchCommand(u *ui, name, short string, off bool) *cobra.Command {
	return &cobra.Command{
		Use:   name,
		Short: short,
		Args:  atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			err := change(c.Context(), func(ctx context.Context, g *guard.Guard) error {
				if off {
					return g.BudgetOff(ctx)
				}
				return g.BudgetOn(ctx)
			})
			if err != nil {
				return err
			}
			return u.show(switchImage{BudgetOff: off}, func() { u.switched(off) })
		},
	}
}

type switchImage struct {
	BudgetOff bool `json:"budget_off"`
}

func (u *ui) switched(off bool) {
	if !off {
		u.say("The budget is on: limits are enforced.")
		return
	}
	u.say("The budget is off: every call passes, and is counted.")
	u.say("To enforce the limits again: tallystick budget on")
}
