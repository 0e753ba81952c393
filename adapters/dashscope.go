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

func (d dashScope) Ask(a Attempt) Ask {
	ask := Ask{Dialect: d.Name(), UsageInReply: true}
	var in input
	c := &cursor{b: a.Body}
	c.object(func(key []byte) {
		switch string(key) {
		case "model":
			ask.Model = c.short()
		case "input":
			in.words(c)
		case "parameters":
			d.parameters(c, &ask, &in)
		}
	})
	ask.InputTokens = in.tokens(a)
	return ask
}

func (dashScope) parameters(c *cursor, ask *Ask, in *input) {
	limit, choices := int64(0), int64(0)
	c.object(func(key []byte) {
		switch string(key) {
		case "max_tokens":
			limit, _ = c.number()
		case "n":
			choices, _ = c.number()
		case "incremental_output": // makes sense in a stream alone
			ask.Stream = c.boolean()
		case "tools", "response_format":
			in.schema(c)
		}
	})
	ask.MaxOutput = times(limit, choices)
}

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
