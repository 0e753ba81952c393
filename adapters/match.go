package adapters

import (
	"math/bits"
	"strings"
	"unicode"
)

// A meaning is something a provider can say, and the ways it is said. Each way is words in
// order: "rate limit~" also means rate_limit, RateLimit, rate-limited and Rate limits.
//
//	exceed~        a word that begins so
//	credit/credits one of these words
//	*              up to four words of any kind
//	余额不足        Chinese is matched character by character
type meaning struct {
	name string
	ways string // one a line
}

// found is the set of meanings in a text. It also keeps for each the way it was said.
type found struct {
	set [4]uint64
	way [256]*way
	end [256]int // where in words.flat the first match ended
}

func (f *found) has(bit int) bool { return f.set[bit/64]&(1<<(bit%64)) != 0 }

// way is one compiled line of a meaning.
type way struct {
	bit   int
	text  string
	steps []step
}

// step is one word of a way, or a gap.
type step struct {
	words  []string
	prefix bool
	gap    bool
}

// maxGap is how many words a * stands for at most.
const maxGap = 4

// lexicon finds all meanings in one pass: ways are looked up by the first letters of their
// first word.
type lexicon struct {
	names map[string]int
	byKey map[string][]*way
}

func newLexicon(meanings []meaning) *lexicon {
	l := &lexicon{names: map[string]int{}, byKey: map[string][]*way{}}
	for bit, m := range meanings {
		l.names[m.name] = bit
		for _, line := range strings.Split(m.ways, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				l.addWay(compile(bit, line))
			}
		}
	}
	return l
}

func (l *lexicon) addWay(w *way) {
	keys := map[string]bool{}
	for _, word := range w.steps[0].words {
		keys[key([]byte(word))] = true
	}
	for k := range keys {
		l.byKey[k] = append(l.byKey[k], w)
	}
}

// key is what a word is looked up by: its first three bytes, which is one Chinese character.
func key(word []byte) string { return string(word[:min(len(word), 3)]) }

func compile(bit int, line string) *way {
	w := &way{bit: bit, text: line}
	for _, field := range strings.Fields(line) {
		if field == "*" {
			w.steps = append(w.steps, step{gap: true})
			continue
		}
		s := step{words: strings.Split(strings.TrimSuffix(field, "~"), "/"), prefix: strings.HasSuffix(field, "~")}
		if r := []rune(field); unicode.Is(unicode.Han, r[0]) {
			for _, r := range r {
				w.steps = append(w.steps, step{words: []string{string(r)}})
			}
			continue
		}
		w.steps = append(w.steps, s)
	}
	return w
}

// find looks for every meaning in the words.
func (l *lexicon) find(w *words, f *found) {
	for i := range w.at {
		for _, way := range l.byKey[string(w.word(i)[:min(len(w.word(i)), 3)])] {
			if f.has(way.bit) {
				continue
			}
			if end := way.match(w, i, 0); end >= 0 {
				f.set[way.bit/64] |= 1 << (way.bit % 64)
				f.way[way.bit] = way
				f.end[way.bit] = w.at[end].to
			}
		}
	}
}

// match tries the steps from word i on and returns the index of the last word, -1 when they
// do not fit.
func (y *way) match(w *words, i, from int) int {
	for n, s := range y.steps[from:] {
		if s.gap {
			for skip := 0; skip <= maxGap; skip++ {
				if end := y.match(w, i+skip, from+n+1); end >= 0 {
					return end
				}
			}
			return -1
		}
		if i >= len(w.at) || !s.is(w.word(i)) {
			return -1
		}
		i++
	}
	return i - 1
}

func (s *step) is(word []byte) bool {
	for _, want := range s.words {
		if string(word) == want || s.prefix && strings.HasPrefix(string(word), want) {
			return true
		}
	}
	return false
}

// mask is the set of named meanings. An unknown name is a mistake in a table, found by a test.
func (l *lexicon) mask(names string) (m [4]uint64, unknown string) {
	for _, name := range strings.Fields(names) {
		bit, ok := l.names[name]
		if !ok {
			return m, name
		}
		m[bit/64] |= 1 << (bit % 64)
	}
	return m, ""
}

func (f *found) all(m [4]uint64) bool {
	return f.set[0]&m[0] == m[0] && f.set[1]&m[1] == m[1] && f.set[2]&m[2] == m[2] && f.set[3]&m[3] == m[3]
}

func (f *found) any(m [4]uint64) bool {
	return f.set[0]&m[0]|f.set[1]&m[1]|f.set[2]&m[2]|f.set[3]&m[3] != 0
}

// first is the lowest meaning of f that is in m, -1 for none.
func (f *found) first(m [4]uint64) int {
	for i := range m {
		if both := f.set[i] & m[i]; both != 0 {
			return i*64 + bits.TrailingZeros64(both)
		}
	}
	return -1
}
