package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"unicode/utf16"
	"unicode/utf8"
)

// String decodes a raw JSON string. Bytes that are not UTF-8 and lone
// surrogates become U+FFFD, as in encoding/json.
func String(value []byte) (string, error) {
	if n := len(value); n >= 2 && value[0] == '"' && value[n-1] == '"' && plain(value[1:n-1]) == n-2 {
		return string(value[1 : n-1]), nil
	}
	s := scanner{b: value}
	if err := s.str(); err != nil {
		return "", err
	}
	if err := s.end(); err != nil {
		return "", err
	}
	return unquote(value[1 : len(value)-1]), nil
}

// Int decodes a raw JSON whole number that fits 64 bits with a sign.
func Int(value []byte) (int64, error) {
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil || !whole(value) {
		return 0, fmt.Errorf("%.40q is not a whole number of 64 bits", value)
	}
	return n, nil
}

// Uint decodes a raw JSON whole number of 64 bits without a sign.
func Uint(value []byte) (uint64, error) {
	n, err := strconv.ParseUint(string(value), 10, 64)
	if err != nil || !whole(value) {
		return 0, fmt.Errorf("%.40q is not a whole number of 64 bits without a sign", value)
	}
	return n, nil
}

// whole refuses what strconv takes and JSON does not: "+1", "01".
func whole(value []byte) bool {
	s := scanner{b: value}
	return s.number() == nil && s.i == len(value)
}

// Bool decodes true or false.
func Bool(value []byte) (bool, error) {
	switch string(value) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, fmt.Errorf("%.40q is neither true nor false", value)
}

// Spans decodes [[first,last],...], as the member "missing" of a repaired
// entry holds them.
func Spans(value []byte) ([]Span, error) {
	var spans []Span
	err := Elements(value, func(pair []byte) error {
		var ends []uint64
		err := Elements(pair, func(v []byte) error {
			n, err := Uint(v)
			ends = append(ends, n)
			return err
		})
		if err == nil && (len(ends) != 2 || ends[0] > ends[1]) {
			err = errors.New("a span is not [first,last]")
		}
		if err == nil {
			spans = append(spans, Span{ends[0], ends[1]})
		}
		return err
	})
	return spans, err
}

// unquote decodes the inside of a checked JSON string.
func unquote(in []byte) string {
	if bytes.IndexByte(in, '\\') < 0 && utf8.Valid(in) {
		return string(in)
	}
	out := make([]byte, 0, len(in))
	for i := 0; i < len(in); {
		if in[i] == '\\' {
			r, n := unescape(in[i:])
			out = utf8.AppendRune(out, r)
			i += n
			continue
		}
		r, n := utf8.DecodeRune(in[i:])
		out = utf8.AppendRune(out, r)
		i += n
	}
	return string(out)
}

// unescape decodes the escape that in begins with and says how long it was.
func unescape(in []byte) (rune, int) {
	switch in[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
	default:
		return rune(in[1]), 2
	}
	r := hex4(in[2:])
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(in) >= 12 && in[6] == '\\' && in[7] == 'u' {
		if both := utf16.DecodeRune(r, hex4(in[8:])); both != utf8.RuneError {
			return both, 12
		}
	}
	return utf8.RuneError, 6
}

// hex4 reads four hex digits, -1 if they are not there.
func hex4(in []byte) rune {
	if len(in) < 4 {
		return -1
	}
	var r rune
	for _, c := range in[:4] {
		switch {
		case isDigit(c):
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

func keyOf(quoted []byte) string {
	in := quoted[1 : len(quoted)-1]
	if plain(in) == len(in) {
		return Intern(in)
	}
	return unquote(in)
}

// Word is String for a value that comes again and again, such as a name: one
// that came a short while ago is not copied anew.
func Word(value []byte) (string, error) {
	if n := len(value); n >= 2 && value[0] == '"' && value[n-1] == '"' && plain(value[1:n-1]) == n-2 {
		return Intern(value[1 : n-1]), nil
	}
	return String(value)
}

// interned holds words that were read lately, each at the place that its hash
// says, until another one needs it: keys, kinds and names are few.
var interned [1024]atomic.Pointer[string]

const maxInternedLen = 64

// Intern is string(b) that is not copied anew if it came a short while ago.
func Intern(b []byte) string {
	if len(b) > maxInternedLen {
		return string(b)
	}
	hash := uint32(2166136261) // FNV-1a
	for _, c := range b {
		hash = (hash ^ uint32(c)) * 16777619
	}
	place := &interned[(hash^hash>>16)%uint32(len(interned))]
	if w := place.Load(); w != nil && *w == string(b) {
		return *w
	}
	w := string(b)
	place.Store(&w)
	return w
}
