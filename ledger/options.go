package ledger

import (
	"time"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// Durability says when an Update's answer may be given.
type Durability int

const (
	// Fsync (the default): after the entries, and all they rest on, are on the
	// disk. Survives a power cut.
	Fsync Durability = iota
	// OS: after they are in the kernel. Survives kill -9, not a power cut.
	OS
)

// DefaultLockWait is how long an Update waits for its turn.
const DefaultLockWait = 5 * time.Second

// Options of Open. The zero value is the default everywhere.
type Options struct {
	Durability     Durability       // default Fsync
	Create         bool             // make a ledger where none is; default no (ErrNotCreated)
	AllowNetworkFS bool             // accept a network file system; default no (ErrNetworkFS)
	LockWait       time.Duration    // default DefaultLockWait
	Clock          func() time.Time // default time.Now
	Location       *time.Location   // zone whose date names and rolls the files; default UTC. See SetLocation
	SharedGroup    bool             // folders 2770 and files 0660 instead of 0700 and 0600
	FS             vfs.FS           // the disk; tests give a simulated one. Default the real one

	checkpointEvery uint64 // entries; tests make more of them
}

func (o Options) withDefaults() Options {
	if o.LockWait <= 0 {
		o.LockWait = DefaultLockWait
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Location == nil {
		o.Location = time.UTC
	}
	if o.checkpointEvery == 0 {
		o.checkpointEvery = checkpointEvery
	}
	if o.FS == nil {
		o.FS = vfs.OS{}
	}
	return o
}
