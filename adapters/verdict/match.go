package verdict

import (
	"math/bits"
	"slices"
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
	names    []string       // of the meanings, at their bits
	bits     map[string]int // the other way round
	ways     []way
	meanings starts
	hints    starts // asked only when nothing else decides
	anchors  starts // of stated times; their bit is the place in the table anchors
	inLinks  bitset // meanings that are looked for in URLs as well
}

func newLexicon(meanings []meaning) *lexicon {
	l := &lexicon{bits: map[string]int{}}
	said, hinted, times := l.name(meanings), l.name(hints), []phrase{}
	for i, a := range anchors {
		times = append(times, phrases(i, a.ways)...)
	}
	l.vocabulary = newVocabulary(patterns(slices.Concat(said, hinted, times)))
	l.meanings, l.hints, l.anchors = l.add(said), l.add(hinted), l.add(times)
	l.inLinks, _ = l.mask(saidByLinks)
	return l
}

// saidByLinks are the meanings that a URL can say: who sent it, and which limit it explains.
const saidByLinks = "google token_anchor by_minimax by_qianfan by_spark by_zhipu by_cloudflare by_dashscope"

// name gives bits to meanings.
func (l *lexicon) name(meanings []meaning) (said []phrase) {
	for _, m := range meanings {
		said = append(said, phrases(len(l.names), m.ways)...)
		l.bits[m.name] = len(l.names)
		l.names = append(l.names, m.name)
	}
	return said
}

// find looks for meanings in a text.
func (l *lexicon) find(w *words, f *found, begin starts) {
	for i := range w.at {
		for _, way := range begin[w.at[i].is] {
			if y := &l.ways[way]; !f.has(y.bit) && (!w.at[i].linked || l.inLinks.has(y.bit)) && y.match(w, i) >= 0 {
				f.add(y.bit)
				f.way[y.bit] = way + 1
			}
		}
	}
}

// mask is the set of named meanings. An unknown name is a mistake in a table, found by a test.
func (l *lexicon) mask(names string) (m bitset, unknown string) {
	for _, name := range strings.Fields(names) {
		bit, ok := l.bits[name]
		if !ok {
			return m, name
		}
		m.add(bit)
	}
	return m, ""
}
