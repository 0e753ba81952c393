package rpc

import (
	"context"
	"encoding/json"
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
//	          ┌── ReadObject: next line ◄──┐
//	baton ──► │                            │  alone: the reader does the work itself
//	          └── Handle ──────────────────┘  not alone: a goroutine of its own does it
//	               │ not done after patience
//	               └──► baton ──► the other reader
//
// When one caller is alone, as nearly always, its message is read, worked on and
// answered by one thread that then sleeps in read(2): handing the work to
// another goroutine and waiting in the runtime's poller cost 25 of 75 us a pair.
// And when that work takes long (the ledger's lock is held by somebody who
// stopped), nobody else is kept waiting.
//
// It is stream and handler of its own jsonrpc2.Conn, which drives the loop.
type reader struct {
	server *server
	in     io.Closer

	// Owned by the goroutine of this reader's Conn.
	reading bool    // has the baton
	last    message // what ReadObject handed up; Handle takes it

	working atomic.Bool // cleared by the reader when its work is done, or by the timer when it takes the baton away
	timer   *time.Timer
}

var (
	_ jsonrpc2.ObjectStream = (*reader)(nil)
	_ jsonrpc2.Handler      = (*reader)(nil)
)

func newReader(s *server, in io.Closer) *reader {
	r := &reader{server: s, in: in}
	r.timer = time.AfterFunc(patience, r.dispossess)
	r.timer.Stop()
	return r
}

// ReadObject gives Conn the next request; v is its message type, which only Conn
// can name. Params stay behind in last: Conn would decode them into maps and
// encode them again before the handler could decode them once more.
func (r *reader) ReadObject(v any) error {
	if !r.reading {
		<-r.server.baton
		r.reading = true
	}
	m, err := r.server.codec.next()
	if err != nil {
		r.server.ended.Do(func() { close(r.server.end) })
		r.reading = false
		r.server.baton <- struct{}{} // the other one shall see the end too
		return err
	}
	r.last = m
	return v.(json.Unmarshaler).UnmarshalJSON(envelope(m))
}

// envelope is a request as far as Conn has to know it.
func envelope(m message) []byte {
	b := append(make([]byte, 0, 64), `{"method":`...)
	b = appendString(b, m.method)
	if m.id != "" {
		b = append(append(b, `,"id":`...), m.id...)
	}
	return append(b, '}')
}

func appendString(b []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		return append(b, `""`...) // not reached: every string can be encoded
	}
	return append(b, quoted...)
}

// Handle does what a message asks for, or starts it.
func (r *reader) Handle(ctx context.Context, conn *jsonrpc2.Conn, _ *jsonrpc2.Request) {
	r.server.handle(context.WithoutCancel(ctx), conn, r.last, r)
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

// WriteObject sends what Conn itself says: notifications.
func (r *reader) WriteObject(obj any) error { return r.server.codec.write(obj) }

// Close ends the reading. Answers may still go out: the host's pipe is not ours to close.
func (r *reader) Close() error { return r.in.Close() }
