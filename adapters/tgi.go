package adapters

import (
	"bytes"
	"strings"
)

// Hugging Face's text generation: huggingface.co/docs/text-generation-inference (generate and
// generate_stream; the OpenAPI page has all members), and the hosted API that takes the same
// body for a model in the path. A stream is an event a token; the last one has the whole text
// and the details. Counts are in the details where they were asked for, and of whole replies
// always in the headers x-prompt-tokens and x-generated-tokens.
type textGeneration struct{}

func (textGeneration) Name() string      { return "huggingface" }
func (textGeneration) NewStream() Stream { return &reader[generationFold, *generationFold]{} }

func (textGeneration) Used(r Reply) Used {
	u := usedOf[generationFold](r)
	u.countsIn(r, "x-prompt-tokens", "x-generated-tokens")
	return u
}

var generationAsks = asks{words: "inputs", inside: map[string]asks{"parameters": {limit: "max_new_tokens", choices: "best_of"}}}.table()

func (d textGeneration) Ask(a Attempt) Ask {
	r := generationAsks.ask(d.Name(), a)
	_, path := hostAndPath(a.URL)
	r.Stream = r.Stream || strings.HasSuffix(path, "/generate_stream")
	if _, model, ok := strings.Cut(path, "/models/"); ok {
		name(&r.Model, model[:min(len(model), MaxName)])
	}
	return r.done(a)
}

// generationFold is what is known of one reply, streamed or whole.
type generationFold struct {
	facts
	tokens bool // the text came token by token: the whole one at the end repeats it
}

func (f *generationFold) event(_, data []byte) {
	data = bytes.TrimSpace(data)
	c := &cursor{b: data}
	ours := false
	if c.peek() == '[' { // the hosted API's whole reply
		c.array(func() { ours = f.read(c) || ours })
	} else {
		ours = f.read(c)
	}
	if !ours && len(data) > 0 {
		f.odd(data)
	}
}

// read reads an event or a whole reply; ours is false for what is neither.
func (f *generationFold) read(c *cursor) (ours bool) {
	failed := false
	c.object(func(key []byte) {
		switch string(key) {
		case "token":
			ours, f.tokens = true, true
			f.token(c)
		case "generated_text":
			ours = true
			if raw := c.raw(); raw != nil {
				f.p.Ended = true
				f.whole(raw)
			}
		case "details":
			f.details(c)
		case "error":
			failed = says(c)
		}
	})
	return ours && !failed
}

func (f *generationFold) whole(text []byte) {
	if !f.tokens {
		f.out(text)
	}
}

// token reads one token; special ones (the end of the text) are not shown.
func (f *generationFold) token(c *cursor) {
	var text []byte
	special := false
	c.object(func(key []byte) {
		switch string(key) {
		case "text":
			text = c.raw()
		case "special":
			special = c.boolean()
		}
	})
	if !special {
		f.out(text)
	}
}

// details reads the counts. prefill is the prompt token by token, where it was asked for.
func (f *generationFold) details(c *cursor) {
	prefill := int64(0)
	c.object(func(key []byte) {
		switch string(key) {
		case "finish_reason":
			f.p.Truncated = c.short() == "length"
		case "generated_tokens":
			f.usage.output.read(c)
		case "input_length":
			f.usage.input.read(c)
		case "prefill":
			c.array(func() {
				prefill++
				c.skip()
			})
		}
	})
	if prefill > 0 {
		f.usage.input = count{prefill, true}
	}
}

// progress: half a usage is none, the other half would be free.
func (f *generationFold) progress() Progress {
	if !f.usage.input.said {
		f.usage.output = count{}
	}
	return f.facts.progress()
}
