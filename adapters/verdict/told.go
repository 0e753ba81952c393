package verdict

import (
	"maps"
	"slices"
	"strings"
)

// KnownRule is one verdict rule as a person reads it.
type KnownRule struct {
	Name   string
	Class  Class
	Code   string // the error codes it asks for, apart by blanks; "" when it asks for none
	Status string // the same of statuses
	Says   []string
	Added  bool // a user added it
}

// RulesOf are the rules that ask for a provider, or are about a code of its own that no
// other provider uses and so go by its name.
func RulesOf(name string) (own []KnownRule) {
	for _, r := range rules {
		if r.provider == name || r.provider == "" && strings.HasPrefix(r.name, name+" ") {
			own = append(own, KnownRule{Name: r.name, Class: r.class, Code: r.code, Status: r.status})
		}
	}
	return own
}

// Rules is how many rules there are.
func Rules() int { return len(rules) }

// Names are the providers that rules ask for by name.
func Names() []string {
	seen := map[string]bool{}
	for _, r := range rules {
		if r.provider != "" {
			seen[r.provider] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// Says tells whether a body of any shape says a failure that a rule knows, and whether another
// try is worth anything then. Advice and weak signs do not count: the body may be an answer.
func Says(body []byte) (retry Retryable, failure bool) {
	f := theBook().readFacts("", Reply{Body: body})
	c := f.holding(f.book.rules)
	if c == nil {
		return "", false
	}
	return c.answer(), true
}
