package ledger

import (
	"bytes"
	"io"
)

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
