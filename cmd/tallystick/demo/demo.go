// Package demo shows the two stories tallystick was made for, against a
// provider on loopback that misbehaves as providers did.
//
//	script ──────────────────────────► provider     unguarded: SDK retries x script retries
//	agent ──► guard ──► ledger                        guarded: each attempt takes its place first
//	   └──────────────────────────────► provider
//
// The requests and the ledger are real; the clock is simulated, so that eight
// hours take seconds. At the end the ledger is held against what the provider
// counted, and the demo fails when they differ.
package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/conformance/provider"
	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
)

// Command is `tallystick demo`.
func Command() *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "demo",
		Short: "Show two bad nights, with a guard and without one",
		Long: `Shows two nights that cost money elsewhere, each told twice: by a script
without a guard, and by the same script with one. The provider is on 127.0.0.1
and misbehaves as providers did; requests and ledger are real, the clock is
simulated. Your own ledger is not touched: the demo has a home of its own.

It fails when the ledger and the provider's count differ.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			rep, err := play(c.Context(), dir)
			if err != nil {
				return err
			}
			if err := show(c, rep); err != nil {
				return err
			}
			return rep.verdict()
		},
	}
	c.Flags().StringVar(&dir, "home", "", "an empty `DIR` for its ledger; default: a temporary one")
	c.AddCommand(providerCommand())
	return c
}

// report is the whole demo.
type report struct {
	Home    string   `json:"home"`
	Stories []*story `json:"stories"`
}

// verdict is an error when a ledger does not equal what the provider counted.
func (r report) verdict() error {
	var errs []error
	for _, s := range r.Stories {
		if !s.Equal {
			errs = append(errs, fmt.Errorf("story %q: the provider counted %d requests, the ledger has %d calls and %d lines",
				s.Name, s.Guarded.Sent, s.Ledger.Calls, s.Ledger.Lines))
		}
	}
	return errors.Join(errs...)
}

// play plays both stories in one home. They end now, on the clock of the wall,
// so that `tallystick status` shows them as they stood in the morning.
func play(ctx context.Context, dir string) (report, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	h, err := newHome(dir)
	if err != nil {
		return report{}, err
	}
	p, err := provider.Start("ok", "0")
	if err != nil {
		return report{}, err
	}
	defer func() { _ = p.Close() }()
	clock := &simClock{now: time.Now().Add(-nightHours * time.Hour)}
	g, err := guard.Open(ctx, guard.Options{
		LedgerDir: h.LedgerDir(), GuardsDir: h.GuardsDir(), Config: h.Source(),
		Host: "tallystick demo", PID: os.Getpid(), By: home.UserName(), Create: true, Clock: clock.Now,
	})
	if err != nil {
		return report{}, err
	}
	st := &stage{p: p, guard: g, clock: clock}
	rep := report{Home: h.Dir}
	for _, tell := range []func(context.Context) (*story, error){st.planStory, st.nightStory} {
		s, err := tell(ctx)
		if err != nil {
			return rep, errors.Join(err, g.Close(ctx))
		}
		rep.Stories = append(rep.Stories, s)
	}
	return rep, g.Close(ctx)
}

// budget is the demo's tallystick.yaml: one pool of 40 calls for each story.
const budget = `version: 1
zone: UTC
limits:
  - {name: plan,  match: {pool: plan},  window: "rolling:12h", calls: %[1]d}
  - {name: night, match: {pool: night}, window: "rolling:12h", calls: %[1]d}
`

// newHome makes a fresh home; it refuses one that is in use.
func newHome(dir string) (home.Home, error) {
	if dir == "" {
		made, err := os.MkdirTemp("", "tallystick-demo-")
		if err != nil {
			return home.Home{}, err
		}
		dir = made
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return home.Home{}, err
	}
	h := home.Home{Dir: dir}
	if _, err := os.Stat(h.LedgerDir()); err == nil {
		return h, fmt.Errorf("%s has a ledger already, and a demo wants an empty home; give --home another directory", dir)
	}
	if err := h.Prepare(true, ""); err != nil {
		return h, err
	}
	return h, os.WriteFile(h.ConfigPath(), fmt.Appendf(nil, budget, poolCalls), 0o600)
}
