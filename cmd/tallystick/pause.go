package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
)

// allPools is how the ledger names a pause of everything.
const allPools = "*"

type pauseImage struct {
	Pool   string `json:"pool"` // "*": every pool
	Paused bool   `json:"paused"`
	Why    string `json:"why,omitempty"`
}

func pauseCommand(u *ui) *cobra.Command {
	var why string
	c := &cobra.Command{
		Use:   "pause [POOL]",
		Short: "Refuse every call of a pool, or of all pools, until resume",
		Example: "  tallystick pause                            everything stops\n" +
			"  tallystick pause night --why \"see ticket\"    one pool",
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			pool := poolArg(args)
			err := change(c.Context(), func(ctx context.Context, g *guard.Guard) error { return g.Pause(ctx, pool, why) })
			if err != nil {
				return err
			}
			return u.show(pauseImage{pool, true, why}, func() {
				u.say("%s is paused: every new call is refused, calls in flight finish.", poolName(pool))
				u.say("To go on: tallystick resume%s", poolSuffix(pool))
			})
		},
	}
	c.Flags().StringVar(&why, "why", "", "a few words that every refusal will carry")
	return c
}

func resumeCommand(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "resume [POOL]",
		Short: "Let a paused pool, or all of them, go on",
		Args:  atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			pool := poolArg(args)
			err := change(c.Context(), func(ctx context.Context, g *guard.Guard) error { return g.Resume(ctx, pool) })
			var trouble *guard.Error
			if pool == allPools && errors.As(err, &trouble) && trouble.Code == guard.CodeInvalid {
				return &failure{exit: exitFailed, message: "nothing is paused", hint: "tallystick status", cause: err}
			}
			if err != nil {
				return err
			}
			return u.show(pauseImage{Pool: pool}, func() { u.say("%s goes on.", poolName(pool)) })
		},
	}
}

// change opens the ledger for one change by a person.
func change(ctx context.Context, do func(context.Context, *guard.Guard) error) error {
	return writing(ctx, func(_ home.Home, g *guard.Guard) error { return do(ctx, g) })
}

func poolArg(args []string) string {
	if len(args) == 0 {
		return allPools
	}
	return args[0]
}

func poolName(pool string) string {
	if pool == allPools {
		return "Every pool"
	}
	return "Pool " + visible(pool)
}

func poolSuffix(pool string) string {
	if pool == allPools {
		return ""
	}
	return " " + visible(pool)
}
