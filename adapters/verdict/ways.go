package verdict

import (
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

// A way of saying something is words in order, apart by blanks; the text around them does not
// matter. "rate limit~" fits rate_limit, RateLimit, rate-limited and "Rate limits".
//
//	exceed~        a word that begins so
//	credit/funds   one of these words
//	*              up to five words of any kind, none of which begins a sentence or a member
//	余额不足        Chinese is matched character by character
//	余额/额度       one of these, each of any length
//	EXCEED         a word of that group (groups.go)
type way struct {
	bit   int // what is said so
	text  string
	steps []step
}

// step is one word of a way, or a gap.
type step struct {
	fits []number
	gap  bool
}

// maxGap is how many words a * stands for at most.
const maxGap = 5

// starts are the ways that begin with a word, under its number, as places in a list of ways.
type starts [][]uint16

// phrase is a way before its words are numbers: for each step its alternatives, none for a gap.
type phrase struct {
	bit   int
	text  string
	steps [][]string
}

// phrases reads the lines of a meaning. A line with Chinese alternatives is several phrases,
// because their characters are steps of their own.
func phrases(bit int, lines string) (all []phrase) {
	for _, line := range strings.Split(lines, "\n") {
		line = strings.TrimSpace(line)
		spread := []phrase{{bit: bit, text: line}}
		for _, field := range strings.Fields(line) {
			spread = extend(spread, field)
		}
		if line != "" {
			all = append(all, spread...)
		}
	}
	return all
}

// extend adds a field to the ends of phrases.
func extend(all []phrase, field string) (longer []phrase) {
	choices := fieldSteps(field)
	if len(all) == 1 && len(choices) == 1 {
		all[0].steps = append(all[0].steps, choices[0]...)
		return all
	}
	for _, p := range all {
		for _, steps := range choices {
			longer = append(longer, phrase{p.bit, p.text, slices.Concat(p.steps, steps)})
		}
	}
	return longer
}

// fieldSteps are the steps of a field, once for each of its Chinese alternatives.
func fieldSteps(field string) (choices [][][]string) {
	if field == "*" {
		return [][][]string{{nil}}
	}
	var words []string
	for _, word := range strings.Split(field, "/") {
		if group, ok := groups[word]; ok {
			words = append(words, strings.Split(group, "/")...)
			continue
		}
		words = append(words, word)
	}
	if !isHan(field) {
		return [][][]string{{words}}
	}
	for _, word := range words {
		var steps [][]string
		for _, r := range word {
			steps = append(steps, []string{string(r)})
		}
		choices = append(choices, steps)
	}
	return choices
}

func isHan(s string) bool {
	for _, r := range s {
		return scan.WideKind(r) == scan.CJK
	}
	return false
}

// patterns are all words that phrases ask for, in order.
func patterns(all []phrase) []string {
	words := map[string]bool{}
	for _, p := range all {
		for _, step := range p.steps {
			for _, word := range step {
				words[word] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(words))
}

// add turns the words of phrases into numbers, and says where their ways begin.
func (l *lexicon) add(all []phrase) starts {
	begin := make(starts, len(l.sorted)+1)
	for _, p := range all {
		w := way{bit: p.bit, text: p.text, steps: make([]step, 0, len(p.steps))}
		for _, words := range p.steps {
			w.steps = append(w.steps, step{fits: l.covers(words), gap: words == nil})
		}
		for _, first := range w.steps[0].fits {
			begin[first] = append(begin[first], uint16(len(l.ways)))
		}
		l.ways = append(l.ways, w)
	}
	return begin
}

// match is the last word of a way that begins at word i, -1 when it is not said there. Most are
// not, because their last word is nowhere in the text.
func (y *way) match(w *words, i int) int {
	if len(y.steps) == 1 {
		return i
	}
	for _, last := range y.steps[len(y.steps)-1].fits {
		if w.has(last) {
			return match(y.steps[1:], w.at, i+1)
		}
	}
	return -1
}

// match tries steps from word i on and returns the index of the
// last word, -1 when they do not fit.
func match(steps []step, text []word, i int) int {
	for n, s := range steps {
		if s.gap {
			for skip := range maxGap + 1 {
				if i+skip < len(text) && text[i+skip].parted {
					return -1
				}
				if end := match(steps[n+1:], text, i+skip); end >= 0 {
					return end
				}
			}
			return -1
		}
		if i >= len(text) || !slices.Contains(s.fits, text[i].is) {
			return -1
		}
		i++
	}
	return i - 1
}
