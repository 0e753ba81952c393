package ledger

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// fileLock is the lock between processes. Only the keeper takes it, one at a
// time: gofrs/flock lets a second Lock of one value through at once. It opens
// the file anew each time, which is how a lock file that was taken away is
// noticed.
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
func (k *fileLock) take() error {
	err := k.lock.Lock()
	if errors.Is(err, fs.ErrNotExist) {
		return noLock(err)
	}
	if err != nil {
		return &Error{ErrReadOnly, "taking the lock", "let this user open the file " + k.path(lockName), err}
	}
	k.held = true
	if err := k.same(); err != nil {
		k.release()
		return err
	}
	return nil
}

// same refuses a lock on any file but the one we began with: two files would
// be two locks, and two guards would count apart. (A new file can get the old
// one's inode number, but only when nobody holds the old one any more.)
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

// check looks, under the lock, whether what we read is still what the folder
// holds, and whether the folder has changed.
func (l *Ledger) check() error {
	there, err := l.r.fs.Stat(l.r.path(l.r.at.name))
	if errors.Is(err, fs.ErrNotExist) {
		if _, waiting := l.r.fs.Stat(l.r.path(l.r.at.name + rescueSuffix)); waiting == nil {
			return nil
		}
	}
	if err != nil {
		return missing("day file "+l.r.at.name, err)
	}
	if l.r.file != nil {
		open, err := l.r.file.Stat()
		if err != nil || !l.r.fs.SameFile(open, there) {
			return missing("day file "+l.r.at.name+" was replaced while this guard ran", err)
		}
	}
	dir, err := l.r.fs.Stat(l.r.dir)
	if err != nil {
		return missing("the folder", err)
	}
	if changed := dir.ModTime(); !changed.Equal(l.dirTime) {
		l.dirTime, l.look = changed, true
	}
	return nil
}
