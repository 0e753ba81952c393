package verdict

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

// vocabulary numbers the words that ways ask for. Each word of a text is looked up once and is
// a number from then on, so that matching costs the same however long the tables grow.
//
//	limit     a word                       number 1
//	exceed~   a word that begins so        number 2, for words that are not in here themselves
//	anything  is in no way                 number 0
type vocabulary struct {
	sorted  []string          // all of them; a number is a place in here, from 1 on
	counted []number          // 1, 2, 3, ...: what a pattern covers is a piece of it
	table   []number          // of the words, by hash: a map would be half the time of a verdict
	begins  [26 * 26][]number // prefixes by their first two letters, the longest first
}

// number is a word of the vocabulary; 0 is any word that is not.
type number uint16

func newVocabulary(sorted []string) *vocabulary {
	v := &vocabulary{sorted: sorted}
	v.counted = make([]number, len(v.sorted))
	v.table = make([]number, 4<<bits.Len(uint(len(v.sorted))))
	for i, pattern := range v.sorted {
		v.counted[i] = number(i + 1)
		if begin, ok := strings.CutSuffix(pattern, "~"); ok {
			at := letters(begin)
			v.begins[at] = append(v.begins[at], number(i+1))
			continue
		}
		*v.slot([]byte(pattern)) = number(i + 1)
	}
	for _, list := range v.begins {
		slices.SortFunc(list, func(a, b number) int { return len(v.sorted[b-1]) - len(v.sorted[a-1]) })
	}
	return v
}

// slot is where the number of a word is, or would be.
func (v *vocabulary) slot(word []byte) *number {
	for h := hash(word); ; h++ {
		n := &v.table[h&uint64(len(v.table)-1)]
		if *n == 0 || v.sorted[*n-1] == string(word) {
			return n
		}
	}
}

// hash mixes the length and the outer bytes of a word: up to 8 bytes that is all of it.
func hash(word []byte) uint64 {
	h := uint64(len(word))
	switch n := len(word); {
	case n >= 8:
		h ^= binary.LittleEndian.Uint64(word) ^ binary.LittleEndian.Uint64(word[n-8:])<<5
	case n >= 4:
		h ^= uint64(binary.LittleEndian.Uint32(word))<<8 ^ uint64(binary.LittleEndian.Uint32(word[n-4:]))<<32
	case n > 0:
		h ^= uint64(word[0])<<8 ^ uint64(word[n/2])<<16 ^ uint64(word[n-1])<<24
	}
	h *= 0x9E3779B97F4A7C15 // Knuth's multiplicative hash
	return h >> 32
}

// of is the number of a word of a text.
func (v *vocabulary) of(word []byte) number {
	if n := *v.slot(word); n != 0 {
		return n
	}
	if at := letters(string(word[:min(len(word), 2)])); at >= 0 {
		for _, n := range v.begins[at] {
			begin := v.sorted[n-1]
			if strings.HasPrefix(string(word), begin[:len(begin)-1]) {
				return n
			}
		}
	}
	return 0
}

// letters is the place of a word in begins, -1 for what does not begin with two letters.
func letters(word string) int {
	if len(word) < 2 || scan.Kinds[word[0]] != scan.Lower || scan.Kinds[word[1]] != scan.Lower {
		return -1
	}
	return int(word[0]-'a')*26 + int(word[1]-'a')
}

// covers are the numbers of the words that one of the patterns fits.
func (v *vocabulary) covers(patterns []string) (all []number) {
	for i, pattern := range patterns {
		from, to := v.span(pattern)
		if i == 0 {
			all = v.counted[from:to:to]
			continue
		}
		all = append(all, v.counted[from:to]...)
	}
	return all
}

// span is the places of the words that a pattern fits; what begins alike stands together.
func (v *vocabulary) span(pattern string) (from, to int) {
	begin, ok := strings.CutSuffix(pattern, "~")
	from, _ = slices.BinarySearch(v.sorted, begin)
	if !ok {
		return from, from + 1
	}
	for to = from; to < len(v.sorted) && strings.HasPrefix(v.sorted[to], begin); to++ {
	}
	return from, to
}
