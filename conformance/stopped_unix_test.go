//go:build unix

package conformance

import (
	"encoding/json"
	"syscall"
	"testing"
)

// I3: alive is a kernel lock, not a clock: a stopped process (a suspended laptop,
// a debugger) still holds its call, and records it when it goes on
// (BerriAI/litellm#20256, #27955).
func TestI3_AStoppedGuardIsAlive(t *testing.T) {
	home := newHome(t, oneDay)
	g := begin(t, home)
	got, err := g.reserve(place("sleeper", 1, nil))
	if err != nil || !got.Granted {
		t.Fatalf("%+v, %v", got, err)
	}
	must(t, g.cmd.Process.Signal(syscall.SIGSTOP))
	other := begin(t, home) // it looks who is dead when it starts
	if next, err := other.reserve(place("awake", 1, nil)); err != nil || !next.Granted {
		t.Errorf("others go on: %+v, %v", next, err)
	}
	if u := statusOf(t, home); u.Held.Calls != 2 || u.Unknown.Calls != 0 {
		t.Errorf("status counts %+v; want both calls held", u)
	}
	text, _ := command(t, home, "status", "--json")
	var status struct {
		Unknown int `json:"unknown"`
		Open    int `json:"open"`
	}
	if err := json.Unmarshal([]byte(text), &status); err != nil || status.Unknown != 0 || status.Open != 2 {
		t.Errorf("%+v, %v; want 2 open and none unknown", status, err)
	}
	must(t, g.cmd.Process.Signal(syscall.SIGCONT))
	s, err := g.record(got.Reservation, done)
	if err != nil || s.State != "settled" || len(s.Flags) != 0 {
		t.Errorf("%+v, %v; want settled without a flag", s, err)
	}
}
