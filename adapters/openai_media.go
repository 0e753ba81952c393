package adapters

import (
	"bytes"
	"strings"
)

// OpenAI images and audio: platform.openai.com/docs/api-reference/images, .../images-streaming
// and .../audio. Some models bill tokens and say so in usage, others by the picture, the
// second or the letter: those count as calls, and their tokens are estimated from what is
// text. Requests are JSON, or a form when they carry a file. Replies are JSON, events named
// by their type (the last is *.completed or *.done), or just the sound or the text.
type openAIMedia struct{ name string }

func (d openAIMedia) Name() string      { return d.name }
func (d openAIMedia) Used(r Reply) Used { return usedOf[mediaFold](r) }
func (d openAIMedia) NewStream() Stream { return &reader[mediaFold, *mediaFold]{} }

var mediaAsks = asks{stream: "stream_format", words: "prompt input instructions", files: "images image", detail: "input_fidelity"}.table()

func (d openAIMedia) Ask(a Attempt) Ask {
	if c := (cursor{b: a.Body}); c.peek() != '{' {
		return formAsk(d.name, a)
	}
	return mediaAsks.ask(d.name, a).done(a)
}

// formAsk reads a multipart form: its short fields by their names, and each file as one.
func formAsk(dialect string, a Attempt) Ask {
	r := &asking{Ask: Ask{Dialect: dialect, UsageInReply: true}}
	r.Model = string(bytes.ToValidUTF8(formField(a.Body, "model"), nil))
	r.Stream = string(formField(a.Body, "stream")) == "true"
	r.in.look = string(formField(a.Body, "input_fidelity"))
	r.in.text.add(formField(a.Body, "prompt"))
	r.in.form(a.Body)
	return r.done(a)
}

// formField is the value of a field of a form, at most MaxName bytes of it: what stands
// between the blank line after its name and the line end.
func formField(body []byte, name string) []byte {
	_, rest, _ := bytes.Cut(body, []byte(`; name="`+name+`"`))
	_, rest, _ = bytes.Cut(rest, []byte("\r\n\r\n"))
	rest = rest[:min(len(rest), MaxName)]
	value, _, _ := bytes.Cut(rest, []byte("\r\n"))
	return value
}

// mediaFold is what is known of one reply, streamed or whole.
type mediaFold struct {
	facts
	events bool // the reply is a stream of events, and not just the sound
	done   bool
}

func (f *mediaFold) event(_, data []byte) {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '{' {
		return
	}
	failed := false
	var e mediaEvent
	c := &cursor{b: data}
	c.object(func(key []byte) {
		switch string(key) {
		case "type":
			e.kind = c.short()
		case "text":
			e.text = c.raw()
		case "delta":
			f.out(c.raw())
		case "data", "b64_json", "audio":
			f.p.Started = true
		case "usage":
			f.usage.readOpenAI(c)
		case "error":
			failed = says(c)
		}
	})
	f.read(&e)
	if failed || e.kind == "error" {
		f.fail(data)
	}
}

type mediaEvent struct {
	kind string
	text []byte
}

func (f *mediaFold) read(e *mediaEvent) {
	f.events = f.events || e.kind != ""
	if e.kind == "" || strings.HasSuffix(e.kind, ".segment") {
		f.out(e.text) // of transcript.text.done it is what has streamed
	}
	if strings.HasSuffix(e.kind, ".done") || strings.HasSuffix(e.kind, ".completed") {
		f.done = true
	}
}

// progress: a reply that is no stream of events has no end marker of its own.
func (f *mediaFold) progress() Progress {
	p := f.facts.progress()
	p.Ended = f.done || !f.events
	return p
}
