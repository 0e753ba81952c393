package ledger

import (
	"bytes"
	"context"
	"time"
)

// Limits of a group commit.
const (
	MaxBatch      = 256     // Updates committed together
	maxBatchBytes = 1 << 20 // written at once, or a little more
)

// Update is the only way to write. fn runs under the lock with State caught up
// to the very last entry of any process; what it appends is folded into State
// at once. An error of fn takes back what it appended and is returned.
//
// Updates of one process are served in their order and committed together. The
// answer comes when the entries, and all that fn could see, are on the disk
// (see Tx.Lazy and Durability). An Update that appends nothing is a consistent
// read.
//
// ctx, and Options.LockWait (ErrBusy), can end the wait for the turn, never a
// write: after an error that is neither, the entries may be in the journal.
// fn must not call the Ledger.
func (l *Ledger) Update(ctx context.Context, fn func(*Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := newRequest(fn)
	if !l.queue.push(r) {
		return &Error{Is: ErrClosed}
	}
	l.serveAtOnce()
	if err := l.await(ctx, r); err != nil {
		return err
	}
	if r.panicked != nil {
		panic(r.panicked)
	}
	return r.err
}

// await waits for the answer; an error says that the caller has left.
func (l *Ledger) await(ctx context.Context, r *request) error {
	select {
	case <-r.done:
		return nil
	default:
	}
	patience := time.NewTimer(l.o.LockWait)
	defer patience.Stop()
	select {
	case <-r.done:
		return nil
	case <-ctx.Done():
		if r.leave() {
			return ctx.Err()
		}
	case <-patience.C:
		if r.leave() {
			return l.busy()
		}
	}
	<-r.done
	return nil
}

// serveAtOnce spares a caller two changes of goroutine if nobody is in the
// way, in this process and in others. Otherwise the keeper serves it: whoever
// has the turn looks at the line again after giving it back.
func (l *Ledger) serveAtOnce() {
	if !l.turn.TryLock() {
		return
	}
	if free, err := l.lock.try(); free || err != nil {
		l.serve(err)
		l.endTurn()
		l.sync.assist()
		return
	}
	l.endTurn()
}

// endTurn gives the turn back and wakes the keeper for those who came
// meanwhile.
func (l *Ledger) endTurn() {
	l.turn.Unlock()
	l.queue.nudge()
}

// keep is the keeper, the one goroutine of this process that waits for the file
// lock, in a blocking call: asking again and again was slower and unfair.
func (l *Ledger) keep() {
	defer close(l.kept)
	for l.queue.wait() {
		l.turn.Lock()
		if l.queue.any() {
			l.approach()
			l.serve(l.lock.take())
			l.sync.start()
		}
		l.turn.Unlock()
	}
}

// serve is one turn with the lock, unless err says why there is none.
func (l *Ledger) serve(err error) {
	batch := l.queue.take(MaxBatch) // none: those who wanted the lock have left
	if err == nil && len(batch) > 0 {
		l.mu.Lock()
		err = l.commit(batch)
		l.mu.Unlock()
	}
	l.lock.release()
	for _, r := range batch {
		if err != nil {
			r.err = err
		}
	}
	l.handOver(batch)
}

// approach reads what others wrote, so that little is left to read under the
// lock. What it meets is dealt with there.
func (l *Ledger) approach() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stopped == nil && l.stale == nil {
		_, _ = l.catchUp() // met again by settle
	}
}

// commit runs the batch and writes what it appended. An error is everybody's.
func (l *Ledger) commit(batch []*request) error {
	if err := l.prepare(); err != nil {
		return err
	}
	for _, r := range batch {
		if len(l.buf) >= maxBatchBytes {
			l.flush()
		}
		l.run(r)
	}
	l.flush()
	l.lastSeq = l.r.at.seq
	return nil
}

// prepare brings this process to the end of the journal and the journal to
// today.
func (l *Ledger) prepare() error {
	if err := l.check(); err != nil {
		return err
	}
	if err := l.settle(); err != nil {
		return err
	}
	now := l.instant()
	if l.sync.failure() != nil {
		if err := l.rescue(now); err != nil {
			return err
		}
	}
	if l.due(now) {
		if err := l.roll(now); err != nil {
			return err
		}
	}
	return l.openOut()
}

// run lets one Update decide.
func (l *Ledger) run(r *request) {
	if l.stale != nil {
		r.err = l.stale
		return
	}
	before, mark := l.r.at, len(l.buf)
	tx := &Tx{l: l, now: l.instant()}
	r.panicked, r.err = tx.call(r.fn)
	r.lazy, r.end = tx.lazy, l.r.at
	if r.err == nil {
		l.unwritten = append(l.unwritten, r)
	} else if tx.touched {
		l.buf, l.r.at = l.buf[:mark], before
		l.takeBack()
	}
}

// takeBack takes folded entries out of State that are not to be written: there
// is no other way than to fold again. Rare: deciding comes before appending.
func (l *Ledger) takeBack() {
	if l.flush(); l.stale != nil {
		return
	}
	if err := l.load(); err != nil {
		l.stale = err
	} else if err := l.fold(); err != nil {
		l.stale = err
	}
}

// flush writes what the Updates in unwritten appended. If not all of it can be
// written, those whose lines were count, the others get the error, and State,
// which holds all, is stale.
func (l *Ledger) flush() {
	begin := l.r.at.off - int64(len(l.buf))
	n, err := l.writeSome(l.buf)
	if err != nil {
		whole := begin + int64(bytes.LastIndexByte(l.buf[:n], '\n')+1)
		_ = l.cut(whole) // or the next holder does
		l.stale = err
		for _, r := range l.unwritten {
			if r.end.off > whole {
				r.err = err
			}
		}
	} else if n > 0 {
		l.seen, l.r.marked = l.r.at.seq, true
	}
	clear(l.unwritten)
	l.buf, l.unwritten = l.buf[:0], l.unwritten[:0]
}

// writeLines appends whole lines that the reader has yet to read.
func (l *Ledger) writeLines(lines []byte) error {
	n, err := l.writeSome(lines)
	if err != nil {
		_ = l.cut(l.r.at.off + int64(bytes.LastIndexByte(lines[:n], '\n')+1))
	}
	return err
}

// handOver answers who need not wait for the disk and lets the syncer see to
// the others.
func (l *Ledger) handOver(batch []*request) {
	var group []*request
	var end place
	lazy := false
	for _, r := range batch {
		if r.err == nil && r.end.seq > end.seq {
			end = r.end
		}
		waits := r.err == nil && l.o.Durability == Fsync
		if waits && !r.lazy {
			group = append(group, r)
			continue
		}
		lazy = lazy || waits
		r.answer(nil)
	}
	if end.seq > 0 {
		l.sync.push(l.out, end, group, lazy)
		l.maybeCheckpoint()
	}
}
