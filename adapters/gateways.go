package adapters

import (
	"slices"

	"github.com/tallystick/tallystick/adapters/verdict"
)

// Gateway is a provider that a user added, or what a user added to one of the table: data, as
// providers.go and verdict's rules are. guard/config reads it from tallystick.yaml and finds mistakes
// by gateways_check.go and verdict's check.go; what is wrong all the same is passed over here, never a panic.
type Gateway struct {
	Name    string         // what limits match and status shows; one of the table's adds to that provider
	Like    string         // a provider of the table that it speaks and fails like; "": like nobody
	Hosts   []string       // exact, or a suffix that begins with a dot, with a port or for all; the most specific of all wins
	Dialect string         // how Paths are read, and calls that show no URL; "": as Like is
	Paths   []string       // suffixes of paths that are calls there, beside those that are calls everywhere
	Rules   []verdict.Rule // tried before those of the table, in this order
}

// Known is what is known of providers: the tables of this package, and the gateways of a user
// in front of them. It never changes, so everybody may share it; nil is the tables alone.
type Known struct {
	gateways []*gateway
	hosts    []gatewayHost // the most specific first
}

type gateway struct {
	Gateway
	speaks Dialect // its usual one
	judge  *verdict.Book
}

type gatewayHost struct {
	hostPattern
	of *gateway
}

// NewKnown puts gateways in front of the tables.
func NewKnown(gateways []Gateway) *Known {
	if len(gateways) == 0 {
		return nil
	}
	k := &Known{}
	for _, one := range gateways {
		g := newGateway(one)
		k.gateways = append(k.gateways, g)
		for _, h := range g.Hosts {
			k.hosts = append(k.hosts, gatewayHost{patternOf(h), g})
		}
	}
	slices.SortStableFunc(k.hosts, func(a, b gatewayHost) int { return b.specific() - a.specific() })
	return k
}

func newGateway(one Gateway) *gateway {
	// what is empty would fit everything
	one.Hosts = slices.DeleteFunc(slices.Clone(one.Hosts), func(s string) bool { return patternOf(s).host == "" })
	one.Paths = slices.DeleteFunc(slices.Clone(one.Paths), func(s string) bool { return s == "" })
	g := &gateway{Gateway: one, speaks: dialectNamed(one.Dialect)}
	if g.speaks == nil {
		g.speaks = usualDialect(g.rulesLike())
	}
	if g.speaks == nil {
		g.speaks = chat
	}
	g.judge = verdict.NewBook(g.Name, g.rulesLike(), g.Rules)
	return g
}

// rulesLike is the provider whose rules of the table hold for a gateway.
func (g *gateway) rulesLike() string {
	if g.Like != "" {
		return g.Like
	}
	return g.Name
}

// named is the gateway with this name, nil for none.
func (k *Known) named(name string) *gateway {
	if k == nil || name == "" {
		return nil
	}
	for _, g := range k.gateways {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// at is the gateway that lives at a host and port, nil for none.
func (k *Known) at(host, port string) *gateway {
	if k == nil {
		return nil
	}
	for _, h := range k.hosts {
		if h.fits(host, port) {
			return h.of
		}
	}
	return nil
}

// spoken are all dialects, for those who name one.
var spoken = []Dialect{chat, responses, completions, embeddings, images, audio, messages, google, converse, invoke, command, llama, qwen,
	ranking, workers, generation, sdk, runs, batches, films}

// Dialects are the names of all dialects.
func Dialects() []string {
	names := make([]string, len(spoken))
	for i, d := range spoken {
		names[i] = d.Name()
	}
	return names
}

// dialectNamed is the dialect with this name, nil for none.
func dialectNamed(name string) Dialect {
	for _, d := range spoken {
		if d.Name() == name {
			return d
		}
	}
	return nil
}
