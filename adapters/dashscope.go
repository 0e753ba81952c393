package adapters

import (
	"bytes"
	"strings"
)

// DashScope's own API, which its SDKs speak: help.aliyun.com/zh/model-studio/qwen-api-via-dashscope.
// Requests and replies hold what chat completions hold one level deeper, in input and output.
// Whether a reply streams is said in a header. A stream is events named result, each with the
// usage so far, and ends with a finish_reason other than "null"; or an event named error comes.
type dashScope struct{}

func (dashScope) Name() string      { return "dashscope" }
func (dashScope) Used(r Reply) Used { return usedOf[dashScopeFold](r) }
func (dashScope) NewStream() Stream { return &reader[dashScopeFold, *dashScopeFold]{} }

// dashScopeAsks: incremental_output makes sense in a stream alone.
var dashScopeAsks = asks{
	model: "model",
	words: "input",
	inside: map[string]asks{"parameters": {
		limit: "max_tokens", choices: "n", stream: "incremental_output", tools: "tools", schema: "response_format", detail: "vl_high_resolution_images",
	}},
}.members()

func (d dashScope) Ask(a Attempt) Ask { return dashScopeAsks.ask(d.Name(), a).done(a) }

// dashScopeFold is a chatFold whose choices stand in output.
type dashScopeFold struct{ chatFold }

func (f *dashScopeFold) event(named, data []byte) {
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return
	}
	ours := false
	c := &cursor{b: data}
	c.object(func(key []byte) {
		switch string(key) {
		case "request_id":
			name(&f.p.Used.RequestID, c.short())
		case "output":
			ours = ours || c.peek() == '{'
			f.output1(c)
		case "usage":
			f.usage.readOpenAI(c)
		}
	})
	switch {
	case string(named) == "error":
		f.fail(data)
	case !ours:
		f.odd(data)
	}
	f.usage.open = f.begun != 0 && !f.p.Ended
}

// output1 reads the output: choices, or one text (result_format "text"), or embeddings.
func (f *dashScopeFold) output1(c *cursor) {
	finish, choices := "", false
	c.object(func(key []byte) {
		switch string(key) {
		case "choices":
			c.array(func() {
				choices = true
				f.choice(c)
			})
		case "text":
			f.out(c.raw())
		case "finish_reason":
			finish = strings.TrimSpace(c.short())
		}
	})
	if !choices {
		f.finish(finish, 0)
	}
}
