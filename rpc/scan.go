package rpc

import (
	"encoding/json"
	"fmt"

	"github.com/sourcegraph/jsonrpc2"
)

// scanner walks the members of the object that a line is.
type scanner struct {
	data    []byte
	at      int
	members members
	problem string // why it stopped, "" at the end of the object
}

// scan finds the members. It stops at the first thing it does not understand
// and keeps what it had found, so that even a cut line may tell its id.
func scan(line []byte) *scanner {
	s := &scanner{data: line}
	s.object()
	if s.space(); s.problem == "" && s.at < len(s.data) {
		s.stop("there is something after the object")
	}
	return s
}

// refusal is why the scanner stopped, nil when it came to the end.
func (s *scanner) refusal() *jsonrpc2.Error {
	if s.problem == "" {
		return nil
	}
	return newError(CodeInvalidRequest, s.problem, "")
}

func (s *scanner) stop(problem string) {
	if s.problem == "" {
		s.problem = problem
	}
}

func (s *scanner) object() {
	switch s.next() {
	case '{':
	case '[':
		s.stop("batches are not taken: send one message a line")
		return
	default:
		s.stop("a message is a JSON object")
		return
	}
	s.at++
	if s.next() == '}' {
		s.at++
		return
	}
	for s.problem == "" && s.member() {
	}
}

// member reads one member and says whether another one follows.
func (s *scanner) member() bool {
	if s.next() != '"' {
		s.stop("a member has no name")
		return false
	}
	name := s.value()
	if s.next() != ':' {
		s.stop("a member has no value")
		return false
	}
	s.at++
	s.next()
	if value := s.value(); s.problem == "" {
		s.keep(name, value)
	}
	switch s.next() {
	case ',':
		s.at++
		return true
	case '}':
		s.at++
		return false
	}
	s.stop("the object does not end")
	return false
}

// keep remembers the value of a member we know, and checks any other one.
func (s *scanner) keep(name, value []byte) {
	text := unquote(name)
	for i, known := range memberNames {
		if text != known {
			continue
		}
		if s.members[i] != nil {
			s.stop(fmt.Sprintf("the member %q is there twice", known))
			return
		}
		s.members[i] = value
		return
	}
	if !json.Valid(name) || !json.Valid(value) {
		s.stop("a member is malformed")
	}
}

// next skips spaces and gives the byte that comes then, 0 at the end.
func (s *scanner) next() byte {
	s.space()
	if s.at < len(s.data) {
		return s.data[s.at]
	}
	return 0
}

func (s *scanner) space() {
	for s.at < len(s.data) && (s.data[s.at] == ' ' || s.data[s.at] == '\t' || s.data[s.at] == '\r' || s.data[s.at] == '\n') {
		s.at++
	}
}

// value measures one value. Whether it is good JSON is seen by who decodes it.
func (s *scanner) value() []byte {
	start, depth := s.at, 1 // the message itself is the first level
	for s.at < len(s.data) {
		switch c := s.data[s.at]; c {
		case '"':
			if !s.text() {
				return nil
			}
			if depth == 1 {
				return s.data[start:s.at]
			}
			continue
		case '{', '[':
			if depth++; depth > MaxDepth {
				s.stop(fmt.Sprintf("the message is nested more than %d levels deep", MaxDepth))
				return nil
			}
		case '}', ']', ',', ':', ' ', '\t', '\r', '\n':
			if depth == 1 {
				return s.scalar(start)
			}
			if c == '}' || c == ']' {
				if depth--; depth == 1 {
					s.at++
					return s.data[start:s.at]
				}
			}
		}
		s.at++
	}
	s.stop("the line ends inside a value")
	return nil
}

// scalar ends a number or a word, which may not be empty.
func (s *scanner) scalar(start int) []byte {
	if s.at == start {
		s.stop("a value is missing")
		return nil
	}
	return s.data[start:s.at]
}

// text skips a string and says whether it ended.
func (s *scanner) text() bool {
	for s.at++; s.at < len(s.data); s.at++ {
		switch s.data[s.at] {
		case '"':
			s.at++
			return true
		case '\\':
			s.at++ // and what stands after it
		}
	}
	s.at = len(s.data)
	s.stop("the line ends inside a string")
	return false
}
