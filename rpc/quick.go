package rpc

import "strings"

// quick takes the usual stream message apart by hand. The copies of streams are
// most of what a host writes, nearly all of it one long string, and the decoder
// goes through that four times. What is unusual is left to the decoder, with its
// errors: then quick is false.
func (p *StreamParams) quick(params []byte) bool {
	var q StreamParams
	fields := map[string]*string{`"reservation"`: &q.Reservation, `"chunk"`: &q.Chunk, `"chunk_b64"`: &q.ChunkB64}
	s := scanner{data: params}
	before := byte('{')
	for ; s.next() == before; before = ',' {
		s.at++
		s.next()
		field := fields[string(s.value())]
		if field == nil || s.next() != ':' {
			return false
		}
		s.at++
		s.next()
		var ok bool
		if *field, ok = quickText(s.value()); !ok {
			return false
		}
	}
	if before == '{' || s.next() != '}' || s.at != len(params)-1 {
		return false
	}
	*p = q
	return true
}

// quickEscapes are what may stand after a backslash, but for \u.
var quickEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// quickText is the text of a JSON string that is UTF-8, as all of a line is.
func quickText(raw []byte) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	in := raw[1 : len(raw)-1]
	var out strings.Builder
	out.Grow(len(in))
	for done := 0; ; {
		i := done
		for i < len(in) && in[i] >= ' ' && in[i] != '\\' {
			i++
		}
		out.Write(in[done:i])
		if i == len(in) {
			return out.String(), true
		}
		if in[i] != '\\' || quickEscapes[in[i+1]] == 0 {
			return "", false
		}
		out.WriteByte(quickEscapes[in[i+1]])
		done = i + 2
	}
}
