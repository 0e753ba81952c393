package rpc

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/guard"
)

// host is the other end of a served pipe, as a test holds it.
type host struct {
	t     *testing.T
	in    *io.PipeWriter // what the guard reads
	out   *bufio.Reader  // what the guard writes
	outer *io.PipeReader
	done  chan error // Serve's answer
	stop  context.CancelFunc
	logs  *logs
}

// serveTill serves a till and says hello.
func serveTill(t *testing.T, till Till) *host {
	h := serveOptions(t, Options{Open: func(context.Context, func(guard.Event)) (Till, error) { return till, nil }})
	h.hello()
	return h
}

func serveOptions(t *testing.T, opt Options) *host {
	in, toGuard := io.Pipe()
	fromGuard, out := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	h := &host{t: t, in: toGuard, out: bufio.NewReader(fromGuard), outer: fromGuard, done: make(chan error, 1), stop: stop, logs: &logs{}}
	opt.Version, opt.Home, opt.Log = "test", "/home", h.logs.add
	go func() {
		h.done <- Serve(ctx, in, out, opt)
		out.Close()
	}()
	return h
}

const greeting = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocol":1,"client":{"name":"test","version":"1"}}}`

func (h *host) hello() {
	h.t.Helper()
	if a := h.ask(greeting); a.Error != nil {
		h.t.Fatalf("hello: %+v", a.Error)
	}
}

// say writes lines and does not wait for answers.
func (h *host) say(lines ...string) {
	h.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(h.in, line+"\n"); err != nil {
			h.t.Fatalf("say: %v", err)
		}
	}
}

// reply is an answer or a notification.
type reply struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code    int64
		Message string
		Data    ErrorData
	}
}

// hear reads one line.
func (h *host) hear() reply {
	h.t.Helper()
	line, err := h.out.ReadBytes('\n')
	if err != nil {
		h.t.Fatalf("hear: %v", err)
	}
	var r reply
	if err := json.Unmarshal(line, &r); err != nil {
		h.t.Fatalf("%s: %v", line, err)
	}
	return r
}

// ask is say and hear.
func (h *host) ask(line string) reply {
	h.t.Helper()
	h.say(line)
	return h.hear()
}

// end closes the guard's input and gives Serve's answer; answers that were still
// to come are read and given too.
func (h *host) end() (rest []string, err error) {
	h.in.Close()
	data, readErr := io.ReadAll(h.out)
	if readErr != nil {
		h.t.Fatal(readErr)
	}
	if len(data) > 0 {
		rest = strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	}
	return rest, <-h.done
}

// line is a request; id 0 makes a notification.
func line(id int, method, params string) string {
	if id == 0 {
		return fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params)
}

func reserveLine(id int) string {
	return line(id, "reserve", fmt.Sprintf(`{"request":{"provider":"p","model":"m"},"operation":"op%d"}`, id))
}

func recordLine(id int, reservation string) string {
	return line(id, "record", fmt.Sprintf(`{"reservation":%q,"outcome":{"status":200}}`, reservation))
}

func streamLine(reservation, chunk string) string {
	return line(0, "stream", fmt.Sprintf(`{"reservation":%q,"chunk":%q}`, reservation, chunk))
}
