package conformance

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// victim is one host with its guard, and the provider it calls.
type victim struct {
	t        *testing.T
	home, id string
	host     *exec.Cmd
	guardPID int
	in       io.WriteCloser
	out      *bufio.Scanner
	alive    io.Reader // ends when host and guard are both dead: each holds its other end
	provider *provider
}

// provider answers when it is told to, in two parts.
type provider struct {
	*httptest.Server
	requests      atomic.Int64
	seen          chan struct{}
	begin, finish chan struct{}
}

func startProvider(t *testing.T) *provider {
	p := &provider{seen: make(chan struct{}, 1), begin: make(chan struct{}), finish: make(chan struct{})}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.requests.Add(1)
		p.seen <- struct{}{}
		for _, part := range []struct {
			when chan struct{}
			text string
		}{{p.begin, `data: {"choices":[{"delta":{"content":"hel"}}]}`}, {p.finish, "data: [DONE]"}} {
			select {
			case <-part.when:
			case <-r.Context().Done():
				return
			}
			fmt.Fprintf(w, "%s\n\n", part.text)
			w.(http.Flusher).Flush()
		}
	}))
	t.Cleanup(p.Close)
	return p
}

func startVictim(t *testing.T) *victim {
	v := &victim{t: t, home: newHome(t, oneDay), provider: startProvider(t)}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	v.host = exec.Command(exe)
	v.host.Env = environ(v.home, binEnv+"="+bin, roleEnv+"=victim", "VICTIM_URL="+v.provider.URL)
	var errs [3]error
	var out io.Reader
	v.in, errs[0] = v.host.StdinPipe()
	out, errs[1] = v.host.StdoutPipe()
	v.alive, errs[2] = v.host.StderrPipe() // the guard's stderr is the host's
	if err := errors.Join(append(errs[:], v.host.Start())...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.host.Process.Kill() })
	v.out = bufio.NewScanner(out)
	return v
}

// victimHost is the host process: it says each step, and goes on when told to.
func victimHost() int {
	if err := victimCall(bufio.NewReader(os.Stdin)); err != nil {
		fmt.Fprintln(os.Stderr, "victim:", err)
		return 1
	}
	return 0
}

func victimCall(orders *bufio.Reader) error {
	env := environ(os.Getenv(homeEnv))
	g, err := spawn(env, "night shift")
	if err != nil {
		return err
	}
	got, err := g.reserve(place("op-of-the-victim", 1, object{"source": "cron", "task": "night"}))
	if err != nil || !got.Granted {
		return fmt.Errorf("reserve: %+v, %w", got, err)
	}
	pause := func(step string) error {
		say("%s %s %d", step, got.Reservation, g.cmd.Process.Pid)
		_, err := orders.ReadString('\n')
		return err
	}
	if err := pause("reserved"); err != nil {
		return err
	}
	answer, err := http.Post(os.Getenv("VICTIM_URL"), "application/json", nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	chunk := make([]byte, 4096)
	n, err := answer.Body.Read(chunk)
	if err != nil {
		return err
	}
	_ = g.tell("stream", object{"reservation": got.Reservation, "chunk": string(chunk[:n])}) // a dead guard is noticed below
	if err := pause("begun"); err != nil {
		return err
	}
	if _, err := io.ReadAll(answer.Body); err != nil {
		return err
	}
	s, err := g.record(got.Reservation, done)
	if errors.Is(err, errGone) {
		g.kill()
		if g, err = spawn(env, "night shift"); err != nil {
			return err
		}
		s, err = g.record(got.Reservation, done)
	}
	if err != nil {
		return err
	}
	say("recorded %s %s", s.State, strings.Join(s.Flags, ","))
	return g.leave()
}

// hear reads the host's next line, which begins with a word.
func (v *victim) hear(word string) []string {
	v.t.Helper()
	if !v.out.Scan() || !strings.HasPrefix(v.out.Text(), word+" ") {
		last, _ := io.ReadAll(v.alive)
		v.t.Fatalf("the host says %q, not %q\n%s", v.out.Text(), word, last)
	}
	return strings.Fields(v.out.Text())[1:]
}

func (v *victim) order() {
	v.t.Helper()
	if _, err := io.WriteString(v.in, "go on\n"); err != nil {
		v.t.Fatal(err)
	}
}

// until brings the host to a step and leaves it there.
func (v *victim) until(step string) {
	v.t.Helper()
	words := v.hear("reserved")
	pid, err := strconv.Atoi(words[1])
	if err != nil {
		v.t.Fatal(err)
	}
	if v.id, v.guardPID = words[0], pid; step == reserved {
		return
	}
	v.order()
	<-v.provider.seen
	if step == sent {
		return
	}
	close(v.provider.begin)
	v.hear("begun")
}

// kill kills the guard before its host: a guard whose host is gone leaves by itself.
func (v *victim) kill(who string) {
	v.t.Helper()
	if who != hostDies {
		p, err := os.FindProcess(v.guardPID) // the host has not waited for it, so the number is still its own
		if err == nil {
			err = p.Kill()
		}
		if err != nil {
			v.t.Fatal(err)
		}
	}
	if who != guardDies {
		if err := v.host.Process.Kill(); err != nil {
			v.t.Fatal(err)
		}
	}
}

// bury waits until the kernel says that host and guard are gone.
func (v *victim) bury() {
	v.t.Helper()
	if _, err := io.ReadAll(v.alive); err != nil {
		v.t.Fatal(err)
	}
	_ = v.host.Wait()
}
