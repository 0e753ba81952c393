package adapters

import (
	"strings"
)

// The AI SDK's own protocol, which it speaks with Vercel's gateway: POST .../language-model and
// .../embedding-model, the model in a header (github.com/vercel/ai, packages/gateway and
// packages/provider, language-model/v4; v2 and v3 differ in usage and in finishReason). A
// stream is the SDK's stream parts as events, the last one is finish.
type aiSDK struct{}

func (aiSDK) Name() string      { return "ai.sdk" }
func (aiSDK) Used(r Reply) Used { return usedOf[aiSDKFold](r) }
func (aiSDK) NewStream() Stream { return &reader[aiSDKFold, *aiSDKFold]{} }

var aiSDKAsks = asks{limit: "maxOutputTokens", words: "prompt values", tools: "tools", schema: "responseFormat"}.table()

func (d aiSDK) Ask(a Attempt) Ask { return aiSDKAsks.ask(d.Name(), a).done(a) }

// aiSDKFold is what is known of one reply, streamed or whole.
type aiSDKFold struct {
	facts
	begun, ended int  // tool inputs
	inPieces     bool // a tool's input streamed: the tool-call that follows repeats it
}

func (f *aiSDKFold) event(_, data []byte) {
	data, _ = said(data)
	if len(data) == 0 {
		return
	}
	kind, failed, ours := "", false, false
	c := &cursor{b: data}
	c.object(func(key []byte) {
		switch string(key) {
		case "type":
			kind = c.short()
		case "delta", "textDelta":
			f.out(c.raw())
		case "id":
			if kind == "response-metadata" {
				name(&f.p.Used.RequestID, c.short())
			}
		case "modelId":
			name(&f.p.Used.Model, c.short())
		case "response":
			f.response(c)
		case "content":
			ours = ours || c.peek() == '['
			c.array(func() { f.block(c) })
		case "embeddings":
			ours, f.p.Used.NoOutput = true, true
		case "input":
			f.input(c, kind)
		case "finishReason":
			f.finish(c)
		case "usage":
			f.count(c)
		case "error":
			failed = says(c)
		}
	})
	switch {
	case failed || kind == "error":
		f.fail(data)
	case kind == "" && !ours:
		f.odd(data)
	default:
		f.part(kind)
	}
}

// part reads what a stream part means.
func (f *aiSDKFold) part(kind string) {
	switch kind {
	case "": // a whole reply
		f.p.Ended = true
	case "finish":
		f.p.Ended = true
	case "tool-input-start":
		f.begun++
	case "tool-input-delta":
		f.inPieces = true
	case "tool-input-end":
		f.ended++
	case "text-start", "text-delta", "text-end", "reasoning-start", "reasoning-delta", "reasoning-end", "stream-start",
		"response-metadata", "tool-call", "tool-result", "file", "source", "raw":
	default:
		f.odds++ // what may come one day, or another's
	}
	f.p.OpenTool = f.begun > f.ended
}

// input is that of a tool call, whole.
func (f *aiSDKFold) input(c *cursor, kind string) {
	if raw := c.raw(); kind != "tool-call" || !f.inPieces {
		f.out(raw)
	}
}

// block reads one piece of a whole reply: text, a thought, a tool call.
func (f *aiSDKFold) block(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "text", "toolName", "input":
			f.out(c.raw())
		}
	})
}

func (f *aiSDKFold) response(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "id":
			name(&f.p.Used.RequestID, c.short())
		case "modelId":
			name(&f.p.Used.Model, c.short())
		}
	})
}

// finish reads why the answer ended: a word, or {unified, raw}.
func (f *aiSDKFold) finish(c *cursor) {
	reason := ""
	if c.peek() == '"' {
		reason = c.short()
	} else {
		c.object(func(key []byte) {
			if string(key) == "unified" {
				reason = c.short()
			}
		})
	}
	f.p.Truncated = f.p.Truncated || reason == "length" || strings.HasPrefix(reason, "content")
}

// count reads a usage object: numbers (v2), or the classes of each (v3 on). Cached tokens are
// inside the input's, reasoning inside the output's.
func (f *aiSDKFold) count(c *cursor) {
	now := usage{inside: true}
	c.object(func(key []byte) {
		switch string(key) {
		case "inputTokens":
			now.classes(c, &now.input)
		case "outputTokens":
			now.classes(c, &now.output)
		case "totalTokens", "tokens": // tokens: of embeddings
			now.total.read(c)
		case "cachedInputTokens":
			now.cached.read(c)
		case "reasoningTokens":
			now.reasoning.read(c)
		}
	})
	if now.any() || !f.usage.any() {
		f.usage = now
	}
}

// classes reads a number, or {total, cacheRead, cacheWrite, reasoning}.
func (u *usage) classes(c *cursor, total *count) {
	if c.peek() != '{' {
		total.read(c)
		return
	}
	c.object(func(key []byte) {
		switch string(key) {
		case "total":
			total.read(c)
		case "cacheRead":
			u.cached.read(c)
		case "cacheWrite":
			u.cacheWrite.read(c)
		case "reasoning":
			u.reasoning.read(c)
		}
	})
}
