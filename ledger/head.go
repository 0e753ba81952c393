package ledger

import (
	"bytes"
	"fmt"
)

// Format is the version of the file format that this package writes. It reads
// this one and refuses later ones by ErrNewerFormat.
const Format = 1

// head is what the first line of a file says.
type head struct {
	file    uint64
	date    string
	prev    string // name of the file before, "" for the first
	prevSum sum    // of the line before: makes each file checkable by itself
	rescue  *rescue
}

// rescue, in a head, says that the file before lost a sync: from byte from on
// it does not count any more, and the size bytes after this head are a copy of
// what does (see rescue.go).
type rescue struct {
	from int64
	seq  uint64 // of the line before byte from
	sum  sum
	size int64
}

func (h head) body(o *Object) []byte {
	o.Open().Uint("format", Format).Uint("file", h.file).String("date", h.date).
		String("prev", h.prev).String("prev_sum", string(h.prevSum[:]))
	if r := h.rescue; r != nil {
		o.Int("rescue_from", r.from).Uint("rescue_seq", r.seq).
			String("rescue_sum", string(r.sum[:])).Int("rescue_size", r.size)
	}
	return o.Close()
}

func parseHead(body []byte) (head, error) {
	var h head
	var r rescue
	err := Members(body, func(key string, v []byte) (err error) {
		switch key {
		case "file":
			h.file, err = Uint(v)
		case "date":
			h.date, err = String(v)
		case "prev":
			h.prev, err = String(v)
		case "prev_sum":
			h.prevSum, err = parseSum(v)
		case "rescue_from":
			h.rescue = &r
			r.from, err = Int(v)
		case "rescue_seq":
			r.seq, err = Uint(v)
		case "rescue_sum":
			r.sum, err = parseSum(v)
		case "rescue_size":
			r.size, err = Int(v)
		}
		return err
	})
	return h, err
}

func parseSum(v []byte) (sum, error) {
	text, err := String(v)
	if err == nil && len(text) != sumLen {
		err = fmt.Errorf("%.40q is not a checksum", text)
	}
	var s sum
	copy(s[:], text)
	return s, err
}

// checkFormat looks at a file's first line before anything else may be called
// damage: a later version may write its lines in any way, as long as the first
// still has a member "format". A line that does check out once its number is
// replaced by ours is no later version, but ours with a bit flipped.
func checkFormat(raw []byte, prev sum) error {
	const word = `"format":`
	i := bytes.Index(raw, []byte(word))
	if i < 0 {
		return nil
	}
	p := parser{b: raw, i: i + len(word)}
	format := p.uint()
	if p.failed != "" || format <= Format {
		return nil
	}
	ours := append(append(bytes.Clone(raw[:i+len(word)]), '0'+Format), raw[p.i:]...)
	if l, err := decode(ours); err == nil && l.follows(prev) {
		return nil
	}
	return newerFormat(fmt.Sprintf("its files have format %d, this program knows %d", format, Format), nil)
}

func newerFormat(what string, err error) error {
	return &Error{ErrNewerFormat, what, "bring this tallystick up to date, or use the newer one; nothing was changed", err}
}
