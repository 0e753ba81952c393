package verdict

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

// cut finds the words of flat from start on: letters and digits that stand together, and
// each character of a script without blanks. flat ends with a line end, so the last word does.
func (w *words) cut(start int) {
	begin := start // of the word in hand, i when there is none
	for i := start; i < len(w.flat); {
		if k := scan.Kinds[w.flat[i]]; k == scan.Lower || k == scan.Digit {
			i++
			continue
		}
		role, n := roleOf(w.flat[i:])
		if role != inside {
			w.put(begin, i)
			begin = i + n
			w.parts = w.parts || w.parting(i+n-1)
			if w.flat[i] == ':' && bytes.HasPrefix(w.flat[i:], []byte("://")) {
				w.link = i + linkLength(w.flat[i:])
			}
		}
		if role == alone {
			w.put(i, i+n)
		}
		i += n
	}
}

// linkLength is how long a URL goes on that s is inside of.
func linkLength(s []byte) int {
	if end := bytes.IndexAny(s[:min(len(s), MaxLink)], " \t\n\r\"'`<>()[]{}|,"); end >= 0 {
		return end
	}
	return min(len(s), MaxLink)
}

// MaxLink is how much of a URL is taken for one: 512 bytes.
const MaxLink = 512

// role is what a character is to words.
type role uint8

const (
	between role = iota
	inside       // a letter or digit of a word
	alone        // a word of its own
)

// roleOf is the role of the first character of s, and its length.
func roleOf(s []byte) (role, int) {
	if s[0] < utf8.RuneSelf {
		return between, 1
	}
	r, n := utf8.DecodeRune(s)
	switch {
	case scan.WideKind(r) == scan.CJK && unicode.IsLetter(r):
		return alone, n
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return inside, n
	}
	return between, n
}

// parting tells whether something else begins after flat[i]: behind the comma of "a","b", and
// behind the end of a sentence or a paragraph.
func (w *words) parting(i int) bool {
	switch w.flat[i] {
	case ',':
		return i > 0 && memberEnd[w.flat[i-1]]
	case ' ', '\n':
		return i > 0 && sentenceEnd[w.flat[i-1]]
	case ';':
		return true
	}
	return i >= 2 && w.flat[i] == 0x82 && string(w.flat[i-2:i+1]) == "。"
}

var memberEnd, sentenceEnd = [256]bool{'"': true, '\'': true, '}': true, ']': true}, [256]bool{'.': true, '!': true, '?': true, '\n': true}

func (w *words) put(from, to int) {
	if from == to {
		return
	}
	n := w.of(w.flat[from:to])
	w.seen[n/64] |= 1 << (n % 64)
	w.at = append(w.at, word{int32(from), int32(to), n, w.parts, from < w.link})
	w.parts = false
}
