package main

import (
	"context"
	"fmt"
	"os"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
	"github.com/tallystick/tallystick/guard/window"
)

// createEnv forbids making a ledger when it is createNever: a container
// whose volume is missing must not start with an empty budget.
const (
	createEnv   = "TALLYSTICK_CREATE"
	createNever = "never"
)

func mayCreate() bool { return os.Getenv(createEnv) != createNever }

// options are what every guard of this program has in common.
func options(h home.Home) guard.Options {
	return guard.Options{
		LedgerDir: h.LedgerDir(),
		GuardsDir: h.GuardsDir(),
		Config:    h.Source(),
		Host:      fmt.Sprintf("tallystick %s", version),
		PID:       os.Getpid(),
		Version:   version,
		By:        home.UserName(),
	}
}

// reading opens the ledger for a view; it writes nothing and creates nothing.
func reading(ctx context.Context, do func(home.Home, *guard.Guard) error) error {
	h, err := home.Find()
	if err != nil {
		return err
	}
	o := options(h)
	o.ReadOnly = true
	return with(ctx, o, func(g *guard.Guard) error { return do(h, g) })
}

// writing opens the ledger for a change, and creates it when there is none.
func writing(ctx context.Context, do func(home.Home, *guard.Guard) error) error {
	h, err := home.Find()
	if err != nil {
		return err
	}
	o, err := prepared(h, "")
	if err != nil {
		return err
	}
	return with(ctx, o, func(g *guard.Guard) error { return do(h, g) })
}

// prepared makes sure that the home is there and belongs to us.
func prepared(h home.Home, group string) (guard.Options, error) {
	o := options(h)
	o.Create = mayCreate()
	if err := h.Prepare(o.Create, group); err != nil {
		return o, err
	}
	var err error
	o.Zone, err = home.MachineZone()
	return o, err
}

func with(ctx context.Context, o guard.Options, do func(*guard.Guard) error) (err error) {
	g, err := guard.Open(ctx, o)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := g.Close(context.WithoutCancel(ctx)); err == nil {
			err = cerr
		}
	}()
	return do(g)
}

// in sets the zone that times are shown in: the ledger's, never this process's.
func (u *ui) in(zone string) {
	if loc, err := window.Load(zone); err == nil {
		u.zone = loc
	}
}
