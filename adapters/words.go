package adapters

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// MaxText is how much of a body and of an exception's text is read for words: 64 KiB each.
const MaxText = 64 << 10

// words is the text of a reply, made plain so that one list of meanings fits every spelling:
//
//	{"error":{"code":"InsufficientBalance"}}     a code in camel case
//	RateLimitError('... {\'code\': \'insufficient_balance\' ...')    Python's repr
//	"{\"error\":\"{\\\"message\\\":\\\"Insufficient account balance\\\"}\"}"   JSON in JSON
//	账户余额不足                                  Chinese: every character is a word
//
// Backslashes, tags of web pages and upper case are gone; camel case is cut into words.
// flat is that text, at most some bytes longer than the original; at marks the words in it.
type words struct {
	flat []byte
	at   []span
}

type span struct{ from, to int }

func (w *words) word(i int) []byte { return w.flat[w.at[i].from:w.at[i].to] }

// add appends a text of any origin.
func (w *words) add(s []byte) {
	s = s[:min(len(s), MaxText)]
	if page(s) {
		s = untag(s)
	}
	start := len(w.flat)
	w.flat = append(flatten(w.flat, s), '\n')
	w.cut(start)
}

// page tells whether a text holds a web page.
func page(s []byte) bool {
	s = s[:min(len(s), 1024)]
	if bytes.IndexByte(s, '<') < 0 {
		return false
	}
	head := bytes.ToLower(s)
	return bytes.Contains(head, []byte("<html")) || bytes.Contains(head, []byte("<!doctype")) ||
		bytes.Contains(head, []byte("<div")) || bytes.Contains(head, []byte("<head"))
}

// untag takes tags out of a web page, and scripts and styles with what is in them.
func untag(s []byte) []byte {
	out := make([]byte, 0, len(s))
	for len(s) > 0 {
		i := bytes.IndexByte(s, '<')
		if i < 0 {
			return append(out, s...)
		}
		out = append(append(out, s[:i]...), ' ')
		s = s[i:]
		end := []byte(">")
		switch head := bytes.ToLower(s[:min(len(s), 7)]); {
		case bytes.HasPrefix(head, []byte("<script")):
			end = []byte("</script>")
		case bytes.HasPrefix(head, []byte("<style")):
			end = []byte("</style>")
		}
		i = bytes.Index(s, end)
		if i < 0 {
			return out
		}
		s = s[i+len(end):]
	}
	return out
}

// flatten appends s in lower case, escapes resolved at every depth, camel case cut by a blank.
func flatten(out, s []byte) []byte {
	out = slices.Grow(out, len(s)+len(s)/8)
	var before rune // the character before, in its own case
	for i := 0; i < len(s); {
		b := s[i]
		if b < utf8.RuneSelf && b != '\\' && (b < 'A' || b > 'Z') { // most of any text
			out, before = append(out, b), rune(b)
			i++
			continue
		}
		r, n := next(s[i:])
		i += n
		if r < 0 {
			continue
		}
		if border(before, r, s[i:]) {
			out = append(out, ' ')
		}
		out = utf8.AppendRune(out, unicode.ToLower(r))
		before = r
	}
	return out
}

// next reads one character; an escape of any depth (\n, \\n, \", \\\", \u4f59) is the character
// it stands for. r is -1 for nothing.
func next(s []byte) (r rune, n int) {
	if len(s) == 0 {
		return -1, 0
	}
	if s[0] != '\\' {
		return utf8.DecodeRune(s)
	}
	for n < len(s) && n < maxEscapes && s[n] == '\\' {
		n++
	}
	if n == len(s) || s[n] == '\\' {
		return -1, n
	}
	r, size := unescape(s[n-1:])
	return r, n - 1 + size
}

// maxEscapes is how deep JSON inside JSON is unescaped: 32 backslashes are five levels.
const maxEscapes = 32

// border tells whether camel case begins a new word at r: rate|Limit, API|Error.
func border(before, r rune, rest []byte) bool {
	if !unicode.IsUpper(r) {
		return false
	}
	if unicode.IsLower(before) {
		return true
	}
	after, _ := next(rest)
	return unicode.IsUpper(before) && unicode.IsLower(after)
}

// cut finds the words of flat from start on: letters and digits that stand together, and
// each character of a script without blanks.
func (w *words) cut(start int) {
	w.at = slices.Grow(w.at, (len(w.flat)-start)/5)
	begin := -1
	end := func(i int) {
		if begin >= 0 {
			w.at = append(w.at, span{begin, i})
		}
		begin = -1
	}
	for i := start; i < len(w.flat); {
		r, n := rune(w.flat[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(w.flat[i:])
		}
		switch {
		case kinds[w.flat[i]] == lower, kinds[w.flat[i]] == digit:
			if begin < 0 {
				begin = i
			}
		case r < utf8.RuneSelf:
			end(i)
		case wideKind(r) == cjk && unicode.IsLetter(r):
			end(i)
			w.at = append(w.at, span{i, i + n})
		case unicode.IsLetter(r), unicode.IsDigit(r):
			if begin < 0 {
				begin = i
			}
		default:
			end(i)
		}
		i += n
	}
	end(len(w.flat))
}
