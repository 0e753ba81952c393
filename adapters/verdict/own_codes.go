package verdict

import (
	"bytes"
	"slices"
	"strings"
)

// Own codes are looked for where codes stand, and nowhere else in a text:
//
//	"errcode": "E_BUDGET"    'code': -1    <code>40301</code>    Error code: 40301
//
// in JSON of any depth, in Python's repr, in the words of an exception.

// ownMark tells own codes from the numbers that the table's rules ask for.
const ownMark = "own:"

// ownCode is a code that an own rule asks for.
type ownCode struct {
	name  string   // own:E_BUDGET
	words []string // E_BUDGET and eBudget are "e", "budget"
	minus bool
}

// ownCodes are all own codes by their first word.
type ownCodes map[string][]ownCode

// add takes a code and returns its name for the rule.
func (t ownCodes) add(code string) (name string) {
	c := ownCode{name: ownMark + strings.Join(strings.Fields(code), "_"), words: codeWords(code), minus: strings.HasPrefix(code, "-")}
	if len(c.words) > 0 {
		t[c.words[0]] = append(t[c.words[0]], c)
	}
	return c.name
}

// codeWords are the words of a code; numbers are without zeros in front.
func codeWords(code string) []string {
	all := wordsOf(code)
	for i := range all {
		all[i] = string(codeWord([]byte(all[i])))
	}
	return all
}

func codeWord(word []byte) []byte {
	if short := bytes.TrimLeft(word, "0"); len(short) > 0 && short[0] >= '1' && short[0] <= '9' {
		return short
	}
	return word
}

// codeKeys are the words that a member's name, or a label in a text, ends in when its value is a code.
var codeKeys = map[string]bool{"code": true, "errcode": true, "errorcode": true, "bizcode": true, "subcode": true, "retcode": true,
	"statuscode": true, "errno": true, "ret": true, "status": true, "type": true, "reason": true, "error": true, "err": true, "码": true}

// in finds the codes that stand in a text, by their names. Who has none pays nothing.
func (t ownCodes) in(w *words) (names []string) {
	if len(t) == 0 {
		return nil
	}
	for i := range w.at {
		key := string(w.word(i))
		if key == "no" && i > 0 && strings.HasPrefix(string(w.word(i-1)), "err") { // err_no
			key = "errno"
		}
		if codeKeys[key] && i+1 < len(w.at) {
			names = append(names, t.valueOf(w, i)...)
		}
	}
	return names
}

// valueOf finds the codes that are all of the value behind the word i.
func (t ownCodes) valueOf(w *words, i int) (names []string) {
	at, quote, said := valueAfter(w.flat, int(w.at[i].to))
	minus := false
	if at+1 < len(w.flat) && w.flat[at] == '-' {
		minus, at = true, at+1
	}
	if !said || int(w.at[i+1].from) != at {
		return nil
	}
	for _, c := range t[string(codeWord(w.word(i+1)))] {
		if c.minus == minus && c.fills(w, i+1, quote) {
			names = append(names, c.name)
		}
	}
	return names
}

// valueAfter passes what stands between a name and its value. said is false when nothing says
// that there is one; quote is what the value stands in, 0 for nothing.
func valueAfter(flat []byte, i int) (at int, quote byte, said bool) {
	for ; i < len(flat); i++ {
		switch c := flat[i]; {
		case c == ':' || c == '=' || c == '>':
			said, quote = true, 0
		case c == '"' || c == '\'':
			quote = c
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
		case bytes.HasPrefix(flat[i:], []byte("：")):
			said, i = true, i+len("：")-1
		default:
			return i, quote, said
		}
	}
	return i, quote, false
}

// fills tells whether a code is all of the value that begins with the word i.
func (c *ownCode) fills(w *words, i int, quote byte) bool {
	for n, want := range c.words {
		if i+n >= len(w.at) || string(codeWord(w.word(i+n))) != want {
			return false
		}
		if n > 0 && bytes.ContainsAny(w.flat[w.at[i+n-1].to:w.at[i+n].from], "\"',:=<>{}[]()\n") {
			return false
		}
	}
	rest := w.flat[w.at[i+len(c.words)-1].to:]
	if quote != 0 {
		return len(rest) > 0 && rest[0] == quote
	}
	return len(rest) == 0 || !bytes.ContainsAny(rest[:1], "_-/") && !(rest[0] == '.' && len(rest) > 1 && rest[1] > ' ')
}

// HoldsCode tells whether a member of this name holds a code: "errorCode", "status", "ret".
func HoldsCode(name string) bool {
	words := wordsOf(name[:min(len(name), MaxName)])
	return len(words) > 0 && codeKeys[words[len(words)-1]]
}

// among finds own codes among the values of members that hold codes.
func (t ownCodes) among(values []string) (names []string) {
	for _, value := range values {
		all := codeWords(value)
		if len(all) == 0 {
			continue
		}
		for _, own := range t[all[0]] {
			if own.minus == strings.HasPrefix(value, "-") && slices.Equal(own.words, all) {
				names = append(names, own.name)
			}
		}
	}
	return names
}
