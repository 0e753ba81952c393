package guard

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/ledger"
)

// plain is a tallystick.yaml with a limit for a gateway that it does not know yet; door makes
// it known.
const (
	plain = "zone: UTC\nlimits:\n  - {name: corp, match: {provider: corp}, window: day, calls: 3}\n"
	door  = `providers:
  - name: corp
    hosts: [llm.corp.example]
    dialect: openai.chat
    paths: [/llm/ask]
    rules:
      - {name: team budget, class: quota_exhausted, window: month, code: [E_BUDGET], scope: account}
      - {name: queue, class: overloaded, status: [200], code: [7001]}
`
)

// asking is a call of the gateway, seen by a shim.
func asking(c *Call) {
	*c = Call{Attributes: c.Attributes, Seen: &adapters.Attempt{
		URL: "https://llm.corp.example/llm/ask", Body: []byte(`{"model":"corp-1","max_tokens":50,"messages":[{"role":"user","content":"hi"}]}`)}}
}

var overBudget = Outcome{Status: 403, Body: []byte(`{"error":{"code":"E_BUDGET","message":"try again in 2 s"}}`)}

// A gateway is added by its user, in tallystick.yaml and nowhere else: its calls count under
// its name, its usage is read, its failures mean what its rules say.
func TestAGatewayNeedsNoCode(t *testing.T) {
	h := newTill(t)
	h.file(plain + door)
	g := h.open()
	grant := g.grant(asking)
	if grant.Lane.Provider != "corp" || grant.Lane.Model != "corp-1" || len(grant.Limits) != 1 || grant.Limits[0].Held.Calls != 1 {
		t.Errorf("%+v", grant)
	}
	s := g.record(grant.Reservation, Outcome{Status: 200, Body: []byte(`{"model":"corp-1","choices":[],"usage":{"prompt_tokens":40,"completion_tokens":2}}`)})
	if s.Tokens != (adapters.Tokens{Input: 40, Output: 2}) || s.Estimated || s.Verdict != nil {
		t.Errorf("%+v", s)
	}
	s = g.record(g.grant(asking).Reservation, overBudget)
	v := s.Verdict
	if v == nil || v.Class != adapters.QuotaExhausted || v.Window != "month" || v.Scope != "account" || s.Retry.Retry || s.Tokens.Sum() != 0 ||
		!strings.HasPrefix(v.Evidence, "team budget: ") {
		t.Errorf("%+v %+v", v, s.Retry)
	}
	s = g.record(g.grant(asking).Reservation, Outcome{Status: 200, Body: []byte(`{"code":7001,"message":"later"}`)})
	if s.Verdict == nil || s.Verdict.Class != adapters.Overloaded || !s.Retry.Retry {
		t.Errorf("an error in a 200: %+v", s)
	}
	if d := g.denial(asking); d.Limit != "corp" {
		t.Errorf("%+v", d)
	}
	g.sound()
}

// The month is used up, and the gateway says so with 429 inside a 200: whoever waited for it and
// tried again would do so all night.
func TestAFailureInsideA200EndsTheNight(t *testing.T) {
	h := newTill(t)
	h.file(plain + door + "      - {name: month, class: quota_exhausted, window: month, status: [200], code: [429]}\n")
	g := h.open()
	s := g.record(g.grant(asking).Reservation, Outcome{Status: 200, Body: []byte(`{"code":429,"msg":"x"}`)})
	if s.Verdict == nil || s.Verdict.Class != adapters.QuotaExhausted || s.Retry.Retry || s.Tokens.Sum() != 0 {
		t.Errorf("%+v %+v", s.Verdict, s.Retry)
	}
}

// What is judged by hand and what is judged at work agree on what is a failure at all.
func TestAnsweredIsWhatNobodyJudges(t *testing.T) {
	h := newTill(t)
	h.file(strings.Replace(plain, "calls: 3", "calls: 9", 1) + door)
	g := h.open()
	known := g.upcoming(context.Background())
	events := "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"error\":{\"message\":\"overloaded\"}}\n\n"
	if Answered(known, call(asking), Outcome{Status: 200, Body: []byte(events)}, g.o.Clock()) {
		t.Error("an error inside a stream is one")
	}
	for body, want := range map[string]bool{
		`{"code":7001,"msg":"x"}`:                      false,
		`{"header":{"code":7001}}`:                     false,
		`{"data":{"code":7001}}`:                       true,
		`[{"error":{"code":7001}}]`:                    true,
		`{"error":{"code":"E_BUDGET"}}`:                false,
		`{"choices":[{"message":{"content":"7001"}}]}`: true,
	} {
		o := Outcome{Status: 200, Body: []byte(body)}
		judged := g.record(g.grant(asking).Reservation, o).Verdict
		if got := Answered(known, call(asking), o, g.o.Clock()); got != want || got != (judged == nil) {
			t.Errorf("%s: answered %v, judged %+v", body, got, judged)
		}
	}
}

// Guards that run follow a change: the next call counts under the new name, wherever it is made,
// and a call that is under way is judged by the new rules.
func TestAGatewayIsFollowedByAllGuards(t *testing.T) {
	h := newTill(t)
	plain := strings.Replace(plain, "calls: 3", "calls: 9", 1)
	h.file(plain)
	one, two := h.open(), h.open()
	before, under := one.grant(asking), two.grant(asking)
	if len(before.Limits) != 0 || before.Lane.Provider != "llm.corp.example" {
		t.Errorf("nobody knows it yet: %+v", before)
	}
	h.file(plain + door)
	if grant := one.grant(asking); len(grant.Limits) != 1 || grant.Lane.Provider != "corp" {
		t.Errorf("%+v", grant)
	}
	// two has not looked since; the call was reserved under the host's name
	if v := two.record(under.Reservation, overBudget).Verdict; v.Class != adapters.Permission {
		t.Errorf("it is no call of corp's: %+v", v)
	}
	again := two.grant(asking)
	if again.Lane.Provider != "corp" || again.Limits[0].Held.Calls != 2 {
		t.Errorf("%+v", again)
	}
	h.file(plain + strings.Replace(door, "class: quota_exhausted, window: month", "class: auth", 1))
	third := one.grant(asking)
	if v := two.record(again.Reservation, overBudget).Verdict; v.Class != adapters.Auth {
		t.Errorf("%+v", v)
	}
	if v := two.record(third.Reservation, overBudget).Verdict; v.Class != adapters.Auth { // granted by another
		t.Errorf("%+v", v)
	}
	answer := Outcome{Status: 200, Body: []byte(`{"choices":[],"usage":{"prompt_tokens":4,"completion_tokens":2}}`)}
	if s := two.record(one.grant(asking, func(c *Call) { c.Attributes.Task = "other" }).Reservation, answer); s.Tokens.Sum() != 6 || s.Estimated {
		t.Errorf("its dialect is known to who did not grant it: %+v", s)
	}
	changes := h.told("limits_changed")
	if len(changes) < 2 || !strings.Contains(changes[0], "added the provider corp (programs that run now see calls at its paths when they start again)") || !strings.HasSuffix(changes[len(changes)-1], "changed the provider corp") {
		t.Errorf("%q", changes)
	}
	for _, d := range []*desk{one, two} {
		d.sound()
	}
}

// A file that vanishes or is wrong takes no gateway away; the event has the line. Without the
// section it is gone.
func TestAGatewayStaysUntilItIsTakenOut(t *testing.T) {
	h := newTill(t)
	h.file(plain + door)
	g := h.open()
	known := func() bool {
		provider := g.grant(asking, func(c *Call) { c.Pool = "x" }).Lane.Provider
		v, _ := g.Classify(Call{Provider: provider}, overBudget, 1, 0)
		return provider == "corp" && v.Class == adapters.QuotaExhausted
	}
	if !known() {
		t.Error("it is not known")
	}
	h.file("")
	if !known() {
		t.Error("the file vanished")
	}
	h.file(plain + strings.Replace(door, "quota_exhausted", "quota_exausted", 1))
	if !known() {
		t.Error("the file is wrong")
	}
	if events := h.told("config_invalid"); len(events) != 1 || !strings.Contains(events[0], `line 10: "quota_exausted" is not known here: did you mean "quota_exhausted"?`) {
		t.Errorf("%q", events)
	}
	later := h.open()
	if a := later.ask(asking); a.Denial == nil || a.Denial.Limit != "corp" {
		t.Errorf("a later guard knows it too: %+v", a)
	}
	h.file(strings.Replace(plain, "calls: 3", "calls: 9", 1))
	if known() {
		t.Error("it was taken out")
	}
	changes := h.told("limits_changed")
	if last := changes[len(changes)-1]; !strings.Contains(last, "removed the provider corp") {
		t.Errorf("%q", last)
	}
}

// A guard of before, which finds the section invalid and writes the limits again without it,
// takes nothing away from those that know better; and a guard that only keeps what was accepted
// keeps what it does not know itself.
func TestAGatewaySurvivesAnOlderGuard(t *testing.T) {
	h := newTill(t)
	h.file(plain + door)
	g := h.open()
	g.grant(asking)
	older := func(config string) {
		t.Helper()
		err := g.led.Update(context.Background(), func(tx *ledger.Tx) error {
			var o ledger.Object
			_, err := tx.Append(kindLimits, (&change{set: "x", by: "an older one", config: []byte(config)}).encode(&o))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	limit := `"limits":[{"name":"corp","match":{"provider":"corp"},"window":"day","calls":3}]`
	older(`{"zone":"UTC","week_start":"monday","durability":"fsync",` + limit + `}`)
	if grant := g.grant(asking); grant.Lane.Provider != "corp" || grant.Limits[0].Held.Calls != 2 {
		t.Errorf("%+v", grant)
	}
	entries := g.state.seq
	g.grant(asking)
	if g.state.seq != entries+1 {
		t.Errorf("%d entries for one call: they take turns", g.state.seq-entries)
	}
	for i := range maxOverruled + 2 {
		older(fmt.Sprintf(`{"zone":"UTC","week_start":"monday","durability":"fsync",%s,"later":%d}`, limit, i))
		g.ask(func(c *Call) { c.Provider = "other" })
	}
	if !strings.Contains(g.state.encoded, `"later":17`) {
		t.Errorf("they take turns for ever: %s", g.state.encoded)
	}
	h.file("prviders: []\n")
	newer := `{"zone":"UTC","week_start":"monday","durability":"fsync",` + limit + `,"later":[1]}`
	older(newer)
	g.ask()
	version := g.state.version
	if err := g.adopt(context.Background(), "corp"); err != nil || g.state.version == version {
		t.Errorf("the limit is counted anew, and the entry written again: %v", err)
	}
	if g.state.encoded != newer {
		t.Errorf("kept as %s", g.state.encoded)
	}
	g.sound()
}

// I1 while the file changes all the time: what was granted under a name is what its limit
// counts, not one call more or less, whoever looked when.
func TestI1_AGatewayComesAndGoesUnderLoad(t *testing.T) {
	h := newTill(t)
	roomy := strings.Replace(plain, "calls: 3", "calls: 1000", 1)
	h.file(roomy)
	guards := []*desk{h.open(), h.open(), h.open()}
	var named atomic.Int64
	var callers sync.WaitGroup
	for i := range 12 {
		callers.Go(func() {
			g := guards[i%len(guards)]
			for range 20 {
				a, err := g.Reserve(context.Background(), call(asking))
				if err != nil || a.Grant == nil {
					t.Errorf("%+v %v", a.Denial, err)
					return
				}
				if a.Grant.Lane.Provider == "corp" {
					named.Add(1)
				}
				if _, err := g.Record(context.Background(), a.Grant.Reservation, overBudget, 0); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 30 {
		h.file([]string{roomy + door, roomy}[i%2])
		guards[i%len(guards)].grant(func(c *Call) { c.Provider = "other" })
	}
	callers.Wait()
	for _, g := range guards {
		if u := g.use("corp", ""); u.Settled.Calls != named.Load() {
			t.Errorf("%d calls count, %d were granted", u.Settled.Calls, named.Load())
		}
		g.sound()
	}
	t.Logf("%d of 240 calls were the gateway's", named.Load())
}

// Before the first call the file is what is known; a checkpoint knows what the entries do.
func TestGatewaysWithoutEntries(t *testing.T) {
	h := newTill(t)
	h.file(plain + door)
	g := h.open()
	if v, _ := g.Classify(Call{Provider: "corp"}, overBudget, 1, 0); v.Class != adapters.QuotaExhausted {
		t.Errorf("%+v", v)
	}
	h.file(plain + strings.Replace(door, "class: quota_exhausted, window: month", "class: auth", 1))
	for range 2 { // read, and remembered
		if v, _ := g.Classify(Call{Provider: "corp"}, overBudget, 1, 0); v.Class != adapters.Auth {
			t.Errorf("the file as it is now: %+v", v)
		}
	}
	h.file(plain + door)
	g.grant(asking)
	var kept []byte
	if err := g.view(context.Background(), func(s *State) { kept = s.Snapshot(nil) }); err != nil {
		t.Fatal(err)
	}
	s := newState()
	if err := s.Restore(kept); err != nil {
		t.Fatal(err)
	}
	if provider, _, ok := s.providers.Find(*call(asking).Seen); provider != "corp" || !ok {
		t.Errorf("%q %v", provider, ok)
	}
	if s.Reset(); s.providers != nil {
		t.Error("before the first entry nothing is added")
	}
}
