package adapters

import "unicode/utf8"

// text estimates tokens without a vocabulary, by what kind of characters follow each
// other. It takes text in pieces of any size: a word that is cut between two pieces is
// one word. The zero value is ready.
//
// The weights were fitted to o200k_base on prose, source code, JSON and Chinese; see
// README.md for the error per kind.
type text struct {
	bytes  int64 // bytes of text seen, decoded
	tokens int64 // of the runs that are over, in 1/100 token
	kind   kind  // of the run in hand
	length int64 // its length in runes
}

type kind uint8

const (
	nothing kind = iota
	space
	word
	digit
	punct
	cjk
	other
)

// tokens of a run, in 1/100: what the first runes of a run cost together, and what each
// further rune adds.
var runCost = [...]struct{ free, first, each int64 }{
	nothing: {0, 0, 0},
	space:   {1, 60, 3}, // one blank belongs to the word after it
	word:    {7, 105, 17},
	digit:   {3, 100, 33},
	punct:   {1, 85, 30},
	cjk:     {0, 0, 72},
	other:   {1, 100, 45},
}

func kindOf(r rune) kind {
	switch {
	case r == ' ', r == '\n', r == '\t', r == '\r':
		return space
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
		return word
	case r >= '0' && r <= '9':
		return digit
	case r < 0x80:
		return punct
	case r >= 0x2E80 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7AF, r >= 0xF900 && r <= 0xFAFF,
		r >= 0xFF00 && r <= 0xFFEF, r >= 0x20000 && r <= 0x3FFFF:
		return cjk
	}
	return other
}

func (t *text) rune(r rune) {
	k := kindOf(r)
	if k != t.kind {
		t.tokens += t.run()
		t.kind, t.length = k, 0
	}
	t.length++
	t.bytes += int64(max(utf8.RuneLen(r), 1))
}

// run is the cost of the run in hand.
func (t *text) run() int64 {
	cost := runCost[t.kind]
	switch {
	case t.kind == space && t.length == 1:
		return 0
	case t.length <= cost.free:
		return cost.first
	}
	return cost.first + (t.length-cost.free)*cost.each
}

// add counts text as it is.
func (t *text) add(s []byte) {
	for len(s) > 0 {
		if s[0] < utf8.RuneSelf {
			t.rune(rune(s[0]))
			s = s[1:]
			continue
		}
		r, n := utf8.DecodeRune(s)
		t.rune(r)
		s = s[n:]
	}
}

// addJSON counts a string's raw bytes, escapes resolved on the way.
func (t *text) addJSON(raw []byte) {
	for i := 0; i < len(raw); {
		switch b := raw[i]; {
		case b == '\\':
			r, n := unescape(raw[i:])
			t.rune(r)
			i += n
		case b < utf8.RuneSelf:
			t.rune(rune(b))
			i++
		default:
			r, n := utf8.DecodeRune(raw[i:])
			t.rune(r)
			i += n
		}
	}
}

// end closes the run in hand: what comes next is another text.
func (t *text) end() {
	t.tokens += t.run()
	t.kind, t.length = nothing, 0
}

// count is the estimate so far, rounded up; 0 only for no text at all.
func (t *text) count() int64 { return (t.tokens + t.run() + 99) / 100 }
