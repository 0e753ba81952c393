package adapters

import (
	"slices"
	"strconv"
	"strings"
)

// A gateway's rules become rules of the table, and what they look for meanings of the table. They
// stand in front, in a book of the gateway's own that is compiled at its first failure. So they
// are judged, explained and bounded as all others are, and who has no gateway pays nothing.

// ownBook is the book of one gateway.
type ownBook struct {
	*book
	own []int // for each of the gateway's lines in front: which of its rules it is, from 0
}

// compile makes the book of a gateway; without rules of its own the table's is its book.
func (g *gateway) compile() ownBook {
	if len(g.Rules) == 0 {
		return ownBook{book: theBook()}
	}
	b := ownBook{}
	said, lines := slices.Clone(meanings), []rule(nil)
	for i, r := range g.Rules {
		made, finds := r.compile(strconv.Itoa(i))
		for range made {
			b.own = append(b.own, i)
		}
		lines, said = append(lines, made...), append(said, finds...)
	}
	b.book = newBook(said, append(lines, rules...))
	return b
}

// compile makes lines of the table of a rule, and the meanings they ask for, which have the
// rule's number in their names. Codes that are numbers and codes in words are two lines. A rule
// without a condition that can be found is none.
func (r *GatewayRule) compile(number string) (made []rule, finds []meaning) {
	one := rule{name: r.Name, class: r.Class, window: r.Window, scope: r.Scope, retry: r.Retry}
	if one.window == "" && aboutLimits(r.Class) {
		one.window = "*"
	}
	for _, s := range r.Status {
		one.status += " " + strconv.Itoa(s)
	}
	if said := r.ways(); said != "" {
		one.any = "says." + number
		finds = append(finds, meaning{one.any, said})
	}
	numbers, words := r.codes()
	if numbers != "" {
		one.code = numbers
		made = append(made, one)
	}
	if words != "" {
		one.code, one.all = "", "code."+number
		finds = append(finds, meaning{one.all, words})
		made = append(made, one)
	}
	if len(r.Code) == 0 && one.status+one.any != "" && (one.any != "" || len(r.Says) == 0) {
		made = append(made, one)
	}
	return made, finds
}

// aboutLimits tells classes that have a window.
func aboutLimits(c Class) bool { return c == RateLimited || c == QuotaExhausted || c == TooLarge }

// ways are those that can be found, one a line.
func (r *GatewayRule) ways() string {
	var lines []string
	for _, way := range r.Says {
		if CheckWay(way) == nil {
			lines = append(lines, way)
		}
	}
	return strings.Join(lines, "\n")
}

// codes are the codes that are numbers, apart by blanks, and those in words as ways of saying.
func (r *GatewayRule) codes() (numbers, words string) {
	for _, code := range r.Code {
		if _, err := strconv.ParseUint(code, 10, 64); err == nil {
			numbers += " " + code
		} else if said := strings.Join(wordsOf(code), " "); said != "" {
			words += said + "\n"
		}
	}
	return numbers, words
}

// Classify says what a failed attempt means, as the package's Classify does, by the rules of
// the provider's gateway first.
func (k *Known) Classify(provider string, r Reply) Verdict {
	provider = strings.ToLower(provider)
	if g := k.named(provider); g != nil {
		return g.book().classify(g.rulesLike(), r)
	}
	return theBook().classify(provider, r)
}

// MaxRefusal is the longest body of a 200 that a gateway's rules look at: what is longer is an
// answer, and its words are a model's.
const MaxRefusal = 4 << 10

// Refuses tells whether a reply with status 200 is a failure, because a rule of the provider's
// gateway that asks for 200 holds.
func (k *Known) Refuses(provider string, r Reply) bool {
	g := k.named(strings.ToLower(provider))
	if g == nil || r.Status != 200 || len(r.Body) > MaxRefusal || !g.refusesInside() {
		return false
	}
	b := g.book()
	f := b.readFacts(g.rulesLike(), r)
	for i := range b.own {
		if c := &b.rules[i]; slices.Contains(c.statuses, 200) && c.holds(f) {
			return true
		}
	}
	return false
}

// refusesInside tells whether a rule asks for errors inside a 200.
func (g *gateway) refusesInside() bool {
	return slices.ContainsFunc(g.Rules, func(r GatewayRule) bool { return slices.Contains(r.Status, 200) })
}

// Explain shows how Classify came to its verdict on the same reply.
func (k *Known) Explain(provider string, r Reply) []Look {
	provider = strings.ToLower(provider)
	g := k.named(provider)
	if g == nil {
		return theBook().explain(provider, r)
	}
	b := g.book()
	looks := b.explain(g.rulesLike(), r)
	for i := range looks {
		if line := &looks[i].Line; *line > len(b.own) {
			*line -= len(b.own)
		} else if *line > 0 {
			looks[i].Of, *line = g.Name, b.own[*line-1]+1
		}
	}
	return looks
}
