package ledger

import (
	"os"
	"time"
)

// When a checkpoint is worth its two syncs: so many entries after the last,
// but not more often than once a second unless it would get far behind.
const (
	checkpointEvery  = 2_000
	checkpointAtMost = 20_000
	checkpointPause  = time.Second
	checkpointClose  = 200 // entries, at Close
)

// load puts State and reader where the checkpoint is, or before the first
// entry. Either way the same State comes out in the end.
func (l *Ledger) load() error {
	files, err := l.r.list()
	if err != nil {
		return err
	}
	l.stale, l.look = nil, true
	c, err := l.r.readCheckpoint()
	if err == nil {
		// What it covers was on the disk. A journal that ends earlier, or says
		// something else there, lost entries.
		l.seen = max(l.seen, c.at.seq)
		err = l.r.fits(c)
	}
	if err == nil {
		err = l.state.Restore(c.snapshot)
	}
	if err != nil {
		l.useless, l.checkpointed = c.at, 0
		l.state.Reset()
		l.r.reset(files[0])
		return nil
	}
	// Ranges repaired after it are learned again: it may have folded them.
	l.r.repairs = c.repairs
	l.r.move(c.at)
	l.checkpointed = c.at.seq
	return nil
}

// maybeCheckpoint writes one beside the next turns, if it is time. Who finds
// that another process was so kind meanwhile lets it be, so that all together
// write one a pause. The turn is held.
func (l *Ledger) maybeCheckpoint() {
	since := l.sinceCheckpoint()
	if since < l.o.checkpointEvery || since < checkpointAtMost && time.Since(l.tried) < checkpointPause || !l.writing.TryLock() {
		return
	}
	l.tried = time.Now()
	if l.foundCheckpoint() && l.sinceCheckpoint() < checkpointAtMost {
		l.writing.Unlock()
		return
	}
	c, ok := l.snapshot()
	if !ok {
		l.writing.Unlock()
		return
	}
	go func() {
		defer l.writing.Unlock()
		_ = l.writeCheckpoint(c) // a cache: without it the next start takes longer
	}()
}

// sinceCheckpoint is how many entries the next start would have to fold, as far
// as this process knows.
func (l *Ledger) sinceCheckpoint() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lastSeq - min(l.checkpointed, l.lastSeq)
}

// foundCheckpoint says whether another process wrote a newer one than this
// process knew. It reads all of it: for once in a while.
func (l *Ledger) foundCheckpoint() bool {
	c, err := l.r.readCheckpoint()
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil || c.at == l.useless || c.at.seq <= l.checkpointed {
		return false
	}
	l.checkpointed = c.at.seq
	return true
}

// snapshot is the State of now, if it ends in the file that we append to.
func (l *Ledger) snapshot() (checkpoint, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stale != nil || l.stopped != nil || l.out == nil || l.outName != l.r.at.name {
		return checkpoint{}, false
	}
	c := checkpoint{at: l.r.at, repairs: append([]repair(nil), l.r.repairs...), snapshot: l.state.Snapshot(nil)}
	c.instead, l.checkpointed = l.useless, c.at.seq
	l.sync.push(l.out, c.at, nil, false)
	return c, true
}

// writeCheckpoint puts c where the next start finds it. First all that it
// covers has to be on the disk: a checkpoint that knows more than the journal
// would call a power cut damage.
func (l *Ledger) writeCheckpoint(c checkpoint) error {
	if err := l.sync.flush(); err != nil {
		return err
	}
	return l.r.placeCheckpoint(c, l.o.fileMode())
}

func (d folder) placeCheckpoint(c checkpoint, mode os.FileMode) error {
	lock := d.fs.Lock(d.path(checkpointName+".lock"), true, mode)
	if mine, err := lock.TryLock(); err != nil || !mine {
		return err // another process writes one
	}
	defer func() { _ = lock.Unlock() }() // closing the file frees it in any case
	if old, err := d.readCheckpoint(); err == nil && old.at.seq >= c.at.seq && old.at != c.instead {
		return nil
	}
	temp := checkpointName + ".new"
	if err := d.create(temp, mode, c.encode()); err != nil {
		return err
	}
	if err := d.fs.Rename(d.path(temp), d.path(checkpointName)); err != nil {
		return writeError("naming the checkpoint", err)
	}
	return writeError("syncing "+d.dir, d.fs.SyncDir(d.dir))
}
