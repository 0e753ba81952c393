package conformance

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// seenChat is a request as a shim sees it.
var seenChat = object{
	"url":  "https://api.openai.com/v1/chat/completions",
	"body": `{"model":"gpt-5","max_tokens":50,"messages":[{"role":"user","content":"` + strings.Repeat("A budget is a promise. ", 100) + `"}]}`,
}

// holds is what a guard sets aside for that request.
func holds(t *testing.T, g *guard) (reservation string, input, raw int64) {
	t.Helper()
	var got struct {
		Reservation string `json:"reservation"`
		Hold        struct {
			Input    int64 `json:"input"`
			RawInput int64 `json:"raw_input"`
		} `json:"hold"`
	}
	if err := g.ask("reserve", object{"request": seenChat}, &got); err != nil || got.Reservation == "" {
		t.Fatalf("reserve: %+v, %v", got, err)
	}
	return got.Reservation, got.Hold.Input, got.Hold.RawInput
}

// What providers reported to one process corrects the estimates of the others at their
// next reserve, and outlives kill -9, a restart and the loss of the checkpoint.
func TestWhatAModelCountsIsLearntTogether(t *testing.T) {
	home := newHome(t, "zone: UTC\nlimits:\n  - {name: day, window: total, tokens: 10000000}\n")
	a, b := begin(t, home), begin(t, home)
	_, raw, corrected := holds(t, b)
	if raw < 300 || corrected != 0 {
		t.Fatalf("before anything is known: input %d, raw %d", raw, corrected)
	}
	for range 30 {
		id, _, _ := holds(t, a)
		if _, err := a.record(id, object{"status": 200, "usage": object{"input_tokens": raw, "cached_input_tokens": raw / 2, "output_tokens": 9}}); err != nil {
			t.Fatal(err)
		}
	}
	a.kill()
	id, want, rawAgain := holds(t, b)
	if rawAgain != raw || want < raw*145/100 || want > raw*155/100 {
		t.Errorf("after 30 calls of 1.5 times the estimate: input %d, raw %d, was %d", want, rawAgain, raw)
	}
	b.kill()
	for _, lost := range []string{"", "checkpoint"} {
		if lost != "" {
			if err := os.Remove(filepath.Join(home, "ledger", lost)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		}
		c := begin(t, home)
		if _, got, _ := holds(t, c); got != want {
			t.Errorf("started again (lost: %q) it holds %d, not %d", lost, got, want)
		}
		if err := c.leave(); err != nil {
			t.Error(err)
		}
	}
	if text, code := command(t, home, "explain", id); code != 0 || !strings.Contains(text, "1.50 x by what this model reported") {
		t.Errorf("explain ends with %d:\n%s", code, text)
	}
}
