package adapters

import (
	"bytes"
	"unicode/utf8"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

// text estimates tokens without a vocabulary, from runs of characters of one kind: a word, a
// number, some punctuation, Chinese. It takes text in pieces of any size: a word that is cut
// between two pieces is one word. The zero value is ready.
type text struct {
	bytes  int64 // bytes of text seen, decoded
	cost   int64 // of the runs that are over, in 1/100 token
	wide   int64 // the part of cost that is no ASCII
	kind   kind  // of the run in hand
	length int64 // its length in characters
}

// The kinds of characters (internal/scan).
type kind = scan.Kind

const nothing, space, lower, upper, digit, punct, cjk, other, wide = scan.Nothing, scan.Space, scan.Lower, scan.Upper, scan.Digit, scan.Punct,
	scan.CJK, scan.Other, scan.Wide

var kinds = &scan.Kinds

// runCost is what a run costs, in 1/100 token: first for the run with up to free
// characters, each for every character more. Fitted by least squares to o200k_base on
// English, Chinese, Go, Python, and JSON tool schemas; estimate_test.go holds the errors.
// other (Cyrillic, Greek, Arabic, emoji, ...) was set by hand on one Russian text.
var runCost = [...]struct{ free, first, each int64 }{
	space: {1, 80, 0}, // a single blank is free, it belongs to the word after it
	lower: {8, 106, 24},
	upper: {8, 106, 24},
	digit: {3, 105, 35},
	punct: {1, 80, 10},
	cjk:   {0, 100, 70},
	other: {5, 110, 22},
}

// add counts text as it is.
func (t *text) add(s []byte) {
	for i := 0; i < len(s); {
		k := kinds[s[i]]
		if k == wide {
			r, n := utf8.DecodeRune(s[i:])
			t.put(scan.WideKind(r), 1, int64(n))
			i += n
			continue
		}
		start := i
		for i++; i < len(s) && kinds[s[i]] == k; i++ {
		}
		t.put(k, int64(i-start), int64(i-start))
	}
}

// addJSON counts the raw bytes of a JSON string, escapes resolved on the way.
func (t *text) addJSON(raw []byte) {
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			t.add(raw)
			return
		}
		t.add(raw[:i])
		r, n := scan.Unescape(raw[i:])
		t.add(utf8.AppendRune(nil, r))
		raw = raw[i+n:]
	}
}

// put adds n characters of one kind.
func (t *text) put(k kind, n, size int64) {
	if k != t.kind && !(t.kind == upper && k == lower) {
		t.end()
	}
	t.kind = k
	t.length += n
	t.bytes += size
}

// end closes the run in hand: what comes next is another text.
func (t *text) end() {
	run := t.run()
	t.cost += run
	if t.kind >= cjk {
		t.wide += run
	}
	t.kind, t.length = nothing, 0
}

// run is the cost of the run in hand.
func (t *text) run() int64 {
	c := runCost[t.kind]
	if t.length == 0 || t.kind == space && t.length == 1 {
		return 0
	}
	return c.first + max(0, t.length-c.free)*c.each
}

// count is the estimate so far in tokens, rounded up.
func (t *text) count() int64 { return (t.cost + t.run() + 99) / 100 }
