package guard

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

func code(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// One call from beginning to end, and what each limit says of it.
func TestReserveAndRecord(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 3, tokens: 1000", "name: hour, window: hour, calls: 2")
	g := h.open()
	grant := g.grant()
	if grant.Held != (Amount{1, 200}) || grant.Expected != 200 || grant.Worst != 200 || grant.Estimated {
		t.Errorf("hold: %+v", grant)
	}
	if len(grant.Limits) != 2 || grant.Limits[0].Held != (Amount{1, 200}) || grant.Limits[0].Window != "2026-11-29" {
		t.Errorf("limits after the hold: %+v", grant.Limits)
	}
	g.wants("day", Amount{}, Amount{1, 200}, Amount{})
	s := g.record(grant.Reservation, used(90, 50))
	if s.State != Settled || s.Tokens.Sum() != 140 || s.Estimated || len(s.Flags) > 0 || s.Verdict != nil || s.Retry != nil {
		t.Errorf("settlement: %+v", s)
	}
	g.wants("day", Amount{1, 140}, Amount{}, Amount{})
	g.wants("hour", Amount{1, 140}, Amount{}, Amount{})
	g.sound()
}

// All limits or none: a call that one limit refuses is held in no other.
func TestI1_AllLimitsOrNone(t *testing.T) {
	h := newTill(t, "name: wide, window: day, calls: 100", "name: narrow, window: day, calls: 1")
	g := h.open()
	g.grant()
	if d := g.denial(); d.Reason != BudgetExhausted || d.Limit != "narrow" || d.Metric != metricCalls {
		t.Errorf("denial: %+v", d)
	}
	g.wants("wide", Amount{}, Amount{1, 200}, Amount{})
}

// BerriAI/litellm PR#27021: a hold that fills the ceiling exactly fits; and
// songquanpeng/one-api#227, Wei-Shaw/sub2api#2011: beyond it, nothing does.
func TestI1_ExactlyFullFits(t *testing.T) {
	h := newTill(t, "name: day, window: day, tokens: 400")
	g := h.open()
	first := g.grant()
	g.grant()
	if d := g.denial(); d.Reason != BudgetExhausted || d.Metric != metricTokens {
		t.Errorf("denial: %+v", d)
	}
	// used beyond the hold: recorded in full and flagged, and the sum is above the ceiling
	if s := g.record(first.Reservation, used(100, 900)); len(s.Flags) != 1 || s.Flags[0] != flagOverHold {
		t.Errorf("flags: %v", s.Flags)
	}
	g.wants("day", Amount{1, 1000}, Amount{1, 200}, Amount{})
	if d := g.denial(func(c *Call) { c.InputTokens, c.MaxOutputTokens = 1, 1 }); d.Reason != BudgetExhausted {
		t.Errorf("one token more: %+v", d)
	}
}

// I1 through many goroutines of two guards: as many as fit, not one more
// (BerriAI/litellm#34732, lingyuins/octopus#234, pydantic-ai PR#2978).
func TestI1_ManyAtOnce(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 50", "name: per, window: hour, per: task, calls: 40")
	guards := []*desk{h.open(), h.open()}
	granted := make(chan bool, 160)
	for i := range cap(granted) {
		go func() {
			a, err := guards[i%2].Reserve(context.Background(), call())
			if err != nil {
				t.Error(err)
			}
			granted <- a.Grant != nil
		}()
	}
	n := 0
	for range cap(granted) {
		if <-granted {
			n++
		}
	}
	if n != 40 {
		t.Errorf("granted %d of 40", n)
	}
	for _, g := range guards {
		g.sound()
	}
}

// I4: the same operation and attempt is the same reservation; after it is
// settled, an error; a further attempt is a further call (BerriAI/litellm#39455).
func TestI4_ReserveAgain(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 3")
	g, other := h.open(), h.open()
	op := func(n int) func(*Call) {
		return func(c *Call) { c.Operation, c.Attempt = "01978c2e-0000-7000-8000-000000000001", n }
	}
	first := g.grant(op(1))
	for _, who := range []*desk{g, other} {
		again := who.grant(op(1))
		if !again.Repeated || again.Reservation != first.Reservation || again.Held != first.Held {
			t.Errorf("again: %+v", again)
		}
	}
	g.wants("day", Amount{}, Amount{1, 200}, Amount{})
	g.record(first.Reservation, Outcome{Status: 503})
	for _, who := range []*desk{g, other} {
		if _, err := who.Reserve(context.Background(), call(op(1))); code(err) != CodeAlreadySettled {
			t.Errorf("after it was settled: %v", err)
		}
	}
	if second := other.grant(op(2)); second.Reservation == first.Reservation || second.Attempt != 2 {
		t.Errorf("second attempt: %+v", second)
	}
	g.wants("day", Amount{1, 0}, Amount{1, 200}, Amount{})
}

// I4: repeated, reordered and concurrent records give one result and the same
// answer (BerriAI/litellm#15740).
func TestI4_RecordAgain(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 9")
	g, other := h.open(), h.open()
	grant := g.grant()
	answers := make(chan Settlement, 16)
	for i := range cap(answers) {
		go func() {
			s, err := []*desk{g, other}[i%2].Record(context.Background(), grant.Reservation, used(100, int64(i)), 0)
			if err != nil {
				t.Error(err)
			}
			answers <- s
		}()
	}
	first := <-answers
	repeated := 0
	for n := 0; ; n++ {
		if first.State != Settled {
			t.Fatalf("state %s", first.State)
		}
		if len(first.Flags) > 0 && first.Flags[len(first.Flags)-1] == flagRepeated {
			repeated++
		}
		if n == cap(answers)-1 {
			break
		}
		next := <-answers
		if next.Tokens != first.Tokens {
			t.Fatalf("two answers: %+v and %+v", first, next)
		}
		first = next
	}
	if repeated != cap(answers)-1 {
		t.Errorf("%d answers say repeated, want %d", repeated, cap(answers)-1)
	}
	g.wants("day", Amount{1, first.Tokens.Sum()}, Amount{}, Amount{})
	g.sound()
}

// The answer of a failure is the same whoever repeats it: the process that
// recorded, another, or one that was started later.
func TestI4_SameAnswerEverywhere(t *testing.T) {
	h := newTill(t, "name: day, window: day, calls: 9")
	g, other := h.open(), h.open()
	grant := g.grant()
	first := g.record(grant.Reservation, Outcome{Status: 429, Headers: map[string][]string{"retry-after": {"7"}}, ReceivedAt: h.clock()})
	if first.Verdict == nil || first.Retry == nil {
		t.Fatalf("no verdict: %+v", first)
	}
	for name, who := range map[string]*desk{"same": g, "other": other, "later": h.open()} {
		s := who.record(grant.Reservation, used(1, 1))
		if s.State != first.State || s.Tokens != first.Tokens || *s.Retry != *first.Retry || s.Verdict.Class != first.Verdict.Class ||
			s.Verdict.RetryAfter != first.Verdict.RetryAfter || !s.Verdict.Until.Equal(first.Verdict.Until) {
			t.Errorf("%s: %+v %+v %+v, first %+v %+v %+v", name, s, s.Verdict, s.Retry, first, first.Verdict, first.Retry)
		}
	}
}

// I5: each attempt is a call; a refused one costs no tokens, a timeout is not
// zero (BerriAI/litellm#21312, aios-team-brain PR#450, context-lens#29).
func TestI5_EveryAttemptCounts(t *testing.T) {
	rows := []struct {
		name    string
		outcome Outcome
		state   ReservationState
		tokens  int64
		est     bool
	}{
		{"refused before work", Outcome{Status: 429, Headers: map[string][]string{"retry-after": {"3"}}}, Settled, 0, false},
		{"server error before output", Outcome{Status: 503}, Settled, 0, true},
		{"timeout", silence, UnknownOutcome, 0, false},
		{"connection lost", Outcome{ErrType: "ReadError", ErrText: "connection reset by peer"}, UnknownOutcome, 0, false},
		{"never left", Outcome{ErrType: "ConnectError", Sent: new(bool)}, Released, 0, false},
		{"answered, nothing seen", Outcome{Status: 200}, Settled, 200, true},
		{"answered", used(100, 20), Settled, 120, false},
		{"negative usage (lingyuins/octopus#243)", used(-500, 20), Settled, 200, true},
		{"negative usage in a body", Outcome{Status: 200, Body: []byte(`{"choices":[{"message":{"content":"two words"}}],"usage":{"prompt_tokens":-10,"completion_tokens":-100}}`)}, Settled, 103, true},
		{"usage of zero beside a text (microsoft/autogen#3971)", Outcome{Status: 200, Body: []byte(`{"choices":[{"message":{"content":"two words"}}],"usage":{"prompt_tokens":90,"completion_tokens":0,"total_tokens":90}}`)}, Settled, 93, true},
		{"work that goes on in the background", Outcome{Status: 200, Body: []byte(`{"id":"resp_1","object":"response","status":"queued","output":[],"usage":null}`)}, UnknownOutcome, 0, false},
		{"it says it never left, and there is an answer", Outcome{Status: 500, Sent: new(bool)}, Settled, 0, true},
		{"it says it never left, and output was shown", Outcome{Sent: new(bool), Shown: true, ErrType: "ReadError"}, UnknownOutcome, 0, false},
		{"absurd usage", used(1e15, 0), Settled, adapters.MaxUsage, false},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			g := newTill(t, "name: day, window: day, calls: 9").open()
			s := g.record(g.grant(func(c *Call) {
				if strings.Contains(string(r.outcome.Body), `"response"`) {
					c.Seen = &adapters.Attempt{URL: "https://api.openai.com/v1/responses", Body: []byte(`{"model":"m","background":true}`)}
				}
			}).Reservation, r.outcome)
			if s.State != r.state || s.Tokens.Sum() != r.tokens || s.Estimated != r.est {
				t.Errorf("state %s tokens %d est %v, want %s %d %v", s.State, s.Tokens.Sum(), s.Estimated, r.state, r.tokens, r.est)
			}
			u := g.use("day", "")
			calls := u.Settled.Calls + u.Unknown.Calls
			if want := map[bool]int64{true: 0, false: 1}[r.state == Released]; calls != want {
				t.Errorf("%d calls count, want %d", calls, want)
			}
			g.sound()
		})
	}
}

// What has no output costs what was sent, however long the vectors are.
func TestI5_AnswerWithoutOutput(t *testing.T) {
	g := newTill(t, "name: day, window: day, tokens: 100000").open()
	vectors := `{"data":[{"object":"embedding","embedding":[` + strings.Repeat("0.012345,", 3000) + `0]}]}`
	s := g.record(g.grant(func(c *Call) {
		c.Seen = &adapters.Attempt{URL: "https://api.openai.com/v1/embeddings", Body: []byte(`{"model":"m","input":"` + strings.Repeat("word ", 50) + `"}`)}
	}).Reservation, Outcome{Status: 200, Body: []byte(vectors)})
	if s.State != Settled || !s.Estimated || s.Tokens.Output != 0 || s.Tokens.Input < 50 || s.Tokens.Input > 60 {
		t.Errorf("%s %+v estimated %v", s.State, s.Tokens, s.Estimated)
	}
	g.sound()
}

// An answer in a format nobody knows is an answer: its text counts, up to the hold.
func TestI5_AnswerNobodyCanRead(t *testing.T) {
	for body, tokens := range map[string]int64{
		`{"content":"abc","tokens_predicted":5}`:             107,
		`{"content":"` + strings.Repeat("word ", 900) + `"}`: 200,
	} {
		g := newTill(t, "name: day, window: day, calls: 9").open()
		grant := g.grant(func(c *Call) { c.Provider = "nobody's" })
		s := g.record(grant.Reservation, Outcome{Status: 200, Body: []byte(body)})
		if s.State != Settled || !s.Estimated || s.Verdict != nil || s.Tokens.Sum() < tokens-3 || s.Tokens.Sum() > min(tokens+6, 200) {
			t.Errorf("%+v %+v, want about %d tokens", s, s.Verdict, tokens)
		}
	}
}

// I7 and I5: one operation, its attempts in a row, and after "no" no more of it.
func TestI7_StoppedOperation(t *testing.T) {
	g := newTill(t, "name: day, window: day, calls: 99").open()
	op := "01978c2e-0000-7000-8000-000000000002"
	for n := 1; n <= MaxRetries+1; n++ {
		grant := g.grant(func(c *Call) { c.Operation, c.Attempt = op, n })
		s := g.record(grant.Reservation, Outcome{Status: 503})
		if s.Retry == nil || s.Retry.Retry != (n <= MaxRetries) {
			t.Fatalf("attempt %d: %+v %+v", n, s.Retry, s.Verdict)
		}
	}
	if d := g.denial(func(c *Call) { c.Operation, c.Attempt = op, MaxRetries+2 }); d.Reason != Stopped {
		t.Errorf("after the last: %+v", d)
	}
	g.grant(func(c *Call) { c.Operation = "01978c2e-0000-7000-8000-000000000003" })
}

// Release gives the place back, once; and never what was sent.
func TestRelease(t *testing.T) {
	ctx := context.Background()
	g := newTill(t, "name: day, window: day, calls: 1").open()
	a := g.grant()
	for range 2 {
		if s, err := g.Release(ctx, a.Reservation); err != nil || s != Released {
			t.Fatal(s, err)
		}
	}
	g.wants("day", Amount{}, Amount{}, Amount{})
	b := g.grant()
	g.record(b.Reservation, silence)
	if s, err := g.Release(ctx, b.Reservation); err != nil || s != UnknownOutcome {
		t.Error("a call that was sent was released:", s, err)
	}
	if s, err := g.Release(ctx, "01978c2e-0000-7000-8000-00000000000f"); code(err) != CodeNotFound {
		t.Error(s, err)
	}
}

// per_call, never_fits and what would fit instead (litellm PR#26845).
func TestDenialSaysWhatFits(t *testing.T) {
	h := newTill(t)
	h.file("version: 1\nper_call: {tokens: 500}\nlimits:\n  - {name: day, window: day, tokens: 450}\n  - {name: calls, window: hour, calls: 2}\n")
	g := h.open()
	if d := g.denial(func(c *Call) { c.MaxOutputTokens = 900 }); d.Reason != PerCall || d.FitsOut != 400 || d.Asked.Tokens != 1000 {
		t.Errorf("per_call: %+v", d)
	}
	if d := g.denial(func(c *Call) { c.MaxOutputTokens = 380 }); d.Reason != NeverFits || d.FitsOut != 350 || !d.NextAt.IsZero() {
		t.Errorf("never fits: %+v", d)
	}
	g.grant(func(c *Call) { c.Attributes.Task = "big"; c.MaxOutputTokens = 150 })
	d := g.denial(func(c *Call) { c.MaxOutputTokens = 150 })
	if d.Reason != BudgetExhausted || d.FitsOut != 100 || d.Held != (Amount{1, 250}) || d.Ceiling.Tokens != 450 {
		t.Errorf("exhausted: %+v", d)
	}
	if len(d.Holders) != 1 || d.Holders[0] != (Holder{"cron", "big", "gpt-x", 1, 250}) {
		t.Errorf("holders: %+v", d.Holders)
	}
	if want := at("2026-11-30T00:00:00Z"); !d.NextAt.Equal(want) || !d.ResetsAt.Equal(want) || d.Zone != "UTC" {
		t.Errorf("next at %v, resets at %v in %s", d.NextAt, d.ResetsAt, d.Zone)
	}
	g.grant()
	d = g.denial(func(c *Call) { c.InputTokens, c.MaxOutputTokens = 1, 1 })
	if d.Metric != metricTokens && d.Metric != metricCalls || d.FitsOut != -1 {
		t.Errorf("calls are used up: %+v", d)
	}
	if d.Message == "" {
		t.Error("no sentence")
	}
	// more tokens than the ceiling is the reason that lasts, though the calls are used up as well
	d = g.denial(func(c *Call) { c.InputTokens, c.MaxOutputTokens = 460, 1 })
	if d.Reason != NeverFits || d.Metric != metricTokens {
		t.Errorf("%+v", d)
	}
}

// Pause stops one pool or all, in every process; resume lets it go on
// (AgentBudget/agentbudget#30).
func TestPauseAndBudgetOff(t *testing.T) {
	ctx := context.Background()
	h := newTill(t, "name: day, window: day, calls: 1")
	g, other := h.open(), h.open()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(g.Pause(ctx, "default", "runaway"))
	if d := other.denial(); d.Reason != Paused {
		t.Errorf("%+v", d)
	}
	other.grant(func(c *Call) { c.Pool = "night" })
	must(other.Resume(ctx, "default"))
	if err := other.Resume(ctx, "default"); code(err) != CodeInvalid {
		t.Error(err)
	}
	must(g.Pause(ctx, "*", ""))
	if d := other.denial(func(c *Call) { c.Pool = "night" }); d.Reason != Paused {
		t.Errorf("%+v", d)
	}
	must(g.Resume(ctx, "*"))
	if d := g.denial(); d.Reason != BudgetExhausted {
		t.Errorf("%+v", d)
	}
	must(g.BudgetOff(ctx))
	if a := other.grant(); len(a.Warnings) == 0 {
		t.Error("no warning that the limit would refuse")
	}
	other.wants("day", Amount{}, Amount{2, 400}, Amount{})
	must(g.BudgetOn(ctx))
	if d := other.denial(); d.Reason != BudgetExhausted {
		t.Errorf("%+v", d)
	}
	for kind, n := range map[string]int{"paused": 4, "resumed": 4, "budget_off": 2, "budget_on": 2} {
		if got := len(h.told(kind)); got > n || got < n/2 {
			t.Errorf("event %s was told %d times", kind, got)
		}
	}
}

// A deadline clips the timeout, and one that has passed refuses.
func TestDeadline(t *testing.T) {
	g := newTill(t).open()
	a := g.grant(func(c *Call) { c.Deadline, c.Timeout = 10*time.Second, time.Minute })
	if a.Timeout != 10*time.Second {
		t.Error(a.Timeout)
	}
	if d := g.denial(func(c *Call) { c.Deadline = 1 }); d.Reason != DeadlineTooNear {
		t.Errorf("%+v", d)
	}
}
