package conformance

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"
)

// guard is a `tallystick serve` child as a host holds it. ask may be called from
// many goroutines; answers find their way back by id.
type guard struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	hello struct{ Home, Zone, Trouble string } // the guard's greeting

	mu      sync.Mutex // guards what follows; never held over a read
	next    int
	waiting map[int]chan reply
	gone    error // why no answer will come any more
}

type reply struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *wireError      `json:"error"`
}

type wireError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    struct {
		Code string `json:"code"`
		Hint string `json:"hint"`
	} `json:"data"`
}

func (e *wireError) Error() string { return fmt.Sprintf("%d %s: %s", e.Code, e.Data.Code, e.Message) }

var errGone = errors.New("the guard is gone")

// spawn starts a guard and says hello. Its stderr is ours.
func spawn(env []string, name string) (*guard, error) {
	cmd := exec.Command(bin, "serve")
	cmd.Env, cmd.Stderr = env, os.Stderr
	return greet(cmd, name)
}

// greet starts a prepared guard and says hello.
func greet(cmd *exec.Cmd, name string) (*guard, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	g := &guard{cmd: cmd, in: in, waiting: map[int]chan reply{}}
	go g.read(out)
	hello := object{"protocol": 1, "client": object{"name": "conformance", "version": "1"}, "process": object{"pid": os.Getpid(), "name": name}}
	if err := g.ask("initialize", hello, &g.hello); err != nil {
		g.kill()
		return nil, fmt.Errorf("hello: %w", err)
	}
	return g, nil
}

type object = map[string]any

// read hands every answer to whoever waits for it, until the pipe ends.
func (g *guard) read(out io.Reader) {
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		var r reply
		if err == nil {
			err = json.Unmarshal(line, &r)
		}
		g.mu.Lock()
		if err != nil {
			g.gone = fmt.Errorf("%w: %w", errGone, err)
			for id, c := range g.waiting {
				delete(g.waiting, id)
				close(c)
			}
			g.mu.Unlock()
			return
		}
		if c, ok := g.waiting[r.ID]; ok { // a notification has no id
			delete(g.waiting, r.ID)
			c <- r
		}
		g.mu.Unlock()
	}
}

// ask sends a request and waits for its answer. A guard that dies meanwhile is
// errGone, an error answer a *wireError.
func (g *guard) ask(method string, params any, into any) error {
	g.mu.Lock()
	if g.gone != nil {
		g.mu.Unlock()
		return g.gone
	}
	g.next++
	id, answer := g.next, make(chan reply, 1)
	g.waiting[id] = answer
	g.mu.Unlock()
	if err := g.send(object{"jsonrpc": "2.0", "id": id, "method": method, "params": params}); err != nil {
		return err
	}
	select {
	case r, ok := <-answer:
		switch {
		case !ok:
			return errGone
		case r.Error != nil:
			return r.Error
		case into == nil:
			return nil
		}
		return json.Unmarshal(r.Result, into)
	case <-time.After(patience):
		return fmt.Errorf("no answer to %s within %s", method, patience)
	}
}

// tell sends a notification.
func (g *guard) tell(method string, params any) error {
	return g.send(object{"jsonrpc": "2.0", "method": method, "params": params})
}

func (g *guard) send(message object) error {
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if _, err := g.in.Write(append(line, '\n')); err != nil { // one write: lines of several goroutines do not mix
		return fmt.Errorf("%w: %w", errGone, err)
	}
	return nil
}

// kill is kill -9, and the funeral.
func (g *guard) kill() {
	_ = g.cmd.Process.Kill()
	_ = g.cmd.Wait()
}

// leave closes the pipe, as a host does that ends, and waits for the guard.
func (g *guard) leave() error {
	return errors.Join(g.in.Close(), g.cmd.Wait())
}

// begin is spawn for tests.
func begin(t *testing.T, home string, env ...string) *guard {
	t.Helper()
	g, err := spawn(environ(home, env...), t.Name())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.kill)
	return g
}

// granted is an answer to reserve.
type granted struct {
	Granted     bool   `json:"granted"`
	Reservation string `json:"reservation"`
	Operation   string `json:"operation"`
	Attempt     int    `json:"attempt"`
	Repeated    bool   `json:"repeated"`
	Limits      []use  `json:"limits"`
	Denial      *struct {
		Reason  string `json:"reason"`
		Limit   string `json:"limit"`
		Message string `json:"message"`
	} `json:"denial"`
}

type amount struct {
	Calls  int64 `json:"calls"`
	Tokens int64 `json:"tokens"`
}

type use struct {
	Limit    string `json:"limit"`
	Value    string `json:"value"`
	Window   string `json:"window"`
	ResetsAt string `json:"resets_at"`
	Ceiling  amount `json:"ceiling"`
	Settled  amount `json:"settled"`
	Held     amount `json:"held"`
	Unknown  amount `json:"unknown"`
}

// settled is an answer to record.
type settled struct {
	Reservation string   `json:"reservation"`
	State       string   `json:"state"`
	Tokens      object   `json:"tokens"`
	Estimated   bool     `json:"estimated"`
	Flags       []string `json:"flags"`
}

func (g *guard) reserve(params object) (granted, error) {
	var got granted
	return got, g.ask("reserve", params, &got)
}

func (g *guard) record(id string, outcome object) (settled, error) {
	var got settled
	return got, g.ask("record", object{"reservation": id, "outcome": outcome}, &got)
}

// place asks for one call of 10 + 5 tokens.
func place(operation string, attempt int, attributes object) object {
	return object{
		"request":   object{"provider": "loopback", "model": "m", "input_tokens": 10, "max_output_tokens": 5},
		"operation": operation, "attempt": attempt, "attributes": attributes,
	}
}

// done is the outcome of a call that used what it held.
var done = object{"status": 200, "usage": object{"input_tokens": 10, "output_tokens": 5}}
