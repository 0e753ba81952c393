package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/guard/window"
)

// limitFlags are the flags of `budget set` as they were typed.
type limitFlags struct {
	name, window, per, mode, cost string
	calls, tokens                 amount
	match, warnAt                 []string
}

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

func (f *limitFlags) register(c *cobra.Command) {
	fs := c.Flags()
	fs.Var(&f.calls, "calls", "at most `N` calls in a window (0: no ceiling)")
	fs.Var(&f.tokens, "tokens", "at most `N` tokens in a window (0: no ceiling)")
	fs.StringVar(&f.cost, "cost", "", "not yet: ceilings in `MONEY` need prices")
	fs.StringVar(&f.window, "window", "", "`W` as listed above (default: day)")
	fs.StringArrayVar(&f.match, "match", nil, "count only calls with `KEY=VALUE`, such as source=cron")
	fs.StringVar(&f.per, "per", "", "one counter for each value of `KEY`, such as task")
	fs.StringVar(&f.mode, "mode", "", "`MODE`: enforce (default), or shadow: refuse nothing")
	fs.StringSliceVar(&f.warnAt, "warn-at", nil, "say a word at `PART` of a ceiling: 0.8, or 80%")
	fs.StringVar(&f.name, "name", "", "the limit's `NAME`; without, it is made of the flags")
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
	e := edited{file: after, action: "added", name: l.Name}
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

// limit is the limit that is meant: the one with the name, changed where a flag says so.
func (f *limitFlags) limit(c *cobra.Command, conf config.Config) (config.Limit, error) {
	said := c.Flags().Changed
	match, err := parseMatch(f.match)
	if err != nil {
		return config.Limit{}, err
	}
	spec, err := window.ParseSpec(cmp.Or(f.window, string(window.Day)))
	if err != nil {
		return config.Limit{}, wrong("--window day", "%s", err)
	}
	if f.name == "" {
		f.name = nameFor(match, spec, f.per)
	}
	l, existed := findLimit(conf, f.name)
	if !existed {
		l = config.Limit{Name: f.name, Window: spec, WarnAt: []float64{0.8}}
	}
	if said("window") {
		l.Window = spec
	}
	if said("match") {
		l.Match = match
	}
	if said("per") {
		l.Per = f.per
	}
	if said("calls") {
		l.Calls = int64(f.calls)
	}
	if said("tokens") {
		l.Tokens = int64(f.tokens)
	}
	return f.manner(c, l)
}

// manner sets how a limit acts: its mode and its thresholds.
func (f *limitFlags) manner(c *cobra.Command, l config.Limit) (config.Limit, error) {
	if l.Calls == 0 && l.Tokens == 0 {
		return l, wrong("--calls 500, or --tokens 500k; to forbid calls: tallystick pause; to drop the limit: tallystick budget rm "+l.Name,
			"limit %s would have no ceiling", l.Name)
	}
	switch f.mode {
	case "", "enforce", "shadow":
	default:
		return l, wrong("--mode shadow", "--mode is enforce or shadow, not %q", f.mode)
	}
	if c.Flags().Changed("mode") {
		l.Shadow = f.mode == "shadow"
	}
	if !c.Flags().Changed("warn-at") {
		return l, nil
	}
	l.WarnAt = nil
	for _, s := range f.warnAt {
		at, err := parseThreshold(s)
		if err != nil {
			return l, err
		}
		l.WarnAt = append(l.WarnAt, at)
	}
	return l, nil
}

func parseMatch(pairs []string) (map[string]string, error) {
	if len(pairs) == 0 {
		return nil, nil
	}
	match := map[string]string{}
	for _, p := range pairs {
		key, value, ok := strings.Cut(p, "=")
		if !ok || key == "" || value == "" {
			return nil, wrong("--match source=cron", "--match %q is not attribute=value", p)
		}
		match[key] = value
	}
	return match, nil
}

func parseThreshold(s string) (float64, error) {
	digits, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	at, err := strconv.ParseFloat(digits, 64)
	if percent {
		at /= 100
	}
	if err != nil || !(at > 0 && at <= 1) {
		return 0, wrong("--warn-at 0.8, or --warn-at 80%", "--warn-at %q is not a part of a ceiling", s)
	}
	return at, nil
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
