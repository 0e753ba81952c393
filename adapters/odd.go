package adapters

import (
	"strings"

	"github.com/tallystick/tallystick/adapters/verdict"
)

// odd reads what came in place of a reply that its dialect knows. It is a failure only when it
// says so: paths like /messages and /responses are other people's too, and taking their
// {"saved": true} for an error would send their POST again. Otherwise it is an answer in words
// we do not know, and its text counts as output.
func (f *facts) odd(data []byte) {
	switch {
	case f.p.Error != nil:
	case errorMembers(&cursor{b: data}), f.odds < MaxOdd && wordsOfFailure(data):
		f.fail(data)
	default:
		f.unknown(data)
	}
}

// foreign tells a stream that is not of this dialect at all: none of its events was known.
// Where it ends nobody here can say, so its end is never called too early.
func (f *facts) foreign() bool {
	return f.events > 0 && f.odds == f.events && f.p.Error == nil
}

// unknown counts the text of an answer of any shape. Started stays as it is: nobody knows
// whether it was shown.
func (f *facts) unknown(data []byte) {
	f.odds++
	switch c := (&cursor{b: data}); c.peek() {
	case '{', '[':
		in := input{text: f.output}
		in.words(c)
		f.output = in.text
	case '<':
	default:
		f.output.add(data)
	}
}

// ownWords tells whether the words of a body are the server's own: a web page, an object with
// a message and nothing else, or one that gives a number other than 0 or 2xx as
// its code. In any other object they may be what a user or a model wrote
// ({"transcript": "the server is overloaded"}).
func ownWords(data []byte) bool {
	c := &cursor{b: data}
	if c.peek() != '{' {
		return c.peek() == '<'
	}
	own, only, fine := false, true, false
	c.object(func(key []byte) {
		switch string(key) {
		case "message", "Message", "msg", "detail":
		case "code", "status_code", "status", "ret", "errno", "err_no":
			bad, ok := badNumber(c)
			own, fine = own || bad, fine || ok && !bad
		default:
			only = false
		}
	})
	return own || only && !fine
}

// badNumber reads a code that is a number: any but 0 and 2xx is of a failure.
func badNumber(c *cursor) (bad, ok bool) {
	n, ok := c.number()
	return ok && n != 0 && (n < 200 || n >= 300), ok
}

// succeeded tells a body that says of itself that all went well, {"success": true} or
// {"ok": true}, and has no number that says otherwise. Its error is then a warning.
func succeeded(data []byte) bool {
	c := &cursor{b: data}
	said, bad := false, false
	c.object(func(key []byte) {
		switch string(key) {
		case "success", "ok":
			said = said || c.boolean()
		case "error", "base_resp":
			c.object(func(key []byte) { bad = badCode(c, key) || bad })
		default:
			bad = badCode(c, key) || bad
		}
	})
	return said && !bad
}

// badCode tells a number of a failure where codes stand.
func badCode(c *cursor, key []byte) (bad bool) {
	switch string(key) {
	case "code", "status_code", "status", "ret", "errno", "err_no", "error_code", "errcode":
		bad, _ = badNumber(c)
	}
	return bad
}

// wordsOfFailure tells whether a body of any shape says something that a rule knows. Words that
// may be somebody's own count only where they would not send the request again.
func wordsOfFailure(data []byte) bool {
	retry, failure := verdict.Says(data)
	return failure && (ownWords(data) || retry == No)
}

// errorMembers looks for what only errors say: {"error": ...}, {"errors": [...]},
// {"error_code": 17}, {"success": false}, {"type": "error"}, {"code": "InvalidParameter"}.
func errorMembers(c *cursor) (found bool) {
	c.object(func(key []byte) {
		switch string(key) {
		case "error", "errors", "error_code", "error_msg", "error_message", "errcode":
			found = says(c) || found
		case "success", "ok":
			found = string(c.literal()) == "false" || found
		case "type", "object":
			found = c.short() == "error" || found
		case "code":
			found = errorCode(c.short()) || found
		}
	})
	return found
}

// nothings are what an error member may hold that says there was none.
var nothings = map[string]bool{
	"": true, "null": true, "nil": true, "none": true, "false": true, "0": true, "{}": true, "[]": true,
	"ok": true, "success": true, "succeeded": true, "created": true, "no error": true, "n/a": true,
}

// sayDepth is how deep an error is searched for something that it says.
const sayDepth = 2

// says tells whether an error member says something: null, "none" and {"code": 0, "message": ""}
// do not.
func says(c *cursor) bool { return saysAt(c, 0) }

func saysAt(c *cursor, depth int) (found bool) {
	if c.peek() == '{' && depth < sayDepth {
		c.object(func([]byte) { found = saysAt(c, depth+1) || found })
		return found
	}
	value := c.value()
	if len(value) > MaxName {
		return true
	}
	return !nothings[strings.ToLower(strings.Trim(string(value), `" `))]
}

// errorCode tells a code in words that is no way of saying that all went well. Numbers are
// left to the rules.
func errorCode(code string) bool {
	return !nothings[strings.ToLower(code)] && (code[0] < '0' || code[0] > '9')
}
