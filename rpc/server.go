package rpc

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// server is the handler behind one connection. Handle is called by one
// goroutine, in the order of the lines.
type server struct {
	service *service
	codec   *codec
	events  *events
	order   order
	log     func(format string, args ...any)

	// slots has one element for each task that was started and is not over.
	// Whoever holds all of them knows that nothing runs and nothing can start.
	slots chan struct{}

	leaving    atomic.Bool  // no further task is started
	complaints atomic.Int64 // notifications that failed

	greeted sync.Once // events follow the first good answer to initialize
	resting sync.Once // rest is done once, and everybody waits for it
	restErr error     // written in resting
}

// maxComplaints is how many failed notifications are logged: a host that sends
// thousands of them shall not fill a disk.
const maxComplaints = 20

// Handle starts what a message asks for. Its params are in the codec, see ReadObject.
func (s *server) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	m := s.codec.last
	t, known, bad := prepare(s.service, m)
	if bad == nil {
		bad = s.mayRun(req.Method)
	}
	m.params = nil // they lie in the reader's buffer, and are decoded
	if bad != nil {
		s.finish(m, nil, bad)
		return
	}
	s.slots <- struct{}{}
	work := func() {
		defer func() { <-s.slots }()
		s.run(context.WithoutCancel(ctx), m, t)
	}
	if known.inOrder && !s.order.busy(t.reservation) {
		work()
	} else {
		s.order.start(t.reservation, work)
	}
	if req.Method == "initialize" && s.service.till != nil {
		s.greeted.Do(func() { go s.events.send(conn) }) // not before the host has its answer
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
	s.resting.Do(func() {
		s.leaving.Store(true)
		timer := time.NewTimer(drainWait)
		defer timer.Stop()
		for i := range cap(s.slots) {
			select {
			case s.slots <- struct{}{}:
			case <-timer.C:
				s.restErr = fmt.Errorf("%d calls were not over after %s", cap(s.slots)-i, drainWait)
				return
			}
		}
	})
	return s.restErr
}
