package ledger

import (
	"sync"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/vfs"
)

// LazySync is how long an entry of a lazy Update may stay unsynced.
const LazySync = time.Second

// syncer makes entries durable after the lock was let go, so that others
// append meanwhile. One goroutine syncs, once for all who wait.
type syncer struct {
	// mu guards everything below. It is taken to hand over and to look, never
	// held during a sync. Whoever waits is answered by a sync that began after
	// they were put in waiting, thus after their entries were written.
	mu      sync.Mutex
	file    vfs.File // the current file
	end     place    // what a sync of it that begins now covers
	durable place    // what is known to be on the disk
	waiting []*request
	retired []vfs.File // former files, closed when no sync uses them
	timer   *time.Timer
	failed  error // sticky: see rescue
	syncing bool  // a sync is under way: its end looks at waiting again
	closed  bool

	wake chan struct{} // capacity 1: something to do
	done chan struct{}
}

func newSyncer() *syncer {
	s := &syncer{wake: make(chan struct{}, 1), done: make(chan struct{})}
	go s.run()
	return s
}

// nudge wakes the goroutine; mu is held.
func (s *syncer) nudge() {
	if s.closed {
		return
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// push hands over what was written up to end, and who waits for it: start or
// assist follows. Lazy writers do not wait; a timer sees to theirs.
func (s *syncer) push(file vfs.File, end place, group []*request, lazy bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if end.seq > s.end.seq {
		s.file, s.end = file, end
	}
	for _, r := range group {
		switch {
		case s.failed != nil:
			r.answer(s.failed)
		case r.end.seq <= s.durable.seq:
			r.answer(nil)
		default:
			s.waiting = append(s.waiting, r)
		}
	}
	if lazy && len(s.waiting) == 0 && s.timer == nil && !s.closed {
		s.timer = time.AfterFunc(LazySync, s.lazily)
	}
}

// lazily syncs what no one waits for.
func (s *syncer) lazily() {
	s.mu.Lock()
	s.timer = nil
	s.mu.Unlock()
	_ = s.flush() // a failure is sticky; the next Update meets it
}

// flush waits until all that was pushed is durable.
func (s *syncer) flush() error {
	s.mu.Lock()
	r := newRequest(nil)
	r.end = s.end
	switch {
	case s.failed != nil:
		r.answer(s.failed)
	case s.closed || s.end.seq <= s.durable.seq:
		r.answer(nil)
	default:
		s.waiting = append(s.waiting, r)
		s.nudge()
	}
	s.mu.Unlock()
	<-r.done
	return r.err
}

func (s *syncer) run() {
	defer close(s.done)
	for range s.wake {
		s.once()
	}
}

// start lets the goroutine sync for who waits.
func (s *syncer) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting) > 0 && !s.syncing {
		s.nudge()
	}
}

// assist syncs in the caller's goroutine if nobody else does: one who is alone
// need not wait for another to wake up.
func (s *syncer) assist() { s.once() }

// once syncs for all who wait now, unless a sync is under way.
func (s *syncer) once() {
	s.mu.Lock()
	if s.syncing || len(s.waiting) == 0 {
		s.mu.Unlock()
		return
	}
	group, file, end := s.waiting, s.file, s.end
	s.waiting, s.syncing = nil, true
	s.mu.Unlock()
	err := file.Sync()
	s.mu.Lock()
	s.syncing = false
	if len(s.waiting) > 0 {
		s.nudge()
	}
	if err != nil {
		s.setFailed(err)
	} else if end.seq > s.durable.seq {
		s.durable = end
	}
	err = s.failed
	s.closeRetired()
	s.mu.Unlock()
	for _, r := range group {
		r.answer(err)
	}
}

// closeRetired closes former files, but for one that a sync may still use; mu
// is held.
func (s *syncer) closeRetired() {
	keep := s.retired[:0]
	for _, f := range s.retired {
		if !s.closed && (f == s.file || s.syncing) {
			keep = append(keep, f)
			continue
		}
		_ = f.Close() // synced, or its failure is known
	}
	s.retired = keep
}

// retire takes over a file that is no longer appended to.
func (s *syncer) retire(f vfs.File) {
	if f == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.retired = append(s.retired, f)
}

// fail remembers a sync that failed. Later ones may well succeed, but not for
// what this one lost.
func (s *syncer) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setFailed(err)
}

func (s *syncer) setFailed(err error) {
	if s.failed == nil {
		s.failed = &Error{ErrSync, "the disk refused a sync", "nothing more is granted until the entries are on the disk; the next call tries to write them to a new file. Look at the disk (dmesg)", err}
	}
}

func (s *syncer) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

// recovered: all up to end is on the disk after all, and file goes on.
func (s *syncer) recovered(file vfs.File, end place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed, s.file, s.end, s.durable = nil, file, end, end
}

func (s *syncer) durablePlace() place {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.durable
}

// close ends the goroutine; flush first.
func (s *syncer) close() {
	s.mu.Lock()
	s.closed = true
	if s.timer != nil {
		s.timer.Stop()
	}
	close(s.wake)
	s.mu.Unlock()
	<-s.done
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closeRetired()
}
