package verdict

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

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
	*vocabulary
	flat []byte
	at   []word
	seen []uint64 // the numbers that are in it

	parts bool // the next word is parted from the one before it
	link  int  // where the URL in hand ends
}

// word is one word of a text: where it stands in flat, and its number in the vocabulary.
type word struct {
	from, to int32
	is       number
	parted   bool // from the word before it: another member or sentence begins here
	linked   bool // part of a URL, which says where to read on and not what happened
}

func (w *words) word(i int) []byte { return w.flat[w.at[i].from:w.at[i].to] }

func (w *words) end(i int) int { return int(w.at[i].to) }

func (w *words) has(n number) bool { return w.seen[n/64]&(1<<(n%64)) != 0 }

// newWords makes room for a text of size bytes.
func (v *vocabulary) newWords(size int) words {
	size = min(size, 2*MaxText)
	return words{vocabulary: v, flat: make([]byte, 0, size+size/8+64), at: make([]word, 0, size/5+16), seen: make([]uint64, len(v.sorted)/64+1)}
}

// add appends a text of any origin.
func (w *words) add(s []byte) {
	s = s[:min(len(s), MaxText)]
	if page(s) {
		s = untag(s)
	}
	start := len(w.flat)
	w.flat = append(flatten(w.flat, s), '\n')
	w.cut(start)
	w.parts = true
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
	var before rune // the character before, in its own case
	for i := 0; i < len(s); {
		if n := plainRun(s[i:]); n > 0 {
			out, before = append(out, s[i:i+n]...), rune(s[i+n-1])
			i += n
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

// plainRun is how many bytes s begins with that are as they should be, which is most of any text.
func plainRun(s []byte) int {
	for i, b := range s {
		if b >= utf8.RuneSelf || b == '\\' || b >= 'A' && b <= 'Z' {
			return i
		}
	}
	return len(s)
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
	r, size := scan.Unescape(s[n-1:])
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
