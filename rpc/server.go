package rpc

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// server is what the two readers of one host share.
type server struct {
	service *service
	codec   *codec
	events  *events
	order   order
	log     func(format string, args ...any)

	baton chan struct{} // whoever takes it out reads
	end   chan struct{} // closed when nothing more can be read
	ended sync.Once     // closes end

	// slots has one element for each task that was started and is not over.
	// Whoever holds all of them knows that nothing runs and nothing can start.
	slots chan struct{}

	greeted  chan struct{} // closed after the first good answer to initialize: events may follow
	greeting sync.Once     // closes greeted

	leaving    atomic.Bool  // no further task is started
	complaints atomic.Int64 // notifications that failed
}

// maxComplaints is how many failed notifications are logged: a host that sends
// thousands of them shall not fill a disk.
const maxComplaints = 20

// handle does what a message asks for, or starts it. It is called by the reader
// that has the baton, so in the order of the lines. Work gets a context that
// nobody cancels: what has begun to write to the ledger ends in order.
func (s *server) handle(m message, r *reader) {
	t, known, bad := prepare(s.service, m)
	if bad == nil {
		bad = s.mayRun(m.method)
	}
	m.params = nil // they lie in the reader's buffer, and are decoded
	if bad != nil {
		s.finish(m, nil, bad)
		return
	}
	s.slots <- struct{}{}
	work := func() {
		defer func() { <-s.slots }()
		s.run(context.Background(), m, t)
	}
	switch {
	case m.method == "initialize":
		work() // with the baton: nobody may come before it is over
		s.greet()
	case !s.order.admit(t.reservation, work):
	case known.short || s.codec.alone():
		r.work(func() { s.order.drain(t.reservation, work) })
	default:
		go s.order.drain(t.reservation, work)
		runtime.Gosched() // on one core it could not begin once this reader sleeps in read(2)
	}
}

// greet lets events flow once the host has a good answer to its greeting.
func (s *server) greet() {
	if s.service.till != nil {
		s.greeting.Do(func() { close(s.greeted) })
	}
}

func (s *server) mayRun(method string) *jsonrpc2.Error {
	if s.leaving.Load() {
		return newError(CodeClosed, "the guard is leaving", "start another one")
	}
	if method != "initialize" && s.service.till == nil {
		return newError(CodeNotInitialized, method+" came before initialize", "say hello first: protocol and client")
	}
	return nil
}

// run does the work of one message and answers it. A panic costs this message
// its answer and nobody else's.
func (s *server) run(ctx context.Context, m message, t task) {
	defer func() {
		if p := recover(); p != nil {
			s.log("panic in %s: %v\n%s", m.method, p, debug.Stack())
			s.finish(m, nil, newError(CodeInternal, "the guard is broken: "+m.method+" panicked", "please report what the guard wrote to stderr"))
		}
	}()
	v, err := t.run(ctx)
	if err != nil {
		s.finish(m, nil, toWire(err))
		return
	}
	s.finish(m, v, nil)
}

// finish sends the answer. A notification has none: if it failed that is
// logged, unless it was no notification a guard could take.
func (s *server) finish(m message, v any, bad *jsonrpc2.Error) {
	switch {
	case m.id != "":
		s.codec.answer(m.id, v, bad)
	case bad != nil && (bad.Code == CodeInvalidRequest || bad.Code == CodeParse):
		s.codec.refuse("", bad)
	case bad != nil:
		s.complain(m, bad)
	}
}

func (s *server) complain(m message, bad *jsonrpc2.Error) {
	n := s.complaints.Add(1)
	if n <= maxComplaints {
		s.log("notification %s: %s", clip(m.method), bad.Message)
	}
	if n == maxComplaints {
		s.log("further notifications that fail are not logged")
	}
}

// rest waits until nothing runs, but no longer than drainWait, and lets nothing
// start any more.
func (s *server) rest() error {
	s.leaving.Store(true)
	timer := time.NewTimer(drainWait)
	defer timer.Stop()
	for i := range cap(s.slots) {
		select {
		case s.slots <- struct{}{}:
		case <-timer.C:
			return fmt.Errorf("%d calls were not over after %s", cap(s.slots)-i, drainWait)
		}
	}
	return nil
}
