package adapters

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

// cursor reads JSON in place: one pass, no copy of what nobody asked for, any bytes
// accepted. It is here, beside encoding/json, for two reasons: a request body of 200 KB
// is read at every reserve and a stream at every chunk, and a body that is cut off in the
// middle still gives the facts before the cut.
//
// It does not validate. On bytes that cannot go on it sets bad and every later read gives
// nothing, so that callers need no error handling.
type cursor struct {
	b   []byte
	i   int
	bad bool
}

// peek skips white space and returns the next byte, 0 at the end.
func (c *cursor) peek() byte {
	for ; c.i < len(c.b); c.i++ {
		switch b := c.b[c.i]; b {
		case ' ', '\t', '\n', '\r':
		default:
			return b
		}
	}
	return 0
}

// object calls member for each member. member may read the value or leave it. Anything
// that is no object is stepped over.
func (c *cursor) object(member func(key []byte)) {
	c.list('{', '}', func() {
		key := c.raw()
		if c.peek() != ':' {
			c.bad = true
			return
		}
		c.i++
		c.peek()
		at := c.i
		member(plain(key))
		if c.i == at {
			c.skip()
		}
	})
}

// array calls element for each element. element may read it or leave it. Anything that is
// no array is stepped over.
func (c *cursor) array(element func()) {
	c.list('[', ']', func() {
		at := c.i
		element()
		if c.i == at {
			c.skip()
		}
	})
}

// list reads from open to end; item is called before each item and must move on.
func (c *cursor) list(open, end byte, item func()) {
	if c.peek() != open {
		c.skip()
		return
	}
	c.i++
	for !c.bad {
		switch c.peek() {
		case end:
			c.i++
			return
		case ',':
			c.i++
		case 0:
			c.bad = true
		default:
			at := c.i
			item()
			c.bad = c.bad || c.i == at
		}
	}
}

// raw reads a string and returns what stands between its quotes, escapes and all. Anything
// else is stepped over and gives nil.
func (c *cursor) raw() []byte {
	if c.bad || c.peek() != '"' {
		c.skip()
		return nil
	}
	start := c.i + 1
	for at := start; ; {
		q := bytes.IndexByte(c.b[at:], '"')
		if q < 0 {
			c.i, c.bad = len(c.b), true
			return c.b[start:]
		}
		at += q + 1
		if !escaped(c.b[start : at-1]) {
			c.i = at
			return c.b[start : at-1]
		}
	}
}

// escaped tells whether a quote after s is escaped: an odd run of backslashes ends s.
func escaped(s []byte) bool {
	n := 0
	for n < len(s) && s[len(s)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// short reads a string, decoded, for names and codes: at most MaxName bytes of it, always valid UTF-8.
func (c *cursor) short() string {
	raw := c.raw()
	return string(bytes.ToValidUTF8(plain(raw[:min(len(raw), MaxName)]), nil))
}

// boolean reads true or false; anything else is stepped over and gives false.
func (c *cursor) boolean() bool {
	return string(c.literal()) == "true"
}

// number reads a number, also one written as a string ("12"). ok is false for anything
// else, null too. Values beyond int64 come back as the nearest one.
func (c *cursor) number() (n int64, ok bool) {
	var lit []byte
	if c.peek() == '"' {
		lit = c.raw()
	} else {
		lit = c.literal()
	}
	if n, err := strconv.ParseInt(string(lit), 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(string(lit[:min(len(lit), MaxName)]), 64)
	switch {
	case err != nil && f == 0, f != f:
		return 0, false
	case f >= 1<<62:
		return 1 << 62, true
	case f <= -(1 << 62):
		return -(1 << 62), true
	}
	return int64(f), true
}

// literal reads true, false, null or a number as it is written; a string, object or array
// is stepped over and gives nil.
func (c *cursor) literal() []byte {
	switch c.peek() {
	case '"', '{', '[':
		c.skip()
		return nil
	}
	start := c.i
	for ; c.i < len(c.b); c.i++ {
		switch c.b[c.i] {
		case ' ', '\t', '\n', '\r', ',', ':', ']', '}', '"', '{', '[':
			return c.b[start:c.i]
		}
	}
	return c.b[start:]
}

// value returns the bytes of the value at the cursor and moves on.
func (c *cursor) value() []byte {
	c.peek()
	start := c.i
	c.skip()
	return c.b[start:c.i]
}

// skip steps over one value. It does not recurse: nesting costs no stack.
func (c *cursor) skip() {
	if c.bad {
		return
	}
	switch c.peek() {
	case '"':
		c.raw()
	case '{', '[':
		c.skipNested()
	case 0:
		c.bad = true
	default:
		c.literal()
	}
}

func (c *cursor) skipNested() {
	for depth := 0; c.i < len(c.b) && !c.bad; {
		switch c.b[c.i] {
		case '"':
			c.raw()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		c.i++
		if depth == 0 {
			return
		}
	}
	c.bad = true
}

// plain resolves the escapes of a string's raw bytes. Without a backslash it is free.
func plain(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			i++
			continue
		}
		r, n := scan.Unescape(raw[i:])
		out = utf8.AppendRune(out, r)
		i += n
	}
	return out
}
