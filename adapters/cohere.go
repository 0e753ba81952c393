package adapters

import (
	"strings"
)

// Cohere: docs.cohere.com/reference/chat and docs.cohere.com/v2/docs/streaming (v2),
// docs.cohere.com/v1/reference/chat (v1), .../embed. A stream of v2 is events named by their
// type, the last is message-end; one of v1 is an object a line named by event_type, the last
// is stream-end. Both of them hold the usage.
type cohere struct{}

func (cohere) Name() string      { return "cohere.chat" }
func (cohere) Used(r Reply) Used { return usedOf[cohereFold](r) }
func (cohere) NewStream() Stream {
	return &reader[cohereFold, *cohereFold]{feed: feed{lines: true}}
}

var cohereAsks = asks{
	limit:  "max_tokens",
	words:  "messages documents message chat_history preamble texts inputs tool_results",
	tools:  "tools",
	schema: "response_format",
	files:  "images",
}.table()

func (d cohere) Ask(a Attempt) Ask { return cohereAsks.ask(d.Name(), a).done(a) }

// cohereFold is what is known of one reply, streamed or whole.
type cohereFold struct {
	facts
	openTools uint64 // tool calls (by index) under way
	lastTool  bool   // the newest event belongs to a tool call
}

func (f *cohereFold) event(_, data []byte) {
	data, _ = said(data)
	if len(data) == 0 {
		return
	}
	var e cohereEvent
	e.read(&cursor{b: data})
	name(&f.p.Used.RequestID, e.id)
	switch e.kind {
	case "": // a whole reply, or an error
		f.whole(&e, data)
	case "message-end", "stream-end":
		f.p.Ended = true
		f.end(&cursor{b: e.body}, data)
	case "tool-call-start":
		f.openTools |= bit(e.index)
		f.message(&cursor{b: e.body})
	case "tool-call-end":
		f.openTools &^= bit(e.index)
	default:
		if e.body == nil && e.text == nil && !cohereEvents[e.kind] {
			f.odds++ // another's
		}
		f.message(&cursor{b: e.body})
		f.out(e.text)
	}
	f.lastTool = strings.HasPrefix(e.kind, "tool-call") || f.lastTool && f.p.Ended
	f.p.OpenTool = f.openTools != 0 || f.p.Truncated && f.lastTool
}

// cohereEvents are the events that may come without a text or a delta.
var cohereEvents = map[string]bool{"message-start": true, "content-end": true, "stream-start": true, "citation-end": true}

// cohereEvent is one event, cut open but not yet understood.
type cohereEvent struct {
	kind, id   string
	body, text []byte // delta (v2) or response (v1); text of v1
	index      int64
	reply      bool // members of a whole reply were seen
	vectors    bool // of an embedding
}

func (e *cohereEvent) read(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "type", "event_type":
			e.kind = c.short()
		case "id", "generation_id":
			e.id = c.short()
		case "delta", "response":
			e.body = c.value()
		case "text":
			e.text = c.raw()
		case "index":
			e.index, _ = c.number()
		case "finish_reason", "meta":
			e.reply = true
		case "embeddings":
			e.reply, e.vectors = true, true
		}
	})
}

func (f *cohereFold) whole(e *cohereEvent, data []byte) {
	if !e.reply {
		f.odd(data)
		return
	}
	f.p.Ended, f.p.Used.NoOutput = true, e.vectors
	f.out(e.text)
	f.message(&cursor{b: data})
	f.end(&cursor{b: data}, data)
}

// message reads what is shown: {"message": {...}}, whole or a piece of it, or v1's members.
func (f *cohereFold) message(c *cursor) {
	c.object(func(key []byte) {
		if string(key) == "message" {
			f.parts(c, 0)
		}
	})
}

// cohereDepth is how deep a message is read: message, tool_calls, function.
const cohereDepth = 3

func (f *cohereFold) parts(c *cursor, depth int) {
	if depth > cohereDepth {
		c.skip()
		return
	}
	if c.peek() == '[' {
		c.array(func() { f.parts(c, depth+1) })
		return
	}
	c.object(func(key []byte) {
		switch string(key) {
		case "text", "thinking", "tool_plan", "name", "arguments":
			f.out(c.raw())
		case "content", "tool_calls", "function":
			f.parts(c, depth+1)
		}
	})
}

// end reads how an answer ended and what it cost.
func (f *cohereFold) end(c *cursor, data []byte) {
	c.object(func(key []byte) {
		switch string(key) {
		case "finish_reason":
			f.finish(c.short(), data)
		case "usage", "meta":
			f.count(c)
		}
	})
}

func (f *cohereFold) finish(reason string, data []byte) {
	switch reason {
	case "MAX_TOKENS":
		f.p.Truncated = true
	case "ERROR", "ERROR_TOXIC", "ERROR_LIMIT", "TIMEOUT":
		f.fail(data)
	}
}

// count reads a usage object. billed_units are what is paid (a preamble of Cohere's own is
// free), tokens what was worked on; cached_tokens is a part of the latter and not told apart.
// docs.cohere.com/v2/docs/how-does-cohere-pricing-work
func (f *cohereFold) count(c *cursor) {
	var billed, worked usage
	c.object(func(key []byte) {
		switch string(key) {
		case "billed_units":
			billed.readOpenAI(c)
		case "tokens":
			worked.readOpenAI(c)
		}
	})
	if !billed.any() {
		billed = worked
	}
	f.usage.merge(billed)
}
