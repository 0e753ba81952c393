package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard/config"
)

func budgetSetCommand(u *ui) *cobra.Command {
	var f limitFlags
	c := &cobra.Command{
		Use:   "set",
		Short: "Add a limit, or change one",
		Long: prose("Adds a limit to tallystick.yaml, or changes the one with that name; comments and "+
			"everything else in the file stay. What you do not mention keeps its value. The "+
			"change counts for every guard of this machine from its next reserve on, and the "+
			"ledger keeps who made it and when.") + "\n\n" +
			prose("Windows are minute, hour, day, week, month and total, by the ledger's calendar, or "+
				"rolling:5h. KEY is source, task, run, pool, provider, key, model, or tags.NAME."),
		Example: "  tallystick budget set --calls 500 --tokens 500k\n" +
			"  tallystick budget set --calls 60 --window hour --match source=cron --per task\n" +
			"  tallystick budget set --name night --tokens 2M --window rolling:8h",
		Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return u.edit(c.Context(), func(file []byte, conf config.Config) (edited, error) {
				return f.apply(c, file, conf)
			})
		},
	}
	f.register(c)
	return c
}

// apply is the edit: the file with the limit added or changed.
func (f *limitFlags) apply(c *cobra.Command, file []byte, conf config.Config) (edited, error) {
	if c.Flags().Changed("cost") {
		return edited{}, wrong("--tokens or --calls", "a ceiling in money needs prices, which this version does not have: it would be a promise nobody keeps")
	}
	l, err := f.limit(c, conf)
	if err != nil {
		return edited{}, err
	}
	before, existed := findLimit(conf, l.Name)
	after, err := config.Set(file, l)
	if err != nil {
		return edited{}, err
	}
	e := edited{file: after, action: "added", name: l.Name, meant: meantProvider(conf, l.Match["provider"])}
	if existed {
		e.action, e.lines = "changed", changes(before, l)
	} else {
		e.lines = traits(l)
	}
	if existed && len(e.lines) == 0 {
		e.action = "unchanged"
	}
	return e, nil
}

// meantProvider is the known provider that a slip of it is near to, "" when there is none. Any
// host is a provider of its own, so what looks like one, with a dot or a port, is left alone.
func meantProvider(conf config.Config, name string) string {
	if name == "" || strings.ContainsAny(name, ".:*") {
		return ""
	}
	names := adapters.NewKnown(conf.Providers).Names()
	if slices.Contains(names, name) {
		return ""
	}
	return nearest(name, names)
}

func ceilings(l config.Limit) string {
	var parts []string
	if l.Calls > 0 {
		parts = append(parts, count(l.Calls, "call"))
	}
	if l.Tokens > 0 {
		parts = append(parts, count(l.Tokens, "token"))
	}
	return strings.Join(parts, " and ")
}

// traits are the lines that introduce a new limit.
func traits(l config.Limit) []string {
	return []string{
		fmt.Sprintf("at most %s; window %s", ceilings(l), l.Window),
		fmt.Sprintf("which calls: %s; mode %s; warns at: %s", selector(l), mode(l), thresholds(l)),
	}
}

func budgetRemoveCommand(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:     "rm NAME",
		Aliases: []string{"remove"},
		Short:   "Remove a limit",
		Args:    exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return u.edit(c.Context(), func(file []byte, conf config.Config) (edited, error) {
				return removeLimit(file, conf, args[0])
			})
		},
	}
}

func removeLimit(file []byte, conf config.Config, name string) (edited, error) {
	l, ok := findLimit(conf, name)
	if !ok {
		hint := "tallystick budget show"
		if meant := nearest(name, limitNames(conf)); meant != "" {
			hint = "tallystick budget rm " + meant
		}
		return edited{}, wrong(hint, "there is no limit %q", name)
	}
	after, err := config.Remove(file, name)
	return edited{file: after, action: "removed", name: name, lines: traits(l)}, err
}
