package vfs

import (
	"os"

	"golang.org/x/sys/unix"
)

// network names the network file system that holds name, "" if it is local:
// the kernel marks local ones with MNT_LOCAL (statfs(2)).
func network(name string) (string, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(name, &st); err != nil {
		return "", &os.PathError{Op: "statfs", Path: name, Err: err}
	}
	if st.Flags&unix.MNT_LOCAL != 0 {
		return "", nil
	}
	return unix.ByteSliceToString(st.Fstypename[:]), nil
}
