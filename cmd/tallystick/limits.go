package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/guard/home"
	"github.com/tallystick/tallystick/guard/window"
)

// The image of the limits that count, with the words of tallystick.yaml.
type budgetImage struct {
	File    string       `json:"file"`
	Zone    string       `json:"zone,omitempty"` // "": the ledger's own
	PerCall int64        `json:"per_call_tokens,omitempty"`
	Limits  []limitImage `json:"limits"`
}

type limitImage struct {
	Name   string            `json:"name"`
	Window string            `json:"window"`
	Calls  int64             `json:"calls,omitempty"` // absent: no ceiling
	Tokens int64             `json:"tokens,omitempty"`
	Match  map[string]string `json:"match,omitempty"`
	Per    string            `json:"per,omitempty"`
	WarnAt []float64         `json:"warn_at,omitempty"`
	Mode   string            `json:"mode"`
}

func budgetOf(h home.Home, c config.Config) budgetImage {
	image := budgetImage{File: h.ConfigPath(), Zone: c.Zone, PerCall: c.PerCall.Tokens, Limits: []limitImage{}}
	for _, l := range c.Limits {
		image.Limits = append(image.Limits, limitOf(l))
	}
	return image
}

func limitOf(l config.Limit) limitImage {
	return limitImage{l.Name, l.Window.String(), l.Calls, l.Tokens, l.Match, l.Per, l.WarnAt, mode(l)}
}

// selector says in words which calls a limit counts, and how.
func selector(l config.Limit) string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(l.Match)) {
		parts = append(parts, key+"="+l.Match[key])
	}
	if len(parts) == 0 {
		parts = append(parts, "all")
	}
	if l.Per != "" {
		parts = append(parts, "per "+l.Per)
	}
	return strings.Join(parts, ", ")
}

// nameFor is the name of a limit nobody named: what it selects, its window,
// and what it is per: "day", "cron-hour", "day-per-model", "5h".
func nameFor(match map[string]string, w window.Spec, per string) string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(match)) {
		parts = append(parts, match[key])
	}
	parts = append(parts, strings.TrimPrefix(w.String(), "rolling:"))
	if per != "" {
		parts = append(parts, "per", per)
	}
	return strings.Join(parts, "-")
}

// changes says what became of a limit, one line a trait that differs.
func changes(before, after config.Limit) []string {
	rows := []struct{ what, was, is string }{
		{"calls", ceiling(before.Calls), ceiling(after.Calls)},
		{"tokens", ceiling(before.Tokens), ceiling(after.Tokens)},
		{"window", before.Window.String(), after.Window.String()},
		{"which calls", selector(before), selector(after)},
		{"mode", mode(before), mode(after)},
		{"warns at", thresholds(before), thresholds(after)},
	}
	var lines []string
	for _, r := range rows {
		if r.was != r.is {
			lines = append(lines, fmt.Sprintf("%-12s %s -> %s", r.what, r.was, r.is))
		}
	}
	return lines
}

func thresholds(l config.Limit) string {
	var parts []string
	for _, at := range l.WarnAt {
		parts = append(parts, fmt.Sprintf("%g %%", at*100))
	}
	if len(parts) == 0 {
		return "never"
	}
	return strings.Join(parts, ", ")
}

func findLimit(c config.Config, name string) (config.Limit, bool) {
	i := slices.IndexFunc(c.Limits, func(l config.Limit) bool { return l.Name == name })
	if i < 0 {
		return config.Limit{}, false
	}
	return c.Limits[i], true
}

func limitNames(c config.Config) []string {
	var names []string
	for _, l := range c.Limits {
		names = append(names, l.Name)
	}
	return names
}
