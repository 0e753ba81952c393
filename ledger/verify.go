package ledger

import (
	"context"
	"errors"
	"io/fs"
)

// Report is what Verify found.
type Report struct {
	Files      int
	Entries    uint64        // whole lines that check out
	Bytes      int64         // of all day files
	Seq        uint64        // number of the last entry
	Damaged    []DamageError // ranges that nobody has repaired yet
	Repaired   []DamageError // ranges that a repaired entry covers
	TornTail   int64         // bytes of an unfinished last line; the next writer deals with them
	Checkpoint string        // "agrees", "none", or what is wrong with it
}

// OK says whether nothing needs a person's attention now.
func (r Report) OK() bool { return len(r.Damaged) == 0 }

// Verify reads every file and computes every sum again. It takes no lock and
// changes nothing. The error is for what could not be read at all.
func (l *Ledger) Verify(ctx context.Context) (Report, error) {
	r := &reader{folder: l.r.folder}
	defer r.close()
	files, err := r.list()
	if err != nil {
		return Report{}, err
	}
	report := Report{Files: len(files)}
	for _, f := range files {
		info, err := r.fs.Stat(r.path(f.name()))
		if err != nil {
			return report, missing("day file "+f.name(), err)
		}
		report.Bytes += info.Size()
	}
	c, problem := r.readCheckpoint()
	v := verifier{reader: r, report: &report, mark: c, problem: problem}
	r.reset(files[0])
	err = v.walk(ctx)
	report.Seq, report.Checkpoint = r.at.seq, v.verdict()
	return report, err
}

// verifier walks the journal and notes what it meets.
type verifier struct {
	*reader
	report  *Report
	mark    checkpoint
	problem error // why mark is no use
	passed  bool  // mark's place was there
}

func (v *verifier) walk(ctx context.Context) error {
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		e, err := v.next()
		var bad *badLine
		switch {
		case err == nil:
			v.note(e)
		case err == errEnd:
			more, err := v.end()
			if err != nil || !more {
				return err
			}
		case errors.As(err, &bad):
			if err := v.stumble(bad.reason); err != nil {
				return err
			}
		default:
			return err
		}
	}
}

// note counts an entry. What a repaired entry says beyond what was met on the
// way (the bytes may have become readable again) is noted too.
func (v *verifier) note(e Entry) {
	v.report.Entries++
	v.passed = v.passed || v.at == v.mark.at
	if e.Kind != KindRepaired {
		return
	}
	if p, err := parseRepair(e.Body); err == nil && !v.knows(p) {
		v.repairs = append(v.repairs, p)
		v.report.Repaired = append(v.report.Repaired, *p.damage())
	}
}

// stumble passes a bad line, repaired or not.
func (v *verifier) stumble(reason string) error {
	p, ok, err := v.findRepair()
	if err != nil {
		return err
	}
	if ok {
		v.report.Repaired = append(v.report.Repaired, *p.damage())
	} else {
		if went, err := v.intoRescue(); err != nil || went {
			return err
		}
		if p, err = v.assess(reason, 0); err != nil {
			return err
		}
		v.report.Damaged = append(v.report.Damaged, *p.damage())
	}
	v.repairs = append(v.repairs, p)
	v.skip(p)
	return nil
}

// end looks at what is left when no whole line is; more if the walk goes on.
func (v *verifier) end() (more bool, err error) {
	rest, err := v.rest()
	if err == errEnd {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if went, err := v.intoRescue(); err != nil || went {
		return went, err
	}
	found, err := v.beyond()
	switch {
	case err != nil:
		return false, err
	case found.lostEnd:
		return true, v.stumble("it ends before the next file begins")
	case found.lostRoll != nil: // the next writer puts it back
		h := v.peekHead(found.next)
		v.move(place{no: found.next.no, name: found.next.name(), seq: h.entry.Seq - 1, sum: h.prevSum})
		return true, nil
	}
	if v.problem == nil && v.at.seq < v.mark.at.seq && len(rest) == 0 {
		p, err := v.assess("it ends before what the checkpoint has seen", v.mark.at.seq)
		v.report.Damaged = append(v.report.Damaged, *p.damage())
		return false, err
	}
	v.report.TornTail = int64(len(rest))
	return false, nil
}

func (v *verifier) verdict() string {
	switch {
	case errors.Is(v.problem, fs.ErrNotExist):
		return "none"
	case v.problem != nil:
		return "ignored: " + v.problem.Error()
	case v.passed:
		return "agrees"
	}
	return "ignored: the journal does not hold what it saw"
}
