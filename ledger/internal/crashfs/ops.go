package crashfs

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// OpenFile opens or makes a file.
func (d *FS) OpenFile(name string, flag int, perm fs.FileMode) (vfs.File, error) {
	kind := Open
	if flag&os.O_CREATE != 0 {
		kind = Create
	}
	if _, err := d.begin(kind, name); err != nil {
		return nil, err
	}
	defer d.mu.Unlock()
	folder, base, err := d.parent(name)
	if err != nil {
		return nil, err
	}
	n := folder.names[base]
	switch {
	case n == nil && flag&os.O_CREATE == 0:
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.ENOENT}
	case n != nil && flag&os.O_EXCL != 0:
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EEXIST}
	case n == nil:
		n = &node{mode: perm, mod: d.tick()}
		d.change(folder, rename{base, n})
	case flag&os.O_TRUNC != 0:
		n.data = nil
	}
	return &file{d: d, n: n, name: name, writes: flag&(os.O_WRONLY|os.O_RDWR) != 0}, nil
}

// Rename moves a name within its folder.
func (d *FS) Rename(from, to string) error {
	do, err := d.begin(Rename, to)
	if err != nil {
		return err
	}
	defer d.mu.Unlock()
	if !do {
		return nil
	}
	folder, base, err := d.parent(from)
	if err != nil {
		return err
	}
	n := folder.names[base]
	if n == nil {
		return &fs.PathError{Op: "rename", Path: from, Err: syscall.ENOENT}
	}
	target := folder.names[filepath.Base(to)]
	if target != nil && len(target.names) > 0 {
		return &fs.PathError{Op: "rename", Path: to, Err: syscall.ENOTEMPTY}
	}
	d.change(folder, rename{base, nil}, rename{filepath.Base(to), n})
	return nil
}

// Remove takes a file's or an empty folder's name away.
func (d *FS) Remove(name string) error { return d.remove(name, false) }

// RemoveAll takes it away with all in it.
func (d *FS) RemoveAll(name string) error { return d.remove(name, true) }

func (d *FS) remove(name string, all bool) error {
	if _, err := d.begin(Remove, name); err != nil {
		return err
	}
	defer d.mu.Unlock()
	folder, base, err := d.parent(name)
	if err != nil {
		return err
	}
	n := folder.names[base]
	if n == nil {
		return &fs.PathError{Op: "remove", Path: name, Err: syscall.ENOENT}
	}
	if len(n.names) > 0 && !all {
		return &fs.PathError{Op: "remove", Path: name, Err: syscall.ENOTEMPTY}
	}
	d.change(folder, rename{base, nil})
	return nil
}

// Truncate changes a file's length.
func (d *FS) Truncate(name string, size int64) error {
	if _, err := d.begin(Cut, name); err != nil {
		return err
	}
	defer d.mu.Unlock()
	n, err := d.find(name)
	if err != nil {
		return err
	}
	if size <= int64(len(n.data)) {
		n.data = slices.Clone(n.data[:size])
	} else {
		n.data = append(n.data, make([]byte, size-int64(len(n.data)))...)
	}
	n.mod = d.tick()
	return nil
}

// MkdirAll makes folders.
func (d *FS) MkdirAll(name string, perm fs.FileMode) error {
	if _, err := d.begin(Create, name); err != nil {
		return err
	}
	defer d.mu.Unlock()
	at := d.root
	for _, part := range parts(name) {
		next := at.names[part]
		if next == nil {
			next = newFolder(perm)
			d.change(at, rename{part, next})
		}
		at = next
	}
	return nil
}

// Chmod changes the mode.
func (d *FS) Chmod(name string, perm fs.FileMode) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, err := d.find(name)
	if err == nil {
		n.mode = n.mode&fs.ModeDir | perm
	}
	return err
}

// look finds what a name stands for, while there is power; d.mu is held.
func (d *FS) look(name string) (*node, error) {
	if d.off {
		return nil, ErrOff
	}
	return d.find(name)
}

// Stat looks at a name.
func (d *FS) Stat(name string) (fs.FileInfo, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, err := d.look(name)
	if err != nil {
		return nil, err
	}
	return n.info(filepath.Base(name)), nil
}

// ReadDir lists a folder.
func (d *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, err := d.look(name)
	if err != nil {
		return nil, err
	}
	var list []fs.DirEntry
	for name, child := range n.names {
		list = append(list, fs.FileInfoToDirEntry(child.info(name)))
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, nil
}

// SyncDir makes a folder's names durable.
func (d *FS) SyncDir(name string) error {
	do, err := d.begin(SyncDir, name)
	if err != nil {
		return err
	}
	defer d.mu.Unlock()
	n, err := d.find(name)
	if err != nil || !do {
		return err
	}
	n.settle(func() bool { return true })
	return nil
}

// settle makes those of the pending changes durable that keep says.
func (n *node) settle(keep func() bool) {
	for _, renames := range n.pending {
		if !keep() {
			continue
		}
		for _, r := range renames {
			if r.node == nil {
				delete(n.lasting, r.name)
			} else {
				n.lasting[r.name] = r.node
			}
		}
	}
	n.pending = nil
}

// SameFile compares by node.
func (d *FS) SameFile(a, b fs.FileInfo) bool { return a.Sys() == b.Sys() }

// Network is what SetNetwork said.
func (d *FS) Network(string) (string, error) { return d.net, nil }
