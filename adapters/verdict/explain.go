package verdict

import (
	"fmt"
	"strconv"
	"strings"
)

// Look is one rule that was looked at, and what came of it.
type Look struct {
	Rule  string // its name
	Class Class  // what it would have meant
	Line  int    // its place in the table, from 1; 0 when no rule of the table held
	Of    string // the gateway whose rule it is, and Line its place there; "" for the table's
	Wins  bool
	Why   string // what it found, or why it lost; our words, as in Verdict.Evidence
}

// explain shows how classify came to its verdict on the same reply: the rule that decided,
// then the runners-up in the order of the table, which are the rules that hold as well and
// those that found something of theirs and missed something else. Pure, and off the hot path.
func (b *book) explain(provider string, r Reply) []Look {
	f := b.readFacts(provider, r)
	f.hints()
	winner := f.nothingKnown()
	looks := []Look{{}}
	decided := false
	for i := range f.book.rules {
		c := &f.book.rules[i]
		lost := f.lost(c)
		switch {
		case lost == "" && !decided:
			winner, decided = c, true
			looks[0].Line = i + 1
		case lost == "":
			looks = append(looks, Look{Rule: c.name, Class: c.class, Line: i + 1, Why: "holds as well, further down"})
		case f.speaksFor(c):
			looks = append(looks, Look{Rule: c.name, Class: c.class, Line: i + 1, Why: lost})
		}
	}
	won := f.verdict(winner)
	looks[0] = Look{Rule: winner.name, Class: winner.class, Line: looks[0].Line, Wins: true, Why: foundBy(winner, won.Evidence)}
	return looks
}

// foundBy is evidence without the rule's name, which stands beside it.
func foundBy(c *compiled, evidence string) string {
	if why := strings.TrimPrefix(strings.TrimPrefix(evidence, c.name), ": "); why != "" {
		return why
	}
	return "no rule of the table holds"
}

// speaksFor tells whether a reply says something that a rule asks for; a status alone says
// too little to be a runner-up.
func (f *replyFacts) speaksFor(c *compiled) bool {
	return f.found.any(&c.anyMask) || f.found.any(&c.allMask) || len(c.codes) > 0 && f.codeOf(c) != ""
}

// lost is the first condition of a rule that does not hold, "" when all do. It says in words
// what holds says in bits; TestExplainAgreesWithTheRules keeps the two together.
func (f *replyFacts) lost(c *compiled) string {
	switch {
	case c.holds(f):
		return ""
	case c.provider != "" && c.provider != f.provider:
		return "is for " + c.provider + " only"
	case f.found.any(&c.noneMask):
		return "must not see " + f.said(f.found.first(&c.noneMask))
	case len(c.codes) > 0 && f.codeOf(c) == "":
		return "asks for code " + orList(strings.ReplaceAll(c.code, ownMark, ""))
	case !f.found.all(&c.allMask):
		return "misses " + orList(strings.Join(f.missing(c.all), " "))
	case c.any != "" && !f.found.any(&c.anyMask):
		return "misses " + orList(c.any)
	case c.long && !f.isLong():
		return fmt.Sprintf("asks for a stated wait of %.0f minutes or more", LongWait.Minutes())
	case c.short && (!f.hasWait || f.isLong()):
		return fmt.Sprintf("asks for a stated wait below %.0f minutes", LongWait.Minutes())
	}
	if c.shown && !f.reply.OutputSeen {
		return "asks for output before"
	}
	return "asks for status " + orList(c.status) + f.statusHere()
}

func (f *replyFacts) statusHere() string {
	if f.status == 0 {
		return "; there is none"
	}
	return "; this is " + strconv.Itoa(f.status)
}

// missing are those of some meanings that were not said.
func (f *replyFacts) missing(names string) (left []string) {
	for _, name := range strings.Fields(names) {
		if !f.found.has(f.book.bits[name]) {
			left = append(left, name)
		}
	}
	return left
}

// orList reads "a b c" as "a, b or c".
func orList(words string) string {
	all := strings.Fields(words)
	if len(all) < 2 {
		return words
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}
