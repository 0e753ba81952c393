package ledger

import (
	"sync"
	"sync/atomic"
)

// request is one Update on its way.
type request struct {
	fn   func(*Tx) error
	left atomic.Int32 // waiting, taken or left

	// What follows belongs to the keeper from taken on, to the caller from done on.
	lazy     bool
	end      place // the answer rests on nothing after it
	err      error
	panicked any
	done     chan struct{}
}

const (
	waiting int32 = iota
	taken
	left
)

func newRequest(fn func(*Tx) error) *request { return &request{fn: fn, done: make(chan struct{})} }

// take makes a waiting request the keeper's; false if its caller has left.
func (r *request) take() bool { return r.left.CompareAndSwap(waiting, taken) }

// leave ends the wait; false if the keeper was faster, and the answer is near.
func (r *request) leave() bool { return r.left.CompareAndSwap(waiting, left) }

func (r *request) answer(err error) {
	if r.err == nil {
		r.err = err
	}
	close(r.done)
}

// queue is the line of Updates before the keeper, first come first served.
type queue struct {
	// mu guards line and closed; taken to come, to leave the line, to look.
	mu     sync.Mutex
	line   []*request
	closed bool

	wake chan struct{} // capacity 1: the line is not empty, or closed
}

func newQueue() *queue { return &queue{wake: make(chan struct{}, 1)} }

func (q *queue) push(r *request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.line = append(q.line, r)
	return true
}

// nudge wakes the keeper if somebody waits.
func (q *queue) nudge() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || len(q.line) == 0 { // closed: the keeper is awake
		return
	}
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// any says whether somebody waits.
func (q *queue) any() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.line) > 0
}

// wait returns when somebody waits, false once the queue is closed and empty.
func (q *queue) wait() bool {
	for {
		q.mu.Lock()
		some, closed := len(q.line) > 0, q.closed
		q.mu.Unlock()
		if some {
			return true
		}
		if closed {
			return false
		}
		<-q.wake
	}
}

// take removes up to n requests whose callers are still there.
func (q *queue) take(n int) []*request {
	q.mu.Lock()
	defer q.mu.Unlock()
	var batch []*request
	i := 0
	for ; i < len(q.line) && len(batch) < n; i++ {
		if q.line[i].take() {
			batch = append(batch, q.line[i])
		}
	}
	rest := copy(q.line, q.line[i:])
	clear(q.line[rest:])
	q.line = q.line[:rest]
	return batch
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.closed = true
		close(q.wake)
	}
}
