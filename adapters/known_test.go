package adapters

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/adapters/verdict"
)

// What is said to be known is what decides: each host leads to its provider, each dialect
// exists, and each rule is counted once.
func TestProvidersAreWhatFindAndClassifyUse(t *testing.T) {
	var names []string
	for _, d := range append([]Dialect{embeddings}, dialects...) { // embeddings is chat under another name
		names = append(names, d.Name())
	}
	counted := GeneralRules()
	for _, p := range (*Known)(nil).Providers() {
		counted += len(p.Rules)
		for _, h := range p.Hosts {
			host := h
			if h[0] == '.' || h[0] == '-' {
				host = "x" + h
			}
			if got, _, _ := Find(Attempt{URL: "https://" + host + "/v1/chat/completions"}); got != p.Name {
				t.Errorf("%s is %s's, not %s's", host, got, p.Name)
			}
		}
		for i, d := range p.Dialects {
			if !slices.Contains(names, d) || slices.Contains(p.Dialects[:i], d) {
				t.Errorf("%s speaks %q, which is no dialect or stands twice", p.Name, d)
			}
		}
	}
	if counted != verdict.Rules() {
		t.Errorf("%d rules are counted, there are %d", counted, verdict.Rules())
	}
	for _, name := range verdict.Names() {
		if !provides(name) {
			t.Errorf("rules ask for %s, which is no provider", name)
		}
	}
	for name := range spokenToo {
		if !provides(name) {
			t.Errorf("%s speaks a dialect and is no provider", name)
		}
	}
}

// The list is a copy: a reader cannot change the table.
func TestProvidersIsACopy(t *testing.T) {
	(*Known)(nil).Providers()[0].Hosts[0] = "elsewhere"
	if (*Known)(nil).Providers()[0].Hosts[0] == "elsewhere" {
		t.Error("the table was changed")
	}
}
