package adapters

import (
	"strings"
)

// Anthropic messages: docs.anthropic.com/en/api/messages and .../messages-streaming. A
// stream is message_start (usage of the input), content blocks each between start and stop,
// message_delta (stop_reason, usage of the output so far, cumulative) and message_stop.
// Vertex AI (rawPredict, streamRawPredict) speaks the same with the model in the path
// (docs.anthropic.com/en/api/claude-on-vertex-ai), Bedrock in frames (bedrock_invoke.go).
type anthropicMessages struct{}

func (anthropicMessages) Name() string      { return "anthropic.messages" }
func (anthropicMessages) Used(r Reply) Used { return usedOf[messagesFold](r) }
func (anthropicMessages) NewStream() Stream { return &reader[messagesFold, *messagesFold]{} }

// messagesAsks: thinking is inside max_tokens.
var messagesAsks = asks{limit: "max_tokens", words: "messages system", tools: "tools", schema: "output_format output_config"}.table()

func (d anthropicMessages) Ask(a Attempt) Ask {
	r := messagesAsks.ask(d.Name(), a)
	_, path := hostAndPath(a.URL)
	name(&r.Model, modelInPath(path))
	r.Stream = r.Stream || strings.HasSuffix(path, ":streamRawPredict")
	return r.done(a)
}

// messagesFold is what is known of one message, streamed or whole.
type messagesFold struct {
	facts
	openTools uint64 // tool_use blocks (by index) under way
	lastTool  bool   // the newest block is a tool call
	final     bool   // stop_reason was said: the usage that comes with it is the last
}

func (f *messagesFold) event(named, data []byte) {
	data, _ = said(data)
	if len(data) == 0 {
		return
	}
	e := messagesEvent{kind: string(named)}
	e.read(&cursor{b: data})
	switch e.kind {
	case "message_start":
		f.message(&cursor{b: e.message})
	case "message":
		f.message(&cursor{b: data})
	case "content_block_start":
		f.block(&cursor{b: e.block}, e.index)
	case "content_block_delta":
		f.delta(&cursor{b: e.delta})
	case "content_block_stop":
		f.openTools &^= bit(e.index)
	case "message_delta":
		f.stop(&cursor{b: e.delta})
		f.count(&cursor{b: e.usage})
	case "message_stop":
		f.p.Ended = true
	case "error":
		f.fail(data)
	case "": // or the reply to count-tokens, which Vertex has behind rawPredict too
		if !e.counted {
			f.odd(data)
		}
	case "ping":
	default: // what may come one day, or another's
		f.odds++
		if e.failed {
			f.fail(data)
		}
	}
	f.p.OpenTool = f.openTools != 0 || f.p.Truncated && f.lastTool
}

// messagesEvent is one event, cut open but not yet understood.
type messagesEvent struct {
	kind                         string
	message, block, delta, usage []byte
	index                        int64
	failed, counted              bool
}

func (e *messagesEvent) read(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "type":
			e.kind = c.short()
		case "message":
			e.message = c.value()
		case "content_block":
			e.block = c.value()
		case "delta":
			e.delta = c.value()
		case "usage":
			e.usage = c.value()
		case "index":
			e.index, _ = c.number()
		case "input_tokens":
			e.counted = true
		case "error":
			e.failed = says(c)
		}
	})
}

// message reads the message of message_start, or a whole body. In the first stop_reason is
// null and the usage holds the input; in the second both are final.
func (f *messagesFold) message(c *cursor) {
	var used []byte
	c.object(func(key []byte) {
		switch string(key) {
		case "id":
			name(&f.p.Used.RequestID, c.short())
		case "model":
			name(&f.p.Used.Model, c.short())
		case "content":
			c.array(func() { f.block(c, -1) })
		case "stop_reason":
			f.stopped(c.short())
		case "usage":
			used = c.value()
		}
	})
	f.count(&cursor{b: used})
}

// block reads a content block: the start of one, or one of a whole message (index -1).
func (f *messagesFold) block(c *cursor, index int64) {
	kind := ""
	c.object(func(key []byte) {
		switch string(key) {
		case "type":
			kind = c.short()
		case "text", "thinking", "name":
			f.out(c.raw())
		case "input":
			if v := c.value(); string(v) != "{}" {
				f.out(v)
			}
		}
	})
	f.lastTool = strings.HasSuffix(kind, "tool_use")
	if f.lastTool && index >= 0 {
		f.openTools |= bit(index)
	}
}

func (f *messagesFold) delta(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "text", "thinking", "partial_json":
			f.out(c.raw())
		}
	})
}

func (f *messagesFold) stop(c *cursor) {
	c.object(func(key []byte) {
		if string(key) == "stop_reason" {
			f.stopped(c.short())
		}
	})
}

func (f *messagesFold) stopped(reason string) {
	switch reason {
	case "":
		return
	case "max_tokens", "model_context_window_exceeded":
		f.p.Truncated = true
	}
	f.final = true
}

// count reads a usage object. Each field keeps the last value said: message_delta repeats
// what it knows better. Cache tokens stand beside input_tokens, thinking is in the output.
// docs.anthropic.com/en/docs/build-with-claude/prompt-caching, "Tracking cache performance".
func (f *messagesFold) count(c *cursor) {
	var now usage
	c.object(func(key []byte) {
		switch string(key) {
		case "input_tokens":
			now.input.read(c)
		case "cache_read_input_tokens":
			now.cached.read(c)
		case "cache_creation_input_tokens":
			now.cacheWrite.read(c)
		case "cache_creation":
			now.kept(c)
		case "output_tokens":
			now.output.read(c)
		}
	})
	f.usage.merge(now)
	f.usage.open = !f.final
}

// kept reads how long what was written to the cache is kept; the sum of the parts is
// cache_creation_input_tokens. docs.anthropic.com/en/docs/build-with-claude/prompt-caching,
// "1-hour cache duration".
func (u *usage) kept(c *cursor) {
	var short count
	c.object(func(key []byte) {
		switch string(key) {
		case "ephemeral_5m_input_tokens":
			short.read(c)
		case "ephemeral_1h_input_tokens":
			u.hour.read(c)
		}
	})
	if parts := short.n + u.hour.n; !u.cacheWrite.said && short.n >= 0 && u.hour.n >= 0 && parts > 0 {
		u.cacheWrite = count{parts, true}
	}
}
