package adapters

import (
	"bytes"
	"strings"
)

// Ollama's own API: docs.ollama.com/api/chat, .../generate, .../embed. A stream, which is the
// usual case, is one object a line (docs.ollama.com/api/streaming); the last says done: true
// and has the counts. An error in the middle is a line {"error": "..."} (.../api/errors).
type ollama struct{}

func (ollama) Name() string      { return "ollama" }
func (ollama) Used(r Reply) Used { return usedOf[ollamaFold](r) }
func (ollama) NewStream() Stream {
	return &reader[ollamaFold, *ollamaFold]{feed: feed{lines: true}}
}

// ollamaAsks: a maximum of -1 or -2 is none.
var ollamaAsks = asks{
	words:  "messages prompt system suffix input",
	tools:  "tools",
	schema: "format",
	files:  "images",
	inside: map[string]asks{"options": {limit: "num_predict"}},
}.table()

func (d ollama) Ask(a Attempt) Ask {
	_, path := hostAndPath(a.URL)
	r := &asking{Ask: Ask{Dialect: d.Name(), UsageInReply: true, Stream: !strings.Contains(path, "/api/embed")}}
	ollamaAsks.read(r, &cursor{b: a.Body})
	return r.done(a)
}

// ollamaFold is what is known of one reply, streamed or whole. Tool calls come whole.
type ollamaFold struct{ facts }

func (f *ollamaFold) event(_, data []byte) {
	data = bytes.TrimSpace(data)
	if len(data) > 0 && !f.line(&cursor{b: data}) {
		f.odd(data)
	}
}

// line reads one object; ours is false when it is something else: an error.
func (f *ollamaFold) line(c *cursor) (ours bool) {
	failed := false
	c.object(func(key []byte) {
		switch string(key) {
		case "model":
			name(&f.p.Used.Model, c.short())
		case "message":
			ours = true
			f.message(c)
		case "response", "thinking":
			ours = true
			f.out(c.raw())
		case "embeddings", "embedding":
			ours, f.p.Ended, f.p.Used.NoOutput = true, true, true
		case "done":
			ours = true
			f.p.Ended = f.p.Ended || c.boolean()
		case "done_reason":
			f.p.Truncated = f.p.Truncated || c.short() == "length"
		case "prompt_eval_count":
			f.usage.input.read(c)
		case "eval_count":
			f.usage.output.read(c)
		case "error":
			failed = says(c)
		}
	})
	return ours && !failed
}

func (f *ollamaFold) message(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "content", "thinking":
			f.out(c.raw())
		case "tool_calls":
			c.array(func() { f.tool(c) })
		}
	})
}

func (f *ollamaFold) tool(c *cursor) {
	c.object(func(key []byte) {
		if string(key) != "function" {
			return
		}
		c.object(func(key []byte) {
			switch string(key) {
			case "name":
				f.out(c.raw())
			case "arguments":
				f.out(c.value())
			}
		})
	})
}
