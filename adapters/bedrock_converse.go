package adapters

import (
	"bytes"
	"strings"
)

// Amazon Bedrock: docs.aws.amazon.com/bedrock/latest/APIReference, Converse and
// ConverseStream. The model stands in the path (/model/ID/converse), as an id, a profile or
// an ARN. A stream is frames (frames.go) whose event type says what the payload is: the last
// ones are messageStop and metadata, which holds the usage; an exception may come instead.
type bedrockConverse struct{}

func (bedrockConverse) Name() string        { return "bedrock.converse" }
func (bedrockConverse) Used(r Reply) Used   { return usedOf[converseFold](r) }
func (bedrockConverse) NewStream() Stream   { return &reader[converseFold, *converseFold]{} }
func (d bedrockConverse) Ask(a Attempt) Ask { return bedrockAsk(d.Name(), a) }

// bedrockLimit is the maximum of the output by every vendor's name for it.
const bedrockLimit = "maxTokens max_tokens max_new_tokens max_completion_tokens max_gen_len maxTokenCount"

// bedrockAsks reads the body of converse, and of invoke in the terms of every vendor
// (docs.aws.amazon.com/bedrock/latest/userguide/model-parameters.html).
var bedrockAsks = asks{
	limit:  bedrockLimit,
	words:  "messages system prompt inputText message chat_history preamble texts input",
	tools:  "tools",
	schema: "toolConfig output_config outputConfig",
	inside: map[string]asks{"inferenceConfig": {limit: bedrockLimit}, "textGenerationConfig": {limit: bedrockLimit}},
}.members()

func bedrockAsk(dialect string, a Attempt) Ask {
	r := bedrockAsks.ask(dialect, a)
	_, path := hostAndPath(a.URL)
	r.Model, r.Stream = bedrockModel(path), strings.HasSuffix(path, "-stream")
	return r.done(a)
}

// bedrockModel is what stands between /model/ and the verb.
func bedrockModel(path string) string {
	_, id, _ := strings.Cut(path, "/model/")
	id = id[:max(strings.LastIndexByte(id, '/'), 0)]
	return id[:min(len(id), MaxName)]
}

// converseFold is what is known of one reply, streamed or whole.
type converseFold struct {
	facts
	openTools uint64 // blocks with a tool call under way
	lastTool  bool   // the newest block is a tool call
}

func (f *converseFold) event(named, data []byte) {
	data = bytes.TrimSpace(data)
	if len(named) > 0 && named[0] == failure {
		f.failFrame(named, data)
		return
	}
	c := &cursor{b: data}
	if len(named) > 0 {
		f.member(named, c)
		return
	}
	ours := false
	c.object(func(key []byte) { ours = f.member(key, c) || ours })
	if !ours && len(data) > 0 {
		f.odd(data)
	}
}

// failFrame keeps an exception that came as a frame; its name is the error's type.
func (f *facts) failFrame(named, data []byte) {
	first := f.p.Error == nil
	f.keepError(data)
	if first {
		f.p.Error.ErrType = string(bytes.ToValidUTF8(named[1:], nil))
	}
}

// member reads an event, or a member of a whole reply: the same things under one name or the
// other. ours is false for what is neither.
func (f *converseFold) member(key []byte, c *cursor) (ours bool) {
	switch string(key) {
	case "messageStart", "metrics":
	case "contentBlockStart", "contentBlockDelta", "contentBlockStop":
		f.block(c, string(key))
	case "messageStop":
		f.stopIn(c)
	case "metadata":
		f.usageIn(c)
	case "usage":
		f.count(c)
	case "stopReason":
		f.stop(c.short())
	case "output":
		f.output1(c)
	default:
		return false
	}
	return true
}

func (f *converseFold) block(c *cursor, kind string) {
	index, tool := int64(0), false
	c.object(func(key []byte) {
		switch string(key) {
		case "contentBlockIndex":
			index, _ = c.number()
		case "start", "delta":
			tool = f.content(c)
		}
	})
	switch kind {
	case "contentBlockStart":
		f.lastTool = tool
		if tool {
			f.openTools |= bit(index)
		}
	case "contentBlockDelta":
		f.lastTool = tool
	case "contentBlockStop":
		f.openTools &^= bit(index)
	}
	f.p.OpenTool = f.openTools != 0
}

// content reads a block, whole or a piece of one, and tells whether it is a tool call.
func (f *converseFold) content(c *cursor) (tool bool) {
	c.object(func(key []byte) {
		switch string(key) {
		case "text":
			f.out(c.raw())
		case "toolUse":
			tool = true
			f.tool(c)
		case "reasoningContent":
			f.thought(c)
		}
	})
	return tool
}

func (f *converseFold) tool(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "name":
			f.out(c.raw())
		case "input": // a string of the stream, an object of a whole reply
			if c.peek() == '"' {
				f.out(c.raw())
			} else {
				f.out(c.value())
			}
		}
	})
}

// thought reads reasoning: {text} in a stream, {reasoningText: {text}} in a whole reply.
func (f *converseFold) thought(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "text":
			f.out(c.raw())
		case "reasoningText":
			c.object(func(key []byte) {
				if string(key) == "text" {
					f.out(c.raw())
				}
			})
		}
	})
}

// output1 reads output.message.content of a whole reply.
func (f *converseFold) output1(c *cursor) {
	c.object(func(key []byte) {
		if string(key) != "message" {
			return
		}
		c.object(func(key []byte) {
			if string(key) == "content" {
				c.array(func() { f.content(c) })
			}
		})
	})
}

func (f *converseFold) stopIn(c *cursor) {
	c.object(func(key []byte) {
		if string(key) == "stopReason" {
			f.stop(c.short())
		}
	})
}

// stop reads why the answer ended; the usage that comes after it is no part of the answer.
func (f *converseFold) stop(reason string) {
	f.p.Ended = true
	switch reason {
	case "max_tokens", "model_context_window_exceeded", "guardrail_intervened", "content_filtered", "malformed_tool_use", "malformed_model_output":
		f.p.Truncated = true
		f.p.OpenTool = f.p.OpenTool || f.lastTool
	}
}

func (f *converseFold) usageIn(c *cursor) {
	c.object(func(key []byte) {
		if string(key) == "usage" {
			f.count(c)
		}
	})
}

// count reads a usage object. Cache reads and writes stand beside inputTokens, reasoning is
// inside outputTokens and not told apart.
// docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html,
// docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html, anomalyco/opencode#38427
func (f *converseFold) count(c *cursor) {
	var now usage
	c.object(func(key []byte) {
		switch string(key) {
		case "inputTokens":
			now.input.read(c)
		case "outputTokens":
			now.output.read(c)
		case "totalTokens":
			now.total.read(c)
		case "cacheReadInputTokens", "cacheReadInputTokenCount":
			now.cached.read(c)
		case "cacheWriteInputTokens", "cacheWriteInputTokenCount":
			now.cacheWrite.read(c)
		case "cacheDetails":
			c.array(func() { now.detail(c) })
		}
	})
	f.usage.merge(now)
}

// detail reads one of cacheDetails: what was written and for how long (5m, 1h).
// docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CacheDetail.html
func (u *usage) detail(c *cursor) {
	var tokens count
	ttl := ""
	c.object(func(key []byte) {
		switch string(key) {
		case "inputTokens":
			tokens.read(c)
		case "ttl":
			ttl = c.short()
		}
	})
	if ttl == "1h" {
		u.hour = tokens
	}
}
