package home

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Modes of a home that one user has, and of one that a group shares.
const (
	privateDir fs.FileMode = 0o700
	sharedDir              = 0o770 | fs.ModeSetgid
	sharedFile fs.FileMode = 0o660
	groupBits  fs.FileMode = 0o070
	everyone   fs.FileMode = 0o007

	othersWrite fs.FileMode = 0o022
	othersLook  fs.FileMode = 0o055
)

// Prepare makes the home's directories, or checks those that are there. The
// ledger's own is only checked: the ledger makes it whole, with its files in it.
// With create false nothing is made, and a home that is not there is an error.
// With a group the home becomes one that the group's users share; it must then
// be one that all of them name in TALLYSTICK_HOME.
func (h Home) Prepare(create bool, group string) error {
	if _, err := os.Stat(h.Dir); errors.Is(err, fs.ErrNotExist) && !create {
		return &Error{
			Message: fmt.Sprintf("there is no ledger at %s, and making one is forbidden here", h.Dir),
			Hint:    "mount the volume that holds it, or allow a new one: unset TALLYSTICK_CREATE",
		}
	}
	if group != "" {
		return h.share(group)
	}
	if create {
		if err := h.makePrivate(h.Dir); err != nil {
			return err
		}
	}
	if err := h.Check(); err != nil || !create {
		return err // before anything is made in a place that is not ours
	}
	return h.makePrivate(h.GuardsDir())
}

// Check says why this user should not use the home as it is: it is in the way,
// or not this user's alone, nor shared as init --group makes it. What is not
// there is no trouble: the ledger says what it misses. It makes nothing.
func (h Home) Check() error {
	for _, dir := range []string{h.Dir, h.GuardsDir(), h.LedgerDir()} {
		info, err := os.Stat(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return trouble(dir, err)
		case !info.IsDir():
			return &Error{Message: dir + " is not a directory", Hint: "move it away"}
		}
		if err := checkAccess(dir, info, dir == h.Dir); err != nil {
			return err
		}
	}
	return h.checkConfig()
}

// checkConfig refuses limits that others may raise in place.
func (h Home) checkConfig() error {
	info, err := os.Stat(h.ConfigPath())
	if err != nil { // not there, or reading it says why
		return nil
	}
	mode, most := info.Mode().Perm(), "go-w"
	if h.Shared() {
		mode &^= groupBits
		most = "o-w"
	}
	if mode&othersWrite == 0 || !hasModes {
		return nil
	}
	return &Error{
		Message: fmt.Sprintf("others may change the limits in %s (mode %04o)", h.ConfigPath(), info.Mode().Perm()),
		Hint:    fmt.Sprintf("chmod %s %s", most, h.ConfigPath()),
	}
}

// Shared says whether a group shares the home: files must then be 0660.
func (h Home) Shared() bool {
	info, err := os.Stat(h.Dir)
	return err == nil && isShared(info.Mode())
}

func isShared(mode fs.FileMode) bool {
	return mode&fs.ModeSetgid != 0 && mode&groupBits == groupBits
}

// makePrivate makes one directory. An empty one of ours that is there is made
// private: that is how a container's new volume begins.
func (h Home) makePrivate(dir string) error {
	mode := privateDir
	if dir != h.Dir && h.Shared() {
		mode = sharedDir
	}
	if err := makeDir(dir, mode); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err == nil && isOpen(info) && isOurs(info) && isEmpty(dir) {
		err = os.Chmod(dir, privateDir)
	}
	return trouble(dir, err)
}

// makeDir makes a directory with its mode, whatever the umask; one that is
// there stays as it is.
func makeDir(dir string, mode fs.FileMode) error {
	parents := privateDir
	if isShared(mode) {
		parents = 0o755 // the others must get there
	}
	if err := os.MkdirAll(filepath.Dir(dir), parents); err != nil {
		return trouble(dir, err)
	}
	err := os.Mkdir(dir, mode.Perm())
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err == nil {
		err = os.Chmod(dir, mode)
	}
	return trouble(dir, err)
}

// isOpen says that more than its owner can reach a directory that is not shared.
func isOpen(info fs.FileInfo) bool {
	return info.IsDir() && !isShared(info.Mode()) && info.Mode().Perm() != privateDir
}

func isEmpty(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && len(entries) == 0
}

// trouble says what the system's error means for the home.
func trouble(path string, err error) error {
	if err == nil {
		return nil
	}
	next := fmt.Sprintf("see what is at %s, or set %s to another place", path, Env)
	switch {
	case errors.Is(err, fs.ErrPermission):
		next = fmt.Sprintf("run as the home's owner, share it with tallystick init --group NAME, or set %s", Env)
	case errors.Is(err, syscall.EROFS):
		next = fmt.Sprintf("mount it writable, or set %s to a place that is", Env)
	case errors.Is(err, syscall.ENOSPC):
		next = "make room on that disk"
	}
	return &Error{Message: "the home cannot be used", Hint: next, Err: err}
}
