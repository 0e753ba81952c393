package main

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
	"github.com/tallystick/tallystick/rpc"
)

func explainCommand(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "explain RESERVATION",
		Short: "The whole story of one call: attempts, decisions, numbers",
		Long: prose("The whole story of one call: its attempts, what was decided and why, the numbers, and " +
			"the ledger's entries. RESERVATION is a whole id, or the end of one that `recent` shows."),
		Example: "  tallystick explain 6193d4",
		Args:    exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return reading(c.Context(), func(_ home.Home, g *guard.Guard) error { return u.explain(c, g, args[0]) })
		},
	}
}

func (u *ui) explain(c *cobra.Command, g *guard.Guard, id string) error {
	id, err := wholeID(c.Context(), g, id)
	if err != nil {
		return err
	}
	story, err := g.Explain(c.Context(), id)
	if err != nil {
		return err
	}
	if err := u.locate(c.Context(), g); err != nil {
		return err
	}
	return u.show(storyOf(story), func() { u.story(story) })
}

func (u *ui) story(s guard.Story) {
	u.say("%s %s", u.paint(bold, "reservation"), visible(s.Reservation))
	if len(s.Calls) > 0 {
		u.caller(s.Calls[0])
		u.say("")
		u.callLines(s.Calls)
	}
	if len(s.Limits) > 0 {
		u.say("")
		u.say("%s", u.paint(dim, "the limits it touched, as they stood when it was granted"))
		u.touched(s.Limits)
	}
	u.say("")
	u.say("%s", u.paint(dim, "what the ledger says, entry by entry"))
	for _, e := range s.Entries {
		u.say("  #%d  %s  %s", e.Seq, e.At.In(u.zone).Format("2006-01-02 15:04:05.000"), u.paint(bold, visible(e.Kind)))
		u.para(6, e.Text)
	}
}

func (u *ui) caller(l guard.CallLine) {
	facts := []string{who(l.Attributes.Source, l.Attributes.Task), "pool " + l.Pool, road(l.Lane)}
	if l.Attributes.Run != "" {
		facts = append(facts, "run "+l.Attributes.Run)
	}
	if l.Lane.Key != "" {
		facts = append(facts, "key "+l.Lane.Key)
	}
	u.para(2, strings.Join(facts, ", "))
	u.para(2, "operation "+l.Operation)
}

func (u *ui) touched(uses []guard.LimitUse) {
	t := table{indent: 2, cols: []column{{head: "limit", least: 10}, {head: "window"}, {head: "calls", right: true}, {head: "tokens", right: true}}}
	for _, use := range uses {
		name := use.Limit
		if use.Value != "" {
			name += " " + use.Value
		}
		all := used(use)
		t.add(name, use.Window, ofCeiling(all.Calls, use.Ceiling.Calls), ofCeiling(all.Tokens, use.Ceiling.Tokens))
	}
	t.print(u)
}

func ofCeiling(n, ceiling int64) string {
	if ceiling <= 0 {
		return number(n)
	}
	return number(n) + " of " + number(ceiling)
}

// The image of a story: the calls as `recent --json` has them, and each entry in words.
type storyImage struct {
	Reservation string            `json:"reservation"`
	Calls       *rpc.RecentResult `json:"calls"`
	Limits      []rpc.LimitUse    `json:"limits"`
	Entries     []storyEntryImage `json:"entries"`
}

type storyEntryImage struct {
	Seq  uint64 `json:"seq"`
	At   string `json:"at"`
	Kind string `json:"kind"`
	Text string `json:"text"`
}

func storyOf(s guard.Story) storyImage {
	image := storyImage{Reservation: s.Reservation, Calls: rpc.RecentOf(s.Calls), Limits: []rpc.LimitUse{}, Entries: []storyEntryImage{}}
	for _, use := range s.Limits {
		image.Limits = append(image.Limits, rpc.LimitUseOf(use))
	}
	for _, e := range s.Entries {
		image.Entries = append(image.Entries, storyEntryImage{e.Seq, e.At.Format(time.RFC3339Nano), e.Kind, e.Text})
	}
	return image
}
