package ledger

import "errors"

// settle catches up under the file lock, to the very last entry. It cuts a
// torn tail, finishes what a dead process left half done, and repairs damage:
// in that case it returns the DamageError that this process's callers get,
// once.
func (l *Ledger) settle() error {
	if l.stopped != nil {
		return l.stopped
	}
	if l.stale != nil {
		if err := l.load(); err != nil {
			return err
		}
	}
	known := len(l.r.repairs)
	found, err := l.goToEnd()
	if err == nil {
		l.look, l.seen = false, l.r.at.seq
		err = l.repair(found)
	}
	var damages []error
	for i := range found {
		d := found[i].damage()
		d.Repaired = err == nil
		damages = append(damages, d)
	}
	if err != nil && len(found) > 0 {
		// Without its entry on the disk a range must not be passed over.
		l.buf, l.r.repairs, l.stale = l.buf[:0], l.r.repairs[:known], err
	}
	return errors.Join(errors.Join(damages...), err)
}

// goToEnd reads on to the very last entry. Damage is passed over and returned:
// what it is becomes clear at the end.
func (l *Ledger) goToEnd() (found []repair, err error) {
	for scratch := false; ; {
		err := l.settleOnce()
		var bad *badLine
		switch {
		case err == nil:
			return found, nil
		case errors.Is(err, errAgain):
			continue
		case !errors.As(err, &bad):
			return found, err
		case !scratch: // it may be our memory that is wrong
			scratch, err = true, l.restart()
		default:
			err = l.mend(bad, &found)
		}
		if err != nil {
			return found, err
		}
	}
}

// maxMends is how many damaged ranges one turn repairs: more is no journal any
// more, and a person has to look.
const maxMends = 1000

// mend gets past a bad line: by a repair that is there, or by assessing the
// damage, for which found collects what to write at the end.
func (l *Ledger) mend(bad *badLine, found *[]repair) error {
	healed, err := l.heal()
	if err != nil || healed {
		return err
	}
	if len(*found) == maxMends {
		return &DamageError{File: bad.at.name, From: bad.at.off, To: bad.at.off, Reason: "and there are a thousand places more"}
	}
	p, err := l.r.assess(bad.reason, l.seen)
	if err == nil {
		err = l.endLine(&p)
	}
	if err != nil {
		return err
	}
	*found = append(*found, p)
	l.r.repairs = append(l.r.repairs, p)
	return nil
}

var errAgain = errors.New("look again")

// settleOnce goes to the end and looks at what is there.
func (l *Ledger) settleOnce() error {
	rest, err := l.catchUp()
	if err == nil && rest {
		err = l.settleTail()
		if err == nil {
			err = errAgain
		}
	}
	if err == nil && l.look {
		err = l.lookBeyond()
	}
	return err
}

// endLine gives a damaged range that reaches to the end of the current file
// the newline that the repaired line needs before it.
func (l *Ledger) endLine(p *repair) error {
	size, err := l.r.size()
	if err != nil || p.next != "" || p.to != size || size == 0 {
		return err
	}
	var last [1]byte
	if _, err := l.r.file.ReadAt(last[:], size-1); err != nil || last[0] == '\n' {
		return err
	}
	p.to++
	return l.write([]byte{'\n'})
}
