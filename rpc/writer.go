package rpc

import (
	"bytes"
	"io"
	"sync"
)

// writer is the only one who writes to the host: a whole line in one Write.
type writer struct {
	out io.Writer

	// turn holds one token; who has it may write, so lines never mix. A host
	// that does not read its answers keeps it away: then handlers wait here,
	// holding their places, and after MaxInFlight of them nothing more is read.
	// That is the back pressure. (A channel and not a mutex: a test can tell
	// that everybody waits.)
	turn chan struct{}

	// failed is closed, by whoever has the turn, after the first write that failed: nobody is there.
	failed chan struct{}
}

func newWriter(out io.Writer) *writer {
	return &writer{out: out, turn: make(chan struct{}, 1), failed: make(chan struct{})}
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// line lets fill write one line into a buffer and sends it.
func (w *writer) line(fill func(*bytes.Buffer) error) error {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	defer func() {
		if b.Cap() <= keepBuffer {
			buffers.Put(b)
		}
	}()
	if err := fill(b); err != nil {
		return err
	}
	return w.send(b.Bytes())
}

func (w *writer) send(line []byte) error {
	w.turn <- struct{}{}
	defer func() { <-w.turn }()
	if w.broken() {
		return io.ErrClosedPipe
	}
	_, err := w.out.Write(line)
	if err != nil {
		close(w.failed)
	}
	return err
}

// broken says that a write has failed: the host is gone.
func (w *writer) broken() bool {
	select {
	case <-w.failed:
		return true
	default:
		return false
	}
}
