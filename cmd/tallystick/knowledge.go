package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/guard/home"
)

// knowledge is what is known of providers on this machine: the tables, and what
// tallystick.yaml adds to them.
type knowledge struct {
	*adapters.Known
	lines map[string]int // of tallystick.yaml, where the file is what counts
}

// knowledge looks into the home, if there is one, and makes none: judging a pasted response
// needs none. The file counts as it is, so that a rule can be tried before the next call; where
// it is gone or wrong, what was accepted last does.
func (u *ui) knowledge(ctx context.Context) knowledge {
	var k knowledge
	h, err := usableHome()
	if err == nil {
		k, err = fileKnowledge(h)
	}
	if err == nil {
		return k
	}
	if !errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(u.err, "tallystick: %s\n", visible(err.Error()))
	}
	_ = reading(ctx, func(_ home.Home, g *guard.Guard) error { // without a ledger there is nothing to add
		c, err := g.Config(ctx)
		k = knowledge{Known: adapters.NewKnown(c.Providers)}
		return err
	})
	return k
}

func fileKnowledge(h home.Home) (knowledge, error) {
	raw, err := h.Source().Read()
	if err != nil {
		return knowledge{}, err
	}
	c, err := config.Parse(raw)
	if err != nil {
		return knowledge{}, err
	}
	return knowledge{adapters.NewKnown(c.Providers), config.ProviderLines(raw)}, nil
}

// called is the provider that somebody means: its name, or a host of its.
func (k knowledge) called(word string) string {
	if word == "" {
		return ""
	}
	if name, _, _ := k.Find(adapters.Attempt{URL: withScheme(word)}); !strings.EqualFold(name, word) && name != "" {
		return name
	}
	return word
}

// from says where somebody's addition stands.
func (k knowledge) from(p adapters.Provider) string {
	if line := k.lines[p.Name]; line > 0 {
		return fmt.Sprintf("tallystick.yaml, line %d", line)
	}
	return "the tallystick.yaml that was accepted last"
}
