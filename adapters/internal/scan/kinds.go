package scan

import (
	"bytes"
	"unicode/utf8"
)

// Kind is the kind of a character. Upper and lower are both letters of words: "Hello" is
// one run, "getName" two, as tokenizers cut them.
type Kind uint8

// The kinds.
const (
	Nothing Kind = iota
	Space
	Lower
	Upper
	Digit
	Punct
	CJK
	Other
	Wide // not ASCII: the rune decides, see WideKind
)

// Kinds are the kinds of bytes.
var Kinds = func() (table [256]Kind) {
	for b := range table {
		switch r := rune(b); {
		case b >= utf8.RuneSelf:
			table[b] = Wide
		case bytes.ContainsRune([]byte(" \n\t\r"), r):
			table[b] = Space
		case 'a' <= r && r <= 'z':
			table[b] = Lower
		case 'A' <= r && r <= 'Z':
			table[b] = Upper
		case '0' <= r && r <= '9':
			table[b] = Digit
		default:
			table[b] = Punct
		}
	}
	return table
}()

// WideKind tells scripts of about one token a character, which are written without blanks
// between words, from the others.
func WideKind(r rune) Kind {
	switch {
	case r >= 0x2E80 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7AF, r >= 0xF900 && r <= 0xFAFF,
		r >= 0xFF00 && r <= 0xFFEF, r >= 0x20000 && r <= 0x3FFFF:
		return CJK
	}
	return Other
}
