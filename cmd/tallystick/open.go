package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
	"github.com/tallystick/tallystick/guard/window"
	"github.com/tallystick/tallystick/ledger"
)

// createEnv forbids making a ledger when it is createNever: a container
// whose volume is missing must not start with an empty budget.
const (
	createEnv   = "TALLYSTICK_CREATE"
	createNever = "never"
)

func mayCreate() bool { return os.Getenv(createEnv) != createNever }

// findHome says where the ledger of this machine is.
func findHome() (home.Home, error) {
	h, err := home.Find()
	return h, homeTrouble(err)
}

// usableHome is the home of somebody who only looks; nothing is made.
func usableHome() (home.Home, error) {
	h, err := findHome()
	if err != nil {
		return h, err
	}
	return h, homeTrouble(h.Check())
}

// homeTrouble gives trouble with the home the shape of all trouble with the
// ledger, so that a host reads its hint, and a script its exit code.
func homeTrouble(err error) error {
	var h *home.Error
	if !errors.As(err, &h) {
		return err
	}
	bare := home.Error{Message: h.Message, Err: h.Err}
	return &guard.Error{Code: guard.CodeLedger, Message: bare.Error(), Hint: h.Hint, Err: h.Err}
}

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
		Ledger:    ledger.Options{SharedGroup: h.Shared()},
	}
}

// prepared are the options of a guard that may write: the home is there and
// ours, and a new ledger would know its zone.
func prepared(h home.Home, group string) (guard.Options, error) {
	create := mayCreate()
	if err := h.Prepare(create, group); err != nil {
		return guard.Options{}, homeTrouble(err)
	}
	o := options(h)
	o.Create = create
	var err error
	o.Zone, err = home.MachineZone()
	return o, homeTrouble(err)
}

type withGuard func(home.Home, *guard.Guard) error

// reading opens the ledger for a view: it creates nothing and writes nothing.
func reading(ctx context.Context, do withGuard) error {
	h, err := usableHome()
	if err != nil {
		return err
	}
	o := options(h)
	o.ReadOnly = true
	return with(ctx, o, func(g *guard.Guard) error { return do(h, g) })
}

// glanceWait is how long somebody who only looks waits for the lock: a view
// needs none, and a process that was stopped with it is when a person looks.
const glanceWait = 250 * time.Millisecond

// looking is reading by somebody who also notes that another guard has died,
// if the ledger can be written at once: its calls are unknown from now on (I3).
// What cannot be noted now is noted by whoever comes next; the view stands.
func looking(ctx context.Context, do withGuard) error {
	h, err := usableHome()
	if err != nil {
		return err
	}
	o := options(h)
	o.Ledger.LockWait = glanceWait
	g, err := guard.Open(ctx, o)
	if err != nil {
		return reading(ctx, do)
	}
	defer func() { _ = g.Close(context.WithoutCancel(ctx)) }()
	return do(h, g)
}

// writing opens the ledger for a change, and creates it when there is none.
func writing(ctx context.Context, do withGuard) error {
	h, o, err := writableHome()
	if err != nil {
		return err
	}
	return with(ctx, o, func(g *guard.Guard) error { return do(h, g) })
}

// writableHome is the home of somebody who changes something.
func writableHome() (home.Home, guard.Options, error) {
	h, err := findHome()
	if err != nil {
		return h, guard.Options{}, err
	}
	o, err := prepared(h, "")
	return h, o, err
}

func with(ctx context.Context, o guard.Options, do func(*guard.Guard) error) error {
	g, err := guard.Open(ctx, o)
	if err != nil {
		return err
	}
	return closing(ctx, g, do)
}

// closing does the work and leaves; trouble with leaving is told if the work went well.
func closing(ctx context.Context, g *guard.Guard, do func(*guard.Guard) error) (err error) {
	defer func() {
		if cerr := g.Close(context.WithoutCancel(ctx)); err == nil {
			err = cerr
		}
	}()
	return do(g)
}

// locate sets the zone that times are shown in: the ledger's, never this process's.
func (u *ui) locate(ctx context.Context, g *guard.Guard) error {
	conf, err := g.Config(ctx)
	if err == nil {
		u.in(conf.Zone)
	}
	return err
}

func (u *ui) in(zone string) {
	if loc, err := window.Load(zone); err == nil {
		u.zone = loc
	}
}
