package adapters

// OpenAI chat completions, and everything that follows its format: text completions and
// embeddings (same usage, same end marker, other names for the text), and the many
// compatible servers.
//
// platform.openai.com/docs/api-reference/chat and .../chat-streaming. A stream is chunks
// with choices[].delta, then, when asked by stream_options.include_usage, one chunk with
// choices: [] and usage, then "data: [DONE]".
type openAIChat struct{ name string }

func (d openAIChat) Name() string      { return d.name }
func (d openAIChat) Used(r Reply) Used { return usedOf[chatFold](r) }
func (d openAIChat) NewStream() Stream { return &reader[chatFold, *chatFold]{} }

var chatAsks = asks{
	limit: "max_completion_tokens", older: "max_tokens n_predict", // n_predict: llama.cpp
	choices: "n best_of",
	words:   "messages prompt input suffix",
	tools:   "tools functions",
	schema:  "response_format",
	detail:  "vl_high_resolution_images", // dashscope
	inside:  map[string]asks{"stream_options": {usage: "include_usage"}},
}.table()

func (d openAIChat) Ask(a Attempt) Ask {
	r := chatAsks.ask(d.name, a)
	r.UsageInReply = !r.Stream || r.usage
	return r.done(a)
}

// chatFold is what is known of one chat completion, streamed or whole.
type chatFold struct {
	facts
	openTools uint64 // choices (by index) with a tool call under way
	begun     uint64 // choices that were seen
	finished  uint64 // choices with a finish_reason
}

func (f *chatFold) event(name, data []byte) {
	data, done := said(data)
	f.p.Ended = f.p.Ended || done
	if len(data) == 0 {
		return
	}
	ours, failed := f.chunk(&cursor{b: data}, true)
	switch {
	case failed || string(name) == "error":
		f.fail(data)
	case !ours:
		f.odd(data)
	}
}

// chunk reads a chunk or a whole completion; both are objects with choices, which hold a
// delta or a message. ours is false when it is something else (odd.go); failed is true when it
// says so itself, also beside choices (openrouter.ai/docs/api-reference/errors, "Mid-Stream").
func (f *chatFold) chunk(c *cursor, outer bool) (ours, failed bool) {
	c.object(func(key []byte) {
		switch string(key) {
		case "id":
			name(&f.p.Used.RequestID, c.short())
		case "model":
			name(&f.p.Used.Model, c.short())
		case "choices":
			ours = true
			c.array(func() { f.choice(c) })
		case "data": // embeddings
			f.p.Used.NoOutput = c.peek() == '['
			ours = ours || f.p.Used.NoOutput
			if c.peek() == '{' && outer { // sensenova: platform.sensenova.cn/doc, /v1/llm/chat-completions
				ours, failed = f.chunk(c, false)
			}
		case "object": // a chunk without choices; vLLM's errors say "error" here
			if kind := c.short(); kind != "" && kind != "error" {
				ours = true
			}
		case "usage":
			ours = true
			f.usage.readOpenAI(c)
		case "x_groq": // groq: console.groq.com/docs/api-reference, usage of streams
			f.usageIn(c)
		case "base_resp": // minimax: platform.minimax.io/docs/api-reference, errors with status 200
			failed = failed || baseFailed(c)
		case "error":
			failed = failed || says(c)
		}
	})
	return ours, failed
}

// baseFailed tells whether MiniMax's status is another than 0.
func baseFailed(c *cursor) (failed bool) {
	c.object(func(key []byte) {
		if string(key) == "status_code" {
			n, _ := c.number()
			failed = n != 0
		}
	})
	return failed
}

func (f *chatFold) usageIn(c *cursor) {
	c.object(func(key []byte) {
		if string(key) == "usage" {
			f.usage.readOpenAI(c)
		}
	})
}

func (f *chatFold) choice(c *cursor) {
	index, finish := int64(0), ""
	c.object(func(key []byte) {
		switch string(key) {
		case "index":
			index, _ = c.number()
		case "delta", "message":
			if c.peek() == '"' { // sensenova: the text itself
				f.out(c.raw())
				break
			}
			f.message(c, index)
		case "text":
			f.out(c.raw())
		case "finish_reason":
			finish = c.short()
		case "usage": // moonshot: platform.moonshot.cn/docs/api/chat, usage inside the last choice
			f.usage.readOpenAI(c)
		}
	})
	f.finish(finish, index)
}

// finish closes a choice's tool calls, unless the provider says that it stopped in the middle.
// A stream whose every choice has a finish_reason is whole, also from a server that never
// sends [DONE]: calling it truncated would break a healthy agent.
func (f *chatFold) finish(reason string, index int64) {
	if reason == "null" { // dashscope's word for none
		reason = ""
	}
	f.begun |= bit(index)
	if reason != "" && !broke(reason) {
		f.finished |= bit(index)
	}
	f.p.Ended = f.begun&^f.finished == 0
	switch reason {
	case "":
	case "length", "content_filter", "sensitive", "model_context_window_exceeded":
		f.p.Truncated = true
	default:
		f.openTools &^= f.finished & bit(index)
	}
	f.p.OpenTool = f.openTools != 0
}

// broke tells reasons that are failures of the server in the middle of an answer:
// openrouter.ai/docs/api-reference/errors, api-docs.deepseek.com/api/create-chat-completion,
// docs.bigmodel.cn/api-reference (chat completion, finish_reason).
func broke(reason string) bool {
	return reason == "error" || reason == "insufficient_system_resource" || reason == "network_error"
}

// message reads a delta or a message.
func (f *chatFold) message(c *cursor, index int64) {
	thought := false // some servers send the same reasoning under two names
	c.object(func(key []byte) {
		switch string(key) {
		case "content":
			f.content(c)
		case "refusal":
			f.out(c.raw())
		case "reasoning_content", "reasoning":
			if raw := c.raw(); !thought {
				thought = len(raw) > 0
				f.out(raw)
			}
		case "tool_calls":
			c.array(func() { f.tool(c, index) })
		case "function_call":
			f.function(c, index)
		}
	})
}

// content is text, or parts with a text each (Mistral, some compatible servers).
func (f *chatFold) content(c *cursor) {
	if c.peek() != '[' {
		f.out(c.raw())
		return
	}
	c.array(func() {
		c.object(func(key []byte) {
			switch string(key) {
			case "text":
				f.out(c.raw())
			case "thinking": // mistral: docs.mistral.ai/capabilities/reasoning, parts in a part
				c.array(func() { f.thought(c) })
			}
		})
	})
}

func (f *chatFold) thought(c *cursor) {
	c.object(func(key []byte) {
		if string(key) == "text" {
			f.out(c.raw())
		}
	})
}

func (f *chatFold) tool(c *cursor, index int64) {
	c.object(func(key []byte) {
		if string(key) == "function" || string(key) == "custom" {
			f.function(c, index)
		}
	})
}

func (f *chatFold) function(c *cursor, index int64) {
	c.object(func(key []byte) {
		switch string(key) {
		case "name", "arguments", "input":
			if raw := c.raw(); len(raw) > 0 {
				f.openTools |= bit(index)
				f.out(raw)
			}
		}
	})
}

// bit is the mark of an index; all above 62 share one.
func bit(index int64) uint64 { return 1 << min(max(index, 0), 63) }
