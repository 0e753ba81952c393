// Package crashfs is a disk in memory for tests. It loses power at any point:
// what was synced stays, of the rest a seeded share is lost, torn at any byte
// or full of holes, and names that were not synced into their folder may be
// gone. And it fails to order: see FS.On.
//
//	disk := crashfs.New()
//	... several Ledgers on it, as if each were a process ...
//	after := disk.PowerCut(rng)     // every later call on disk fails
//	... reopen on after, and compare
package crashfs

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// Kind of an operation.
type Kind string

// The operations that can be made to fail.
const (
	Open    Kind = "open"
	Create  Kind = "create"
	Write   Kind = "write"
	Read    Kind = "read"
	Sync    Kind = "sync"
	SyncDir Kind = "syncdir"
	Rename  Kind = "rename"
	Remove  Kind = "remove"
	Cut     Kind = "truncate"
	Locking Kind = "lock"
)

// Op is one operation about to happen.
type Op struct {
	Kind Kind
	Name string // last element of the path
	Size int    // bytes of a write
}

// ErrSwallow, returned for an op, makes it report success without doing anything:
// a disk that lies.
var ErrSwallow = errors.New("do nothing and say it was done")

// Short, returned for a write, lets N bytes through before Err.
type Short struct {
	N   int
	Err error
}

func (s Short) Error() string { return "short write: " + s.Err.Error() }

// ErrOff is what every operation gives after a power cut.
var ErrOff = errors.New("the power is off")

// FS is the disk. It implements vfs.FS.
type FS struct {
	// Holes lets a power cut keep later sectors of a file and lose earlier ones.
	// Set it before use.
	Holes bool

	// mu guards the whole disk: each operation is one step. The hook is called
	// before it is taken, so that a hook may cut the power.
	mu    sync.Mutex
	freed *sync.Cond // some lock was
	root  *node
	ticks int64
	off   bool
	hook  func(Op) error
	net   string
}

var _ vfs.FS = (*FS)(nil)

// node is a file or a folder.
type node struct {
	mode fs.FileMode
	mod  time.Time

	data, synced []byte // of a file

	names   map[string]*node // of a folder, as it is now
	lasting map[string]*node // as it was at the last SyncDir
	pending [][]rename       // changes since, each kept or lost as a whole

	exclusive bool
	shared    int
}

// rename gives a name to a node, or takes the name away (nil).
type rename struct {
	name string
	node *node
}

// New is an empty disk with a root folder.
func New() *FS {
	d := &FS{root: newFolder(0o700)}
	d.freed = sync.NewCond(&d.mu)
	return d
}

func newFolder(mode fs.FileMode) *node {
	return &node{mode: mode | fs.ModeDir, names: map[string]*node{}, lasting: map[string]*node{}}
}

// On sets the hook that is asked before each operation. nil lets it happen, an
// error fails it, ErrSwallow and Short do as they say. Set it before the disk is
// used by more than one goroutine, or with SetHook's care: it is read under mu.
func (d *FS) On(hook func(Op) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hook = hook
}

// SetNetwork makes the disk a network file system of that name.
func (d *FS) SetNetwork(name string) { d.net = name }

// ask calls the hook. It must be called without mu.
func (d *FS) ask(kind Kind, name string, size int) error {
	d.mu.Lock()
	hook, off := d.hook, d.off
	d.mu.Unlock()
	if off {
		return ErrOff
	}
	if hook == nil {
		return nil
	}
	return hook(Op{kind, filepath.Base(name), size})
}

// begin is ask, then mu; done must be called if and only if err is nil. A
// swallowed operation has no error but do is false.
func (d *FS) begin(kind Kind, name string) (do bool, err error) {
	err = d.ask(kind, name, 0)
	if errors.Is(err, ErrSwallow) {
		d.mu.Lock()
		return false, nil
	}
	if err != nil {
		return false, &fs.PathError{Op: string(kind), Path: name, Err: err}
	}
	d.mu.Lock()
	if d.off {
		d.mu.Unlock()
		return false, ErrOff
	}
	return true, nil
}

func (d *FS) tick() time.Time {
	d.ticks++
	return time.Unix(0, d.ticks)
}

// find walks to a node.
func (d *FS) find(name string) (*node, error) {
	at := d.root
	for _, part := range parts(name) {
		next := at.names[part]
		if next == nil {
			return nil, &fs.PathError{Op: "find", Path: name, Err: syscall.ENOENT}
		}
		at = next
	}
	return at, nil
}

func parts(name string) []string {
	return strings.FieldsFunc(filepath.ToSlash(name), func(r rune) bool { return r == '/' })
}

// parent finds the folder of a name.
func (d *FS) parent(name string) (*node, string, error) {
	p, err := d.find(filepath.Dir(name))
	if err == nil && p.names == nil {
		err = &fs.PathError{Op: "find", Path: name, Err: syscall.ENOTDIR}
	}
	return p, filepath.Base(name), err
}

// change renames in a folder, in one step.
func (d *FS) change(folder *node, renames ...rename) {
	for _, r := range renames {
		if r.node == nil {
			delete(folder.names, r.name)
		} else {
			folder.names[r.name] = r.node
		}
	}
	folder.mod = d.tick()
	folder.pending = append(folder.pending, renames)
}
