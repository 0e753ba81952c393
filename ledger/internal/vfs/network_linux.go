package vfs

import (
	"os"

	"golang.org/x/sys/unix"
)

// networkTypes are the f_type values (statfs(2), linux/magic.h and each file
// system's own header) of file systems whose locks or syncs other machines
// take part in. FUSE is among them: sshfs and cloud mounts look like that, and
// what its locks do is up to a program we do not know.
var networkTypes = map[uint32]string{
	0x6969:     "nfs",
	0x517b:     "smb",
	0xff534d42: "cifs",
	0xfe534d42: "smb2",
	0x5346414f: "afs",
	0x6b414653: "afs",
	0x73757245: "coda",
	0x01021997: "9p",
	0x00c36400: "ceph",
	0x0bd00bd0: "lustre",
	0x47504653: "gpfs",
	0x01161970: "gfs2",
	0x7461636f: "ocfs2",
	0x19830326: "beegfs",
	0x65735546: "fuse",
	0x786f4256: "vboxsf",
	0xbacbacbc: "vmhgfs",
}

// network names the network file system that holds name, "" if it is local.
func network(name string) (string, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(name, &st); err != nil {
		return "", &os.PathError{Op: "statfs", Path: name, Err: err}
	}
	return networkTypes[uint32(st.Type)], nil
}
