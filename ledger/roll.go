package ledger

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// today is the date of now where the ledger lives.
func (l *Ledger) today(now time.Time) string { return now.In(l.zone.Load()).Format(dateLayout) }

// farBack is how wrong a clock must have been for files to go back to an
// earlier date: less is a clock set back a little, and one file goes on.
const farBack = 2 * day

// due says whether a new day has begun since the current file was made.
func (l *Ledger) due(now time.Time) bool {
	current, ok := parseName(l.r.at.name)
	date := l.today(now)
	if !ok || date == current.date {
		return false
	}
	ahead := dayFile{date: date}.day().Sub(current.day())
	return ahead > 0 || ahead < -farBack
}

// roll closes the current file and begins the next. The roll line makes the
// new file current, and it comes last: before it, all of the old file, the new
// file with its head and its name in the folder are on the disk, in this order:
// a head must not follow entries that a crash can still take. A crash before
// the roll line leaves a file that nobody counts yet; lookBeyond finishes that.
func (l *Ledger) roll(now time.Time) error {
	next := dayFile{l.r.at.no + 1, l.today(now)}
	if err := l.clearWay(next); err != nil {
		return err
	}
	if err := l.syncNow(); err != nil {
		return err
	}
	rollLine, headLine := l.turnOver(next, now, nil)
	if err := l.create(next.name(), headLine); err != nil {
		return err
	}
	if err := l.r.fs.SyncDir(l.r.dir); err != nil {
		return writeError("syncing "+l.r.dir, err)
	}
	if err := l.writeLines(rollLine); err != nil {
		return err
	}
	// Were this line lost, it could be made again from the head that follows it.
	if err := l.out.Sync(); err != nil {
		return writeError("syncing "+l.r.at.name, err)
	}
	return l.fold()
}

// turnOver makes the last line of the current file and the first of the next.
// Both carry the same instant, so that the one can be made from the other.
func (l *Ledger) turnOver(next dayFile, now time.Time, save *rescue) (rollLine, headLine []byte) {
	at := l.r.at
	rollLine, s := rollTo(next, at, now)
	if save != nil {
		save.size += int64(len(rollLine))
	}
	h := head{file: next.no, date: next.date, prev: at.name, prevSum: s, rescue: save}
	headLine, _ = appendEntry(nil, Entry{Seq: at.seq + 2, At: now, Kind: KindHead, Body: h.body(new(Object))}, s)
	return rollLine, headLine
}

func rollTo(next dayFile, at place, now time.Time) ([]byte, sum) {
	body := new(Object).Open().String("next", next.name()).Close()
	return appendEntry(nil, Entry{Seq: at.seq + 1, At: now, Kind: KindRoll, Body: body}, at.sum)
}

// create makes a file of the ledger, with content, on the disk.
func (l *Ledger) create(name string, content ...[]byte) error {
	return l.r.create(name, l.o.fileMode(), content...)
}

// clearWay removes what a crashed roll left under the next number, if its name
// differs. It was never current: there is no roll line.
func (l *Ledger) clearWay(next dayFile) error {
	later, err := l.r.after(l.r.at.no)
	if err != nil || len(later) == 0 || later[0] == next && len(later) == 1 {
		return err
	}
	if len(later) > 1 || l.r.holdsLines(later[0]) {
		return &DamageError{File: later[0].name(), Reason: "it has entries, but no roll line leads to it"}
	}
	return writeError("removing "+later[0].name(), l.r.fs.Remove(l.r.path(later[0].name())))
}

// lookBeyond looks for files after the current one: we are at the end of it
// and there was no roll line.
func (l *Ledger) lookBeyond() error {
	went, err := l.r.intoRescue()
	if err != nil {
		return err
	}
	if went {
		return errAgain
	}
	found, err := l.r.beyond()
	switch {
	case err != nil:
		return err
	case found.lostRoll != nil:
		return l.finishRoll(found.lostRoll)
	case found.lostEnd:
		return l.r.bad(fmt.Sprintf("it ends with entry %d, but %s goes on behind it", l.r.at.seq, found.next.name()))
	}
	return nil
}

// beyond is what files after one without a roll line mean.
type beyond struct {
	next     dayFile
	lostRoll []byte // the roll line that leads there: all else of this file is here
	lostEnd  bool   // this file lost more than that
}

// beyond looks at the files after r.at's, which ends here. A single one with
// no more than a head is what a roll that crashed left: the next roll writes
// over it.
func (r *reader) beyond() (beyond, error) {
	later, err := r.after(r.at.no)
	if err != nil || len(later) == 0 {
		return beyond{}, err
	}
	b := beyond{next: later[0]}
	h := r.peekHead(b.next)
	if h.sound && h.entry.Seq == r.at.seq+2 {
		if rollLine, s := rollTo(b.next, r.at, h.entry.At); s == h.prevSum {
			b.lostRoll = rollLine
			return b, nil
		}
	}
	old := !h.sound || h.entry.Seq <= r.at.seq+2
	b.lostEnd = !old || len(later) > 1 || r.holdsLines(b.next)
	return b, nil
}

// finishRoll writes the roll line that a crash, or a cut, took away.
func (l *Ledger) finishRoll(rollLine []byte) error {
	if err := l.syncNow(); err != nil {
		return err
	}
	if err := l.writeLines(rollLine); err != nil {
		return err
	}
	if err := l.syncNow(); err != nil {
		return err
	}
	return errAgain
}

// create makes a file with content and waits until it is on the disk. What was
// under that name is replaced.
func (d folder) create(name string, mode os.FileMode, content ...[]byte) error {
	f, err := d.fs.OpenFile(d.path(name), os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, mode)
	if err != nil {
		return writeError("making "+name, err)
	}
	err = d.chmod(name, mode)
	for _, c := range content {
		if err == nil {
			_, err = f.Write(c)
		}
	}
	if err == nil {
		err = f.Sync()
	}
	return writeError("making "+name, errors.Join(err, f.Close()))
}

// chmod gives a file the bits that umask may have taken, if it has not got
// them: a shared home's file may be another user's.
func (d folder) chmod(name string, mode os.FileMode) error {
	info, err := d.fs.Stat(d.path(name))
	if err != nil || info.Mode().Perm() == mode {
		return err
	}
	return d.fs.Chmod(d.path(name), mode)
}
