package provider

import (
	"encoding/json"
	"strings"
)

// dialect writes one API's answers. Each is a file of its own.
type dialect interface {
	// whole is a good answer that is not a stream.
	whole(a ask, o output) any
	// events is the same answer as a stream, end marker last.
	events(a ask, o output) []event
	// fault is an error body.
	fault(f fault) any
	// midway is the event that reports an error inside a stream.
	midway(f fault) event
}

// output is what the model says: text in pieces, or one tool call.
type output struct {
	pieces []string
	tool   bool // the pieces are the arguments of a.Tool
}

func (o output) text() string { return strings.Join(o.pieces, "") }

// event is one server-sent event. delta marks those that carry a piece.
type event struct {
	name  string // "" for APIs that do not name their events
	data  any    // marshalled; a string is written as it is
	delta bool
}

func (e event) encode() []byte {
	var b strings.Builder
	if e.name != "" {
		b.WriteString("event: " + e.name + "\n")
	}
	text, plain := e.data.(string)
	if !plain {
		raw, _ := json.Marshal(e.data) // our own maps always marshal
		text = string(raw)
	}
	b.WriteString("data: " + text + "\n\n")
	return []byte(b.String())
}

// fault is an error in the words that all three APIs have.
type fault struct {
	status  int
	kind    string // "rate_limit_error"
	code    string // "rate_limit_exceeded"; only OpenAI's APIs have it
	message string
}

// obj is a JSON object written by hand.
type obj = map[string]any

func dialectOf(path string) (dialect, bool) {
	switch {
	case strings.HasSuffix(path, "/chat/completions"):
		return chat{}, true
	case strings.HasSuffix(path, "/responses"):
		return responses{}, true
	case strings.HasSuffix(path, "/messages"):
		return messages{}, true
	}
	return nil, false
}

// split cuts a text into n pieces of about the same length.
func split(text string, n int) []string {
	var out []string
	for size := max(1, (len(text)+n-1)/n); len(text) > size; text = text[size:] {
		out = append(out, text[:size])
	}
	return append(out, text)
}
