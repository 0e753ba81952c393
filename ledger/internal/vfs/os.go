package vfs

import (
	"io/fs"
	"os"

	"github.com/gofrs/flock"
)

// OS is the real disk.
type OS struct{}

type osFile struct{ *os.File }

// Sync is the cheapest call that makes bytes and length durable (see datasync).
func (f osFile) Sync() error { return datasync(f.File) }

// OpenFile opens as os.OpenFile does.
func (OS) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

// The rest is what package os calls the same.

func (OS) Rename(from, to string) error                 { return os.Rename(from, to) }
func (OS) Remove(name string) error                     { return os.Remove(name) }
func (OS) RemoveAll(name string) error                  { return os.RemoveAll(name) }
func (OS) Truncate(name string, size int64) error       { return os.Truncate(name, size) }
func (OS) MkdirAll(name string, perm fs.FileMode) error { return os.MkdirAll(name, perm) }
func (OS) Chmod(name string, perm fs.FileMode) error    { return os.Chmod(name, perm) }
func (OS) Stat(name string) (fs.FileInfo, error)        { return os.Stat(name) }
func (OS) ReadDir(name string) ([]fs.DirEntry, error)   { return os.ReadDir(name) }
func (OS) SameFile(a, b fs.FileInfo) bool               { return os.SameFile(a, b) }
func (OS) SyncDir(name string) error                    { return syncDir(name) }
func (OS) Network(name string) (string, error)          { return network(name) }

// Lock is gofrs/flock, opened without O_CREATE unless asked: a lock file that
// is missing must be noticed, not replaced.
func (OS) Lock(name string, create bool, perm fs.FileMode) Lock {
	flag := os.O_RDONLY
	if create {
		flag |= os.O_CREATE
	}
	return osLock{flock.New(name, flock.SetFlag(flag), flock.SetPermissions(perm))}
}

type osLock struct{ *flock.Flock }

func (l osLock) Holder() string { return holder(l.Path()) }
