package adapters

import "bytes"

// Text completions: OpenAI's (platform.openai.com/docs/api-reference/completions), which are
// chat completions by other names, and llama.cpp's own, which its server answers on the same
// path and on /completion (github.com/ggml-org/llama.cpp, tools/server/README.md): text in
// content, counts in tokens_evaluated and tokens_predicted, and stop: true at the end.
type textCompletions struct{ openAIChat }

func (textCompletions) Used(r Reply) Used { return usedOf[completionFold](r) }
func (textCompletions) NewStream() Stream { return &reader[completionFold, *completionFold]{} }

// completionFold is a chatFold that also knows llama.cpp's members.
type completionFold struct{ chatFold }

func (f *completionFold) event(named, data []byte) {
	data = bytes.TrimSpace(data)
	if !f.llama(&cursor{b: data}) {
		f.chatFold.event(named, data)
	}
}

// llama reads an event of llama.cpp's; ours is false when it is none.
func (f *completionFold) llama(c *cursor) (ours bool) {
	var text, stop []byte
	var now usage
	limit, model := false, ""
	c.object(func(key []byte) {
		switch string(key) {
		case "content":
			text = c.raw()
		case "model":
			model = c.short()
		case "tokens_evaluated":
			now.input.read(c)
		case "tokens_predicted":
			now.output.read(c)
		case "stop":
			stop = c.literal()
		case "stop_type":
			limit = c.short() == "limit"
		}
	})
	if stop == nil && !now.output.said {
		return false
	}
	name(&f.p.Used.Model, model)
	f.out(text)
	f.usage.merge(now)
	f.p.Ended = string(stop) != "false"
	f.p.Truncated = limit
	f.usage.open = !f.p.Ended
	return true
}
