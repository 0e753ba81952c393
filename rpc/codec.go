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

// codec is the jsonrpc2.ObjectStream of one host: it reads and writes lines and
// answers by itself whatever is no request, so that nothing a host writes can
// end the conversation. It stands where jsonrpc2's own streams close the
// connection on malformed JSON and on a batch, take a null id for a
// notification and a message of any size, and echo -1 as 18446744073709551615.
//
//	host ──line──► lines ──► parse ──► Conn ──► server.Handle   (one goroutine)
//	                           └─ bad: answered here
//	host ◄──line── writer ◄── answer, refuse, Notify            (any goroutine)
type codec struct {
	lines *lines
	in    io.Closer
	out   *writer
	idle  func() // called at the end of input, before the connection may close

	last message // what ReadObject handed up last; Conn calls Handle from the same goroutine

	mu       sync.Mutex
	inFlight map[string]struct{} // ids of requests without an answer. Guarded by mu.
}

var _ jsonrpc2.ObjectStream = (*codec)(nil)

func newCodec(in io.ReadCloser, out io.Writer, idle func()) *codec {
	return &codec{
		lines: newLines(in), in: in, out: newWriter(out), idle: idle,
		inFlight: map[string]struct{}{},
	}
}

// ReadObject gives Conn the next good request; v is its message type, which
// only Conn can name. Params stay behind in last: Conn would decode them into
// maps and encode them again before the handler could decode them once more.
func (c *codec) ReadObject(v any) error {
	for {
		line, err := c.lines.next()
		if errors.Is(err, errTooLong) {
			c.refuse(scan(line).members.goodID(), tooLong())
			continue
		}
		if err != nil || c.out.broken() {
			c.idle()
			return io.EOF
		}
		m, bad := parse(line)
		if bad == nil {
			bad = c.begin(&m)
		}
		if bad != nil {
			c.refuse(m.id, bad)
			continue
		}
		c.last = m
		return v.(json.Unmarshaler).UnmarshalJSON(envelope(m))
	}
}

func tooLong() *jsonrpc2.Error {
	return newError(CodeInvalidRequest, fmt.Sprintf("the message is longer than %d MiB and was skipped", MaxMessageBytes>>20),
		"replace long strings in a body by their length and give body_bytes")
}

// envelope is a request as far as Conn has to know it.
func envelope(m message) []byte {
	b := append(make([]byte, 0, 64), `{"method":`...)
	b = appendString(b, m.method)
	if m.id != "" {
		b = append(append(b, `,"id":`...), m.id...)
	}
	return append(b, '}')
}

func appendString(b []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		return append(b, `""`...) // not reached: every string can be encoded
	}
	return append(b, quoted...)
}

// begin notes that a request waits for its answer. The error for an id that is
// in flight goes out with a null id, or it would be taken for the first one's.
func (c *codec) begin(m *message) *jsonrpc2.Error {
	if m.id == "" {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, taken := c.inFlight[m.id]; taken {
		id := m.id
		m.id = ""
		return newError(CodeInvalidRequest, "the id "+clip(id)+" is still in flight", "use each id once")
	}
	c.inFlight[m.id] = struct{}{}
	return nil
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

// send writes one answer. It encodes once: Conn.Reply would encode the result
// and then pass the bytes through four more encoders. That the host is gone is
// no error of this call: writer.failed tells Serve.
func (c *codec) send(id, member string, value any) {
	_ = c.out.line(func(b *bytes.Buffer) error {
		b.WriteString(`{"jsonrpc":"2.0","id":` + id + `,"` + member + `":`)
		err := encode(b, value)
		b.WriteString("}\n")
		return err
	})
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

// WriteObject sends what Conn itself says: notifications.
func (c *codec) WriteObject(obj any) error {
	return c.out.line(func(b *bytes.Buffer) error {
		err := encode(b, obj)
		b.WriteByte('\n')
		return err
	})
}

// Close ends the reading. Answers may still go out: the host's pipe is not ours to close.
func (c *codec) Close() error { return c.in.Close() }
