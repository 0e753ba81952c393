package adapters

// MaxHead is how much of a file is looked at for its size: 256 KiB. A JPEG whose size stands
// behind more metadata than that has none.
const MaxHead = 256 << 10

// MaxFile is how much of a document is searched for its pages: 8 MiB.
const MaxFile = 8 << 20

// content is a file's bytes, as they are or in base64. Nothing is decoded that nobody asks for.
type content struct {
	raw   []byte
	coded bool
}

func plainBytes(b []byte) content  { return content{raw: b} }
func base64Bytes(b []byte) content { return content{raw: b, coded: true} }

// size is the length of the file in bytes, to a byte or two.
func (f content) size() int64 {
	if f.coded {
		return int64(len(f.raw)) / 4 * 3
	}
	return int64(len(f.raw))
}

// head is the first n bytes, fewer when there are not as many.
func (f content) head(n int) []byte {
	if !f.coded {
		return f.raw[:min(n, len(f.raw))]
	}
	b, _ := unbase64(make([]byte, 0, min(n, len(f.raw)/4*3+3)), f.raw, n)
	return b
}

// each calls see for pieces of at most n bytes, until MaxFile; each piece begins with the last
// keep bytes of the one before.
func (f content) each(n, keep int, see func(piece []byte)) {
	piece, rest := make([]byte, 0, n), f.raw[:min(len(f.raw), MaxFile)]
	for len(rest) > 0 {
		kept := len(piece)
		if f.coded {
			piece, rest = unbase64(piece, rest, n)
		} else {
			take := min(n-kept, len(rest))
			piece, rest = append(piece, rest[:take]...), rest[take:]
		}
		if len(piece) == kept {
			return
		}
		see(piece)
		piece = piece[:copy(piece, piece[max(len(piece)-keep, 0):])]
	}
}

// sextets are the values of base64's letters, in both alphabets; 64 for all other bytes.
var sextets = func() (table [256]byte) {
	for i := range table {
		table[i] = 64
	}
	for i, b := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		table[b] = byte(i)
	}
	table['-'], table['_'] = 62, 63
	return table
}()

// unbase64 appends decoded bytes to dst until it holds about n, and returns what is left of s.
// JSON's escapes (\n between lines, \/) are read, other bytes stepped over: nothing is refused.
func unbase64(dst, s []byte, n int) (decoded, rest []byte) {
	var bits uint32
	have := 0
	for i, b := range s {
		v := sextets[b]
		if v == 64 || b != '/' && i > 0 && s[i-1] == '\\' {
			continue
		}
		bits = bits<<6 | uint32(v)
		if have++; have < 4 {
			continue
		}
		if dst = append(dst, byte(bits>>16), byte(bits>>8), byte(bits)); len(dst) > n-3 {
			return dst, s[i+1:]
		}
		bits, have = 0, 0
	}
	if have > 1 { // the last, incomplete group
		bits <<= 6 * (4 - have)
		dst = append(dst, []byte{byte(bits >> 16), byte(bits >> 8)}[:have-1]...)
	}
	return dst, nil
}
