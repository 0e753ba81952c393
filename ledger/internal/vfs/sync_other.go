//go:build !linux

package vfs

import "os"

// datasync: os.File.Sync is F_FULLFSYNC on macOS and FlushFileBuffers on
// windows; both reach the medium.
func datasync(f *os.File) error { return f.Sync() }
