package rpc

import (
	"strings"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
)

// From the wire to the guard. What is wrong ends up in the checker.

func (c *checker) attributes(a Attributes) guard.Attributes {
	c.length("attributes.source", a.Source, MaxNameBytes)
	c.length("attributes.task", a.Task, MaxNameBytes)
	c.length("attributes.run", a.Run, MaxNameBytes)
	if len(a.Tags) > MaxTags {
		c.fail("attributes.tags are %d; at most %d are taken", len(a.Tags), MaxTags)
	}
	for name, value := range a.Tags {
		c.needed("the name of a tag", name)
		c.length("the name of a tag", name, MaxTagNameBytes)
		c.length("the value of a tag", value, MaxTagBytes)
	}
	return guard.Attributes{Source: a.Source, Task: a.Task, Run: a.Run, Tags: a.Tags}
}

func (c *checker) reserve(p *ReserveParams) guard.Call {
	call := c.request(p.Request)
	if call.Seen == nil && call.Model == "" {
		c.fail("request says neither what was seen (url, body) nor which model is called (provider, model)")
	}
	call.Attributes = c.attributes(p.Attributes)
	c.length("pool", p.Pool, MaxNameBytes)
	c.length("operation", p.Operation, MaxIDBytes)
	c.attempt(p.Attempt)
	call.Pool, call.Operation, call.Attempt = p.Pool, p.Operation, int(p.Attempt)
	call.Deadline = c.left("deadline_ms", p.DeadlineMS)
	call.Timeout = c.wait("timeout_ms", p.TimeoutMS)
	return call
}

func (c *checker) attempt(n int64) {
	const most = 1_000_000
	c.atLeast("attempt", n, 0)
	if n > most {
		c.fail("attempt is %d; no operation is tried more than %d times", n, most)
	}
}

func (c *checker) request(r Request) guard.Call {
	c.length("request.url", r.URL, MaxURLBytes)
	c.length("request.provider", r.Provider, MaxNameBytes)
	c.length("request.model", r.Model, MaxModelBytes)
	c.fingerprint("request.key", r.Key)
	c.atLeast("request.input_tokens", r.InputTokens, 0)
	c.atLeast("request.max_output_tokens", r.MaxOutputTokens, 0)
	c.atLeast("request.body_bytes", r.BodyBytes, 0)
	call := guard.Call{
		Provider: r.Provider, Model: r.Model, Key: r.Key,
		InputTokens: r.InputTokens, MaxOutputTokens: r.MaxOutputTokens, Stream: r.Stream,
	}
	if r.URL != "" || r.Body != "" || r.BodyB64 != "" {
		call.Seen = &adapters.Attempt{
			URL: bareURL(r.URL), Provider: r.Provider,
			Body: c.bytes("request.body", r.Body, r.BodyB64), BodyBytes: r.BodyBytes,
		}
	}
	return call
}

// bareURL leaves scheme, host and path. A shim sends no more than that and the
// names of query parameters; but values (Gemini puts the key there) and user
// names must not get further than here, whatever a host sends.
func bareURL(url string) string {
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		url = url[:i]
	}
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		return url
	}
	host, path, slash := strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	if slash {
		path = "/" + path
	}
	return scheme + "://" + host + path
}

// outcome never refuses something for being too much: a call that was made has
// to be recorded, so what the provider sent is taken as it is, or cut.
func (c *checker) outcome(o Outcome) guard.Outcome {
	if o.Status < 0 || o.Status > 999 {
		c.fail("outcome.status is %d; it has to be an HTTP status, or absent", o.Status)
	}
	c.oneOf("outcome.ended", o.Ended, "complete", "cut", "closed", "cancelled")
	out := guard.Outcome{
		Status: int(o.Status), Headers: make(map[string][]string, len(o.Headers)),
		Body: c.bytes("outcome.body", o.Body, o.BodyB64), Model: head(o.Model, MaxModelBytes),
		Sent: o.Sent, Shown: o.OutputShown, Ended: o.Ended,
		Elapsed: c.span("outcome.elapsed_ms", max(o.ElapsedMS, 0)), // a clock that stepped back
	}
	for name, values := range o.Headers {
		out.Headers[name] = values
	}
	if o.Error != nil {
		out.ErrType, out.ErrText = head(o.Error.Type, MaxNameBytes), head(o.Error.Message, MaxFaultBytes)
	}
	if u := o.Usage; u != nil {
		out.Usage = &adapters.Tokens{
			Input: u.InputTokens, CachedInput: u.CachedInputTokens, CacheWrite: u.CacheWriteTokens,
			Output: u.OutputTokens, Reasoning: u.ReasoningTokens,
		}
	}
	return out
}

// head is the beginning of a text, cut between characters.
func head(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "")
}

func (c *checker) reservation(id string) {
	c.needed("reservation", id)
	c.length("reservation", id, MaxIDBytes)
}
