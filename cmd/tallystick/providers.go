package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/adapters"
)

func providersCommand(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "providers [NAME|HOST]",
		Short: "Which providers are known, and what of them",
		Long: prose("Lists the providers that are known by name: their hosts, the dialects they document, and " +
			"how many verdict rules are theirs alone. With a name or a host, one of them in full. A server " +
			"that is not here needs no entry: the path of a request shows its dialect, and the host is its name."),
		Example: "  tallystick providers\n  tallystick providers api.z.ai",
		Args:    atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			k := u.knowledge(c.Context())
			if len(args) == 1 {
				return u.provider(k, args[0])
			}
			return u.providers(k)
		},
	}
}

// providers is the list.
func (u *ui) providers(k knowledge) error {
	all := k.Providers()
	image := providersImage{GeneralRules: adapters.GeneralRules()}
	tab := table{cols: []column{{head: "provider"}, {head: "rules", right: true}, {head: "dialects", least: 20}, {head: "hosts", least: 20}}}
	for _, p := range all {
		image.Providers = append(image.Providers, k.image(p))
		tab.add(p.Name, fmt.Sprint(len(p.Rules)), firstAndMore(p.Dialects), cmp.Or(firstAndMore(starred(p.Hosts)), "(yours)"))
	}
	return u.show(image, func() {
		tab.print(u)
		u.say("")
		for _, p := range all {
			if p.Added {
				u.para(0, fmt.Sprintf("%s is from %s.", p.Name, k.from(p)))
			}
		}
		u.para(0, fmt.Sprintf("%s, and %d verdict rules that hold for everybody. Any other server, local ones too, is known "+
			"by the path of its requests. All of one: tallystick providers NAME", count(int64(len(all)), "provider"), image.GeneralRules))
	})
}

// provider is one of the list, by its name or by a host of its.
func (u *ui) provider(k knowledge, word string) error {
	name, _, _ := k.Find(adapters.Attempt{URL: "https://" + word})
	all := k.Providers()
	i := slices.IndexFunc(all, func(p adapters.Provider) bool { return strings.EqualFold(p.Name, word) || p.Name == name })
	if i < 0 {
		return wrong("tallystick providers", "no provider %q is known by name; its failures are judged by the %d general rules",
			word, adapters.GeneralRules())
	}
	p := all[i]
	return u.show(k.image(p), func() {
		u.field("provider", p.Name)
		if p.Added {
			u.field("from", k.from(p))
		}
		u.fieldOf("like", p.Like)
		u.field("hosts", cmp.Or(strings.Join(starred(p.Hosts), ", "), "yours: put them into tallystick.yaml, or name the provider in the call"))
		u.fieldOf("paths", strings.Join(starred(p.Paths), ", "))
		u.field("dialects", strings.Join(p.Dialects, ", "))
		u.field("rules", fmt.Sprintf("%d of its own, %d that hold for everybody", len(p.Rules), adapters.GeneralRules()))
		u.ownRules(p.Rules)
	})
}

// fieldOf is a field that is left out when there is nothing to say.
func (u *ui) fieldOf(name, text string) {
	if text != "" {
		u.field(name, text)
	}
}

// starred writes suffixes as people do: *.openai.azure.com, */llm/ask.
func starred(hosts []string) []string {
	words := make([]string, len(hosts))
	for i, h := range hosts {
		if words[i] = h; strings.ContainsAny(h[:1], ".-/") {
			words[i] = "*" + h
		}
	}
	return words
}

// firstAndMore is the first of some words and how many there are beside it.
func firstAndMore(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return fmt.Sprintf("%s +%d", words[0], len(words)-1)
}

func (u *ui) ownRules(rules []adapters.KnownRule) {
	if len(rules) == 0 {
		return
	}
	u.say("")
	tab := table{cols: []column{{head: "rule"}, {head: "verdict"}, {head: "asks for", least: 12}}}
	for _, r := range rules {
		tab.add(r.Name, string(r.Class), orDash(asksFor(r)))
	}
	tab.print(u)
}

// asksFor is what a rule looks for: of the table's the codes, of somebody's own all of it.
func asksFor(r adapters.KnownRule) string {
	if !r.Added {
		return r.Code
	}
	var parts []string
	for _, part := range []struct{ name, text string }{{"status", r.Status}, {"code", r.Code}, {"says", strings.Join(r.Says, " | ")}} {
		if part.text != "" {
			parts = append(parts, part.name+" "+part.text)
		}
	}
	return strings.Join(parts, "; ")
}

type providersImage struct {
	Providers    []providerImage `json:"providers"`
	GeneralRules int             `json:"general_rules"`
}

type providerImage struct {
	Name     string      `json:"name"`
	From     string      `json:"from,omitempty"` // where somebody added it, or to it
	Like     string      `json:"like,omitempty"`
	Hosts    []string    `json:"hosts"` // exact, or a suffix that begins with a dot or a dash
	Paths    []string    `json:"paths,omitempty"`
	Dialects []string    `json:"dialects"`
	Rules    []ruleImage `json:"rules"`
}

type ruleImage struct {
	Name   string   `json:"name"`
	Class  string   `json:"class"`
	Codes  []string `json:"codes"`
	Status []string `json:"status,omitempty"`
	Says   []string `json:"says,omitempty"`
	Added  bool     `json:"added,omitempty"`
}

func (k knowledge) image(p adapters.Provider) providerImage {
	image := providerImage{Name: p.Name, Like: p.Like, Hosts: p.Hosts, Paths: p.Paths, Dialects: p.Dialects, Rules: []ruleImage{}}
	if p.Added {
		image.From = k.from(p)
	}
	for _, r := range p.Rules {
		image.Rules = append(image.Rules, ruleImage{r.Name, string(r.Class), strings.Fields(r.Code), strings.Fields(r.Status), r.Says, r.Added})
	}
	return image
}
