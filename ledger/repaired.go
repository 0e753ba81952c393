package ledger

import (
	"bytes"
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
