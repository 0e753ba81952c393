package ledger

import (
	"errors"
	"fmt"
	"runtime"
)

// fold applies the whole chained lines that follow, to the end of the journal.
// l.mu is held; the file lock need not be.
func (l *Ledger) fold() error {
	for {
		e, err := l.r.next()
		if err == errEnd {
			return nil
		}
		if err != nil {
			return err
		}
		again, err := l.learn(e)
		switch {
		case err != nil:
			return err
		case again:
			err = l.restart()
		default:
			err = l.apply(e)
		}
		if err != nil {
			return err
		}
	}
}

// apply folds one entry. What State cannot fold stops this ledger for good:
// answers without that entry would be wrong.
func (l *Ledger) apply(e Entry) error {
	err := l.state.Apply(e)
	if errors.Is(err, ErrNewerFormat) {
		l.stopped = newerFormat(fmt.Sprintf("entry %d is a %q", e.Seq, e.Kind), err)
	} else if err != nil {
		l.stopped = &Error{ErrDamaged, fmt.Sprintf("entry %d (%s) makes no sense", e.Seq, e.Kind),
			"report this with the output of `tallystick verify`; the journal itself is whole", err}
	}
	return l.stopped
}

// learn takes note of a repaired range. If it was not stepped over on the way
// here, its lines are in State and have to come out: fold again.
func (l *Ledger) learn(e Entry) (again bool, err error) {
	if e.Kind != KindRepaired {
		return false, nil
	}
	p, err := parseRepair(e.Body)
	if err != nil || l.r.knows(p) {
		return false, err
	}
	l.r.repairs = append(l.r.repairs, p)
	return true, nil
}

// restart goes back to before the first entry, without the checkpoint; the
// repaired ranges known by now stay known. seen remembers how far we were.
func (l *Ledger) restart() error {
	files, err := l.r.list()
	if err != nil {
		l.stale = err
		return err
	}
	l.seen = max(l.seen, l.r.at.seq)
	l.state.Reset()
	l.r.reset(files[0])
	l.stale, l.look = nil, true
	return nil
}

// followTries is how often a View reads again what does not check out before
// it believes it: without the lock, a line may be read while it is written
// over a torn one.
const followTries = 3

// follow catches up without the file lock.
func (l *Ledger) follow() error {
	if l.stopped != nil {
		return l.stopped
	}
	if l.stale != nil {
		if err := l.load(); err != nil {
			return err
		}
	}
	for tries, fresh := 0, false; ; {
		_, err := l.catchUp()
		var bad *badLine
		switch {
		case err == nil:
			return nil
		case !errors.As(err, &bad):
			return err
		case tries < followTries:
			tries++
			runtime.Gosched()
			continue
		case !fresh:
			fresh, err = true, l.restart()
		default:
			var healed bool
			if healed, err = l.heal(); err == nil && !healed {
				err = &DamageError{File: bad.at.name, From: bad.at.off, To: bad.at.off, Reason: bad.reason}
			}
		}
		if err != nil {
			return err
		}
	}
}

// catchUp folds what is new, if anything is, and says whether bytes are left
// that are no whole line. A journal that ends before what was seen already is
// a badLine.
func (l *Ledger) catchUp() (rest bool, err error) {
	l.r.jump() // perhaps out of a range that ends the file
	more, err := l.r.more()
	if err == nil && more {
		if err = l.fold(); err == nil {
			more, err = l.r.more()
		}
	}
	if err == errEnd { // a rescue file without its name
		return true, nil
	}
	if err == nil && !more && l.r.at.seq < l.seen {
		err = l.r.bad(fmt.Sprintf("the journal ends with entry %d, %d were seen", l.r.at.seq, l.seen))
	}
	return more, err
}

// heal gets past a bad line at l.r.at if a repaired entry further on, or a
// rescue file, says how.
func (l *Ledger) heal() (bool, error) {
	p, ok, err := l.r.findRepair()
	if err != nil {
		return false, err
	}
	if ok {
		l.r.repairs = append(l.r.repairs, p)
		if p.from < l.r.at.off { // lines in the range are folded
			return true, l.restart()
		}
		return true, nil
	}
	return l.r.intoRescue()
}
