package guard

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/adapters"
)

// chat is a request as a shim sees it.
func chat(model, text string) func(*Call) {
	return func(c *Call) {
		body := fmt.Sprintf(`{"model":%q,"max_tokens":50,"messages":[{"role":"user","content":%q}]}`, model, text)
		c.Seen = &adapters.Attempt{URL: "https://api.openai.com/v1/chat/completions", Body: []byte(body)}
	}
}

// answered is a reply that reports its usage, part of the input out of a cache.
func answered(input int64) Outcome {
	return Outcome{Status: 200, Body: fmt.Appendf(nil, `{"object":"chat.completion","choices":[{"message":{"content":"ok"},"finish_reason":"stop"}],`+
		`"usage":{"prompt_tokens":%d,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":%d}}}`, input, input/3)}
}

// unreported is the same without usage.
var unreported = Outcome{Status: 200, Body: []byte(`{"object":"chat.completion","choices":[{"message":{"content":"ok"},"finish_reason":"stop"}]}`)}

var essay = strings.Repeat("A budget is a promise that somebody has to keep. ", 40)

// What one process learnt of a model the others hold at their next reserve; a process
// that comes later too, with the checkpoint or without.
func TestCalibrationIsShared(t *testing.T) {
	h := newTill(t, "name: day, window: day, tokens: 100000000")
	g, other := h.open(), h.open()
	first := other.grant(chat("m", essay))
	if first.RawInput != 0 || first.Input < 300 || first.Expected != first.Input+50 {
		t.Fatalf("before anything is known: %+v", first)
	}
	raw := first.Input
	for range 30 {
		g.record(g.grant(chat("m", essay)).Reservation, answered(raw*3/2))
	}
	want := other.grant(chat("m", essay))
	if off := float64(want.Input) / float64(raw*3/2); off < 0.97 || off > 1.03 || want.RawInput != raw || want.Expected != want.Input+50 || !want.Estimated {
		t.Errorf("learnt: %+v, the provider counts %d", want, raw*3/2)
	}
	if a := other.grant(chat("another", essay)); a.Input != raw || a.RawInput != 0 {
		t.Errorf("another model: %+v", a)
	}
	if a := other.grant(func(c *Call) { c.Model, c.InputTokens = "m", raw }); a.Input != raw || a.RawInput != 0 {
		t.Errorf("a host that knows the number: %+v", a)
	}
	g.die()
	for _, lost := range []bool{false, true} {
		if lost {
			if err := os.Remove(filepath.Join(h.dir, "ledger", "checkpoint")); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
		}
		if a := h.open().grant(chat("m", essay)); a.Input != want.Input {
			t.Errorf("a later process (checkpoint lost: %v) holds %d, not %d", lost, a.Input, want.Input)
		}
	}
	story, err := other.Explain(context.Background(), want.Reservation)
	if says := fmt.Sprintf("input %d estimated, %.2f x by what this model reported", want.Input, float64(want.Input)/float64(raw)); err != nil || !strings.Contains(story.Entries[0].Text, says) {
		t.Errorf("%+v %v, want %q", story.Entries, err, says)
	}
	other.sound()
}

// I2: a hold is what was written when it was granted. What is learnt while a call is
// under way changes neither its hold nor what it settles at when no usage comes, in
// whatever process.
func TestI2_WhatIsLearntLaterChangesNoHold(t *testing.T) {
	h := newTill(t, "name: day, window: day, tokens: 100000000")
	g, other := h.open(), h.open()
	op := func(c *Call) {
		chat("m", essay)(c)
		c.Operation = "01978c2e-0000-7000-8000-000000000004"
	}
	early, told := g.grant(op), g.grant(chat("m", essay))
	for range 30 {
		g.record(g.grant(chat("m", essay)).Reservation, answered(early.Input*3/2))
	}
	if again := g.grant(op); !again.Repeated || again.Input != early.Input || again.Held != early.Held {
		t.Errorf("asked again: %+v, was %+v", again, early)
	}
	for id, d := range map[string]*desk{early.Reservation: g, told.Reservation: other} {
		if s := d.record(id, unreported); s.Tokens.Input != early.Input || !s.Estimated {
			t.Errorf("settled at %+v, held were %d", s, early.Input)
		}
	}
	late := g.grant(chat("m", essay))
	if s := g.record(late.Reservation, unreported); s.Tokens.Input != late.Input || late.Input < early.Input*5/4 {
		t.Errorf("settled at %+v, held were %d", s, late.Input)
	}
	if after := g.grant(chat("m", essay)); after.Input != late.Input {
		t.Errorf("an estimate taught something: %d became %d", late.Input, after.Input)
	}
	g.sound()
}

// A ledger of an older guard: its entries have no raw estimate and teach nothing.
func TestCalibrationOfOlderEntries(t *testing.T) {
	d := benchState(t, newState())
	d.apply(kindReserve, []byte(`{"id":"r","op":"o","attempt":1,"guard":"g","pool":"default","model":"m","calls":1,"tokens":900,"est":true,"input":800,"limits":2}`))
	d.apply(kindRecord, []byte(`{"id":"r","of":3,"state":"settled","input":1600,"output":9}`))
	if len(d.s.calibrations) != 0 || len(d.s.usual) != 1 {
		t.Errorf("learnt %v, %v", d.s.calibrations, d.s.usual)
	}
}
