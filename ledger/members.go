package ledger

import (
	"errors"
	"fmt"
)

// MaxDepth bounds how deep objects and arrays may nest in an entry.
const MaxDepth = 64

// Members calls fn for each member of a compact JSON object, in order. value
// is the member's raw JSON; it aliases object and is valid as long as object
// is. White space between tokens is an error: entries are compact. An error of
// fn ends the walk and is returned as it is.
func Members(object []byte, fn func(key string, value []byte) error) error {
	s := scanner{b: object}
	if err := s.object(1, fn); err != nil {
		return err
	}
	return s.end()
}

// Elements calls fn for each element of a compact JSON array.
func Elements(array []byte, fn func(value []byte) error) error {
	s := scanner{b: array}
	if err := s.array(1, fn); err != nil {
		return err
	}
	return s.end()
}

// scanner walks compact JSON and checks its grammar on the way.
type scanner struct {
	b []byte
	i int
}

var errDepth = errors.New("JSON nests too deep")

func (s *scanner) fail(want string) error {
	if s.i >= len(s.b) {
		return fmt.Errorf("JSON ends where %s should be", want)
	}
	return fmt.Errorf("JSON has %q at byte %d, where %s should be", s.b[s.i], s.i, want)
}

func (s *scanner) end() error {
	if s.i != len(s.b) {
		return s.fail("its end")
	}
	return nil
}

// take steps over c if it is next.
func (s *scanner) take(c byte) bool {
	if s.i < len(s.b) && s.b[s.i] == c {
		s.i++
		return true
	}
	return false
}

func (s *scanner) object(depth int, fn func(string, []byte) error) error {
	if !s.take('{') {
		return s.fail("an object")
	}
	if s.take('}') {
		return nil
	}
	for {
		if err := s.member(depth, fn); err != nil {
			return err
		}
		if s.take('}') {
			return nil
		}
		if !s.take(',') {
			return s.fail("a comma")
		}
	}
}

func (s *scanner) member(depth int, fn func(string, []byte) error) error {
	start := s.i
	if err := s.str(); err != nil {
		return err
	}
	key := s.b[start:s.i]
	if !s.take(':') {
		return s.fail("a colon")
	}
	start = s.i
	if err := s.value(depth); err != nil {
		return err
	}
	if fn == nil {
		return nil
	}
	return fn(keyOf(key), s.b[start:s.i])
}

func (s *scanner) array(depth int, fn func([]byte) error) error {
	if !s.take('[') {
		return s.fail("an array")
	}
	if s.take(']') {
		return nil
	}
	for {
		start := s.i
		if err := s.value(depth); err != nil {
			return err
		}
		if fn != nil {
			if err := fn(s.b[start:s.i]); err != nil {
				return err
			}
		}
		if s.take(']') {
			return nil
		}
		if !s.take(',') {
			return s.fail("a comma")
		}
	}
}

func (s *scanner) value(depth int) error {
	if s.i >= len(s.b) {
		return s.fail("a value")
	}
	switch c := s.b[s.i]; {
	case c == '"':
		return s.str()
	case (c == '{' || c == '[') && depth >= MaxDepth:
		return errDepth
	case c == '{':
		return s.object(depth+1, nil)
	case c == '[':
		return s.array(depth+1, nil)
	case c == '-' || isDigit(c):
		return s.number()
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if len(s.b)-s.i >= len(word) && string(s.b[s.i:s.i+len(word)]) == word {
			s.i += len(word)
			return nil
		}
	}
	return s.fail("a value")
}

// isPlain marks the bytes that stand for themselves in a string: printable
// ASCII, but for the quote and the backslash.
var isPlain = func() (table [256]bool) {
	for c := ' '; c <= '~'; c++ {
		table[c] = c != '"' && c != '\\'
	}
	return table
}()

// plain is how many plain bytes b begins with.
func plain(b []byte) int {
	for i, c := range b {
		if !isPlain[c] {
			return i
		}
	}
	return len(b)
}

// str steps over a string and checks its escapes.
func (s *scanner) str() error {
	if !s.take('"') {
		return s.fail("a string")
	}
	for {
		s.i += plain(s.b[s.i:])
		if s.i == len(s.b) {
			return s.fail("the end of a string")
		}
		switch c := s.b[s.i]; {
		case c == '"':
			s.i++
			return nil
		case c < 0x20:
			return s.fail("no control character")
		case c == '\\':
			if err := s.escape(); err != nil {
				return err
			}
		default:
			s.i++
		}
	}
}

func (s *scanner) escape() error {
	s.i++
	if s.i >= len(s.b) {
		return s.fail("an escape")
	}
	switch s.b[s.i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.i++
		return nil
	case 'u':
		if hex4(s.b[s.i+1:]) < 0 {
			return s.fail("four hex digits")
		}
		s.i += 5
		return nil
	}
	return s.fail("an escape")
}

// number steps over -?(0|[1-9]d*)(.d+)?([eE][+-]?d+)?
func (s *scanner) number() error {
	s.take('-')
	if !s.take('0') && !s.digits() {
		return s.fail("a digit")
	}
	if s.take('.') && !s.digits() {
		return s.fail("a digit")
	}
	if s.take('e') || s.take('E') {
		if !s.take('+') {
			s.take('-')
		}
		if !s.digits() {
			return s.fail("a digit")
		}
	}
	return nil
}

func (s *scanner) digits() bool {
	start := s.i
	for s.i < len(s.b) && isDigit(s.b[s.i]) {
		s.i++
	}
	return s.i > start
}
