package conformance

import (
	"encoding/json"
	"slices"
	"strings"
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
