package ledger

import "bytes"

// peeked is what the first line of a file says by itself.
type peeked struct {
	head
	entry Entry // without its body
	size  int64 // of the line
	sound bool  // it checks out against the sum that it says it follows
}

// peekHead reads the first line of a file.
func (d folder) peekHead(f dayFile) peeked {
	r := reader{folder: d, at: place{no: f.no, name: f.name()}, chunk: 4 << 10}
	defer r.close()
	if r.open() != nil {
		return peeked{}
	}
	raw, err := r.line()
	if err != nil {
		return peeked{}
	}
	l, err := decode(raw)
	if err != nil || l.entry.Kind != KindHead {
		return peeked{}
	}
	p := peeked{entry: l.entry, size: int64(len(raw)) + 1}
	p.head, err = parseHead(l.open(bytes.Clone(raw)).Body)
	p.sound = err == nil && l.follows(p.prevSum) && p.file == f.no
	p.entry.Body = nil
	return p
}

// before is the place before the first line of a file.
func (d folder) before(f dayFile) (place, bool) {
	if f.no == 1 {
		return place{no: f.no, name: f.name(), sum: noSum}, true
	}
	p := d.peekHead(f)
	return place{no: f.no, name: f.name(), seq: p.entry.Seq - 1, sum: p.prevSum}, p.sound
}

// holdsLines says whether a file has more than a first line.
func (d folder) holdsLines(f dayFile) bool {
	count := 0
	err := d.lines(f.name(), 0, func([]byte, int64) (bool, error) {
		count++
		return count > 1, nil
	})
	return err == nil && count > 1
}
