package guard

import (
	"sync"

	"github.com/tallystick/tallystick/adapters"
)

// inflight is what only this process knows of a reservation it granted: how to
// read its answer.
type inflight struct {
	known
	place  reservation // as it was granted
	mu     sync.Mutex  // chunks come in order, but a record may come beside them
	stream adapters.Stream
	bytes  int64
}

// keep remembers a granted call, its input as it was granted. One that was granted
// before keeps its stream.
func (g *Guard) keep(place reservation, k known) {
	k.ask.InputTokens = place.input
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.inflight[place.id] == nil {
		g.inflight[place.id] = &inflight{known: k, place: place}
	}
}

func (g *Guard) flight(reservation string) *inflight {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.inflight[reservation]
}

func (g *Guard) drop(reservation string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.inflight, reservation)
}

// Stream hands on bytes of a response, in order. Only facts are kept of them.
func (g *Guard) Stream(reservation string, chunk []byte) error {
	f := g.flight(reservation)
	if f == nil {
		return notFound(reservation)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bytes += int64(len(chunk))
	if f.dialect == nil {
		return nil
	}
	if f.stream == nil {
		f.stream = f.dialect.NewStream()
	}
	f.stream.Write(chunk)
	return nil
}

// progress is how far the stream came, whether there was one, and whether its
// format is known.
func (f *inflight) progress() (p adapters.Progress, streamed, parsed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stream != nil {
		p = f.stream.Progress()
	}
	return p, f.bytes > 0, f.stream != nil
}

// answering says whether bytes of an answer passed; a call of another process
// is taken at its word.
func (f *inflight) answering() bool {
	if f == nil {
		return false
	}
	_, streamed, _ := f.progress()
	return streamed
}

func notFound(id string) *Error {
	return &Error{
		Code: CodeNotFound, Message: "there is no reservation " + cut(id, MaxOperation),
		Hint: "`tallystick recent` lists the newest calls",
	}
}
