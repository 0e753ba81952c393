package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// client speaks to one `tallystick serve` as a shim does: JSON lines, many
// calls at once. It is lean on purpose: the guard is what is measured.
type client struct {
	cmd *exec.Cmd
	in  io.WriteCloser

	// mu guards writing and what waits for an answer; the reader takes it only
	// to find who waits.
	mu      sync.Mutex
	next    int64
	waiting map[int64]chan reply
	gone    error // why no answer will come any more
}

type reply struct {
	ID     int64           `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// startClient starts a guard on a home and greets it.
func startClient(home string) (*client, error) {
	return startClientAs(home, os.Getenv(envBinary), "serve")
}

// startClientAs starts it by another command line, such as under strace.
func startClientAs(home, name string, args ...string) (*client, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "TALLYSTICK_HOME="+home)
	cmd.Stderr = os.Stderr
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
	c := &client{cmd: cmd, in: in, waiting: map[int64]chan reply{}}
	go c.read(bufio.NewReaderSize(out, 1<<16)) // ends when the guard closes its side
	_, err = c.call("initialize", `{"protocol":1,"client":{"name":"bench","version":"1"},"process":{"name":"bench"}}`)
	return c, err
}

func (c *client) read(r *bufio.Reader) {
	for {
		text, err := r.ReadSlice('\n')
		if err != nil {
			c.lose(fmt.Errorf("the guard is gone: %w", err))
			return
		}
		var a reply
		if err := json.Unmarshal(text, &a); err != nil {
			c.lose(fmt.Errorf("the guard said %.80q: %w", text, err))
			return
		}
		c.mu.Lock()
		ch := c.waiting[a.ID]
		delete(c.waiting, a.ID)
		c.mu.Unlock()
		if ch != nil { // an event has no id
			ch <- a
		}
	}
}

func (c *client) lose(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone = err
	for _, ch := range c.waiting {
		close(ch)
	}
	c.waiting = map[int64]chan reply{}
}

// call sends one request and waits for its result.
func (c *client) call(method, params string) (json.RawMessage, error) {
	ch := make(chan reply, 1)
	if err := c.send(method, params, ch); err != nil {
		return nil, err
	}
	a, ok := <-ch
	if !ok {
		return nil, c.gone
	}
	if a.Error != nil {
		return nil, fmt.Errorf("%s: %s (%d)", method, a.Error.Message, a.Error.Code)
	}
	return a.Result, nil
}

func (c *client) send(method, params string, ch chan reply) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone != nil {
		return c.gone
	}
	c.next++
	c.waiting[c.next] = ch
	_, err := fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":%d,"method":"%s","params":%s}`+"\n", c.next, method, params)
	return err
}

// reserve asks for one call of a task and gives the reservation.
func (c *client) reserve(task string) (string, error) {
	res, err := c.call("reserve", reserveParams(task))
	if err != nil {
		return "", err
	}
	var g struct {
		Granted     bool            `json:"granted"`
		Reservation string          `json:"reservation"`
		Denial      json.RawMessage `json:"denial"`
	}
	if err := json.Unmarshal(res, &g); err != nil {
		return "", err
	}
	if !g.Granted {
		return "", errors.New("refused: " + string(g.Denial))
	}
	return g.Reservation, nil
}

// pair reserves for a task and records a good answer.
func (c *client) pair(task string) error {
	id, err := c.reserve(task)
	if err != nil {
		return err
	}
	_, err = c.call("record", `{"reservation":"`+id+`","outcome":{"status":200,"usage":{"input_tokens":200,"output_tokens":50}}}`)
	return err
}

func reserveParams(task string) string {
	return `{"request":{"provider":"openai","model":"gpt-5","input_tokens":200,"max_output_tokens":100},"attributes":{"source":"cron","task":"` + task + `"}}`
}

func (c *client) close() error {
	_ = c.in.Close() // EOF is how a host says goodbye
	return c.cmd.Wait()
}

// writeHome makes a home whose limits are checked at every call and never reached.
func writeHome(home, durability string, partitioned bool) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	limits := []string{fmt.Sprintf("  - {name: hot, window: day, calls: %d, tokens: %d}", ceiling, ceiling*1000)}
	if partitioned {
		limits = append(limits, fmt.Sprintf("  - {name: tasks, window: day, per: task, calls: %d}", ceiling))
	}
	text := "version: 1\nzone: UTC\ndurability: " + durability + "\nlimits:\n" + strings.Join(limits, "\n") + "\n"
	return os.WriteFile(filepath.Join(home, "tallystick.yaml"), []byte(text), 0o600)
}
