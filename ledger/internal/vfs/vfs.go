// Package vfs is the one seam below the ledger: the operations it asks of a
// disk, so that a test can be a disk that loses power, fills up, or lies.
package vfs

import (
	"io"
	"io/fs"
)

// FS is a disk. Names are paths of the operating system.
type FS interface {
	// OpenFile opens as os.OpenFile does.
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	Rename(from, to string) error
	Remove(name string) error
	RemoveAll(name string) error
	// Truncate changes the length of a file through a handle of its own:
	// windows does not do it through one that only appends.
	Truncate(name string, size int64) error
	// MkdirAll makes a folder with all that is missing above it.
	MkdirAll(name string, perm fs.FileMode) error
	Chmod(name string, perm fs.FileMode) error
	Stat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	// SyncDir makes the folder's list of names durable.
	SyncDir(name string) error
	// SameFile says whether two Stats are of one file.
	SameFile(a, b fs.FileInfo) bool
	// Lock prepares a lock on a file that exists already; create makes it.
	Lock(name string, create bool, perm fs.FileMode) Lock
	// Network names the network file system that holds name, "" if it is local.
	Network(name string) (string, error)
}

// File is an open file.
type File interface {
	io.ReaderAt
	io.Writer
	io.Closer
	// Sync makes the bytes and the length durable.
	Sync() error
	Stat() (fs.FileInfo, error)
}

// Lock is a kernel lock between processes: it dies with its owner. It is not
// for goroutines: who uses it has a mutex outside.
type Lock interface {
	Lock() error                // exclusive, waits, for ever if need be
	TryLock() (bool, error)     // exclusive, at once or not at all
	TryRLock() (bool, error)    // shared, at once or not at all
	Unlock() error              // also when not held
	Stat() (fs.FileInfo, error) // of the file that is locked
	Holder() string             // the pid that the last holder left in the file: a hint
}
