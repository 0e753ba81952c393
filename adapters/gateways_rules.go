package adapters

import (
	"slices"
	"strconv"
	"strings"
)

// A gateway's rules become rules of the table, and what they look for meanings of the table. They
// stand in front, in a book of the gateway's own that is compiled at its first failure. So they
// are judged, explained and bounded as all others are, and who has no gateway pays nothing.

// ownBook is the book of one gateway: as many lines of its own in front as it has rules.
type ownBook struct {
	*book
	lines int
}

// compile makes the book of a gateway; without rules of its own the table's is its book.
func (g *gateway) compile() ownBook {
	if len(g.Rules) == 0 {
		return ownBook{book: theBook()}
	}
	said, lines, codes := slices.Clone(meanings), []rule(nil), ownCodes{}
	for i, r := range g.Rules {
		line := r.line()
		if ways := r.ways(); ways != "" {
			line.any = "own." + strconv.Itoa(i)
			said = append(said, meaning{line.any, ways})
		}
		for _, code := range r.Code {
			line.code += " " + codes.add(code)
		}
		if line.any == "" && len(r.Says) > 0 || line.status+line.any+line.code == "" {
			line.code = ownMark // nothing can be found: it never holds
		}
		lines = append(lines, line)
	}
	b := newBook(said, append(lines, rules...))
	b.own = codes
	return ownBook{b, len(lines)}
}

// line makes a line of the table of what a rule says without words.
func (r *GatewayRule) line() rule {
	one := rule{name: r.Name, class: r.Class, window: r.Window, scope: r.Scope, retry: r.Retry}
	if one.window == "" && aboutLimits(r.Class) {
		one.window = "*"
	}
	for _, s := range r.Status {
		one.status += " " + strconv.Itoa(s)
	}
	return one
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
// answer.
const MaxRefusal = 4 << 10

// Refuses tells whether a reply with status 200 is a failure, because a rule of the provider's
// gateway that asks for 200 holds. Its code must be a member of the body's own object or of its
// error: what stands deeper is an answer's.
func (k *Known) Refuses(provider string, r Reply) bool {
	g := k.named(strings.ToLower(provider))
	if g == nil || r.Status != 200 || len(r.Body) > MaxRefusal || !g.refusesInside() {
		return false
	}
	b := g.book()
	names := b.own.inside(r.Body)
	if len(names) == 0 {
		return false
	}
	f := b.readFacts(g.rulesLike(), r)
	f.codes = names
	for i := range b.lines {
		if c := &b.rules[i]; slices.Contains(c.statuses, 200) && len(c.codes) > 0 && c.holds(f) {
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
		if line := &looks[i].Line; *line > b.lines {
			*line -= b.lines
		} else if *line > 0 {
			looks[i].Of = g.Name
		}
	}
	return looks
}
