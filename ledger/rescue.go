package ledger

import (
	"errors"
	"io"
	"os"
	"time"
)

// rescueSuffix marks a rescue file until the old file's roll line names it.
const rescueSuffix = ".rescue"

// rescue answers a failed sync. After one, the kernel may have dropped what it
// could not write and call the next sync a success, so what is not known to be
// durable is written anew: into the next file, behind a head that says from
// which byte on the old one does not count. Live readers go there by the old
// file's roll line and step over the copy; after a crash that took the old
// file's end, readers go there by the head and read the copy.
func (l *Ledger) rescue(now time.Time) error {
	at, from := l.r.at, l.sync.durablePlace()
	if from.no != at.no {
		current, _ := parseName(at.name)
		var sound bool
		if from, sound = l.r.before(current); !sound {
			return &DamageError{File: at.name, Reason: "its first line does not check out"}
		}
	}
	next := dayFile{at.no + 1, l.today(now)}
	if err := l.clearWay(next); err != nil {
		return err
	}
	save := &rescue{from: from.off, seq: from.seq, sum: from.sum, size: at.off - from.off}
	rollLine, headLine := l.turnOver(next, now, save)
	if err := l.copyOver(next.name()+rescueSuffix, headLine, from, rollLine); err != nil {
		return err
	}
	// From here on every process that reads on finds the new file, or finishes
	// what follows here.
	if err := l.writeLines(rollLine); err != nil {
		return err
	}
	if err := l.nameRescue(next.name()); err != nil {
		return err
	}
	if err := l.fold(); err != nil {
		return err
	}
	if err := l.openOut(); err != nil {
		return err
	}
	l.sync.recovered(l.out, l.r.at)
	return nil
}

// copyOver writes head, the current file's bytes from from on, and the roll
// line into a new file, and syncs it.
func (l *Ledger) copyOver(name string, headLine []byte, from place, rollLine []byte) error {
	f, err := l.r.fs.OpenFile(l.r.path(name), os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, l.o.fileMode())
	if err != nil {
		return writeError("making "+name, err)
	}
	_, err = f.Write(headLine)
	if err == nil {
		err = l.r.open()
	}
	if err == nil {
		_, err = io.Copy(f, io.NewSectionReader(l.r.file, from.off, l.r.at.off-from.off))
	}
	if err == nil {
		_, err = f.Write(rollLine)
	}
	if err == nil {
		err = errors.Join(l.r.chmod(name, l.o.fileMode()), f.Sync())
	}
	return writeError("writing what is not durable to "+name, errors.Join(err, f.Close()))
}

// nameRescue gives a rescue file the name that the roll line knows.
func (l *Ledger) nameRescue(name string) error {
	err := l.r.fs.Rename(l.r.path(name+rescueSuffix), l.r.path(name))
	if err == nil {
		err = l.r.fs.SyncDir(l.r.dir)
	}
	return writeError("naming "+name, err)
}

// finishRescue does it for a process that died before it could.
func (l *Ledger) finishRescue() error {
	if err := l.nameRescue(l.r.at.name); err != nil {
		return err
	}
	return errAgain
}

// intoRescue goes on in the next file if it is a rescue of this one and this
// one cannot be read further. The copy there begins at byte from.
func (r *reader) intoRescue() (bool, error) {
	later, err := r.after(r.at.no)
	if err != nil || len(later) == 0 {
		return false, err
	}
	next := later[0]
	h := r.peekHead(next)
	save := h.rescue
	if !h.sound || save == nil || h.prev != r.at.name || r.at.off < save.from || r.at.off >= save.from+save.size {
		return false, nil
	}
	to := r.at
	to.no, to.name, to.off = next.no, next.name(), h.size+r.at.off-save.from
	r.move(to)
	return true, nil
}

// syncNow makes all of the current file durable, under the lock.
func (l *Ledger) syncNow() error {
	if err := l.openOut(); err != nil {
		return err
	}
	if err := l.out.Sync(); err != nil {
		l.sync.fail(err)
		return writeError("syncing "+l.r.at.name, err)
	}
	return nil
}

// instant is the clock as entries carry it.
func (l *Ledger) instant() time.Time { return storable(l.o.Clock()) }
