package ledger

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// Ledger is an open journal. Its methods may be called by many goroutines.
type Ledger struct {
	o     Options
	lock  *fileLock // between processes
	queue *queue    // of Updates that wait for their turn
	sync  *syncer   // of what was written
	zone  atomic.Pointer[time.Location]
	kept  chan struct{}

	// turn is held by who serves the queue: the keeper, while it waits for the
	// file lock and while it has it, or a caller who found both free. It guards
	// lock and the last group below. Order: turn, file lock, mu, the syncer's.
	turn sync.Mutex

	// mu guards State and all that follows down to useless. Who has the
	// turn takes it for reading on (without the file lock) and for the turn
	// itself (with it); View takes it for reading on and for its fn. Nobody
	// keeps it while waiting for the file lock or for a sync, so that a View
	// never waits for another process.
	mu        sync.Mutex
	state     State
	r         reader      // at the last entry that State holds
	seen      uint64      // highest number known to have been given out
	stale     error       // State holds what is not in the journal; why. Cured by load
	stopped   error       // State met what it cannot fold; nothing cures that
	look      bool        // the folder changed: look for a file after the current one
	dir       fs.FileInfo // of the folder when all in it was last looked at
	settled   bool        // its time was old enough then to show the next change
	buf       []byte      // lines of this turn, not written yet
	unwritten []*request  // whose lines are in buf
	outName   string

	checkpointed uint64 // number up to which there is a checkpoint
	useless      place  // of a checkpoint that could not be used

	// Guarded by turn; Close has it to itself when the keeper is gone.
	out     vfs.File // for appending to outName
	lastSeq uint64   // after the last turn
	tried   time.Time

	// writing is held while a checkpoint is written, so that Close can wait for
	// it and two are never written at once.
	writing sync.Mutex

	closing sync.Once
	closed  error // what Close came to
}

// Open opens the ledger in dir, which is a folder of its own, and folds it
// into s: from the checkpoint if there is a good one. It takes no lock and
// writes nothing unless it has to create the ledger. Damage does not fail it:
// View says so, and the first Update deals with it.
func Open(dir string, s State, o Options) (*Ledger, error) {
	o = o.withDefaults()
	d, err := locate(dir, o)
	if err != nil {
		return nil, err
	}
	lock, err := newFileLock(d)
	if err != nil {
		return nil, err
	}
	l := &Ledger{o: o, lock: lock, state: s, r: reader{folder: d}, queue: newQueue(), kept: make(chan struct{})}
	l.zone.Store(o.Location)
	if err := l.load(); err != nil {
		return nil, err
	}
	if err := l.firstFold(); err != nil {
		l.r.close()
		return nil, err
	}
	l.sync = newSyncer()
	go l.keep()
	return l, nil
}

// firstFold reads to the end, or to what does not check out and is not repaired
// yet: that is left to who comes next.
func (l *Ledger) firstFold() error {
	for {
		err := l.fold()
		var bad *badLine
		if !errors.As(err, &bad) {
			return err
		}
		if healed, err := l.heal(); err != nil || !healed {
			return err
		}
	}
}

// SetLocation changes the zone by whose date files are named and rolled.
// It may be called at any time, also from within View and Update.
func (l *Ledger) SetLocation(loc *time.Location) { l.zone.Store(loc) }

// View runs fn with State caught up and standing still. It takes no file lock:
// it never waits for another process and works where this user may only read.
// It sees whole entries only, perhaps some that are not on the disk yet.
// Damage is an error until an Update has dealt with it. fn must not call the
// Ledger.
func (l *Ledger) View(ctx context.Context, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(); err != nil {
		return err
	}
	return fn()
}

// Close lets the Updates in line finish, makes all durable, writes a
// checkpoint if it is worth it, and ends. It waits LockWait at most for a lock
// that another process holds (ErrBusy).
func (l *Ledger) Close() error {
	l.closing.Do(func() { l.closed = l.close() })
	return l.closed
}

func (l *Ledger) close() error {
	l.queue.close()
	select {
	case <-l.kept:
	case <-time.After(l.o.LockWait):
		return l.busy()
	}
	l.turn.Lock() // for good, as is the next
	l.writing.Lock()
	var err error
	if l.o.Durability == Fsync {
		err = l.sync.flush()
	}
	l.foundCheckpoint()
	if err == nil && l.sinceCheckpoint() >= checkpointClose {
		if c, ok := l.snapshot(); ok {
			_ = l.writeCheckpoint(c) // a cache
		}
	}
	l.sync.retire(l.out)
	l.sync.close()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.r.close()
	l.out, l.stopped = nil, &Error{Is: ErrClosed}
	if errors.Is(err, fs.ErrClosed) {
		return &Error{Is: ErrClosed}
	}
	return err
}
