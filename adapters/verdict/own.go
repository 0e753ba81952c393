package verdict

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Rule is a verdict rule of somebody's own: a user's gateway has some. All conditions that are
// given must hold, of each one of its values; one that gives none never holds.
type Rule struct {
	Name   string
	Class  Class
	Window string    // "": the largest window that the reply names
	Scope  string    // "": the usual scope of the class
	Retry  Retryable // "": the usual answer of the class

	Status []int    // the HTTP status, or the one that the body repeats
	Code   []string // error codes: numbers, or names in any spelling (E_BUDGET, eBudget)
	Says   []string // ways of saying it, as in meanings.go
}

// Book judges the failures of one provider: by rules of its own, which stand in front, then by
// the table's. Own rules become rules of the table, and what they look for meanings of the
// table, compiled at the first failure: so they are judged, explained and bounded as all others
// are, and who has none pays nothing. A Book never changes.
type Book struct {
	name  string // whose own rules they are
	like  string // the provider whose rules of the table hold
	rules []Rule
	book  func() *book
}

// NewBook makes the book of a provider that fails like another one, or like itself.
func NewBook(name, like string, rules []Rule) *Book {
	b := &Book{name: name, like: like, rules: rules, book: theBook}
	if len(rules) > 0 {
		b.book = sync.OnceValue(b.compile)
	}
	return b
}

// Classify says what a failed attempt means.
func (b *Book) Classify(r Reply) Verdict { return b.book().classify(b.like, r) }

// Explain shows how Classify comes to its verdict on the same reply.
func (b *Book) Explain(r Reply) []Look {
	looks := b.book().explain(b.like, r)
	for i := range looks {
		if line := &looks[i].Line; *line > len(b.rules) {
			*line -= len(b.rules)
		} else if *line > 0 {
			looks[i].Of = b.name
		}
	}
	return looks
}

// RefusesInside tells whether a rule asks for errors inside a 200.
func (b *Book) RefusesInside() bool {
	return slices.ContainsFunc(b.rules, func(r Rule) bool { return slices.Contains(r.Status, 200) })
}

// Refuses tells whether a reply with status 200 is a failure, because an own rule that asks for
// 200 holds. codes are the values of the body's members that hold codes (see HoldsCode).
func (b *Book) Refuses(r Reply, codes []string) bool {
	book := b.book()
	names := book.own.among(codes)
	if len(names) == 0 {
		return false
	}
	f := book.readFacts(b.like, r)
	f.codes = names
	for i := range b.rules {
		if c := &book.rules[i]; slices.Contains(c.statuses, 200) && len(c.codes) > 0 && c.holds(f) {
			return true
		}
	}
	return false
}

// compile puts the own rules in front of the table's, one line each.
func (b *Book) compile() *book {
	said, lines, codes := slices.Clone(meanings), []rule(nil), ownCodes{}
	for i, r := range b.rules {
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
	own := newBook(said, append(lines, rules...))
	own.own = codes
	return own
}

// line makes a line of the table of what a rule says without words.
func (r *Rule) line() rule {
	one := rule{own: true, name: r.Name, class: r.Class, window: r.Window, scope: r.Scope, retry: r.Retry}
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
func (r *Rule) ways() string {
	var lines []string
	for _, way := range r.Says {
		if CheckWay(way) == nil {
			lines = append(lines, way)
		}
	}
	return strings.Join(lines, "\n")
}
