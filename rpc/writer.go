package rpc

import (
	"bytes"
	"io"
	"sync"
)

// writer is the only one who writes to the host: a whole line in one Write.
type writer struct {
	out io.Writer

	// mu is held for one Write, so lines never mix. A host that does not read
	// its answers keeps it: then handlers wait here, holding their places, and
	// after MaxInFlight of them nothing more is read. That is the back pressure.
	mu sync.Mutex

	failure sync.Once
	failed  chan struct{} // closed after the first write that failed: nobody is there
}

func newWriter(out io.Writer) *writer { return &writer{out: out, failed: make(chan struct{})} }

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
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken() {
		return io.ErrClosedPipe
	}
	_, err := w.out.Write(line)
	if err != nil {
		w.failure.Do(func() { close(w.failed) })
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
