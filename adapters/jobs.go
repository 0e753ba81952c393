package adapters

import "strings"

// Jobs: paid work that is only begun here. A batch of requests (platform.openai.com/docs/
// api-reference/batch, and those who follow it; docs.anthropic.com/en/api/creating-message-batches;
// ai.google.dev/gemini-api/docs/batch-api; docs.mistral.ai/capabilities/batch) ends within a
// day, and its usage stands in a file that nobody here sees: its call stays open (Pending). A
// film is billed by the second: it counts as a call, and its tokens are those of its prompt.
type jobs struct{ name string }

func (d jobs) Name() string      { return d.name }
func (d jobs) Used(r Reply) Used { return usedOf[jobFold](r) }
func (d jobs) NewStream() Stream { return &reader[jobFold, *jobFold]{} }

// jobAsks: requests are Anthropic's, each with a message to be made.
var jobAsks = func() members {
	m := asks{words: "prompt input batch"}.table()
	m["requests"] = func(r *asking, c *cursor) { c.array(func() { jobRequest(r, c) }) }
	return m
}()

// jobRequest adds one request of a batch to the others.
func jobRequest(r *asking, c *cursor) {
	c.object(func(key []byte) {
		if string(key) == "params" {
			before := r.limit
			messagesAsks.read(r, c)
			r.limit = min(r.limit, MaxUsage) + min(before, MaxUsage)
		}
	})
}

func (d jobs) Ask(a Attempt) Ask {
	if c := (cursor{b: a.Body}); c.peek() != '{' {
		return formAsk(d.name, a)
	}
	r := jobAsks.ask(d.name, a)
	_, path := hostAndPath(a.URL)
	name(&r.Model, modelInPath(path))
	r.in.partial, r.UsageInReply = true, false
	return r.done(a)
}

// jobFold is what is known of a job that was begun.
type jobFold struct{ facts }

func (f *jobFold) event(_, data []byte) {
	ours, failed := false, errorMembers(&cursor{b: data})
	c := &cursor{b: data}
	c.object(func(key []byte) {
		switch string(key) {
		case "id", "task_id", "request_id", "requestId":
			name(&f.p.Used.RequestID, c.short())
			ours = true
		case "name": // Gemini: batches/1 and models/veo-x/operations/1
			f.named(c.short())
			ours = true
		case "object", "type":
			kind := c.short()
			f.p.Used.Pending = f.p.Used.Pending || kind == "batch" || kind == "message_batch"
		case "model":
			name(&f.p.Used.Model, c.short())
		case "output": // dashscope: {"output": {"task_id": ...}}
			ours = ours || c.peek() == '{'
		case "base_resp": // minimax
			failed = baseFailed(c) || failed
		}
	})
	switch {
	case failed:
		f.p.Used.Pending = false
		f.fail(data)
	case !ours:
		f.odd(data)
	default:
		f.p.Used.NoOutput = true
	}
}

func (f *jobFold) named(id string) {
	name(&f.p.Used.RequestID, id)
	f.p.Used.Pending = f.p.Used.Pending || strings.HasPrefix(id, "batches/")
}
