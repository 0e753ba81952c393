package verdict

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
	rules   []compiled
	last    int      // the rules from here on may ask for hints; all when none does
	own     ownCodes // of a gateway
	windows []bitset // of the list windows
}

var theBook = sync.OnceValue(func() *book { return newBook(meanings, rules) })

func newBook(meanings []meaning, rules []rule) *book {
	b := &book{lexicon: newLexicon(meanings)}
	for _, r := range rules {
		b.rules = append(b.rules, b.compile(r))
	}
	hinted := b.of(hints)
	if b.last = slices.IndexFunc(b.rules, func(c compiled) bool { return c.anyMask.any(&hinted) }); b.last < 0 {
		b.last = len(b.rules)
	}
	for _, w := range windows {
		mask, _ := b.mask(w.meanings)
		b.windows = append(b.windows, mask)
	}
	return b
}

// of is the set of some meanings.
func (b *book) of(meanings []meaning) (set bitset) {
	for _, m := range meanings {
		set.add(b.bits[m.name])
	}
	return set
}

// decide is the first rule that holds, nil for none. Hints are looked for when all that is
// said in a known way has not decided.
func (f *replyFacts) decide() *compiled {
	if c := f.holding(f.book.rules[:f.book.last]); c != nil {
		return c
	}
	f.hints()
	return f.holding(f.book.rules[f.book.last:])
}

// holding is the first of some rules that holds, nil for none.
func (f *replyFacts) holding(rules []compiled) *compiled {
	for i := range rules {
		if c := &rules[i]; c.holds(f) {
			return c
		}
	}
	return nil
}

func (f *replyFacts) hints() { f.book.find(&f.words, &f.found, f.book.lexicon.hints) }

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
		len(c.statuses) > 0 && !f.inStatus(c),
		c.provider != "" && c.provider != f.provider,
		f.found.any(&c.noneMask),
		c.long && !f.isLong(),
		c.short && (!f.hasWait || f.isLong()),
		c.shown && !f.reply.OutputSeen:
		return false
	}
	return true
}

// inStatus tells whether the reply has a status that a rule asks for: the innermost that it
// names. A gateway says 200 around {"code": 429}, and its rule may mean either.
func (f *replyFacts) inStatus(c *compiled) bool {
	return slices.Contains(c.statuses, f.status) || c.own && slices.Contains(c.statuses, f.reply.Status)
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
