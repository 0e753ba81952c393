package rpc

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// patience is how long a reader may work on a message itself before the other
// one reads on: longer than a sync of a good disk, shorter than anybody notices.
const patience = time.Millisecond

// reader is one of the two goroutines that read a host's lines, in turns:
//
//	          ┌──── next request ◄─────────┐
//	baton ──► │                            │  alone: the reader does the work itself
//	          └──── handle ────────────────┘  not alone: a goroutine of its own does it
//	                  │ not done after patience
//	                  └──► baton ──► the other reader
//
// When one caller is alone, as nearly always, its message is read, worked on and
// answered by one thread that then sleeps in read(2): handing the work to
// another goroutine and waiting in the runtime's poller cost 25 of 75 us a pair.
// And when that work takes long (the ledger's lock is held by somebody who
// stopped), nobody else is kept waiting.
type reader struct {
	server  *server
	reading bool        // has the baton; only its own goroutine looks
	working atomic.Bool // cleared by the reader when its work is done, or by the timer when it takes the baton away
	timer   *time.Timer
}

func newReader(s *server) *reader {
	r := &reader{server: s}
	r.timer = time.AfterFunc(patience, r.dispossess)
	r.timer.Stop()
	return r
}

// serve reads and handles until nothing more comes.
func (r *reader) serve() {
	for {
		if !r.reading {
			<-r.server.baton
			r.reading = true
		}
		m, err := r.server.codec.next()
		if err != nil {
			r.server.ended.Do(func() { close(r.server.end) })
			r.server.baton <- struct{}{} // the other one shall see the end too
			return
		}
		r.server.handle(m, r)
	}
}

// work runs f, and gives the baton away if that takes long.
func (r *reader) work(f func()) {
	r.working.Store(true)
	r.timer.Reset(patience)
	f()
	r.timer.Stop()
	r.reading = r.working.CompareAndSwap(true, false)
}

// dispossess runs when patience is over.
func (r *reader) dispossess() {
	if r.working.CompareAndSwap(true, false) {
		r.server.baton <- struct{}{}
	}
}

// stream is what a jsonrpc2.Conn sees of the conversation. Conn frames it: it
// runs the first reader, carries what the guard says unasked, and knows when it
// is over. Requests do not go up to it: it would decode their params into maps
// and encode them again before a handler could decode them once more, and pass
// an answer through five encoders. That was 14 of 66 us a pair.
type stream struct {
	server *server
	in     io.Closer
}

var _ jsonrpc2.ObjectStream = stream{}

// ReadObject serves the host, and comes back when there is nothing more to read.
func (c stream) ReadObject(any) error {
	newReader(c.server).serve()
	return io.EOF
}

// WriteObject sends a notification.
func (c stream) WriteObject(v any) error { return c.server.codec.write(v) }

// Close ends the reading. Answers may still go out: the host's pipe is not ours to close.
func (c stream) Close() error { return c.in.Close() }
