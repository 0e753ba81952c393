package scan

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Unescape reads one escape at the start of s (s[0] is the backslash) and says how many
// bytes it took, at least 1. Half a surrogate pair becomes U+FFFD.
func Unescape(s []byte) (r rune, n int) {
	if len(s) < 2 {
		return utf8.RuneError, 1
	}
	switch s[1] {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'u':
		return unescapeUnicode(s)
	}
	return rune(s[1]), 2 // the quote, the backslash, the slash
}

func unescapeUnicode(s []byte) (r rune, n int) {
	r, ok := hex4(s)
	if !ok {
		return utf8.RuneError, 2
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if low, ok := hex4(s[6:]); ok {
		if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
			return both, 12
		}
	}
	return utf8.RuneError, 6
}

// hex4 reads a \uXXXX at the start of s.
func hex4(s []byte) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(s[2:6]), 16, 32)
	return rune(n), err == nil
}
