package conformance

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

const oneDay = "zone: UTC\nlimits:\n  - {name: day, window: total, calls: 10, tokens: 1000}\n"

// The moments of a call at which something dies.
const (
	reserved  = "reserved"   // granted, not sent
	sent      = "sent"       // the provider has it, no answer yet
	firstByte = "first byte" // the answer has begun
)

// Who dies.
const (
	hostDies  = "host"
	guardDies = "guard"
	bothDie   = "host and guard"
)

// I3: whatever dies between reserve and record, the call is neither free nor
// lost: it counts, it is listed with its owner, and a late record settles it,
// once (BerriAI/litellm PR#30522, QuantumNous/new-api#5235, #7062).
func TestI3_KilledAtEveryStepOfACall(t *testing.T) {
	for _, step := range []string{reserved, sent, firstByte} {
		for _, victim := range []string{hostDies, guardDies, bothDie} {
			t.Run(step+", "+victim, func(t *testing.T) {
				v := startVictim(t)
				v.until(step)
				v.kill(victim)
				if victim == guardDies {
					v.goOn(step)
				} else {
					v.bury()
					v.listed(victim)
					v.lateRecord()
				}
				v.settledOnce()
				if want := requests(step, victim); v.provider.requests.Load() != want {
					t.Errorf("the provider saw %d requests, want %d", v.provider.requests.Load(), want)
				}
			})
		}
	}
}

// requests: a call whose host died before sending never left.
func requests(step, victim string) int64 {
	if step == reserved && victim != guardDies {
		return 0
	}
	return 1
}

// A person knows that a call was never sent: it is given back, and only then.
func TestI3_APersonReleasesWhatWasNeverSent(t *testing.T) {
	v := startVictim(t)
	v.until(reserved)
	v.kill(hostDies)
	v.bury()
	if text, code := command(t, v.home, "unknown", "release", v.id); code != 0 {
		t.Fatalf("unknown release ends with %d:\n%s", code, text)
	}
	b := v.book()
	if c := b.calls[v.id]; c.state != "released" || c.counts != 0 {
		t.Errorf("the call is %s and counts %d tokens", c.state, c.counts)
	}
	if got := statusOf(t, v.home); got.Settled.Calls+got.Held.Calls+got.Unknown.Calls != 0 {
		t.Errorf("status still counts it: %+v", got)
	}
}

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

// goOn lets the host finish its call after its guard died.
func (v *victim) goOn(step string) {
	v.t.Helper()
	switch step {
	case reserved:
		v.order()
		close(v.provider.begin)
		v.hear("begun")
	case sent:
		close(v.provider.begin)
		v.hear("begun")
	}
	v.order()
	close(v.provider.finish)
	if words := v.hear("recorded"); words[0] != "settled" || len(words) < 2 || !strings.Contains(words[1], "late") {
		v.t.Errorf("recorded as %v, want settled and late", words)
	}
	v.bury()
}

// listed: the call counts, and a person sees whose it was.
func (v *victim) listed(victim string) {
	v.t.Helper()
	text, code := command(v.t, v.home, "unknown", "--json")
	var list struct {
		Calls []struct {
			Reservation, Owner string
			Attributes         struct{ Source, Task string }
			Held               amount
			Alive              bool
		} `json:"calls"`
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil || code != 0 || len(list.Calls) != 1 {
		v.t.Fatalf("unknown --json ends with %d: %v\n%s", code, err, text)
	}
	c := list.Calls[0]
	if c.Reservation != v.id || !strings.Contains(c.Owner, "night shift") || c.Alive || c.Held != (amount{1, 15}) || c.Attributes.Task != "night" {
		v.t.Errorf("it is listed as %+v", c)
	}
	u := statusOf(v.t, v.home)
	if u.Unknown.Calls+u.Held.Calls != 1 || u.Unknown.Tokens+u.Held.Tokens != 15 {
		v.t.Errorf("status counts %+v", u)
	}
}

// lateRecord: another process knows the outcome, and says it twice.
func (v *victim) lateRecord() {
	v.t.Helper()
	g := begin(v.t, v.home)
	for n, flag := range []string{"late", "repeated"} {
		s, err := g.record(v.id, done)
		if err != nil || s.State != "settled" || !slices.Contains(s.Flags, flag) {
			v.t.Errorf("record %d: %+v, %v; want settled and %s", n+1, s, err, flag)
		}
	}
	if err := g.leave(); err != nil {
		v.t.Error(err)
	}
}

func (v *victim) book() *book {
	v.t.Helper()
	entries, err := readJournal(v.home)
	if err != nil {
		v.t.Fatal(err)
	}
	b, err := addUp(entries, []limit{{"day", 10, 1000, func(entry) (string, bool) { return "", true }}})
	if err != nil {
		v.t.Fatal(err)
	}
	return b
}

// settledOnce: the files have one call with one outcome, and status says the same.
func (v *victim) settledOnce() {
	v.t.Helper()
	b := v.book()
	c := b.calls[v.id]
	if len(b.order) != 1 || c == nil || c.state != "settled" || c.records != 1 || c.counts != 15 {
		v.t.Errorf("the files have %d calls, and of this one %+v", len(b.order), c)
	}
	if u := statusOf(v.t, v.home); u.Settled != (amount{1, 15}) || u.Held != (amount{}) || u.Unknown != (amount{}) {
		v.t.Errorf("status counts %+v", u)
	}
}

// statusOf is the first counter of the first limit.
func statusOf(t *testing.T, home string) use {
	t.Helper()
	text, code := command(t, home, "status", "--json")
	var status struct {
		Limits []struct {
			Uses []use `json:"uses"`
		} `json:"limits"`
	}
	if err := json.Unmarshal([]byte(text), &status); err != nil || code != 0 {
		t.Fatalf("status --json ends with %d: %v\n%s", code, err, text)
	}
	if len(status.Limits) == 0 || len(status.Limits[0].Uses) == 0 {
		return use{}
	}
	return status.Limits[0].Uses[0]
}
