package main

import (
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
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return u.provider(args[0])
			}
			return u.providers()
		},
	}
}

// providers is the list.
func (u *ui) providers() error {
	all := adapters.Providers()
	image := providersImage{GeneralRules: adapters.GeneralRules()}
	tab := table{cols: []column{{head: "provider"}, {head: "rules", right: true}, {head: "dialects", least: 20}, {head: "hosts", least: 20}}}
	for _, p := range all {
		image.Providers = append(image.Providers, imageOfProvider(p))
		tab.add(p.Name, fmt.Sprint(len(p.Rules)), firstAndMore(p.Dialects), firstAndMore(starred(p.Hosts)))
	}
	return u.show(image, func() {
		tab.print(u)
		u.say("")
		u.para(0, fmt.Sprintf("%s, and %d verdict rules that hold for everybody. Any other server, local ones too, is known "+
			"by the path of its requests. All of one: tallystick providers NAME", count(int64(len(all)), "provider"), image.GeneralRules))
	})
}

// provider is one of the list, by its name or by a host of its.
func (u *ui) provider(word string) error {
	name, _, _ := adapters.Find(adapters.Attempt{URL: "https://" + word})
	all := adapters.Providers()
	i := slices.IndexFunc(all, func(p adapters.Provider) bool { return strings.EqualFold(p.Name, word) || p.Name == name })
	if i < 0 {
		return wrong("tallystick providers", "no provider %q is known by name; its failures are judged by the %d general rules",
			word, adapters.GeneralRules())
	}
	p := all[i]
	return u.show(imageOfProvider(p), func() {
		u.field("provider", p.Name)
		u.field("hosts", strings.Join(starred(p.Hosts), ", "))
		u.field("dialects", strings.Join(p.Dialects, ", "))
		u.field("rules", fmt.Sprintf("%d of its own, %d that hold for everybody", len(p.Rules), adapters.GeneralRules()))
		u.ownRules(p.Rules)
	})
}

// starred writes suffixes as people do: *.openai.azure.com.
func starred(hosts []string) []string {
	words := make([]string, len(hosts))
	for i, h := range hosts {
		if words[i] = h; h[0] == '.' || h[0] == '-' {
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
	tab := table{cols: []column{{head: "rule"}, {head: "verdict"}, {head: "codes", least: 12}}}
	for _, r := range rules {
		tab.add(r.Name, string(r.Class), orDash(r.Code))
	}
	tab.print(u)
}

type providersImage struct {
	Providers    []providerImage `json:"providers"`
	GeneralRules int             `json:"general_rules"`
}

type providerImage struct {
	Name     string      `json:"name"`
	Hosts    []string    `json:"hosts"` // exact, or a suffix that begins with a dot or a dash
	Dialects []string    `json:"dialects"`
	Rules    []ruleImage `json:"rules"`
}

type ruleImage struct {
	Name  string   `json:"name"`
	Class string   `json:"class"`
	Codes []string `json:"codes"`
}

func imageOfProvider(p adapters.Provider) providerImage {
	image := providerImage{Name: p.Name, Hosts: p.Hosts, Dialects: p.Dialects, Rules: []ruleImage{}}
	for _, r := range p.Rules {
		image.Rules = append(image.Rules, ruleImage{r.Name, string(r.Class), strings.Fields(r.Code)})
	}
	return image
}
