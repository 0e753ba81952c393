package ledger

import (
	"bytes"
	"io"
	"slices"
)

// repair is a range of bytes that does not count, and how reading goes on
// after it. It is the body of a "repaired" entry.
type repair struct {
	file     string
	from, to int64
	missing  []Span
	resume   sum    // what the line after the range follows
	next     string // if the rest of the file is gone: the file to go on with
	after    sum    // what the repaired line itself follows, so that it can be trusted alone
	reason   string
	copy     string
}

func (p repair) body(o *Object) []byte {
	o.Open().String("file", p.file).Int("from", p.from).Int("to", p.to).Spans("missing", p.missing).
		String("resume", string(p.resume[:])).String("after", string(p.after[:]))
	if p.next != "" {
		o.String("next", p.next)
	}
	return o.String("reason", p.reason).String("copy", p.copy).Close()
}

func parseRepair(body []byte) (repair, error) {
	var p repair
	err := Members(body, func(key string, v []byte) (err error) {
		switch key {
		case "file":
			p.file, err = String(v)
		case "from":
			p.from, err = Int(v)
		case "to":
			p.to, err = Int(v)
		case "missing":
			p.missing, err = Spans(v)
		case "resume":
			p.resume, err = parseSum(v)
		case "after":
			p.after, err = parseSum(v)
		case "next":
			p.next, err = String(v)
		case "reason":
			p.reason, err = String(v)
		case "copy":
			p.copy, err = String(v)
		}
		return err
	})
	return p, err
}

// last is the highest missing number, 0 if none is.
func (p repair) last() uint64 {
	if len(p.missing) == 0 {
		return 0
	}
	return p.missing[len(p.missing)-1].Last
}

// covers says whether a reader that stumbles at byte off is helped by p. A
// reader that knew the lines before they were damaged stumbles only at their
// end, over the repaired line itself.
func (p repair) covers(name string, off int64) bool {
	return p.file == name && p.from <= off && off <= p.to
}

func (p repair) damage() *DamageError {
	return &DamageError{File: p.file, From: p.from, To: p.to, Missing: p.missing, Copy: p.copy, Repaired: p.copy != "", Reason: p.reason}
}

// jump steps over a known repaired range that begins here. An empty range only
// raises the number.
func (r *reader) jump() {
	for again := true; again; {
		again = false
		for _, p := range r.repairs {
			fresh := p.to > p.from || p.next != "" || r.at.seq < p.last()
			if p.file != r.at.name || p.from != r.at.off || !fresh {
				continue
			}
			r.skip(p)
			again = true
		}
	}
}

// skip goes on where p says.
func (r *reader) skip(p repair) {
	to := r.at
	to.off, to.seq, to.sum = p.to, max(r.at.seq, p.last()), p.resume
	if next, ok := parseName(p.next); ok {
		to.no, to.name, to.off = next.no, next.name(), 0
	}
	r.move(to)
}

// knows says whether p is among the ranges that r steps over.
func (r *reader) knows(p repair) bool {
	return slices.ContainsFunc(r.repairs, func(k repair) bool {
		return k.file == p.file && k.from == p.from && k.to == p.to && k.last() == p.last()
	})
}

// findRepair looks further on, here and in the files after, for a repaired
// entry that helps a reader at r.at.
func (r *reader) findRepair() (found repair, ok bool, err error) {
	files, err := r.list()
	if err != nil {
		return repair{}, false, err
	}
	for _, f := range files[r.at.no-1:] {
		from := int64(0)
		if f.no == r.at.no {
			from = r.at.off
		}
		err := r.lines(f.name(), from, func(raw []byte, _ int64) (bool, error) {
			if !bytes.Contains(raw, []byte(`"kind":"repaired"`)) {
				return false, nil
			}
			p, good := soundRepair(raw)
			if good && p.covers(r.at.name, r.at.off) && !r.knows(p) {
				found, ok = p, true
			}
			return ok, nil
		})
		if err != nil || ok {
			return found, ok, err
		}
	}
	return repair{}, false, nil
}

// soundRepair decodes a repaired line that checks out against the sum which it
// names itself.
func soundRepair(raw []byte) (repair, bool) {
	l, err := decode(raw)
	if err != nil || l.entry.Kind != KindRepaired {
		return repair{}, false
	}
	p, err := parseRepair(l.open(bytes.Clone(raw)).Body)
	return p, err == nil && l.follows(p.after)
}

// minLine is less than any line has: bounds how many numbers bytes can hold.
const minLine = 80

// assess finds where the journal goes on after a bad line at r.at: at the
// first line proved by the one before it. What is between does not count. seen
// is the highest number known to have been given out.
func (r *reader) assess(reason string, seen uint64) (repair, error) {
	p := repair{file: r.at.name, from: r.at.off, resume: r.at.sum, reason: reason}
	rest, err := r.rest()
	if err != nil {
		return p, err
	}
	last, bad := r.at.seq, rest
	for before := []byte(nil); len(bad) > 0; {
		raw, tail, whole := bytes.Cut(bad, []byte{'\n'})
		if resume, seq, ok := r.proved(before, raw); ok && whole {
			p.to, p.resume, p.missing = r.at.off+int64(len(rest)-len(bad)), resume, spanTo(r.at.seq, seq-1)
			return p, nil
		}
		last = max(last+1, plausible(raw, r.at.seq, len(rest)))
		before, bad = raw, tail
	}
	p.to = r.at.off + int64(len(rest))
	return r.lostEnd(p, max(last, seen))
}

// lostEnd is a range that reaches to the end of the file: the next file whose
// first line checks out goes on.
func (r *reader) lostEnd(p repair, last uint64) (repair, error) {
	later, err := r.after(r.at.no)
	if err != nil {
		return p, err
	}
	for _, next := range later {
		h := r.peekHead(next)
		if h.sound && h.entry.Seq > r.at.seq+1 {
			p.next, p.resume, p.missing = next.name(), h.prevSum, spanTo(r.at.seq, h.entry.Seq-1)
			return p, nil
		}
	}
	if len(later) > 1 || len(later) == 1 && r.holdsLines(later[0]) {
		d := p.damage()
		d.Reason += "; and no first line of a later file checks out"
		return p, d
	}
	p.missing = spanTo(r.at.seq, last)
	return p, nil
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

func spanTo(before, last uint64) []Span {
	if last <= before {
		return nil
	}
	return []Span{{before + 1, last}}
}

// proved says whether raw is a line whose checksum fits one of the sums that
// the bytes before it stand for: the sum written there, the sum computed from
// there, or the last good one.
func (r *reader) proved(before, raw []byte) (resume sum, seq uint64, ok bool) {
	l, err := decode(raw)
	if err != nil || l.entry.Seq <= r.at.seq {
		return resume, 0, false
	}
	candidates := []sum{r.at.sum}
	if len(before) > tailLen {
		covered := before[:len(before)-tailLen]
		candidates = append(candidates, sum(before[len(covered)+8:len(before)-2]), chain(r.at.sum, covered))
	}
	for _, c := range candidates {
		if l.follows(c) {
			return c, l.entry.Seq, true
		}
	}
	return resume, 0, false
}

// plausible is the number of a line that does not check out, if so many bytes
// can hold that many lines, and 0 otherwise.
func plausible(raw []byte, before uint64, size int) uint64 {
	p := parser{b: raw}
	p.word(`{"seq":`)
	seq := p.uint()
	if p.failed != "" || seq <= before || seq-before > uint64(size/minLine)+1 {
		return 0
	}
	return seq
}

// rest reads at's file from at on. It is read whole: this is the rare path,
// and a line is proved by its neighbours.
func (r *reader) rest() ([]byte, error) {
	size, err := r.size()
	if err != nil || size <= r.at.off {
		return nil, err
	}
	b := make([]byte, size-r.at.off)
	n, err := r.file.ReadAt(b, r.at.off)
	if err == io.EOF {
		err = nil
	}
	return b[:n], err
}

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
