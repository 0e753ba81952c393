package adapters

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// book is what Classify looks things up in. It is compiled at the first use, not at start:
// a guard that spawns to grant one call has no need of it.
type book struct {
	*lexicon
	meanings []meaning
	rules    []compiled
	windows  []bitset // of the list windows
}

var theBook = sync.OnceValue(func() *book { return newBook(meanings, rules) })

func newBook(meanings []meaning, rules []rule) *book {
	b := &book{lexicon: newLexicon(meanings), meanings: meanings}
	for _, r := range rules {
		b.rules = append(b.rules, b.compile(r))
	}
	for _, w := range windows {
		mask, _ := b.mask(w.meanings)
		b.windows = append(b.windows, mask)
	}
	return b
}

// compiled is a rule whose names have become bits.
type compiled struct {
	rule
	allMask, anyMask, noneMask bitset
	statuses                   []int
	codes                      []string
}

// compile turns the words of a rule into bits. TestRulesNameWhatExists finds words that are
// no meaning.
func (b *book) compile(r rule) compiled {
	c := compiled{rule: r, codes: strings.Fields(r.code)}
	c.allMask, _ = b.mask(r.all)
	c.anyMask, _ = b.mask(r.any)
	c.noneMask, _ = b.mask(r.none)
	for _, s := range strings.Fields(r.status) {
		n, _ := strconv.Atoi(s)
		c.statuses = append(c.statuses, n)
	}
	return c
}

// holds tells whether all conditions of a rule hold.
func (c *compiled) holds(f *replyFacts) bool {
	switch {
	case c.any != "" && !f.found.any(&c.anyMask), // the cheapest and most telling first
		!f.found.all(&c.allMask),
		len(c.codes) > 0 && (len(f.codes) == 0 || f.codeOf(c) == ""),
		len(c.statuses) > 0 && !slices.Contains(c.statuses, f.status),
		c.provider != "" && c.provider != f.provider,
		f.found.any(&c.noneMask),
		c.long && !f.isLong(),
		c.short && (!f.hasWait || f.isLong()):
		return false
	}
	return true
}

// codeOf is the error code of the reply that a rule names, "" for none.
func (f *replyFacts) codeOf(c *compiled) string {
	for _, code := range f.codes {
		if slices.Contains(c.codes, code) {
			return code
		}
	}
	return ""
}
