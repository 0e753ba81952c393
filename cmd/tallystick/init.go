package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
)

type initImage struct {
	Home  string `json:"home"`
	From  string `json:"from"` // what decided on it: TALLYSTICK_HOME, or passwd
	Zone  string `json:"zone"`
	Group string `json:"group,omitempty"`

	Relocked bool `json:"relocked,omitempty"` // the lock file was gone and is made again
}

func initCommand(u *ui) *cobra.Command {
	var group string
	c := &cobra.Command{
		Use:   "init",
		Short: "Make the home of this machine's ledger, and say where it is",
		Long: prose("Makes the directory that all guards of this machine share. The first call would do " +
			"it too; init is for looking before, and for a home that several users share."),
		Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error { return u.init(c.Context(), group) },
	}
	c.Flags().StringVar(&group, "group", "", "share the home with this user group")
	return c
}

func (u *ui) init(ctx context.Context, group string) error {
	if !mayCreate() {
		return wrong("unset "+createEnv, "%s=%s forbids making a ledger here", createEnv, createNever)
	}
	h, err := findHome()
	if err != nil {
		return err
	}
	o, err := prepared(h, group)
	if err != nil {
		return err
	}
	image := initImage{Home: h.Dir, From: decidedBy(), Group: group}
	if image.Relocked, err = relock(h); err != nil {
		return err
	}
	err = with(ctx, o, func(g *guard.Guard) error {
		if err := g.Adopt(ctx); err != nil {
			return err
		}
		conf, err := g.Config(ctx)
		image.Zone = conf.Zone
		return err
	})
	if err != nil {
		return err
	}
	return u.show(image, func() { u.initialized(image, h) })
}

func decidedBy() string {
	if os.Getenv(home.Env) != "" {
		return home.Env
	}
	return "passwd"
}

func (u *ui) initialized(image initImage, h home.Home) {
	u.say("home    %s", visible(image.Home))
	u.say("zone    %s: days begin and end here, whatever TZ says", image.Zone)
	u.say("limits  %s", visible(h.ConfigPath()))
	if image.Relocked {
		u.say("lock    was gone and is made again; the entries are as they were")
	}
	if image.Group != "" {
		u.say("group   %s may use it: directories 2770, files 0660", visible(image.Group))
	}
	u.say("")
	why := "This is below your home directory as the system's user database has it. HOME and " +
		"XDG_STATE_HOME are not consulted: cron, a login shell and a service differ in them, " +
		"and each would keep a budget of its own. " + home.Env + " moves it for good reasons."
	if image.From == home.Env {
		why = fmt.Sprintf("%s decided this. Every process that spends must have the same value, "+
			"or it keeps a budget of its own.", home.Env)
	}
	u.para(0, why)
	u.say("")
	u.say("Next: tallystick budget set --calls 500 --tokens 500k")
}
