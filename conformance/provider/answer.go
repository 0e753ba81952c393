package provider

import (
	"compress/gzip"
	"encoding/json"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// said is what a good answer says.
const said = "The night was quiet: disks at 41 %, queues empty, no alarm since midnight."

// answer is one request being answered as its step says.
type answer struct {
	p    *Provider
	w    http.ResponseWriter
	r    *http.Request
	d    dialect
	ask  ask
	step step
}

func (a *answer) give() {
	switch a.step.name {
	case "reset":
		a.reset()
	case "hang":
		a.wait(MaxDelay)
	case "slow":
		d, _ := a.step.delay() // checked when the script was read
		if a.wait(d) {
			a.good()
		}
	case "ok", "tool", "stream", "gzip", "cut", "early", "error-event":
		a.good()
	default:
		a.bad()
	}
}

// wait is false when the client left or the provider closed first.
func (a *answer) wait(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-a.r.Context().Done():
	case <-a.p.stop:
	}
	return false
}

// reset ends the connection with a TCP RST: linger 0 throws away what is queued.
func (a *answer) reset() {
	conn, _, err := http.NewResponseController(a.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

func (a *answer) bad() {
	f, extra := faultOf(a.step)
	for name, values := range extra {
		a.w.Header()[name] = values
	}
	a.head("application/json")
	a.w.WriteHeader(f.status)
	_ = json.NewEncoder(a.w).Encode(a.d.fault(f)) // a client that left needs no answer
}

func (a *answer) head(kind string) {
	a.w.Header().Set("content-type", kind)
	a.w.Header().Set("x-request-id", "req_1")
	a.w.Header().Set("request-id", "req_1")
}

func (a *answer) good() {
	o := a.output()
	if a.ask.Stream {
		a.stream(o)
		return
	}
	body, _ := json.Marshal(a.d.whole(a.ask, o)) // our own maps always marshal
	a.head("application/json")
	switch a.step.name {
	case "gzip":
		a.compress(body)
	case "cut":
		a.w.Header().Set("content-length", strconv.Itoa(len(body)))
		_, _ = a.w.Write(body[:len(body)/2])
		a.abort()
	case "early":
		_, _ = a.w.Write(body[:len(body)/2])
	case "error-event":
		f := plainFault(503)
		a.w.WriteHeader(f.status)
		_ = json.NewEncoder(a.w).Encode(a.d.fault(f))
	default:
		_, _ = a.w.Write(body)
	}
}

// output is a tool call for "tool", and for "cut" and "early" when the request
// offers one: half a tool call is the dangerous half.
func (a *answer) output() output {
	switch {
	case a.step.name == "stream":
		n, _, _ := a.step.pieces() // checked when the script was read
		return output{pieces: strings.SplitAfter(strings.Repeat("word ", n), " ")[:n]}
	case a.offersTool():
		return output{pieces: split(a.ask.Args, 6), tool: true}
	}
	return output{pieces: strings.SplitAfter(said, " ")}
}

func (a *answer) offersTool() bool {
	if a.ask.Tool == "" || a.ask.Told {
		return false
	}
	return a.step.name == "tool" || a.step.name == "cut" || a.step.name == "early"
}

func (a *answer) compress(body []byte) {
	a.w.Header().Set("content-encoding", "gzip")
	z := gzip.NewWriter(a.w)
	_, _ = z.Write(body)
	_ = z.Close()
}

// abort breaks the connection off: what was written so far is delivered, then nothing.
func (a *answer) abort() {
	_ = http.NewResponseController(a.w).Flush()
	panic(http.ErrAbortHandler)
}

// rawJSON keeps a text that is JSON already as it is.
func rawJSON(text string) json.RawMessage { return json.RawMessage(text) }
