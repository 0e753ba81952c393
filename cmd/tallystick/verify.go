package main

import (
	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
)

type verifyImage struct {
	OK       bool     `json:"ok"`
	Home     string   `json:"home"`
	Entries  uint64   `json:"entries"`
	Files    int      `json:"files"`
	Bytes    int64    `json:"bytes"`
	Problems []string `json:"problems"`
	Notes    []string `json:"notes"`
	Repaired int      `json:"repaired"`
}

func verifyCommand(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "verify",
		Short: "Check the whole ledger: every line's chain, every sum again",
		Args:  atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return reading(c.Context(), func(h home.Home, g *guard.Guard) error {
				v, err := g.Verify(c.Context())
				if err != nil {
					return err
				}
				return u.verified(h, v)
			})
		},
	}
}

func (u *ui) verified(h home.Home, v guard.Verification) error {
	image := verifyImage{v.OK, h.Dir, v.Entries, v.Files, v.Bytes,
		append([]string{}, v.Problems...), append([]string{}, v.Notes...), v.Repaired}
	if err := u.show(image, func() { u.verification(h, v) }); err != nil || v.OK {
		return err
	}
	return &failure{exit: exitDamaged, message: count(int64(len(v.Problems)), "problem") + " in " + h.LedgerDir(),
		hint: "keep a copy of that folder; the damaged part counts as used until a person settles it (tallystick unknown)"}
}

func (u *ui) verification(h home.Home, v guard.Verification) {
	u.say("checked  %s in %s below %s", count(int64(v.Entries), "entry"), count(int64(v.Files), "file"), visible(h.LedgerDir()))
	if v.OK {
		u.say("found    %s", u.paint(green, "the chain is whole, and every sum derived again is the one that counts"))
	}
	for _, p := range v.Problems {
		u.warn(p)
	}
	for _, n := range v.Notes {
		u.say("also     %s", visible(n))
	}
	if v.Repaired > 0 {
		u.say("repaired %s: each missing entry counts as a call until settled (tallystick unknown)", count(int64(v.Repaired), "range"))
	}
}
