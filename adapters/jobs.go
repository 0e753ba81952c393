package adapters

import "strings"

// Jobs: paid work that is only begun here. A batch of requests (platform.openai.com/docs/
// api-reference/batch, and those who follow it; docs.anthropic.com/en/api/creating-message-batches;
// ai.google.dev/gemini-api/docs/batch-api; docs.mistral.ai/capabilities/batch) ends within a
// day, and its usage stands in a file that nobody here sees: its call stays open (Pending) at
// all that it may use. A film is billed by the second: it counts as a call, and its tokens are those of its prompt.
type jobs struct{ name string }

func (d jobs) Name() string      { return d.name }
func (d jobs) Used(r Reply) Used { return usedOf[jobFold](r) }
func (d jobs) NewStream() Stream { return &reader[jobFold, *jobFold]{} }

// jobAsks: requests are Anthropic's and Mistral's, each with a message to be made; Gemini's
// stand deeper, {"batch": {"input_config": {"requests": {"requests": [...]}}}}. Those of a
// file are not at hand.
var jobAsks = func() members {
	requests := func(r *asking, c *cursor) { c.array(func() { jobRequest(r, c) }) }
	config := members{"requests": members{"requests": requests}.read}
	m := asks{words: "prompt input"}.table()
	m["requests"] = requests
	m["batch"] = members{"input_config": config.read, "inputConfig": config.read}.read
	return m
}()

// jobBodies are how one request of a batch is read, by the name of the member it stands in.
var jobBodies = map[string]members{"params": messagesAsks, "request": geminiAsks, "body": chatAsks}

// jobRequest adds one request of a batch to the others.
func jobRequest(r *asking, c *cursor) {
	c.object(func(key []byte) {
		body := jobBodies[string(key)]
		if body == nil {
			return
		}
		others := r.limit
		r.limit, r.older, r.choices = 0, 0, 0
		body.read(r, c)
		one := times(max(r.limit, r.older), r.choices)
		if one == 0 {
			r.Unlimited = min(r.Unlimited+times(1, r.choices), MaxUsage)
		}
		r.limit, r.older, r.choices = min(others+one, MaxUsage), 0, 0
	})
}

func (d jobs) Ask(a Attempt) Ask {
	if c := (cursor{b: a.Body}); c.peek() != '{' {
		ask := formAsk(d.name, a)
		ask.Begins, ask.UsageInReply = true, false
		return ask
	}
	r := jobAsks.ask(d.name, a)
	_, path := hostAndPath(a.URL)
	name(&r.Model, modelInPath(path))
	r.in.partial, r.Begins, r.UsageInReply = true, true, false
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
