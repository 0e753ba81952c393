package main

import (
	"cmp"
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
	set(said("window"), &l.Window, spec)
	set(said("match"), &l.Match, match)
	set(said("per"), &l.Per, f.per)
	set(said("calls"), &l.Calls, int64(f.calls))
	set(said("tokens"), &l.Tokens, int64(f.tokens))
	return f.manner(c, l)
}

// set changes what somebody spoke of.
func set[T any](said bool, field *T, value T) {
	if said {
		*field = value
	}
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
