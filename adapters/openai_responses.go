package adapters

import (
	"strings"
)

// OpenAI responses: platform.openai.com/docs/api-reference/responses and
// .../responses-streaming. A stream is events named by their type member; the last one is
// response.completed, response.incomplete or response.failed and holds the whole response,
// usage included. No [DONE].
type openAIResponses struct{}

func (openAIResponses) Name() string      { return "openai.responses" }
func (openAIResponses) Used(r Reply) Used { return usedOf[responsesFold](r) }
func (openAIResponses) NewStream() Stream { return &reader[responsesFold, *responsesFold]{} }

// responsesAsks: a prompt is one that the provider keeps, and its variables
// (platform.openai.com/docs/guides/prompting).
var responsesAsks = func() members {
	m := asks{limit: "max_output_tokens", words: "input instructions", tools: "tools", schema: "text"}.table()
	m["prompt"] = func(r *asking, c *cursor) {
		r.in.partial = r.in.partial || c.peek() == '{'
		r.in.words(c)
	}
	m["background"] = func(r *asking, c *cursor) { r.Begins = c.boolean() }
	return m
}()

// Ask reads a request. What a previous_response_id or a conversation brings along is on the
// server and not in the estimate. A background response goes on alone
// (platform.openai.com/docs/guides/background).
func (d openAIResponses) Ask(a Attempt) Ask {
	r := responsesAsks.ask(d.Name(), a)
	r.UsageInReply = !r.Begins || r.Stream
	return r.done(a)
}

// responsesFold is what is known of one response, streamed or whole.
type responsesFold struct {
	facts
	openTools uint64 // output items (by output_index) that are calls under way
	lastCall  bool   // the newest item is a call
}

func (f *responsesFold) event(named, data []byte) {
	data, _ = said(data)
	if len(data) == 0 {
		return
	}
	var e responsesEvent
	e.read(&cursor{b: data})
	name(&e.kind, string(named))
	switch {
	case e.response != nil:
		f.response(&cursor{b: e.response}, data, e.kind)
	case e.whole, e.usage != nil:
		f.response(&cursor{b: data}, data, e.kind)
	case e.kind == "error", e.failed:
		f.fail(data)
	case e.kind == "":
		f.odd(data)
	default:
		f.progressed(&e)
	}
}

// responsesEvent is one event, cut open but not yet understood.
type responsesEvent struct {
	kind     string
	response []byte // of response.created, .completed, ...
	usage    []byte // of the end of a response that was too long to keep
	item     []byte
	delta    []byte
	index    int64
	whole    bool // the event is a response itself
	failed   bool // an error member that says something
}

func (e *responsesEvent) read(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "type":
			e.kind = c.short()
		case "object":
			e.whole = c.short() == "response"
		case "response":
			e.response = c.value()
		case "usage":
			e.usage = c.value()
		case "item":
			e.item = c.value()
		case "delta":
			e.delta = c.raw()
		case "output_index":
			e.index, _ = c.number()
		case "error":
			e.failed = says(c)
		}
	})
}

// progressed reads the events between the first and the last.
func (f *responsesFold) progressed(e *responsesEvent) {
	switch {
	case !strings.HasPrefix(e.kind, "response."):
		f.odds++ // what may come one day, or another's
	case e.kind == "response.output_item.added":
		kind := itemKind(&cursor{b: e.item})
		f.lastCall = strings.HasSuffix(kind, "_call")
		if f.lastCall {
			f.openTools |= bit(e.index)
		}
	case e.kind == "response.output_item.done":
		f.openTools &^= bit(e.index)
	case strings.Contains(e.kind, "audio.delta"), strings.HasSuffix(e.kind, "partial_image"):
		f.p.Started = true
	case strings.HasSuffix(e.kind, ".delta"):
		f.out(e.delta)
	}
	f.p.OpenTool = f.openTools != 0
}

func itemKind(c *cursor) (kind string) {
	c.object(func(key []byte) {
		if string(key) == "type" {
			kind = c.short()
		}
	})
	return kind
}

// response reads the response object: of the first event, of the last, or a whole body.
func (f *responsesFold) response(c *cursor, event []byte, kind string) {
	status, failed, streamed, background := "", false, f.p.Started, kind == ""
	c.object(func(key []byte) {
		switch string(key) {
		case "id":
			name(&f.p.Used.RequestID, c.short())
		case "model":
			name(&f.p.Used.Model, c.short())
		case "status":
			status = c.short()
		case "background":
			background = background || c.boolean()
		case "error":
			failed = says(c)
		case "usage":
			f.usage.readOpenAI(c)
		case "output":
			if !streamed { // what streamed was counted as it passed
				c.array(func() { f.output1(c) })
			}
		}
	})
	f.ended(strings.TrimPrefix(kind, "response."), status)
	f.p.Used.Pending = background && (status == "queued" || status == "in_progress")
	if failed || status == "failed" || kind == "response.failed" {
		f.fail(event)
	}
}

// ended reads the end marker of a stream; a whole body says the same in its status.
func (f *responsesFold) ended(kind, status string) {
	switch kind {
	case "completed", "failed", "incomplete", "cancelled":
		f.p.Ended = true
	}
	if kind != "incomplete" && status != "incomplete" {
		return
	}
	f.p.Truncated = true
	f.p.OpenTool = f.p.OpenTool || f.lastCall // cut in its arguments, though its item was closed
}

// output1 counts the visible text of one output item of a whole response: content[].text,
// summary[].text, refusal, arguments, input, code.
func (f *responsesFold) output1(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "content", "summary":
			c.array(func() { f.output1(c) })
		case "text", "refusal", "arguments", "input", "code", "name":
			f.out(c.raw())
		}
	})
}
