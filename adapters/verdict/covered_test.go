package verdict

import (
	"slices"
	"strings"
	"testing"
)

// A way that another one of the same meaning covers is dead weight: whoever adds a general way
// takes out the special ones.
func TestNoWayIsCoveredByAnother(t *testing.T) {
	for _, m := range slices.Concat(meanings, hints) {
		var each []meaning
		for _, line := range strings.Split(m.ways, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				each = append(each, meaning{line, line})
			}
		}
		l := newLexicon(each)
		for bit := range each {
			if other := l.coveredBy(bit); other != "" {
				t.Errorf("%s: %q is covered by %q", m.name, each[bit].name, other)
			}
		}
	}
}

// A status that an earlier rule takes whatever is said never reaches a later one.
func TestNoRuleAsksForAStatusThatIsTaken(t *testing.T) {
	taken := map[int]string{}
	for _, c := range theBook().rules {
		for _, status := range c.statuses {
			if by := taken[status]; by != "" {
				t.Errorf("%q asks for status %d, which %q has taken", c.name, status, by)
			}
		}
		if alone := c.provider+c.code+c.all+c.any+c.none == "" && !c.long && !c.short && !c.shown; alone {
			for _, status := range c.statuses {
				taken[status] = c.name
			}
		}
	}
}

// coveredBy is a way that is found in all that one way can say, "" for none.
func (l *lexicon) coveredBy(bit int) string {
	var common *bitset
	for _, said := range phrases(bit, l.names[bit]) {
		for _, text := range samples(said.steps) {
			w := l.newWords(len(text))
			var f found
			w.add([]byte(text))
			l.find(&w, &f, l.meanings)
			if common == nil {
				common = &f.bitset
			}
			for i := range common {
				common[i] &= f.bitset[i]
			}
		}
	}
	for other := range l.names[:len(l.names)-len(hints)] {
		if other != bit && common.has(other) {
			return l.names[other]
		}
	}
	return ""
}

// samples are texts that a phrase fits: every alternative of each word in turn, gaps empty and
// full.
func samples(steps [][]string) (all []string) {
	for _, gap := range []string{"", strings.Repeat("qqq ", maxGap)} {
		texts := []string{""}
		for _, words := range steps {
			var longer []string
			for _, text := range texts {
				if words == nil {
					longer = append(longer, text+gap)
				}
				for _, word := range words {
					if len(longer) < 4096 {
						longer = append(longer, text+strings.Replace(word, "~", "xyz", 1)+" ")
					}
				}
			}
			texts = longer
		}
		all = append(all, texts...)
	}
	return all
}
