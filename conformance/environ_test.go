package conformance

import (
	"context"
	"os/exec"
	"testing"
)

// I8: cron, a login shell and a service differ in TZ, HOME and XDG_*. They share
// one till all the same: the same home, zone, window and counter.
func TestI8_ProcessesWhoseEnvironmentDiffersShareOneTill(t *testing.T) {
	home := newHome(t, "limits:\n  - {name: day, window: day, calls: 10}\n")
	first := begin(t, home, "TZ=UTC")
	got, err := first.reserve(place("from cron", 1, nil))
	if err != nil || !got.Granted {
		t.Fatalf("%+v, %v", got, err)
	}
	want := got.Limits[0]
	for n, env := range environments() {
		g := begin(t, home, env...)
		if g.hello != first.hello || g.hello.Home != home {
			t.Errorf("with %v: %+v; the first saw %+v", env, g.hello, first.hello)
		}
		got, err := g.reserve(place("with another environment", n+1, nil))
		if err != nil || !got.Granted {
			t.Fatalf("with %v: %+v, %v", env, got, err)
		}
		u := got.Limits[0]
		if u.Window != want.Window || u.ResetsAt != want.ResetsAt || u.Held.Calls != int64(n+2) {
			t.Errorf("with %v: %+v; the first saw %+v", env, u, want)
		}
	}
}

func environments() [][]string {
	return [][]string{
		{"TZ=Pacific/Kiritimati"}, // 14 hours ahead: another date for most of the day
		{"TZ=Pacific/Pago_Pago", "HOME=/nowhere", "USER=somebody"},
		{"XDG_STATE_HOME=/tmp/a", "XDG_DATA_HOME=/tmp/b", "XDG_CONFIG_HOME=/tmp/c", "HOME=/tmp"},
		{"ZONEINFO=/nowhere", "LANG=de_DE.UTF-8", "LC_ALL=tr_TR.UTF-8"},
	}
}

// Without TALLYSTICK_HOME the home is that of the system's user database, not of
// $HOME: what a reading command says does not depend on the environment.
func TestI8_TheDefaultHomeIsNotHOME(t *testing.T) {
	ask := func(env ...string) string {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		cmd := exec.CommandContext(ctx, bin, "recent", "--tail", "1")
		cmd.Env = append([]string{"PATH=/usr/bin:/bin"}, env...)
		out, _ := cmd.CombinedOutput() // without a ledger it says where it looked
		return string(out)
	}
	plain := ask()
	if plain == "" {
		t.Fatal("the command says nothing")
	}
	for _, env := range environments() {
		if got := ask(env...); got != plain {
			t.Errorf("with %v:\n%s\nwithout:\n%s", env, got, plain)
		}
	}
}
