package adapters

import (
	"bytes"
	"strings"
)

// Cloudflare Workers AI's own: developers.cloudflare.com/workers-ai/get-started/rest-api,
// POST /accounts/ID/ai/run/@cf/VENDOR/MODEL, and the same model behind its AI gateway. A reply
// is {"result": {"response": "...", "usage": {...}}, "success": true}, a stream events of
// {"response": "..."} and [DONE]; newer models answer in the words of chat completions, inside
// result or in the events (github.com/cloudflare/ai, workers-ai-provider/src/streaming.ts).
//
// The gateway's universal endpoint takes a list of requests to any provider, and answers as the
// first that does: developers.cloudflare.com/ai-gateway/universal.
type cloudflare struct{}

func (cloudflare) Name() string      { return "cloudflare" }
func (cloudflare) Used(r Reply) Used { return usedOf[cloudflareFold](r) }
func (cloudflare) NewStream() Stream { return &reader[cloudflareFold, *cloudflareFold]{} }

func (d cloudflare) Ask(a Attempt) Ask {
	if c := (&cursor{b: a.Body}); c.peek() == '[' {
		return d.dearest(a, c)
	}
	r := chatAsks.ask(d.Name(), a)
	_, path := hostAndPath(a.URL)
	if i := strings.LastIndex(path, "/@"); i >= 0 {
		r.Model = path[i+1:][:min(len(path)-i-1, MaxName)]
	}
	return r.done(a)
}

// dearest is the request of a list that asks for most: any of them may be the one that is
// answered.
func (d cloudflare) dearest(a Attempt, list *cursor) Ask {
	most := chatAsks.ask(d.Name(), a).done(a)
	request := func(key []byte) {
		if string(key) != "query" {
			return
		}
		a.Body = list.value()
		if one := chatAsks.ask(d.Name(), a).done(a); one.InputTokens+one.MaxOutput > most.InputTokens+most.MaxOutput {
			most = one
		}
	}
	list.array(func() { list.object(request) })
	return most
}

// cloudflareFold is a chatFold that also knows Cloudflare's members.
type cloudflareFold struct{ chatFold }

func (f *cloudflareFold) event(named, data []byte) {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '{' {
		f.chatFold.event(named, data)
		return
	}
	ours, failed := f.native(data, true)
	switch {
	case failed:
		f.fail(data)
	case !ours:
		f.chatFold.event(named, data)
	}
}

// native reads an event, a body, or the result in it; ours is false when it is none of
// Cloudflare's.
func (f *cloudflareFold) native(data []byte, outer bool) (ours, failed bool) {
	c := &cursor{b: data}
	c.object(func(key []byte) {
		switch string(key) {
		case "result":
			if v := c.value(); outer && len(v) > 0 && v[0] == '{' {
				ours, failed = f.result(v)
			}
		case "response":
			ours = true
			f.text(c)
		case "tool_calls":
			ours = true
			c.array(func() { f.call(c) })
		case "image", "shape": // a picture, vectors
			ours = true
		case "usage":
			f.usage.readOpenAI(c)
		case "success":
			failed = string(c.literal()) == "false" || failed
		}
	})
	return ours, failed
}

// result reads what a body wraps: Cloudflare's own members, or a chat completion.
func (f *cloudflareFold) result(data []byte) (ours, failed bool) {
	if ours, failed = f.native(data, false); !ours {
		ours, failed = f.chunk(&cursor{b: data}, false)
	}
	return ours, failed
}

// text is a string, or an object where JSON was asked for.
func (f *cloudflareFold) text(c *cursor) {
	if c.peek() == '"' {
		f.out(c.raw())
		return
	}
	if v := c.value(); string(v) != "null" {
		f.out(v)
	}
}

// call reads a tool call: {name, arguments: {...}}, or as in chat completions.
func (f *cloudflareFold) call(c *cursor) {
	c.object(func(key []byte) {
		switch string(key) {
		case "name":
			f.out(c.raw())
		case "arguments":
			f.text(c)
		case "function":
			f.call(c)
		}
	})
}
