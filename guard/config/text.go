package config

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// pair is a key with its value as YAML text; "" is no value: the key is absent.
type pair struct{ key, value string }

// pairs is a limit as a person would write it, keys in a fixed order.
func (l Limit) pairs() []pair {
	mode, week := "", ""
	if l.Shadow {
		mode = "shadow"
	}
	if l.WeekStart != nil {
		week = weekdayName(*l.WeekStart)
	}
	return []pair{
		{"name", quote(l.Name)},
		{"match", l.matchText()},
		{"per", optional(l.Per)},
		{"window", quote(l.Window.String())},
		{"calls", l.callsText()},
		{"tokens", amountText(l.Tokens)},
		{"warn_at", warnText(l.WarnAt)},
		{"mode", mode},
		{"zone", optional(l.Zone)},
		{"week_start", week},
	}
}

// flow is the limit on one line: {name: day, window: day, calls: 500}.
func (l Limit) flow() string {
	var parts []string
	for _, p := range l.pairs() {
		if p.value != "" {
			parts = append(parts, p.key+": "+p.value)
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// callsText says "0" aloud when a limit has no ceiling at all: it only counts.
func (l Limit) callsText() string {
	if l.Calls == 0 && l.Tokens == 0 {
		return "0"
	}
	return amountText(l.Calls)
}

func (l Limit) matchText() string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(l.Match)) {
		parts = append(parts, quote(key)+": "+quote(l.Match[key]))
	}
	if parts == nil {
		return ""
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func amountText(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func warnText(at []float64) string {
	var parts []string
	for _, f := range at {
		parts = append(parts, strconv.FormatFloat(f, 'g', -1, 64))
	}
	if parts == nil {
		return ""
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// safe is text that needs no quotes anywhere; words are what YAML reads as
// something else than text.
var (
	safe  = regexp.MustCompile(`^[A-Za-z](?:[A-Za-z0-9_./@:-]*[A-Za-z0-9_./@-])?$`)
	words = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
)

// quote is a text as YAML.
func quote(s string) string {
	if safe.MatchString(s) && !slices.Contains(words, strings.ToLower(s)) {
		return s
	}
	return strconv.Quote(s)
}

// optional is a text as YAML, or nothing for an empty one.
func optional(s string) string {
	if s == "" {
		return ""
	}
	return quote(s)
}
