package rpc

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/sourcegraph/jsonrpc2"
)

// message is one line, taken apart as far as it is the same for all methods.
type message struct {
	id     string // as it was written, `7` or `"a"`; "" in a notification
	method string
	params []byte // of the line; nil when there were none
}

// parse takes a line apart. It walks the members of the one object by hand,
// because a request must be read once and not, as jsonrpc2 does it, five times:
// params are only measured here, the decoder of their type checks them.
// What is wrong comes back as an answer, and the id with it if it was found.
func parse(line []byte) (message, *jsonrpc2.Error) {
	var m message
	if !utf8.Valid(line) {
		m.id = scan(line).members.goodID()
		return m, newError(CodeParse, "the line is not valid UTF-8", "send such bytes as body_b64 or chunk_b64")
	}
	s := scan(line)
	bad := s.refusal()
	if bad == nil {
		bad = s.members.check()
	}
	if bad != nil && !json.Valid(line) { // the simpler truth, whatever else might be said of it
		return m, malformed(line)
	}
	m.id = s.members.goodID()
	m.method, m.params = s.members.methodName(), s.members[memberParams]
	return m, bad
}

// The members of a request, as indexes of members.
const (
	memberVersion = iota
	memberID
	memberMethod
	memberParams
	memberCount
)

var memberNames = [memberCount]string{"jsonrpc", "id", "method", "params"}

// members are the raw values of a request; nil is absent.
type members [memberCount][]byte

// check says what is wrong with the members, if anything is.
func (v *members) check() *jsonrpc2.Error {
	switch {
	case v[memberID] != nil && v.goodID() == "":
		return newError(CodeInvalidRequest, "the id has to be a whole number from 0 to 2^53-1 or a string of at most "+strconv.Itoa(MaxIDBytes)+" bytes", "count from 1; leave id out only in notifications")
	case string(v[memberVersion]) != `"2.0"`:
		return newError(CodeInvalidRequest, `the member "jsonrpc" has to be "2.0"`, "")
	case v.methodName() == "":
		return newError(CodeInvalidRequest, `the member "method" has to name one`, "")
	case v[memberParams] != nil && v[memberParams][0] != '{':
		return newError(CodeInvalidParams, "params have to be an object with named members", "")
	}
	return nil
}

// goodID is the id as it was written, or "" when it is none this guard takes.
func (v *members) goodID() string {
	raw := v[memberID]
	if len(raw) == 0 || len(raw) > MaxIDBytes+2 {
		return ""
	}
	if raw[0] == '"' {
		if !json.Valid(raw) {
			return ""
		}
		return string(raw)
	}
	n, err := strconv.ParseUint(string(raw), 10, 64)
	if err != nil || n > MaxIDNumber || raw[0] == '0' && len(raw) > 1 {
		return ""
	}
	return string(raw)
}

func (v *members) methodName() string {
	if !json.Valid(v[memberMethod]) {
		return ""
	}
	return unquote(v[memberMethod])
}

// unquote is the text of a JSON string, "" for anything else.
func unquote(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// malformed says why a line is no JSON. Its answer has no id, as JSON-RPC has it.
func malformed(line []byte) *jsonrpc2.Error {
	var v json.RawMessage
	return notJSON(json.Unmarshal(line, &v))
}
