package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
)

// TestI3_EndOfInputInTheMiddleOfWork: the host dies while calls are under way.
// They end, their answers are written, and only then the guard says goodbye.
func TestI3_EndOfInputInTheMiddleOfWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		till := &fakeTill{hold: func(call string) {
			if strings.HasPrefix(call, "re") {
				<-gate
			}
		}}
		h := serveTill(t, till)
		h.say(reserveLine(1), recordLine(2, "r1"), recordLine(3, "r1"))
		h.in.Close()
		time.Sleep(2 * patience)
		synctest.Wait()
		if till.closed {
			t.Fatal("closed with calls under way")
		}
		close(gate)
		rest, err := h.end()
		if len(rest) != 3 || err != nil || !till.closed {
			t.Fatalf("answers %q, error %v, closed %v", rest, err, till.closed)
		}
	})
}

// TestTermination: SIGTERM cancels the context. What runs ends, what comes is refused.
func TestTermination(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		till := &fakeTill{hold: func(call string) {
			if call == "record r1" {
				<-gate
			}
		}}
		h := serveTill(t, till)
		h.say(recordLine(1, "r1"))
		time.Sleep(2 * patience)
		h.stop()
		synctest.Wait()
		if a := h.ask(reserveLine(2)); a.Error == nil || a.Error.Code != CodeClosed {
			t.Fatalf("a reserve after SIGTERM: %+v", a)
		}
		close(gate)
		if a := h.hear(); string(a.ID) != "1" || a.Error != nil {
			t.Fatalf("the record under way: %+v", a)
		}
		if err := <-h.done; err != nil || !till.closed {
			t.Fatalf("error %v, closed %v", err, till.closed)
		}
	})
}

// TestDrainHasAnEnd: a call that never ends does not keep a dead host's guard alive.
func TestDrainHasAnEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		defer close(gate)
		till := &fakeTill{hold: func(call string) {
			if call == "record r1" {
				<-gate
			}
		}}
		h := serveTill(t, till)
		h.say(recordLine(1, "r1"))
		begun := time.Now()
		rest, err := h.end()
		if took := time.Since(begun); rest != nil || err == nil || !till.closed || took < drainWait || took > drainWait+patience {
			t.Fatalf("answers %q, error %v, closed %v, after %s", rest, err, till.closed, took)
		}
	})
}

// TestNobodyReads: a host that closed its end of the answers is gone.
func TestNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		till := &fakeTill{}
		h := serveTill(t, till)
		h.outer.Close()
		h.say(reserveLine(1))
		if err := <-h.done; err != nil || !till.closed {
			t.Fatalf("error %v, closed %v", err, till.closed)
		}
	})
}

// TestBoundedConcurrency: MaxInFlight requests run at once, the next one waits,
// and none is lost.
func TestBoundedConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const calls = MaxInFlight + 50
		var inside atomic.Int64
		gate := make(chan struct{})
		h := serveTill(t, &fakeTill{hold: func(call string) {
			if strings.HasPrefix(call, "reserve") {
				inside.Add(1)
				<-gate
			}
		}})
		go func() {
			for i := range calls {
				h.say(reserveLine(i + 1))
			}
		}()
		time.Sleep(2 * patience) // the first one was done by its reader
		synctest.Wait()
		if n := inside.Load(); n != MaxInFlight {
			t.Fatalf("%d at once, want %d", n, MaxInFlight)
		}
		close(gate)
		heard := map[string]bool{}
		for range calls {
			heard[string(h.hear().ID)] = true
		}
		if _, err := h.end(); err != nil || len(heard) != calls {
			t.Fatalf("%d answers of %d, %v", len(heard), calls, err)
		}
	})
}

// TestHostThatDoesNotRead: its answers wait, and the guard stops reading, so its
// memory has a bound. When it reads at last, everything is there.
func TestHostThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const calls = 1000
		till := &fakeTill{}
		h := serveTill(t, till)
		go func() {
			for i := range calls {
				h.say(reserveLine(i + 1))
			}
		}()
		time.Sleep(2 * patience)
		synctest.Wait()
		if n := len(till.noted()) - 1; n > MaxInFlight {
			t.Fatalf("%d calls were taken from a host that reads nothing", n)
		}
		for range calls {
			h.hear()
		}
		if _, err := h.end(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestTooLong: a message over the limit is skipped, its caller hears of it, and
// the conversation goes on. One of exactly the limit is taken.
func TestTooLong(t *testing.T) {
	h := serveTill(t, &fakeTill{})
	fill := func(id, size int) string {
		frame := line(id, "classify", `{"request":{"body":""},"outcome":{}}`)
		return strings.Replace(frame, `"body":"`, `"body":"`+strings.Repeat("x", size-len(frame)), 1)
	}
	if a := h.ask(fill(1, MaxMessageBytes)); a.Error != nil {
		t.Fatalf("exactly the limit: %+v", a.Error)
	}
	if a := h.ask(fill(2, MaxMessageBytes) + "\r"); a.Error != nil {
		t.Fatalf("the limit and a carriage return: %+v", a.Error)
	}
	for id, size := range map[int]int{3: MaxMessageBytes + 1, 4: 3 * MaxMessageBytes} {
		a := h.ask(fill(id, size))
		if a.Error == nil || a.Error.Code != CodeInvalidRequest || string(a.ID) != fmt.Sprint(id) {
			t.Fatalf("%d bytes: id %s, %+v", size, a.ID, a.Error)
		}
	}
	if a := h.ask(reserveLine(5)); a.Error != nil {
		t.Fatalf("afterwards: %+v", a.Error)
	}
	if _, err := h.end(); err != nil {
		t.Fatal(err)
	}
}

// TestPanic: a bug in one call costs that call its answer, nobody else's.
func TestPanic(t *testing.T) {
	h := serveTill(t, &fakeTill{hold: func(call string) {
		if call == "record r1" {
			panic("a bug")
		}
	}})
	if a := h.ask(recordLine(1, "r1")); a.Error == nil || a.Error.Code != CodeInternal {
		t.Fatalf("got %+v", a)
	}
	if a := h.ask(recordLine(2, "r2")); a.Error != nil {
		t.Fatalf("the next one: %+v", a.Error)
	}
	if _, err := h.end(); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(h.logs.all(), func(s string) bool { return strings.Contains(s, "a bug") && strings.Contains(s, "fake_test.go") }) {
		t.Fatalf("no stack in the log: %q", h.logs.all())
	}
}

// TestI10_OpenFails: a ledger that cannot be opened is told at initialize; every
// reserve is refused with the reason, what else needs the ledger is an error, and
// once it can be opened it is, with the host's name. The calls of a user's gateway are
// told as well: they are refused, not passed by.
func TestI10_OpenFails(t *testing.T) {
	trouble := &guard.Error{Code: guard.CodeLedgerFull, Message: "the disk is full", Hint: "make room"}
	late := &fakeTill{}
	known := adapters.NewKnown([]adapters.Gateway{{Name: "corp", Hosts: []string{"llm.corp.example"}, Paths: []string{"/ask"}}})
	h := serveOptions(t, Options{Known: func() *adapters.Known { return known }, Open: func(context.Context, func(guard.Event)) (Till, error) {
		if trouble != nil {
			return nil, fmt.Errorf("opening: %w", trouble)
		}
		return late, nil
	}})
	if a := h.ask(greeting); a.Error != nil || !strings.Contains(string(a.Result), `"calls":[{"host":"llm.corp.example","path":"/ask"},{`) || !strings.Contains(string(a.Result), `"trouble":"the disk is full; make room"`) {
		t.Fatalf("hello: %s %+v", a.Result, a.Error)
	}
	refused := h.ask(line(2, "reserve", `{"request":{"model":"m"},"operation":"op"}`))
	if refused.Error != nil || !strings.Contains(string(refused.Result), `"reason":"ledger"`) || !strings.Contains(string(refused.Result), "the call is not made: the disk is full") {
		t.Fatalf("reserve: %s %+v", refused.Result, refused.Error)
	}
	if a := h.ask(line(3, "status", `{}`)); a.Error == nil || a.Error.Code != CodeLedgerFull || a.Error.Data.Hint != trouble.Hint {
		t.Fatalf("status: %+v", a.Error)
	}
	if a := h.ask(line(4, "classify", `{"outcome":{"status":503}}`)); a.Error != nil {
		t.Fatalf("classify needs no ledger: %+v", a.Error)
	}
	trouble = nil
	if a := h.ask(line(5, "reserve", `{"request":{"model":"m"}}`)); a.Error != nil || !strings.Contains(string(a.Result), `"granted":true`) {
		t.Fatalf("with room again: %s %+v", a.Result, a.Error)
	}
	if _, err := h.end(); err != nil {
		t.Fatal(err)
	}
}

// TestOpenIsBroken: what is no trouble of the ledger fails initialize, and the host may try again.
func TestOpenIsBroken(t *testing.T) {
	broken := true
	h := serveOptions(t, Options{Open: func(context.Context, func(guard.Event)) (Till, error) {
		if broken {
			return nil, errors.New("no such luck")
		}
		return &fakeTill{}, nil
	}})
	if a := h.ask(greeting); a.Error == nil || a.Error.Code != CodeInternal {
		t.Fatalf("got %+v", a.Error)
	}
	broken = false
	h.hello()
	if _, err := h.end(); err != nil {
		t.Fatal(err)
	}
}

// TestEvents: what the guard learns reaches the host after its greeting, and a
// host that does not read costs the guard nothing but the count of what was lost.
func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tell func(guard.Event)
		h := serveOptions(t, Options{Open: func(_ context.Context, onEvent func(guard.Event)) (Till, error) {
			tell = onEvent
			tell(guard.Event{Kind: "ledger_created", Text: "first"})
			return &fakeTill{}, nil
		}})
		h.hello()
		synctest.Wait() // the first event is being written, nobody reads it
		for i := range maxEvents + 5 {
			tell(guard.Event{Kind: "threshold", Text: fmt.Sprint(i)})
		}
		var kinds []string
		for range maxEvents + 2 {
			r := h.hear()
			if r.Method != "event" || r.ID != nil {
				t.Fatalf("got %+v", r)
			}
			kinds = append(kinds, strings.Split(string(r.Params), `"`)[3])
		}
		want := append([]string{"ledger_created", "events_lost"}, slices.Repeat([]string{"threshold"}, maxEvents)...)
		if !slices.Equal(kinds, want) {
			t.Fatalf("got %q", kinds)
		}
		if _, err := h.end(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestFailingNotifications: they have no answer, so they are logged, but not without end.
func TestFailingNotifications(t *testing.T) {
	h := serveTill(t, &fakeTill{})
	for range 10 * maxComplaints {
		h.say(line(0, "stream", `{"reservation":""}`))
	}
	if rest, err := h.end(); rest != nil || err != nil {
		t.Fatal(rest, err)
	}
	if n := len(h.logs.all()); n != maxComplaints+1 {
		t.Fatalf("%d lines were logged", n)
	}
}

// TestCloseFails: what could not be written at the end is Serve's error.
func TestCloseFails(t *testing.T) {
	h := serveTill(t, brokenClose{&fakeTill{}})
	if _, err := h.end(); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatalf("got %v", err)
	}
}

type brokenClose struct{ *fakeTill }

func (brokenClose) Close(context.Context) error { return io.ErrUnexpectedEOF }

// TestPipelinedHello: a host need not wait for the greeting before it goes on,
// however long the ledger takes to open.
func TestPipelinedHello(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		till := &fakeTill{}
		h := serveOptions(t, Options{Open: func(context.Context, func(guard.Event)) (Till, error) {
			time.Sleep(100 * patience)
			return till, nil
		}})
		h.say(greeting + "\n" + reserveLine(1) + "\n" + recordLine(2, "r1"))
		for range 3 {
			if a := h.hear(); a.Error != nil {
				t.Fatalf("id %s: %+v", a.ID, a.Error)
			}
		}
		if _, err := h.end(); err != nil {
			t.Fatal(err)
		}
	})
}
