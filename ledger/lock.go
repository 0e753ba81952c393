package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// fileLock is the lock between processes. One goroutine at a time uses it, the
// one that has the turn: gofrs/flock lets a second Lock of one value through at
// once. It opens the file anew each time (6.5 us [measured]), without creating
// it, which is how a lock file that was taken away is noticed.
type fileLock struct {
	folder
	lock vfs.Lock
	info fs.FileInfo // of the lock file as Open found it
	held bool
}

func newFileLock(d folder) (*fileLock, error) {
	info, err := d.fs.Stat(d.path(lockName))
	if err != nil {
		return nil, noLock(err)
	}
	return &fileLock{folder: d, lock: d.fs.Lock(d.path(lockName), false, 0), info: info}, nil
}

func noLock(err error) error {
	return &Error{ErrMissing, "the lock file", "stop all guards of this home, then run `tallystick init`: it makes the lock file again and leaves the entries as they are", err}
}

// take waits for the lock, for ever if need be.
func (k *fileLock) take() error { return k.took(true, k.lock.Lock()) }

// try takes the lock if it is free.
func (k *fileLock) try() (bool, error) {
	free, err := k.lock.TryLock()
	return free, k.took(free, err)
}

func (k *fileLock) took(held bool, err error) error {
	k.held = held && err == nil
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return noLock(err)
	case err != nil:
		return &Error{ErrReadOnly, "taking the lock", "let this user open the file " + k.path(lockName), err}
	}
	return nil
}

// same refuses a lock on any file but the one we began with: two files would
// be two locks, and two guards would count apart.
func (k *fileLock) same() error {
	held, err := k.lock.Stat()
	if err != nil {
		return noLock(err)
	}
	there, err := k.fs.Stat(k.path(lockName))
	if err != nil {
		return noLock(err)
	}
	if !k.fs.SameFile(held, there) || !k.fs.SameFile(held, k.info) {
		return &Error{Is: ErrMissing, Text: "the lock file was replaced while this guard ran",
			Next: "stop all guards of this home and start them again: they must agree on one lock"}
	}
	return nil
}

// release lets go of a lock that is held.
func (k *fileLock) release() {
	if k.held {
		k.held = false
		_ = k.lock.Unlock() // closing the file frees it in any case
	}
}

// holder is the process that took the lock last, as a hint.
func (k *fileLock) holder() string { return k.lock.Holder() }

// busy is the error of a caller whose wait is over.
func (l *Ledger) busy() error {
	text := fmt.Sprintf("no turn within %v", l.o.LockWait)
	if holder := l.lock.holder(); holder != "" {
		text += "; the lock was last taken by process " + holder
	}
	return &Error{Is: ErrBusy, Text: text, Next: "this is not the budget: try again; if it lasts, see what that process does (it may be stopped)"}
}

// clockStep is more than the step of any file system's clock: two changes of a
// folder within one step look like one.
const clockStep = 50 * time.Millisecond

// check looks, under the lock, whether lock and day file are still those which
// the folder holds. A name cannot come, go or change its file without changing
// the folder's time, so that one look at the folder is enough as long as it
// has not changed.
func (l *Ledger) check() error {
	dir, err := l.r.fs.Stat(l.r.dir)
	if err != nil {
		return missing("the folder", err)
	}
	if l.settled && l.r.fs.SameFile(dir, l.dir) && dir.ModTime().Equal(l.dir.ModTime()) {
		return nil
	}
	if err := l.lock.same(); err != nil {
		return err
	}
	if err := l.sameFile(); err != nil {
		return err
	}
	l.dir, l.settled, l.look = dir, time.Since(dir.ModTime()) > clockStep, true
	return nil
}

// sameFile refuses to write to a day file that is not the one at its path.
func (l *Ledger) sameFile() error {
	there, err := l.r.fs.Stat(l.r.path(l.r.at.name))
	if errors.Is(err, fs.ErrNotExist) {
		if _, waiting := l.r.fs.Stat(l.r.path(l.r.at.name + rescueSuffix)); waiting == nil {
			return nil
		}
	}
	if err != nil {
		return missing("day file "+l.r.at.name, err)
	}
	if l.r.file == nil {
		return nil
	}
	open, err := l.r.file.Stat()
	if err != nil || !l.r.fs.SameFile(open, there) {
		return missing("day file "+l.r.at.name+" was replaced while this guard ran", err)
	}
	return nil
}
