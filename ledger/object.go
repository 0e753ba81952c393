package ledger

import (
	"strconv"
	"time"
	"unicode/utf8"
)

// Object builds a compact JSON object in one growing buffer. The zero value
// is ready after Open; an Object can be used again and again.
//
//	var o ledger.Object
//	body := o.Open().String("id", id).Int("calls", 1).Close()
//
// The bytes Close returns are valid until the next Open.
type Object struct {
	buf   []byte
	comma bool
}

// Open begins a new object.
func (o *Object) Open() *Object {
	o.buf, o.comma = append(o.buf[:0], '{'), false
	return o
}

// String adds a member; bytes of v that are not UTF-8 become U+FFFD.
func (o *Object) String(key, v string) *Object {
	o.key(key)
	o.buf = AppendString(o.buf, v)
	return o
}

// Int adds a whole number.
func (o *Object) Int(key string, v int64) *Object {
	o.key(key)
	o.buf = strconv.AppendInt(o.buf, v, 10)
	return o
}

// Uint adds a whole number without a sign.
func (o *Object) Uint(key string, v uint64) *Object {
	o.key(key)
	o.buf = strconv.AppendUint(o.buf, v, 10)
	return o
}

// Bool adds true or false.
func (o *Object) Bool(key string, v bool) *Object {
	o.key(key)
	o.buf = strconv.AppendBool(o.buf, v)
	return o
}

// Time adds an instant as entries write theirs: UTC, microseconds.
func (o *Object) Time(key string, v time.Time) *Object {
	o.key(key)
	o.buf = append(o.buf, '"')
	o.buf = append(appendStamp(o.buf, v), '"')
	return o
}

// Raw adds a value that is compact JSON already.
func (o *Object) Raw(key string, v []byte) *Object {
	o.key(key)
	o.buf = append(o.buf, v...)
	return o
}

// Spans adds [[first,last],...].
func (o *Object) Spans(key string, spans []Span) *Object {
	o.key(key)
	o.buf = append(o.buf, '[')
	for i, s := range spans {
		if i > 0 {
			o.buf = append(o.buf, ',')
		}
		o.buf = strconv.AppendUint(append(o.buf, '['), s.First, 10)
		o.buf = strconv.AppendUint(append(o.buf, ','), s.Last, 10)
		o.buf = append(o.buf, ']')
	}
	o.buf = append(o.buf, ']')
	return o
}

// Close ends the object and returns it.
func (o *Object) Close() []byte {
	o.buf = append(o.buf, '}')
	return o.buf
}

func (o *Object) key(key string) {
	if o.comma {
		o.buf = append(o.buf, ',')
	}
	o.comma = true
	o.buf = append(AppendString(o.buf, key), ':')
}

// AppendString appends v as a JSON string.
func AppendString(dst []byte, v string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(v); {
		c := v[i]
		if c < utf8.RuneSelf {
			dst = appendByte(dst, c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(v[i:])
		dst = utf8.AppendRune(dst, r)
		i += n
	}
	return append(dst, '"')
}

const hexDigits = "0123456789abcdef"

func appendByte(dst []byte, c byte) []byte {
	switch {
	case c == '"' || c == '\\':
		return append(dst, '\\', c)
	case c == '\n':
		return append(dst, '\\', 'n')
	case c == '\t':
		return append(dst, '\\', 't')
	case c == '\r':
		return append(dst, '\\', 'r')
	case c < 0x20 || c == 0x7f:
		return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
	}
	return append(dst, c)
}
