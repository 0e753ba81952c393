package adapters

import (
	"strings"
)

// OpenAI assistants' runs: platform.openai.com/docs/api-reference/runs and
// .../assistants-streaming, also of Azure. A reply is the run, begun and not done: what it uses
// is said by later GETs that nobody here sees, so the call stays open (Pending). A stream is
// events named by what happened; the run comes again in most of them, at its end with usage.
// What the thread holds is on the server and not in the estimate.
type openAIRuns struct{}

func (openAIRuns) Name() string      { return "openai.runs" }
func (openAIRuns) Used(r Reply) Used { return usedOf[runFold](r) }
func (openAIRuns) NewStream() Stream { return &reader[runFold, *runFold]{} }

var runAsks = asks{
	limit:  "max_completion_tokens",
	words:  "instructions additional_instructions additional_messages thread tool_outputs",
	tools:  "tools",
	schema: "response_format",
}.table()

func (d openAIRuns) Ask(a Attempt) Ask {
	r := runAsks.ask(d.Name(), a)
	r.in.partial, r.Begins, r.UsageInReply = true, true, r.Stream
	return r.done(a)
}

// runFold is what is known of one run.
type runFold struct{ facts }

func (f *runFold) event(named, data []byte) {
	data, done := said(data)
	f.p.Ended = f.p.Ended || done
	if len(data) == 0 {
		return
	}
	object, status, failed := "", "", string(named) == "error"
	var delta []byte
	c := &cursor{b: data}
	c.object(func(key []byte) {
		switch string(key) {
		case "object":
			object = c.short()
		case "id":
			if id := c.short(); strings.HasPrefix(id, "run_") {
				name(&f.p.Used.RequestID, id)
			}
		case "model":
			name(&f.p.Used.Model, c.short())
		case "status":
			status = c.short()
		case "usage":
			f.usage.readOpenAI(c)
		case "delta":
			delta = c.value()
		case "error", "last_error":
			failed = says(c) || failed
		}
	})
	switch {
	case failed:
		f.fail(data)
	case object == "thread.run":
		f.status(status)
	case delta != nil:
		f.show(&cursor{b: delta}, 0)
	case !strings.HasPrefix(object, "thread"):
		f.odd(data)
	}
}

// status reads how far the run is.
func (f *runFold) status(status string) {
	f.p.Used.Pending = status == "queued" || status == "in_progress"
	f.p.Truncated = f.p.Truncated || status == "incomplete"
}

// runDepth is how deep what is shown stands: step_details, tool_calls, function, arguments.
const runDepth = 6

// show reads a piece of a message, or of a tool call.
func (f *runFold) show(c *cursor, depth int) {
	if depth > runDepth {
		c.skip()
		return
	}
	if c.peek() == '[' {
		c.array(func() { f.show(c, depth+1) })
		return
	}
	c.object(func(key []byte) {
		switch string(key) {
		case "value", "name", "arguments":
			f.out(c.raw())
		case "content", "text", "step_details", "tool_calls", "function":
			f.show(c, depth+1)
		}
	})
}
