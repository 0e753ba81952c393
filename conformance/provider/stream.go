package provider

import (
	"compress/gzip"
	"io"
	"net/http"
	"time"
)

// stream sends an answer event by event, as far as the step lets it come.
func (a *answer) stream(o output) {
	a.head("text/event-stream")
	out, flush := io.Writer(a.w), http.NewResponseController(a.w).Flush
	if a.step.name == "gzip" {
		a.w.Header().Set("content-encoding", "gzip")
		z := gzip.NewWriter(a.w)
		defer func() { _ = z.Close() }()
		httpFlush := flush
		out, flush = z, func() error { _ = z.Flush(); return httpFlush() }
	}
	var pace time.Duration
	if a.step.name == "stream" {
		_, pace, _ = a.step.pieces() // checked when the script was read
	}
	for _, e := range a.until(a.d.events(a.ask, o), len(o.pieces)/2) {
		if pace > 0 && e.delta && !a.wait(pace) {
			return
		}
		if _, err := out.Write(e.encode()); err != nil {
			return // the client left
		}
		_ = flush()
	}
	if a.step.name == "cut" {
		a.abort()
	}
}

// until ends the events after some deltas, when the step says that they end early.
func (a *answer) until(events []event, deltas int) []event {
	var tail []event
	switch a.step.name {
	case "error-event":
		tail = []event{a.d.midway(plainFault(503))}
	case "cut", "early":
	default:
		return events
	}
	for i, e := range events {
		if e.delta {
			deltas--
		}
		if deltas == 0 {
			return append(events[:i+1:i+1], tail...)
		}
	}
	return append(events, tail...)
}
