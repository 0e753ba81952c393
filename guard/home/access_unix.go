//go:build unix

package home

import (
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// hasModes: what a mode says of others is true here.
const hasModes = true

func isOurs(info fs.FileInfo) bool { return owner(info) == os.Getuid() }

func owner(info fs.FileInfo) int { return int(info.Sys().(*syscall.Stat_t).Uid) }

func inode(info fs.FileInfo) uint64 { return uint64(info.Sys().(*syscall.Stat_t).Ino) }

// checkAccess refuses a directory that is not this user's alone, nor shared the
// way init --group makes it. Others may look into the top of a home, which a
// person often made by mkdir: what is worth hiding lies in folders of its own.
func checkAccess(dir string, info fs.FileInfo, top bool) error {
	mode := info.Mode()
	octal := fmt.Sprintf("mode %04o", mode.Perm())
	if top && mode&othersWrite == 0 {
		mode &^= othersLook
	}
	switch {
	case mode&everyone != 0:
		private := "700"
		if isShared(mode) {
			private = "2770"
		}
		return &Error{Message: fmt.Sprintf("every user of this machine can reach %s (%s)", dir, octal), Hint: fmt.Sprintf("chmod %s %s", private, dir)}
	case isShared(mode):
		return checkMember(dir, info)
	case !isOurs(info):
		return &Error{
			Message: fmt.Sprintf("%s belongs to user %d, and this process is user %d", dir, owner(info), os.Getuid()),
			Hint:    fmt.Sprintf("run as its owner, share it with tallystick init --group NAME, or set %s", Env),
		}
	case mode&groupBits != 0:
		return &Error{
			Message: fmt.Sprintf("a group can reach %s (%s), but the home is not shared", dir, octal),
			Hint:    fmt.Sprintf("chmod 700 %s, or share it with tallystick init --group NAME", dir),
		}
	case mode&privateDir != privateDir:
		return &Error{Message: fmt.Sprintf("its owner cannot use %s (%s)", dir, octal), Hint: "chmod 700 " + dir}
	}
	return nil
}

func checkMember(dir string, info fs.FileInfo) error {
	gid := int(info.Sys().(*syscall.Stat_t).Gid)
	groups, err := os.Getgroups()
	if err != nil {
		return trouble(dir, err)
	}
	if isOurs(info) || os.Getuid() == 0 || os.Getgid() == gid || slices.Contains(groups, gid) {
		return nil
	}
	return &Error{
		Message: fmt.Sprintf("%s is shared with group %d, and user %d is not in it", dir, gid, os.Getuid()),
		Hint:    "add the user to that group and log in again",
	}
}

// share makes the home one that a group's users have together, what is in it
// already included.
func (h Home) share(group string) error {
	if own, err := passwdDefault(); err == nil && own == h {
		return &Error{
			Message: h.Dir + " is one user's own: other users would look in their homes",
			Hint:    fmt.Sprintf("set %s for all of them, to a place such as /var/lib/tallystick", Env),
		}
	}
	g, err := user.LookupGroup(group)
	if err != nil {
		return &Error{Message: fmt.Sprintf("there is no group %q", group), Hint: "groupadd it first, or name one that is there"}
	}
	gid, err := strconv.Atoi(g.Gid)
	if err != nil {
		return &Error{Message: fmt.Sprintf("group %q has no number", group), Err: err}
	}
	for _, dir := range []string{h.Dir, h.GuardsDir()} {
		if err := makeDir(dir, sharedDir); err != nil {
			return err
		}
	}
	return filepath.WalkDir(h.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return trouble(path, err)
		}
		return shareOne(path, d, gid)
	})
}

func shareOne(path string, d fs.DirEntry, gid int) error {
	mode := sharedFile
	switch {
	case d.IsDir():
		mode = sharedDir
	case !d.Type().IsRegular():
		return nil // a link or a socket is not ours
	}
	if err := os.Lchown(path, -1, gid); err != nil {
		return &Error{Message: fmt.Sprintf("%s cannot be given to group %d", path, gid), Hint: "run init as root, or as a member of the group that owns the home", Err: err}
	}
	return trouble(path, os.Chmod(path, mode))
}
