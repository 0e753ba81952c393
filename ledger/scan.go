package ledger

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"
)

// day is the margin by which files are chosen: zones differ by at most 26
// hours, and a call that began before midnight ends after it.
const day = 24 * time.Hour

// Scan calls fn for the entries written from from (inclusive) to to
// (exclusive), in their order. It reads the day files without the lock and
// keeps nobody waiting; repaired ranges are left out, damage that nobody has
// repaired yet is a DamageError.
func (l *Ledger) Scan(ctx context.Context, from, to time.Time, fn func(Entry) error) error {
	r, files, err := l.history(from, to)
	if err != nil || len(files) == 0 {
		return err
	}
	defer r.close()
	last := files[len(files)-1].no
	for r.at.no <= last {
		e, err := r.next()
		if err == errEnd {
			return nil
		}
		if err != nil {
			if err = r.pass(err); err != nil {
				return err
			}
			continue
		}
		if e.At.Before(from) || !e.At.Before(to) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(e); err != nil {
			return err
		}
	}
	return nil
}

// history is a reader at the first of the files that may hold entries written
// between from and to.
func (l *Ledger) history(from, to time.Time) (*reader, []dayFile, error) {
	r := &reader{folder: l.r.folder, repairs: l.repairs()}
	all, err := r.list()
	if err != nil {
		return nil, nil, err
	}
	files := around(all, from, to)
	if len(files) == 0 {
		return r, nil, nil
	}
	for i := files[0].no - 1; ; i-- { // a damaged first line is passed from the file before
		if err := r.moveTo(all[i]); err == nil || i == 0 {
			return r, files, err
		}
	}
}

func (l *Ledger) repairs() []repair {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.r.repairs)
}

// around picks the files whose time (from the own date to the next file's)
// meets [from-1 day, to+1 day].
func around(all []dayFile, from, to time.Time) []dayFile {
	var files []dayFile
	for i, f := range all {
		begins, ends := f.day().Add(-day), time.Time{}
		if i+1 < len(all) {
			ends = all[i+1].day().Add(2 * day)
		}
		if (ends.IsZero() || ends.After(from.Add(-day))) && begins.Before(to.Add(day)) {
			files = append(files, f)
		}
	}
	return files
}

// moveTo begins at a file's first line, which says what it follows.
func (r *reader) moveTo(f dayFile) error {
	to, sound := r.before(f)
	if !sound {
		return &DamageError{File: f.name(), Reason: "its first line does not check out"}
	}
	r.move(to)
	return nil
}

// pass gets past a bad line that is repaired further on.
func (r *reader) pass(err error) error {
	var bad *badLine
	if !errors.As(err, &bad) {
		return err
	}
	p, ok, err := r.findRepair()
	if err != nil {
		return err
	}
	if !ok {
		return &DamageError{File: bad.at.name, From: bad.at.off, To: bad.at.off, Reason: bad.reason}
	}
	r.repairs = append(r.repairs, p)
	r.skip(p)
	return nil
}

// Find calls fn for the entries that contain needle, of the day of near, then
// the day before, then the day after. The bytes are searched first, so that a
// day of a million entries takes a fraction of a second. It is for answers
// that are older than what State keeps.
func (l *Ledger) Find(ctx context.Context, near time.Time, needle []byte, fn func(Entry) (stop bool, err error)) error {
	r := &reader{folder: l.r.folder, repairs: l.repairs()}
	all, err := r.list()
	if err != nil {
		return err
	}
	for _, f := range nearest(around(all, near, near), near) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if stop, err := r.find(f, needle, fn); stop || err != nil {
			return err
		}
	}
	return nil
}

// nearest sorts the files by how far their day is from near's.
func nearest(files []dayFile, near time.Time) []dayFile {
	distance := func(f dayFile) time.Duration {
		d := near.Sub(f.day())
		if d < 0 {
			return -d + day // a later file is the less likely one
		}
		return d
	}
	slices.SortStableFunc(files, func(a, b dayFile) int { return int(distance(a)/time.Second) - int(distance(b)/time.Second) })
	return files
}

// find searches one file. Each line is checked against the sum that the line
// before it carries.
func (r *reader) find(f dayFile, needle []byte, fn func(Entry) (bool, error)) (stopped bool, err error) {
	begin, _ := r.folder.before(f)
	before := begin.sum
	err = r.lines(f.name(), 0, func(raw []byte, off int64) (bool, error) {
		prev := before
		if len(raw) > tailLen {
			before = sum(raw[len(raw)-2-sumLen : len(raw)-2])
		}
		if !bytes.Contains(raw, needle) || r.repaired(f.name(), off) {
			return false, nil
		}
		l, err := decode(raw)
		if err != nil || !l.follows(prev) {
			return false, nil
		}
		stopped, err = fn(l.open(raw))
		return stopped, err
	})
	return stopped, err
}

func (r *reader) repaired(name string, off int64) bool {
	return slices.ContainsFunc(r.repairs, func(p repair) bool {
		return p.file == name && p.from <= off && off < p.to
	})
}

// lines calls fn for each whole line of a file from byte from on, unchecked.
// What is longer than a line may be is skipped.
func (d folder) lines(name string, from int64, fn func(raw []byte, off int64) (stop bool, err error)) error {
	r := reader{folder: d, at: place{name: name, off: from}}
	defer r.close()
	if err := r.open(); err != nil {
		return err
	}
	for {
		raw, err := r.line()
		var bad *badLine
		switch {
		case err == errEnd:
			return nil
		case errors.As(err, &bad):
			r.at.off += MaxEntry
			continue
		case err != nil:
			return err
		}
		off := r.at.off
		r.at.off, r.win = off+int64(len(raw))+1, r.win[len(raw)+1:]
		if stop, err := fn(raw, off); stop || err != nil {
			return err
		}
	}
}
