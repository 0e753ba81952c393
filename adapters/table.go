package adapters

import (
	"strconv"
	"strings"
)

// lex knows all meanings, table all rules; both are compiled once, at start.
var (
	lex   = newLexicon(meanings)
	table = compileRules(rules)
)

// compiled is a rule whose names have become bits.
type compiled struct {
	rule
	allMask, anyMask, noneMask [4]uint64
	statuses                   []int
	codes                      []string
}

func compileRules(rules []rule) []compiled {
	list := make([]compiled, len(rules))
	for i, r := range rules {
		c := compiled{rule: r, codes: strings.Fields(r.code)}
		c.allMask, _ = lex.mask(r.all)
		c.anyMask, _ = lex.mask(r.any)
		c.noneMask, _ = lex.mask(r.none)
		for _, s := range strings.Fields(r.status) {
			n, _ := strconv.Atoi(s)
			c.statuses = append(c.statuses, n)
		}
		list[i] = c
	}
	return list
}

// holds tells whether all conditions of a rule hold.
func (c *compiled) holds(f *replyFacts) bool {
	switch {
	case c.provider != "" && c.provider != f.provider,
		len(c.statuses) > 0 && !contains(c.statuses, f.status),
		len(c.codes) > 0 && f.codeOf(c) == "",
		!f.found.all(c.allMask),
		c.any != "" && !f.found.any(c.anyMask),
		f.found.any(c.noneMask),
		c.long && !f.isLong(),
		c.short && (!f.hasWait || f.isLong()):
		return false
	}
	return true
}

func contains[T comparable](list []T, want T) bool {
	for _, x := range list {
		if x == want {
			return true
		}
	}
	return false
}

// codeOf is the error code of the reply that a rule names, "" for none.
func (f *replyFacts) codeOf(c *compiled) string {
	for _, code := range f.codes {
		if contains(c.codes, code) {
			return code
		}
	}
	return ""
}

func itoa(n int) string { return strconv.Itoa(n) }
