package rpc

import (
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// TestBareURL: query values (Gemini puts the key there) and user names end here,
// whatever a host sends.
func TestBareURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://api.openai.com/v1/chat/completions":         "https://api.openai.com/v1/chat/completions",
		"https://h/v1beta/models/g:generateContent?key=AIza": "https://h/v1beta/models/g:generateContent",
		"https://user:sk-secret@h:8443/v1/messages?a&b#c":    "https://h:8443/v1/messages",
		"https://h/v1/@scope/x":                              "https://h/v1/@scope/x",
		"https://h?key=AIza":                                 "https://h",
		"http://[::1]:8080/v1/responses#frag":                "http://[::1]:8080/v1/responses",
		"/v1/chat/completions?api_key=x":                     "/v1/chat/completions",
		"":                                                   "",
	} {
		if got := bareURL(in); got != want {
			t.Errorf("%s became %s", in, got)
		}
	}
}

// TestTimesOnTheWire: a wait never ends too early, a time that is allowed never
// grows, a deadline that has passed is never taken for none.
func TestTimesOnTheWire(t *testing.T) {
	for d, want := range map[time.Duration][2]int64{
		0: {0, 0}, 1: {1, 1}, time.Millisecond: {1, 1}, 1500 * time.Microsecond: {2, 1}, 2 * time.Hour: {7200000, 7200000},
	} {
		if got := [2]int64{ceilMS(d), floorMS(d)}; got != want {
			t.Errorf("%s: %v, want %v", d, got, want)
		}
	}
	var c checker
	if got := c.left("deadline_ms", -5); got != time.Nanosecond || c.bad != nil {
		t.Errorf("a deadline that has passed: %v, %v", got, c.bad)
	}
	if got := c.left("deadline_ms", 0); got != 0 {
		t.Errorf("no deadline: %v", got)
	}
	if got := c.left("deadline_ms", MaxWaitMS); got != MaxWaitMS*time.Millisecond || c.bad != nil {
		t.Errorf("the longest: %v, %v", got, c.bad)
	}
	if c.left("deadline_ms", MaxWaitMS+1); c.bad == nil {
		t.Error("longer than the longest was taken")
	}
	zone := time.FixedZone("CST", 8*3600)
	if got := instant(time.Date(2026, 11, 30, 0, 0, 0, 5e6, zone)); got != "2026-11-30T00:00:00.005+08:00" {
		t.Error(got)
	}
}

// TestLengths: each limit of protocol.go holds at its number and not one below.
func TestLengths(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	tags := func(n int) map[string]string {
		out := map[string]string{}
		for i := range n {
			out[long(i+1)] = "v"
		}
		return out
	}
	for _, row := range []struct {
		name string
		most int
		set  func(p *ReserveParams, n int)
	}{
		{"source", MaxNameBytes, func(p *ReserveParams, n int) { p.Attributes.Source = long(n) }},
		{"task", MaxNameBytes, func(p *ReserveParams, n int) { p.Attributes.Task = long(n) }},
		{"run", MaxNameBytes, func(p *ReserveParams, n int) { p.Attributes.Run = long(n) }},
		{"pool", MaxNameBytes, func(p *ReserveParams, n int) { p.Pool = long(n) }},
		{"provider", MaxNameBytes, func(p *ReserveParams, n int) { p.Request.Provider = long(n) }},
		{"model", MaxModelBytes, func(p *ReserveParams, n int) { p.Request.Model = long(n) }},
		{"operation", MaxIDBytes, func(p *ReserveParams, n int) { p.Operation = long(n) }},
		{"url", MaxURLBytes, func(p *ReserveParams, n int) { p.Request.URL = long(n) }},
		{"tags", MaxTags, func(p *ReserveParams, n int) { p.Attributes.Tags = tags(n) }},
		{"name of a tag", MaxTagNameBytes, func(p *ReserveParams, n int) { p.Attributes.Tags = map[string]string{long(n): "v"} }},
		{"value of a tag", MaxTagBytes, func(p *ReserveParams, n int) { p.Attributes.Tags = map[string]string{"t": long(n)} }},
	} {
		for _, n := range []int{row.most, row.most + 1} {
			p := &ReserveParams{Request: Request{Model: "m"}}
			row.set(p, n)
			var c checker
			c.reserve(p)
			if refused := c.bad != nil; refused != (n > row.most) {
				t.Errorf("%s of %d: refused %v", row.name, n, refused)
			}
		}
	}
}

// TestOutcomeIsCutNotRefused: a call that was made has to be recorded, whatever
// its provider or its exception said.
func TestOutcomeIsCutNotRefused(t *testing.T) {
	var c checker
	o := c.outcome(Outcome{
		Model: strings.Repeat("é", MaxModelBytes), ElapsedMS: -3,
		Error: &Fault{Type: strings.Repeat("x", MaxNameBytes+1), Message: strings.Repeat("x", MaxFaultBytes+1)},
		Usage: &Usage{InputTokens: -7},
	})
	if c.bad != nil {
		t.Fatal(c.bad)
	}
	if len(o.Model) != MaxModelBytes || len(o.ErrType) != MaxNameBytes || len(o.ErrText) != MaxFaultBytes || o.Elapsed != 0 || o.Usage.Input != -7 {
		t.Fatalf("%d %d %d %s %d", len(o.Model), len(o.ErrType), len(o.ErrText), o.Elapsed, o.Usage.Input)
	}
}

// The conversations leave the list of calls out; it is what package adapters says.
func TestCallsOnTheWire(t *testing.T) {
	for _, p := range append((*adapters.Known)(nil).Calls(), adapters.CallPattern{Host: "localhost", Port: "4000", Path: "/ask"}) {
		want := CallPattern{Host: p.Host, Port: p.Port, Path: p.Path, Inside: p.Inside, Body: p.Body}
		if got := callPatternOf(p); got != want || got.Path == "" && got.Host == "" {
			t.Errorf("%+v became %+v", p, got)
		}
	}
}
