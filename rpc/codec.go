package rpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// codec reads and writes the lines of one host, and answers by itself whatever
// is no request, so that nothing a host writes can end the conversation. It does
// what jsonrpc2's own streams do not: they close the connection on malformed
// JSON and on a batch, take a null id for a notification and a message of any
// size, and echo -1 as 18446744073709551615.
type codec struct {
	lines *lines
	out   *writer

	mu       sync.Mutex
	inFlight map[string]struct{} // ids of requests without an answer. Guarded by mu.
}

func newCodec(in io.Reader, out io.Writer) *codec {
	return &codec{lines: newLines(in), out: newWriter(out), inFlight: map[string]struct{}{}}
}

// next gives the next good request; io.EOF says that none will come. One
// goroutine at a time may call it.
func (c *codec) next() (message, error) {
	for {
		line, err := c.lines.next()
		if errors.Is(err, errTooLong) {
			c.refuse(c.unlessInFlight(scan(line).members.goodID()), tooLong())
			continue
		}
		if err != nil || c.out.broken() {
			return message{}, io.EOF
		}
		m, bad := parse(line)
		if bad == nil {
			bad = c.begin(m)
		}
		if bad == nil {
			return m, nil
		}
		c.refuse(c.unlessInFlight(m.id), bad)
	}
}

func tooLong() *jsonrpc2.Error {
	return newError(CodeInvalidRequest, fmt.Sprintf("the message is longer than %d MiB and was skipped", MaxMessageBytes>>20),
		"replace long strings in a body by their length and give body_bytes")
}

// begin notes that a request waits for its answer.
func (c *codec) begin(m message) *jsonrpc2.Error {
	if m.id == "" {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, taken := c.inFlight[m.id]; taken {
		return newError(CodeInvalidRequest, "the id "+clip(m.id)+" is still in flight", "use each id once")
	}
	c.inFlight[m.id] = struct{}{}
	return nil
}

// unlessInFlight is the id of a line that is refused, but "" for one that is in
// flight: the host would take the refusal for the answer to its first request.
func (c *codec) unlessInFlight(id string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, taken := c.inFlight[id]; taken {
		return ""
	}
	return id
}

// alone says that the request read last is the only one that waits for an
// answer, and that nothing more has come with it.
func (c *codec) alone() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.inFlight) <= 1 && c.lines.in.Buffered() == 0
}

// answer sends the result of a request, or its error if there is one. That a
// line was no JSON is seen only when its params are decoded; then the id is null.
func (c *codec) answer(id string, result any, bad *jsonrpc2.Error) {
	c.mu.Lock()
	delete(c.inFlight, id)
	c.mu.Unlock()
	switch {
	case bad == nil:
		c.send(id, "result", result)
	case bad.Code == CodeParse:
		c.refuse("", bad)
	default:
		c.refuse(id, bad)
	}
}

// refuse sends an error; without an id it is null, as JSON-RPC has it.
func (c *codec) refuse(id string, bad *jsonrpc2.Error) {
	if id == "" {
		id = "null"
	}
	c.send(id, "error", bad)
}

// send writes one answer. That the host is gone is no error of this call: that
// writer.failed tells. What cannot be encoded becomes an error, for somebody waits.
func (c *codec) send(id, member string, value any) {
	_ = c.out.line(func(b *bytes.Buffer) error {
		err := answerLine(b, id, member, value)
		if err != nil {
			b.Reset()
			err = answerLine(b, id, "error", newError(CodeInternal, "the guard is broken: "+err.Error(), "please report this"))
		}
		return err
	})
}

func answerLine(b *bytes.Buffer, id, member string, value any) error {
	b.WriteString(`{"jsonrpc":"2.0","id":` + id + `,"` + member + `":`)
	err := encode(b, value)
	b.WriteString("}\n")
	return err
}

// encode appends the JSON of v, with < and & as they are.
func encode(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the encoder's newline
	return nil
}

// write sends any other message.
func (c *codec) write(v any) error {
	return c.out.line(func(b *bytes.Buffer) error {
		err := encode(b, v)
		b.WriteByte('\n')
		return err
	})
}
