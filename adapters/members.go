package adapters

import "strings"

// asks names the members of a request's body by what they say: the part of Ask that every
// dialect has in common. Names stand apart by blanks.
type asks struct {
	model, stream, usage string // the model; whether the reply streams; whether a stream reports usage
	limit, older         string // the maximum of the output; an older name of it, which counts when the first is not said
	choices              string // how many answers; the largest of several counts
	words                string // conversation
	tools, schema        string // tools; formats of the output: their names count as well
	files                string // a list of pictures, or one
	detail               string // how closely pictures are looked at
	inside               map[string]asks
}

// members is asks as a table.
type members map[string]func(*asking, *cursor)

// table makes the lists into a table; model and stream have these names nearly everywhere.
func (a asks) table() members {
	a.model += " model"
	a.stream += " stream"
	return a.members()
}

func (a asks) members() members {
	m := members{}
	for _, l := range [...]struct {
		names string
		read  func(*asking, *cursor)
	}{
		{a.model, func(r *asking, c *cursor) { r.Model = c.short() }},
		{a.stream, func(r *asking, c *cursor) { r.Stream = streams(scalar(c)) }},
		{a.usage, func(r *asking, c *cursor) { r.usage = c.boolean() }},
		{a.limit, func(r *asking, c *cursor) { r.limit, _ = c.number() }},
		{a.older, func(r *asking, c *cursor) { r.older, _ = c.number() }},
		{a.choices, (*asking).count},
		{a.words, func(r *asking, c *cursor) { r.in.words(c) }},
		{a.tools, func(r *asking, c *cursor) { r.in.tools(c) }},
		{a.schema, func(r *asking, c *cursor) { r.in.schema(c) }},
		{a.files, func(r *asking, c *cursor) { r.in.images(c) }},
		{a.detail, func(r *asking, c *cursor) { r.in.look = scalar(c) }},
	} {
		for _, name := range strings.Fields(l.names) {
			m[name] = l.read
		}
	}
	for name, a := range a.inside {
		m[name] = a.members().read
	}
	return m
}

// scalar reads true, a number or a short string as it is written.
func scalar(c *cursor) string {
	if c.peek() == '"' {
		return c.short()
	}
	return string(c.literal())
}

// streams tells what asks for a stream: "stream": true, "stream_format": "sse".
func streams(word string) bool { return word == "true" || word == "sse" }

// read reads an object by the table. A member without a row may bring along input from elsewhere.
func (m members) read(r *asking, c *cursor) {
	c.object(func(key []byte) {
		if read := m[string(key)]; read != nil {
			read(r, c)
			return
		}
		r.in.elsewhere(c, key)
	})
}

// asking is a request half read.
type asking struct {
	Ask
	in                    input
	limit, older, choices int64
	usage                 bool
}

// ask reads a request's body by a dialect's table. done makes an Ask of it.
func (m members) ask(dialect string, a Attempt) *asking {
	r := &asking{Ask: Ask{Dialect: dialect, UsageInReply: true}}
	m.read(r, &cursor{b: a.Body})
	return r
}

func (r *asking) count(c *cursor) {
	n, _ := c.number()
	r.choices = max(r.choices, n)
}

// done is the Ask, its numbers cut to sane values.
func (r *asking) done(a Attempt) Ask {
	if r.limit <= 0 {
		r.limit = r.older
	}
	r.MaxOutput = times(r.limit, r.choices)
	r.in.tell(&r.Ask, a)
	return r.Ask
}
