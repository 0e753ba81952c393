package crashfs

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// file is an open file; it writes at the end.
type file struct {
	d      *FS
	n      *node
	name   string
	writes bool
	closed bool
}

func (f *file) ReadAt(b []byte, off int64) (int, error) {
	if _, err := f.d.begin(Read, f.name); err != nil {
		return 0, err
	}
	defer f.d.mu.Unlock()
	if f.closed {
		return 0, fs.ErrClosed
	}
	if off >= int64(len(f.n.data)) {
		return 0, io.EOF
	}
	n := copy(b, f.n.data[off:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (f *file) Write(b []byte) (int, error) {
	err := f.d.ask(Write, f.name, len(b))
	var short Short
	if errors.As(err, &short) {
		b, err = b[:min(short.N, len(b))], short.Err
	} else if err != nil {
		return 0, &fs.PathError{Op: "write", Path: f.name, Err: err}
	}
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	switch {
	case f.d.off:
		return 0, ErrOff
	case f.closed:
		return 0, fs.ErrClosed
	case !f.writes:
		return 0, &fs.PathError{Op: "write", Path: f.name, Err: syscall.EBADF}
	}
	// A new array each time the synced one would be written over.
	f.n.data = append(slices.Clip(f.n.data), b...)
	f.n.mod = f.d.tick()
	return len(b), err
}

func (f *file) Sync() error {
	do, err := f.d.begin(Sync, f.name)
	if err != nil {
		return err
	}
	defer f.d.mu.Unlock()
	if f.closed {
		return fs.ErrClosed
	}
	if do {
		f.n.synced = f.n.data
	}
	return nil
}

func (f *file) Stat() (fs.FileInfo, error) {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	if f.d.off {
		return nil, ErrOff
	}
	return f.n.info(filepath.Base(f.name)), nil
}

func (f *file) Close() error {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	f.closed = true
	return nil
}

// info is a fs.FileInfo.
type info struct {
	name string
	size int64
	mode fs.FileMode
	mod  time.Time
	n    *node
}

func (n *node) info(name string) info {
	return info{name, int64(len(n.data)), n.mode, n.mod, n}
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return i.mode }
func (i info) ModTime() time.Time { return i.mod }
func (i info) IsDir() bool        { return i.mode.IsDir() }
func (i info) Sys() any           { return i.n }

// lock is a lock on a file, as vfs.Lock describes it.
type lock struct {
	d      *FS
	name   string
	create bool
	perm   fs.FileMode
	n      *node // held, else nil
	shared bool
}

// Lock prepares a lock.
func (d *FS) Lock(name string, create bool, perm fs.FileMode) vfs.Lock {
	return &lock{d: d, name: name, create: create, perm: perm}
}

func (l *lock) Lock() error {
	_, err := l.take(true, false)
	return err
}

func (l *lock) TryLock() (bool, error)  { return l.take(false, false) }
func (l *lock) TryRLock() (bool, error) { return l.take(false, true) }

func (l *lock) take(wait, shared bool) (bool, error) {
	if _, err := l.d.begin(Locking, l.name); err != nil {
		return false, err
	}
	defer l.d.mu.Unlock()
	folder, base, err := l.d.parent(l.name)
	if err != nil {
		return false, err
	}
	n := folder.names[base]
	if n == nil && l.create {
		n = &node{mode: l.perm, mod: l.d.tick()}
		l.d.change(folder, rename{base, n})
	}
	if n == nil {
		return false, &fs.PathError{Op: "lock", Path: l.name, Err: syscall.ENOENT}
	}
	for n.exclusive || !shared && n.shared > 0 {
		if !wait {
			return false, nil
		}
		l.d.freed.Wait()
		if l.d.off {
			return false, ErrOff
		}
	}
	if shared {
		n.shared++
	} else {
		n.exclusive = true
	}
	l.n, l.shared = n, shared
	return true, nil
}

func (l *lock) Unlock() error {
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	if l.n == nil {
		return nil
	}
	if l.shared {
		l.n.shared--
	} else {
		l.n.exclusive = false
	}
	l.n = nil
	l.d.freed.Broadcast()
	return nil
}

func (l *lock) Stat() (fs.FileInfo, error) {
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	if l.n == nil {
		return nil, fs.ErrNotExist
	}
	return l.n.info(filepath.Base(l.name)), nil
}

func (l *lock) Holder() string { return "" }
