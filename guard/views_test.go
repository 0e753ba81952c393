package guard

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// Status in one look: what is left, who ate it, how long it lasts.
func TestStatus(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 40, tokens: 100000", "name: task, window: day, per: task, calls: 30")
	g := h.open()
	for i := range 10 {
		a := g.grant(func(c *Call) { c.Attributes.Task = []string{"beat", "beat", "mail"}[i%3] })
		g.record(a.Reservation, used(100, 100))
		h.move(3 * time.Minute)
	}
	g.grant()
	s, err := g.Status(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if s.Zone != "UTC" || s.Home != h.dir || s.Durability != "os" || s.Open != 1 || s.Unknown != 0 || s.Entries == 0 || s.Bytes == 0 {
		t.Errorf("%+v", s)
	}
	if want := filepath.Base(only(t, h)); s.File != want {
		t.Errorf("file %q, want %q", s.File, want)
	}
	if len(s.Top) != 2 || s.Top[0] != (Holder{"cron", "beat", "gpt-x", 8, 1600}) {
		t.Errorf("top: %+v", s.Top)
	}
	day, task := s.Limits[0], s.Limits[1]
	if day.PerHour.Calls != 11 || day.EmptyAt.Sub(s.Now) < 2*time.Hour || day.EmptyAt.Sub(s.Now) > 3*time.Hour {
		t.Errorf("burn: %+v empty at %v", day.PerHour, day.EmptyAt)
	}
	if task.Values != 2 || len(task.Uses) != 2 || task.Uses[0].Value != "beat" || task.Uses[0].used().Calls != 8 {
		t.Errorf("per task: %+v", task.Uses)
	}
	if len(s.Guards) != 1 || !s.Guards[0].Alive || s.Guards[0].Host != "python heartbeat.py" || s.Guards[0].Open != 1 {
		t.Errorf("guards: %+v", s.Guards)
	}
	if len(s.Lanes) != 1 || s.Lanes[0].Lane != (Lane{"openai", "", "gpt-x"}) || s.Lanes[0].Failures != 0 {
		t.Errorf("lanes: %+v", s.Lanes)
	}
	if s.Events[0].Kind != "ledger_created" {
		t.Errorf("events: %+v", s.Events)
	}
}

func only(t *testing.T, h *till) string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(h.dir, "ledger", "*.jsonl"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	return files[0]
}

// A host that says who it is after its first call is known by that name.
func TestHello(t *testing.T) {
	h := newTill(t)
	g := h.open()
	g.grant()
	g.Hello("node agent.js", 99, Attributes{Source: "subagent", Tags: map[string]string{"team": "blue"}})
	g.grant(func(c *Call) { c.Attributes = Attributes{Task: "own", Tags: map[string]string{"x": "y"}} })
	list, err := g.Unknown(context.Background())
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	got := list[1]
	if got.Owner != "node agent.js, pid 99" || got.Attributes.Source != "subagent" || got.Attributes.Task != "own" || len(got.Attributes.Tags) != 2 || !got.Alive {
		t.Errorf("%+v", got)
	}
	s, _ := g.Status(context.Background())
	if len(s.Guards) != 1 || s.Guards[0].Open != 2 {
		t.Errorf("%+v", s.Guards)
	}
}

// Recent and explain tell one operation's attempts, linked and both visible
// (QuantumNous/new-api#7486; caura-ai/caura PR#859).
func TestRecentAndExplain(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 9")
	g := h.open()
	op := mintAt(h.clock())
	first := g.grant(func(c *Call) { c.Operation = op })
	g.record(first.Reservation, Outcome{Status: 503, Elapsed: 1200 * time.Millisecond, Headers: map[string][]string{"x-request-id": {"req_1"}}})
	h.move(3 * time.Second)
	second := g.grant(func(c *Call) { c.Operation, c.Attempt = op, 2 })
	g.record(second.Reservation, used(90, 33))
	g.grant(func(c *Call) { c.Attributes.Task = "other" })
	lines, err := g.Recent(ctx, RecentFilter{})
	if err != nil || len(lines) != 3 {
		t.Fatal(lines, err)
	}
	if l := lines[0]; l.Status != 503 || l.Class != adapters.Overloaded || l.State != Settled || l.Tokens.Sum() != 0 || !l.Estimated || l.Elapsed != 1200*time.Millisecond {
		t.Errorf("%+v", l)
	}
	if l := lines[1]; l.Operation != op || l.Attempt != 2 || l.Class != "" || l.Tokens.Sum() != 123 {
		t.Errorf("%+v", l)
	}
	if l := lines[2]; l.State != Held || l.Held.Tokens != 200 {
		t.Errorf("%+v", l)
	}
	if lines, _ = g.Recent(ctx, RecentFilter{Tail: 1, Source: "cron", Task: "beat"}); len(lines) != 1 || lines[0].Attempt != 2 {
		t.Errorf("filtered: %+v", lines)
	}
	for _, id := range []string{first.Reservation, second.Reservation, op} {
		story, err := h.open(func(o *Options) { o.ReadOnly = true }).Explain(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if len(story.Calls) != 2 || len(story.Entries) != 4 || story.Calls[1].Tokens.Sum() != 123 {
			t.Errorf("%+v", story)
		}
		if text := story.Entries[1].Text; !strings.Contains(text, "status 503; overloaded") || !strings.Contains(text, "told to retry after") || !strings.Contains(text, "req_1") {
			t.Errorf("%q", text)
		}
		want := Amount{1, 200}
		if len(story.Limits) != 1 || story.Limits[0].Held != want {
			t.Errorf("limits when it was granted: %+v", story.Limits)
		}
	}
	if _, err := g.Explain(ctx, mintAt(h.clock())); code(err) != CodeNotFound {
		t.Error(err)
	}
}

// More lines than asked for, over several days: the newest come last.
func TestRecentOverDays(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 999")
	g := h.open()
	for range 300 {
		g.record(g.grant().Reservation, used(1, 1))
		h.move(20 * time.Minute)
	}
	for _, n := range []int{1, 100, 290, MaxTail} {
		lines, err := g.Recent(context.Background(), RecentFilter{Tail: n})
		if err != nil || len(lines) != min(n, 300) {
			t.Fatalf("%d lines of %d: %v", len(lines), n, err)
		}
		for i, l := range lines {
			if want := h.clock().Add(-time.Duration(len(lines)-i) * 20 * time.Minute); !l.At.Equal(want) || l.State != Settled {
				t.Fatalf("line %d of %d: %v %s, want %v", i, n, l.At, l.State, want)
			}
		}
	}
}

// No byte of a body, no key and no exception's text reaches the disk.
func TestNothingOfABodyOnDisk(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 99")
	g := h.open()
	secret := "sk-live-0123456789"
	body := []byte(`{"model":"gpt-x","messages":[{"role":"user","content":"` + secret + `"}],"max_tokens":50}`)
	a := g.grant(func(c *Call) {
		c.Seen = &adapters.Attempt{URL: "https://api.openai.com/v1/chat/completions", Body: body}
	})
	if !a.Estimated || a.Lane.Model != "gpt-x" || a.Worst > 100 {
		t.Errorf("%+v", a)
	}
	g.record(a.Reservation, Outcome{Status: 401, Body: []byte(`{"error":{"message":"Incorrect API key provided: ` + secret + `","code":"invalid_api_key"}}`)})
	g.record(g.grant().Reservation, Outcome{ErrType: "APIError", ErrText: "quota exceeded for " + secret})
	b := g.grant(func(c *Call) {
		c.Seen = &adapters.Attempt{URL: "https://api.openai.com/v1/chat/completions", Body: body}
	})
	g.record(b.Reservation, Outcome{Status: 200, Body: []byte(`{"choices":[{"message":{"content":"` + secret + `"}}],"usage":{"prompt_tokens":9,"completion_tokens":3}}`)})
	g.leave()
	raw, err := os.ReadFile(only(t, h))
	if err != nil || bytes.Contains(raw, []byte("sk-live")) {
		t.Errorf("found on disk: %v\n%s", err, raw)
	}
}

// Each bound of a call is told with its number.
func TestAskBounds(t *testing.T) {
	long := strings.Repeat("x", MaxAttribute+1)
	tags := map[string]string{}
	for i := range MaxTags + 1 {
		tags[strings.Repeat("t", i+1)] = "v"
	}
	rows := map[string]func(*Call){
		"pool":           func(c *Call) { c.Pool = long },
		"star":           func(c *Call) { c.Pool = "*" },
		"source":         func(c *Call) { c.Attributes.Source = long },
		"task":           func(c *Call) { c.Attributes.Task = long },
		"run":            func(c *Call) { c.Attributes.Run = long },
		"key":            func(c *Call) { c.Key = long },
		"tags":           func(c *Call) { c.Attributes.Tags = tags },
		"tag name":       func(c *Call) { c.Attributes.Tags = map[string]string{strings.Repeat("t", MaxTagName+1): ""} },
		"tag value":      func(c *Call) { c.Attributes.Tags = map[string]string{"t": long} },
		"operation":      func(c *Call) { c.Operation = strings.Repeat("o", MaxOperation+1) },
		"unprintable":    func(c *Call) { c.Operation = "a\nb" },
		"attempt":        func(c *Call) { c.Attempt = MaxAttempts + 1 },
		"negative":       func(c *Call) { c.InputTokens = -1 },
		"too many":       func(c *Call) { c.MaxOutputTokens = MaxTokens + 1 },
		"timeout":        func(c *Call) { c.Timeout = -1 },
		"far deadline":   func(c *Call) { c.Deadline = MaxTime + 1 },
		"attempt before": func(c *Call) { c.Attempt = -1 },
	}
	g := newTill(t).open()
	for name, change := range rows {
		a, err := g.Reserve(context.Background(), call(change))
		if code(err) != CodeInvalid || a.Grant != nil || a.Denial != nil {
			t.Errorf("%s: %+v %v", name, a, err)
		}
	}
	model := strings.Repeat("é", MaxModel)
	if a := g.grant(func(c *Call) { c.Model = model }); a.Lane.Model != model[:MaxModel] {
		t.Errorf("a long model name is kept as %q", a.Lane.Model)
	}
}

// Classify needs no ledger and changes nothing.
func TestClassifyOnTheZeroGuard(t *testing.T) {
	v, r := Judge(nil, Call{Provider: "openai"}, Outcome{Status: 429, Headers: map[string][]string{"retry-after": {"5"}}}, 1, 0, time.Now())
	if v.Class != adapters.RateLimited || v.RetryAfter != 5*time.Second || !r.Retry || r.Wait < 5*time.Second || r.At.IsZero() {
		t.Errorf("%+v %+v", v, r)
	}
	if err := new(Guard).Close(context.Background()); err != nil {
		t.Error(err)
	}
	if _, err := new(Guard).Status(context.Background()); code(err) != CodeClosed {
		t.Error(err)
	}
}
