package adapters

import (
	"bytes"
	"encoding/base64"

	"github.com/tallystick/tallystick/adapters/internal/scan"
)

// Amazon Bedrock InvokeModel and InvokeModelWithResponseStream: the vendor's own format with
// the model in the path. docs.aws.amazon.com/bedrock/latest/userguide/model-parameters.html.
// A stream is frames of {"bytes": base64 of the vendor's event}; the last one has a member
// amazon-bedrock-invocationMetrics, whoever the vendor is. Whole replies say the counts in
// the headers x-amzn-bedrock-input-token-count and -output-token-count.
type bedrockInvoke struct{}

func (bedrockInvoke) Name() string        { return "bedrock.invoke" }
func (bedrockInvoke) NewStream() Stream   { return &reader[invokeFold, *invokeFold]{} }
func (d bedrockInvoke) Ask(a Attempt) Ask { return bedrockAsk(d.Name(), a) }

func (bedrockInvoke) Used(r Reply) Used {
	u := usedOf[invokeFold](r)
	u.countsIn(r, "x-amzn-bedrock-input-token-count", "x-amzn-bedrock-output-token-count")
	return u
}

// countsIn takes the counts that two headers say, where the body said none.
func (u *Used) countsIn(r Reply, input, output string) {
	low := scan.Headers(r.Headers)
	in, out := scan.WholeNumber(low[input]), scan.WholeNumber(low[output])
	if !u.Known && in >= 0 && out >= 0 {
		said := usage{input: count{in, true}, output: count{out, true}}
		u.Tokens, u.Known, u.Clamped = said.tokens()
	}
}

// invokeFold reads whichever format the first event that can be told is in.
type invokeFold struct {
	vendor  vendor
	claude  messagesFold
	gpt     chatFold     // OpenAI's, DeepSeek's, Qwen's, Mistral's newer models
	nova    converseFold // the events of converse
	plain   plainFold    // Llama, Titan, Mistral, Cohere
	metrics usage
	done    bool // the metrics, which come last, were seen
}

type vendor uint8

const (
	nobody vendor = iota
	claude
	gpt
	nova
	others
)

func (f *invokeFold) seen() { f.plain.seen() }

func (f *invokeFold) event(named, data []byte) {
	if len(named) > 0 && named[0] == failure {
		f.plain.p.Started = f.fold().progress().Started // the error knows whether output came before it
		f.plain.failFrame(named, data)
		return
	}
	if string(named) == "chunk" {
		data = unwrap(data)
	}
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return
	}
	if v := f.look(data); f.vendor == nobody {
		f.vendor = v
	}
	f.fold().event(nil, data)
}

// unwrap takes the vendor's event out of its frame.
func unwrap(data []byte) (event []byte) {
	c := &cursor{b: data}
	c.object(func(key []byte) {
		if string(key) == "bytes" {
			event, _ = base64.StdEncoding.AppendDecode(nil, plain(c.raw()))
		}
	})
	return event
}

// look reads the metrics, and tells by its members whose an event is.
func (f *invokeFold) look(data []byte) (v vendor) {
	v = others
	c := &cursor{b: data}
	c.object(func(key []byte) {
		switch string(key) {
		case "type":
			v = claude
		case "choices":
			v = gpt
		case "messageStart", "contentBlockStart", "contentBlockDelta", "output":
			v = nova
		case "amazon-bedrock-invocationMetrics":
			f.done = true
			f.measure(c)
		}
	})
	return v
}

func (f *invokeFold) measure(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "inputTokenCount":
			f.metrics.input.read(c)
		case "outputTokenCount":
			f.metrics.output.read(c)
		case "cacheReadInputTokenCount":
			f.metrics.cached.read(c)
		case "cacheWriteInputTokenCount":
			f.metrics.cacheWrite.read(c)
		}
	})
}

func (f *invokeFold) fold() interface {
	event(name, data []byte)
	progress() Progress
} {
	switch f.vendor {
	case claude:
		return &f.claude
	case gpt:
		return &f.gpt
	case nova:
		return &f.nova
	}
	return &f.plain
}

func (f *invokeFold) progress() Progress {
	p := f.fold().progress()
	if told := f.plain.p.Error; p.Error == nil {
		p.Error = told
	}
	if f.done && !p.Used.Known {
		p.Used.Tokens, p.Used.Known, p.Used.Clamped = f.metrics.tokens()
	}
	p.Ended = p.Ended || f.done && f.vendor == others
	return p
}

// plainFold reads the formats without turns: text, and counts under each vendor's name.
type plainFold struct{ facts }

func (f *plainFold) event(_, data []byte) {
	if !f.reply(&cursor{b: data}, 0) {
		f.odd(data)
	}
}

// reply reads one object, or one of the results in it. ours is false for what is none.
func (f *plainFold) reply(c *cursor, depth int) (ours bool) {
	failed := false
	c.object(func(key []byte) {
		known := true
		switch string(key) {
		case "generation", "outputText", "text":
			f.out(c.raw())
		case "results", "outputs", "generations":
			c.array(func() {
				if depth == 0 {
					f.reply(c, 1)
				}
			})
		case "stop_reason", "completionReason", "finish_reason":
			f.stop(c.short())
		case "prompt_token_count", "inputTextTokenCount":
			f.usage.input.read(c)
		case "generation_token_count", "tokenCount", "totalOutputTextTokenCount":
			f.usage.output.read(c)
		case "embedding", "embeddings":
			f.p.Used.NoOutput = true
		case "amazon-bedrock-invocationMetrics":
		case "message", "error":
			known, failed = false, failed || says(c)
		default:
			known = false
		}
		ours = ours || known
	})
	return ours && !failed
}

func (f *plainFold) stop(reason string) {
	switch reason {
	case "":
		return
	case "length", "LENGTH", "max_tokens", "MAX_TOKENS", "CONTENT_FILTERED":
		f.p.Truncated = true
	}
	f.p.Ended = true
}
