package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tallystick/tallystick/rpc"
)

// agent FILE plays a host: it starts `tallystick serve` and does what the lines
// of FILE say, each with what it expects:
//
//	reserve a source=cron task=beat model=m in=100 out=50    -> granted
//	record a status=200 input=90 output=40                   -> settled
//	release b                                                -> released
//	signal interrupt                                         Ctrl-C, closed terminal, kill
//	die                                                      kill -9 the guard
//
// The reservation of `a` is then $a in the script. In words of a line, \xNN
// and \n are what Go makes of them, so that names can be hostile.
func agent(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: agent FILE")
	}
	h := startHost(ts)
	for _, line := range strings.Split(ts.ReadFile(args[0]), "\n") {
		words, want, _ := strings.Cut(line, "->")
		if strings.TrimSpace(words) == "" {
			continue
		}
		got := h.do(unquoteWords(ts, words))
		if want = strings.TrimSpace(want); !strings.HasPrefix(got, want) {
			ts.Fatalf("%s\n\tgot %s", line, got)
		}
	}
	h.leave()
}

var signals = map[string]os.Signal{"interrupt": os.Interrupt, "hangup": syscall.SIGHUP, "terminate": syscall.SIGTERM}

// host is one end of the pipe to one guard.
type host struct {
	ts    *testscript.TestScript
	guard *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Scanner
	id    int
	dead  bool
}

func startHost(ts *testscript.TestScript) *host {
	path, err := exec.LookPath("tallystick")
	ts.Check(err)
	h := &host{ts: ts, guard: exec.Command(path, "serve")}
	h.guard.Env = []string{"TALLYSTICK_HOME=" + ts.Getenv("TALLYSTICK_HOME"), "PATH=" + ts.Getenv("PATH"), "HOME=/nowhere"}
	h.guard.Stderr = ts.Stderr()
	h.in, err = h.guard.StdinPipe()
	ts.Check(err)
	out, err := h.guard.StdoutPipe()
	ts.Check(err)
	h.out = bufio.NewScanner(out)
	ts.Check(h.guard.Start())
	h.call("initialize", rpc.InitializeParams{Protocol: rpc.Version, Client: rpc.Client{Name: "script", Version: "1"},
		Process: rpc.Process{Name: "python agent.py", PID: 4711}}, &rpc.InitializeResult{})
	return h
}

// call asks and waits for the answer, passing over events.
func (h *host) call(method string, params, result any) {
	h.id++
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": h.id, "method": method, "params": params})
	h.ts.Check(err)
	_, err = h.in.Write(append(line, '\n'))
	h.ts.Check(err)
	for h.out.Scan() {
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		h.ts.Check(json.Unmarshal(h.out.Bytes(), &answer))
		switch {
		case answer.ID != h.id:
			continue
		case answer.Error != nil:
			h.ts.Fatalf("%s: %s", method, answer.Error.Message)
		}
		h.ts.Check(json.Unmarshal(answer.Result, result))
		return
	}
	h.ts.Fatalf("%s: the guard left without an answer", method)
}

// do is one line of the file; it returns what happened in a word or two.
func (h *host) do(words []string) string {
	name := ""
	if len(words) > 1 {
		name = words[1]
	}
	switch words[0] {
	case "reserve":
		return h.reserve(name, pairs(words[2:]))
	case "record":
		return h.record(h.ts.Getenv(name), pairs(words[2:]))
	case "release":
		var r rpc.ReleaseResult
		h.call("release", rpc.ReleaseParams{Reservation: h.ts.Getenv(name)}, &r)
		return r.State
	case "signal":
		h.ts.Check(h.guard.Process.Signal(signals[name]))
		return ""
	case "die":
		h.ts.Check(h.guard.Process.Kill())
		h.dead = true
		return ""
	}
	h.ts.Fatalf("no such step: %q", words)
	return ""
}

func (h *host) reserve(name string, p map[string]string) string {
	var r rpc.ReserveResult
	h.call("reserve", rpc.ReserveParams{
		Request:    rpc.Request{Provider: "openai", Model: p["model"], InputTokens: num(p["in"]), MaxOutputTokens: num(p["out"])},
		Attributes: rpc.Attributes{Source: p["source"], Task: p["task"]},
		Pool:       p["pool"], Operation: p["op"], Attempt: num(p["attempt"]),
	}, &r)
	if !r.Granted {
		return "refused " + r.Denial.Reason + ": " + r.Denial.Message
	}
	h.ts.Setenv(name, r.Reservation)
	return "granted"
}

func (h *host) record(id string, p map[string]string) string {
	o := rpc.Outcome{Status: num(p["status"]), Body: p["body"], ElapsedMS: num(p["ms"])}
	if p["input"] != "" {
		o.Usage = &rpc.Usage{InputTokens: num(p["input"]), OutputTokens: num(p["output"])}
	}
	if p["error"] != "" {
		o.Error = &rpc.Fault{Type: p["error"], Message: p["error"]}
	}
	var r rpc.RecordResult
	h.call("record", rpc.RecordParams{Reservation: id, Outcome: o}, &r)
	return r.State
}

// leave closes stdin, as a host that ends does, and waits for the guard to go.
func (h *host) leave() {
	h.in.Close()
	for h.out.Scan() {
	}
	if err := h.guard.Wait(); err != nil && !h.dead {
		h.ts.Fatalf("the guard ended with %v", err)
	}
}

func unquoteWords(ts *testscript.TestScript, line string) []string {
	words := strings.Fields(line)
	for i, w := range words {
		s, err := strconv.Unquote(`"` + strings.ReplaceAll(w, `"`, `\"`) + `"`)
		ts.Check(err)
		words[i] = s
	}
	return words
}

func pairs(words []string) map[string]string {
	p := map[string]string{}
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		p[key] = value
	}
	return p
}

func num(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}
