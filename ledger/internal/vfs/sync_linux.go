package vfs

import (
	"os"

	"golang.org/x/sys/unix"
)

// datasync leaves out the time stamps, which fsync writes too; the length, on
// which reading depends, is part of it (fdatasync(2)).
func datasync(f *os.File) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		failed = unix.Fdatasync(int(fd))
		for failed == unix.EINTR {
			failed = unix.Fdatasync(int(fd))
		}
	})
	if err != nil {
		return err
	}
	if failed != nil {
		return &os.PathError{Op: "fdatasync", Path: f.Name(), Err: failed}
	}
	return nil
}
