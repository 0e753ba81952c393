package guard

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/adapters"
)

// shown is a call as a shim sees it.
func shown(url, body string) func(*Call) {
	return func(c *Call) {
		*c = Call{Attributes: c.Attributes, Seen: &adapters.Attempt{URL: url, Body: []byte(body)}}
	}
}

// batchOf is a batch of so many messages, each of at most limit tokens; 0: it does not say.
func batchOf(n int, limit int64) func(*Call) {
	one := `{"request":{"contents":[{"parts":[{"text":"hi there"}]}]}}`
	if limit > 0 {
		one = fmt.Sprintf(`{"request":{"contents":[{"parts":[{"text":"hi there"}]}],"generationConfig":{"maxOutputTokens":%d}}}`, limit)
	}
	list := strings.TrimSuffix(strings.Repeat(one+",", n), ",")
	return shown("https://generativelanguage.googleapis.com/v1beta/models/gemini-x:batchGenerateContent",
		`{"batch":{"input_config":{"requests":{"requests":[`+list+`]}}}}`)
}

// What begins paid work elsewhere is not begun twice: who cannot know whether it was begun is
// told to look. A refusal began nothing.
func TestNoWorkIsBegunTwice(t *testing.T) {
	no := false
	html := func(status int, title string) Outcome {
		return Outcome{Status: status, Body: fmt.Appendf(nil, "<html><head><title>%d %s</title></head></html>", status, title)}
	}
	requests := map[string]func(*Call){
		"a batch of a file":   shown("https://api.openai.com/v1/batches", `{"input_file_id":"file-abc","endpoint":"/v1/chat/completions"}`),
		"a batch of messages": batchOf(3, 100),
		"a film":              shown("https://api.openai.com/v1/videos", `{"model":"sora-2","prompt":"a cat"}`),
		"a film, in a form":   shown("https://api.openai.com/v1/videos", "--b\r\nContent-Disposition: form-data; name=\"prompt\"\r\n\r\na cat\r\n--b--\r\n"),
		"a run":               shown("https://api.openai.com/v1/threads/runs", `{"assistant_id":"a"}`),
		"in the background":   shown("https://api.openai.com/v1/responses", `{"model":"m","background":true,"input":"hi"}`),
	}
	for _, row := range []struct {
		name    string
		outcome Outcome
		again   bool
	}{
		{"a timeout", silence, false},
		{"the connection is lost", Outcome{ErrType: "RemoteProtocolError", ErrText: "Server disconnected without sending a response."}, false},
		{"500", html(500, "Internal Server Error"), false},
		{"502", html(502, "Bad Gateway"), false},
		{"504", html(504, "Gateway Time-out"), false},
		{"524", html(524, "A timeout occurred"), false},
		{"429", Outcome{Status: 429, Body: []byte(`{"error":{"message":"Rate limit reached"}}`)}, true},
		{"503", html(503, "Service Temporarily Unavailable"), true},
		{"it was never sent", Outcome{Sent: &no, ErrType: "ConnectTimeout", ErrText: "timed out"}, true},
		{"nobody listens", Outcome{ErrType: "ConnectError", ErrText: "[Errno 111] Connection refused"}, true},
	} {
		h := newTill(t, "name: day, window: day, calls: 1000")
		g := h.open()
		for name, request := range requests {
			s := g.record(g.grant(request).Reservation, row.outcome)
			if s.State == Settled && !row.again {
				t.Errorf("%s, %s: nobody knows what it will cost: %+v", name, row.name, s)
			}
			if s.Retry == nil || s.Retry.Retry != row.again || !row.again && !strings.Contains(s.Retry.Reason, "look before you send it again") {
				t.Errorf("%s, %s: %+v (%+v)", name, row.name, s.Retry, s.Verdict)
			}
			c := call()
			request(&c)
			if _, retry := g.Classify(c, row.outcome, 1, 0); retry.Retry != row.again {
				t.Errorf("%s, %s: classify says %+v", name, row.name, retry)
			}
		}
		s := g.record(g.grant(chat("m", "hi")).Reservation, row.outcome)
		if s.Retry == nil || !s.Retry.Retry {
			t.Errorf("a chat, %s: %+v", row.name, s.Retry)
		}
	}
}

// The guard that granted it has died: the next one knows from the ledger what was begun, with
// the checkpoint or without.
func TestNoWorkIsBegunTwiceByAnotherGuard(t *testing.T) {
	for _, tidy := range []bool{true, false} {
		h := newTill(t, "name: day, window: day, calls: 1000")
		g := h.open()
		batch, chat := g.grant(batchOf(3, 100)), g.grant(chat("m", "hi"))
		if tidy {
			g.leave()
		} else {
			g.die()
		}
		other := h.open()
		if s := other.record(batch.Reservation, silence); s.Retry == nil || s.Retry.Retry {
			t.Errorf("a batch: %+v", s.Retry)
		}
		if s := other.record(chat.Reservation, silence); s.Retry == nil || !s.Retry.Retry {
			t.Errorf("a chat: %+v", s.Retry)
		}
		other.sound()
	}
}

// Nobody reports what a batch used, so it holds the most that it can use, and stays at that:
// each request its own maximum, or what the model usually puts out.
func TestABatchHoldsWhatAllItsRequestsMayUse(t *testing.T) {
	begun := Outcome{Status: 200, Body: []byte(`{"name":"batches/123","metadata":{}}`)}
	for _, row := range []struct {
		name    string
		request func(*Call)
		output  int64
	}{
		{"each says its maximum", batchOf(1_000, 1_000), 1_000_000},
		{"none does", batchOf(1_000, 0), 1_000 * UsualOutput},
		{"one request", batchOf(1, 50), 50},
		{"they are in a file that nobody sees", shown("https://api.openai.com/v1/batches", `{"input_file_id":"file-abc"}`), UsualOutput},
		{"a run that says its maximum", shown("https://api.openai.com/v1/threads/runs", `{"assistant_id":"a","max_completion_tokens":9000}`), 9_000},
		{"in the background", shown("https://api.openai.com/v1/responses", `{"model":"m","background":true,"max_output_tokens":9000}`), 9_000},
	} {
		h := newTill(t, "name: day, window: day, tokens: 100000000")
		g := h.open()
		grant := g.grant(row.request)
		if grant.Expected != grant.Input+row.output || grant.Worst != grant.Expected || grant.Held.Tokens != grant.Expected {
			t.Errorf("%s: %+v", row.name, grant)
		}
		g.record(grant.Reservation, silence)
		g.wants("day", Amount{}, Amount{}, Amount{1, grant.Expected})
		h.move(48 * 3600e9)
		if open, err := g.Unknown(t.Context()); err != nil || len(open) != 1 || open[0].State != UnknownOutcome {
			t.Errorf("%s: %+v %v", row.name, open, err)
		}
	}
	h := newTill(t, "name: day, window: day, tokens: 1000000")
	g := h.open()
	if d := g.denial(batchOf(1_000, 1_000)); d.Asked.Tokens < 1_000_000 {
		t.Errorf("it does not fit, whatever one answer usually is: %+v", d)
	}
	grant := g.grant(batchOf(100, 1_000))
	if s := g.record(grant.Reservation, begun); s.State != UnknownOutcome {
		t.Errorf("begun: %+v", s)
	}
	g.wants("day", Amount{}, Amount{}, Amount{1, grant.Input + 100_000})
}
