package guard

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/ledger"
)

// till is one home on a temporary disk, with a clock and a tallystick.yaml that
// the test moves.
type till struct {
	t    testing.TB
	dir  string
	zone string

	mu     sync.Mutex
	now    time.Time
	yaml   string
	stamp  int
	events []Event
}

func newTill(t testing.TB, limits ...string) *till {
	h := &till{t: t, dir: t.TempDir(), zone: "UTC", now: at("2026-11-29T12:00:00Z")}
	if len(limits) > 0 {
		h.limits(limits...)
	}
	return h
}

func at(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return t
}

// limits writes a tallystick.yaml with these flow-style limits.
func (h *till) limits(limits ...string) {
	h.file("version: 1\nlimits:\n  - {" + strings.Join(limits, "}\n  - {") + "}\n")
}

func (h *till) file(yaml string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.yaml = yaml
	h.stamp++
}

func (h *till) Signature() (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.yaml == "" {
		return "", nil
	}
	return fmt.Sprint(h.stamp), nil
}

func (h *till) Read() ([]byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return []byte(h.yaml), nil
}

func (h *till) clock() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *till) set(s string) { h.move(at(s).Sub(h.clock())) }

func (h *till) move(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

func (h *till) told(kind string) (texts []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.events {
		if e.Kind == kind {
			texts = append(texts, e.Text)
		}
	}
	return texts
}

func (h *till) options() Options {
	return Options{
		LedgerDir: filepath.Join(h.dir, "ledger"), GuardsDir: filepath.Join(h.dir, "guards"),
		Config: h, Host: "python heartbeat.py", PID: 4711, Zone: h.zone, By: "ann", Create: true,
		Durability: "os", Clock: h.clock, Ledger: ledger.Options{LockWait: 20 * time.Second},
		OnEvent: func(e Event) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.events = append(h.events, e)
		},
	}
}

// open is one process's guard; it is closed with the test.
func (h *till) open(change ...func(*Options)) *desk {
	h.t.Helper()
	o := h.options()
	for _, fn := range change {
		fn(&o)
	}
	g, err := Open(context.Background(), o)
	if err != nil {
		h.t.Fatal(err)
	}
	d := &desk{Guard: g, t: h.t}
	h.t.Cleanup(func() { d.leave() })
	return d
}

// desk is a guard with the errors taken care of.
type desk struct {
	*Guard
	t testing.TB
}

func (d *desk) leave() {
	d.t.Helper()
	if err := d.Close(context.Background()); err != nil {
		d.t.Error("closing:", err)
	}
}

// call is a plain call: 100 tokens in, at most 100 out.
func call(change ...func(*Call)) Call {
	c := Call{Provider: "openai", Model: "gpt-x", InputTokens: 100, MaxOutputTokens: 100, Attributes: Attributes{Source: "cron", Task: "beat"}}
	for _, fn := range change {
		fn(&c)
	}
	return c
}

func (d *desk) ask(change ...func(*Call)) Answer {
	d.t.Helper()
	a, err := d.Reserve(context.Background(), call(change...))
	if err != nil {
		d.t.Fatal("reserve:", err)
	}
	if (a.Grant == nil) == (a.Denial == nil) {
		d.t.Fatalf("neither grant nor denial, or both: %+v", a)
	}
	return a
}

func (d *desk) grant(change ...func(*Call)) *Grant {
	d.t.Helper()
	a := d.ask(change...)
	if a.Grant == nil {
		d.t.Fatalf("denied: %s: %s", a.Denial.Reason, a.Denial.Message)
	}
	return a.Grant
}

func (d *desk) denial(change ...func(*Call)) *Denial {
	d.t.Helper()
	a := d.ask(change...)
	if a.Denial == nil {
		d.t.Fatalf("granted: %+v", a.Grant)
	}
	return a.Denial
}

func (d *desk) record(id string, o Outcome) Settlement {
	d.t.Helper()
	s, err := d.Record(context.Background(), id, o, 0)
	if err != nil {
		d.t.Fatal("record:", err)
	}
	return s
}

// used is an outcome with numbers.
func used(in, out int64) Outcome {
	return Outcome{Status: 200, Usage: &adapters.Tokens{Input: in, Output: out}}
}

// silence is a timeout after sending: nobody knows what it cost.
var silence = Outcome{ErrType: "ReadTimeout", ErrText: "timed out"}

// use is one limit's counter of a value now.
func (d *desk) use(limit, value string) LimitUse {
	d.t.Helper()
	s, err := d.Status(context.Background())
	if err != nil {
		d.t.Fatal(err)
	}
	for _, l := range s.Limits {
		for _, u := range l.Uses {
			if l.Name == limit && u.Value == value {
				return u
			}
		}
	}
	return LimitUse{}
}

func (d *desk) wants(limit string, settled, held, unknown Amount) {
	d.t.Helper()
	u := d.use(limit, "")
	if u.Settled != settled || u.Held != held || u.Unknown != unknown {
		d.t.Errorf("limit %s in %s: settled %v held %v unknown %v, want %v %v %v", limit, u.Window, u.Settled, u.Held, u.Unknown, settled, held, unknown)
	}
}

// sound holds the guard's state against the raw files.
func (d *desk) sound() {
	d.t.Helper()
	v, err := d.Verify(context.Background())
	if err != nil {
		d.t.Fatal("verify:", err)
	}
	if !v.OK {
		d.t.Errorf("verify: %s", strings.Join(v.Problems, "; "))
	}
}

// die ends a guard as kill -9 would: nothing is written, its lock is free.
func (d *desk) die() {
	d.t.Helper()
	close(d.stop)
	d.done.Wait()
	d.mu.Lock()
	d.closed = true
	life := d.life
	d.mu.Unlock()
	if err := d.led.Close(); err != nil {
		d.t.Error(err)
	}
	if life != nil {
		if err := life.Release(); err != nil {
			d.t.Error(err)
		}
	}
}
