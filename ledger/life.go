package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// MaxLifeID is the longest id of a life, in bytes.
const MaxLifeID = 64

// Life is an exclusively held lock file: as long as the kernel keeps the lock,
// its process is alive, be it suspended, stopped or busy for an hour. A pid can
// be somebody else's by now and a clock can stand still; the lock can neither.
type Life struct {
	path string

	// mu makes Release happen once. The lock itself is held from HoldLife to
	// Release, whoever holds mu.
	mu   sync.Mutex
	lock vfs.Lock
}

// HoldLife makes <dir>/<id>.lock and holds it. An id belongs to one life: if
// the file exists or another holds it, that is an error.
func HoldLife(dir, id string) (*Life, error) {
	path, err := lifePath(dir, id)
	if err != nil {
		return nil, err
	}
	disk := vfs.OS{}
	if err := disk.MkdirAll(dir, 0o700); err != nil {
		return nil, writeError("making "+dir, err)
	}
	mode, err := lifeMode(disk, dir)
	if err != nil {
		return nil, err
	}
	f, err := disk.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return nil, writeError("making "+path, err)
	}
	// umask may have taken the group's bits.
	err = errors.Join(f.Close(), disk.Chmod(path, mode))
	lock := disk.Lock(path, false, mode)
	if err == nil {
		err = lock.Lock()
	}
	if err != nil {
		return nil, writeError("holding "+path, err)
	}
	return &Life{path: path, lock: lock}, nil
}

// lifeMode lets the group open what a shared home holds, for probing takes an
// open file.
func lifeMode(disk vfs.FS, dir string) (fs.FileMode, error) {
	info, err := disk.Stat(dir)
	if err != nil {
		return 0, writeError("looking at "+dir, err)
	}
	if info.Mode().Perm()&0o020 != 0 {
		return 0o660, nil
	}
	return 0o600, nil
}

// Release ends the life and removes its file; again is harmless.
func (l *Life) Release() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lock == nil {
		return nil
	}
	// Removed first: who looks in between finds no file, which is dead too.
	// windows does not remove open files, so once more afterwards.
	removed := os.Remove(l.path)
	err := l.lock.Unlock()
	l.lock = nil
	if removed != nil {
		removed = os.Remove(l.path)
	}
	if errors.Is(removed, fs.ErrNotExist) {
		removed = nil
	}
	return errors.Join(err, removed)
}

// Dead says whether nobody holds the life any more; a missing file is dead.
// The probe is a shared lock, so that two who probe at once do not take each
// other for the living.
func Dead(dir, id string) (bool, error) {
	path, err := lifePath(dir, id)
	if err != nil {
		return false, err
	}
	lock := vfs.OS{}.Lock(path, false, 0o600)
	free, err := lock.TryRLock()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true, nil
	case err != nil:
		return false, &Error{ErrReadOnly, "probing " + path, "let this user read the folder " + dir, err}
	case !free:
		return false, nil
	}
	return true, lock.Unlock()
}

// BuryLife removes a dead life's file, after the entry that says so is written.
func BuryLife(dir, id string) error {
	path, err := lifePath(dir, id)
	if err != nil {
		return err
	}
	dead, err := Dead(dir, id)
	if err != nil {
		return err
	}
	if !dead {
		return &Error{Is: ErrBusy, Text: "life " + id + " is held", Next: "leave it: its process is alive"}
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return writeError("removing "+path, err)
	}
	return nil
}

// lifePath keeps an id from naming anything outside dir.
func lifePath(dir, id string) (string, error) {
	ok := len(id) > 0 && len(id) <= MaxLifeID
	for i := 0; ok && i < len(id); i++ {
		c := id[i]
		ok = isDigit(c) || c == '-' || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z'
	}
	if !ok {
		return "", fmt.Errorf("%w: a life's id has 1 to %d letters, digits, - or _, not %.80q", ErrInvalid, MaxLifeID, id)
	}
	return filepath.Join(dir, id+".lock"), nil
}
