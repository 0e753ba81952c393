package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
	"github.com/tallystick/tallystick/rpc"
)

func unknownCommand(u *ui) *cobra.Command {
	c := &cobra.Command{
		Use:   "unknown",
		Short: "Calls whose outcome nobody reported, and what became of them",
		Long: prose("A call is unknown when its process died, or its stream was cut, before anybody said " +
			"what it cost. It keeps counting at its hold until its record comes late, or until " +
			"you say what it used."),
		Args: onlySub,
		RunE: func(c *cobra.Command, _ []string) error {
			return looking(c.Context(), func(_ home.Home, g *guard.Guard) error { return u.unknown(c.Context(), g) })
		},
		SuggestionsMinimumDistance: 2,
	}
	c.AddCommand(settleCommand(u), releaseCommand(u))
	return c
}

func (u *ui) unknown(ctx context.Context, g *guard.Guard) error {
	calls, err := g.Unknown(ctx)
	if err != nil {
		return err
	}
	if err := u.locate(ctx, g); err != nil {
		return err
	}
	return u.show(rpc.UnknownOf(calls), func() { u.openCalls(calls) })
}

func (u *ui) openCalls(calls []guard.OpenCall) {
	if len(calls) == 0 {
		u.say("Every call has its outcome.")
		return
	}
	u.openList(calls)
	u.say("")
	u.say("They count at their hold until somebody reports. If you know better:")
	u.say("  tallystick unknown settle RESERVATION --tokens N   sent, and used N tokens")
	u.say("  tallystick unknown release RESERVATION             certainly never sent")
}

// openList shows reservations without an outcome, whole ids first: they are what is typed next.
func (u *ui) openList(calls []guard.OpenCall) {
	for _, c := range calls {
		u.say("  %s  %s, %s ago", visible(c.Reservation), count(c.Held.Tokens, "token"), span(c.Age))
		u.para(6, owner(c))
	}
}

// owner says whose call it was. What was lost to damage has neither process nor lane.
func owner(c guard.OpenCall) string {
	if c.Lane == (guard.Lane{}) {
		return c.Owner
	}
	life := "gone"
	if c.Alive {
		life = "alive"
	}
	return fmt.Sprintf("%s (%s); %s, %s", c.Owner, life, who(c.Attributes.Source, c.Attributes.Task), road(c.Lane))
}

type settledImage struct {
	Reservation string `json:"reservation"`
	State       string `json:"state"`
	Tokens      int64  `json:"tokens"`
}

func settleCommand(u *ui) *cobra.Command {
	var tokens amount
	c := &cobra.Command{
		Use:   "settle RESERVATION --tokens N",
		Short: "Settle a call at what it used, as your bill or log says",
		Args:  exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !c.Flags().Changed("tokens") {
				return wrong(c.CommandPath()+" "+args[0]+" --tokens 1200", "how many tokens did it use? (0 if the provider charged none)")
			}
			err := change(c.Context(), func(ctx context.Context, g *guard.Guard) error {
				return g.SettleUnknown(ctx, args[0], int64(tokens))
			})
			if err != nil {
				return err
			}
			return u.show(settledImage{args[0], string(guard.Settled), int64(tokens)}, func() {
				u.say("%s is settled at %s.", visible(args[0]), count(int64(tokens), "token"))
			})
		},
	}
	c.Flags().Var(&tokens, "tokens", "what it used")
	return c
}

func releaseCommand(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "release RESERVATION",
		Short: "Give the place of a call back that was certainly never sent",
		Args:  exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			err := change(c.Context(), func(ctx context.Context, g *guard.Guard) error { return g.ReleaseUnknown(ctx, args[0]) })
			if err != nil {
				return err
			}
			return u.show(settledImage{Reservation: args[0], State: string(guard.Released)}, func() {
				u.say("%s is released: its place in the budget is free again.", visible(args[0]))
			})
		},
	}
}
