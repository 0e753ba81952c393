package adapters

import (
	"math/bits"
	"strings"
)

// A meaning is something a reply can say, and the ways it is said, one a line (see way).
type meaning struct {
	name string
	ways string
}

// bitset is a set of meanings.
type bitset [4]uint64

func (s *bitset) add(bit int)      { s[bit/64] |= 1 << (bit % 64) }
func (s *bitset) has(bit int) bool { return s[bit/64]&(1<<(bit%64)) != 0 }

func (s *bitset) all(m *bitset) bool {
	return s[0]&m[0] == m[0] && s[1]&m[1] == m[1] && s[2]&m[2] == m[2] && s[3]&m[3] == m[3]
}

func (s *bitset) any(m *bitset) bool {
	return s[0]&m[0]|s[1]&m[1]|s[2]&m[2]|s[3]&m[3] != 0
}

// first is the lowest meaning of s that is in m, -1 for none.
func (s *bitset) first(m *bitset) int {
	for i := range m {
		if both := s[i] & m[i]; both != 0 {
			return i*64 + bits.TrailingZeros64(both)
		}
	}
	return -1
}

// maxMeanings is how many meanings a bitset has room for.
const maxMeanings = len(bitset{}) * 64

// found is the set of meanings in a text, and for each the way it was said first, as its place
// in the lexicon.
type found struct {
	bitset
	way [maxMeanings]uint16
}

// lexicon finds all meanings in one pass.
type lexicon struct {
	*vocabulary
	names   map[string]int // of the meanings, to their bits
	ways    sayings
	anchors sayings // of stated times; their bit is the place in the table anchors
}

func newLexicon(meanings []meaning) *lexicon {
	l := &lexicon{names: map[string]int{}}
	var said, times []phrase
	for bit, m := range meanings {
		l.names[m.name] = bit
		said = append(said, phrases(bit, m.ways)...)
	}
	for i, a := range anchors {
		times = append(times, phrases(i, a.ways)...)
	}
	l.vocabulary = newVocabulary(append(patterns(said), patterns(times)...))
	l.ways, l.anchors = l.sayings(said), l.sayings(times)
	return l
}

// find looks for every meaning in a text.
func (l *lexicon) find(w *words, f *found) {
	for i := range w.at {
		for _, way := range l.ways.begin[w.at[i].is] {
			if y := &l.ways.all[way]; !f.has(y.bit) && y.match(w, i) >= 0 {
				f.add(y.bit)
				f.way[y.bit] = way + 1
			}
		}
	}
}

// mask is the set of named meanings. An unknown name is a mistake in a table, found by a test.
func (l *lexicon) mask(names string) (m bitset, unknown string) {
	for _, name := range strings.Fields(names) {
		bit, ok := l.names[name]
		if !ok {
			return m, name
		}
		m.add(bit)
	}
	return m, ""
}
