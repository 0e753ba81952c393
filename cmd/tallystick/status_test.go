package main

import (
	"bytes"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/tallystick/tallystick/guard"
)

var update = flag.Bool("update", false, "rewrite testdata/status.txt")

// A busy night with everything at once: what the scripts cannot stage in a second.
func TestStatusOfABusyNight(t *testing.T) {
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	now := time.Date(2026, 11, 29, 22, 14, 0, 0, zone)
	u := &ui{out: &b, width: plainWidth, glyph: blocks, zone: zone, now: now}
	statusView{u, busyNight(now), lostCalls(now)}.print()
	const file = "testdata/status.txt"
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Bytes(); !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant (go test ./cmd/tallystick -update rewrites it)\n%s", got, want)
	}
	for _, line := range bytes.Split(b.Bytes(), []byte("\n")) {
		if n := cells(string(line)); n > plainWidth {
			t.Errorf("%d cells: %s", n, line)
		}
	}
}

func busyNight(now time.Time) guard.Status {
	midnight := now.Truncate(24 * time.Hour).Add(16 * time.Hour)
	day := guard.LimitUse{
		Limit: "day", Window: "2026-11-29", Ceiling: guard.Amount{Calls: 500, Tokens: 500_000},
		Settled: guard.Amount{Calls: 200, Tokens: 150_000}, Held: guard.Amount{Calls: 8, Tokens: 20_000},
		Unknown: guard.Amount{Calls: 4, Tokens: 10_000}, ResetsAt: midnight,
	}
	beat := guard.LimitUse{Value: "heartbeat", Window: "2026-11-29T22+08:00", Ceiling: guard.Amount{Calls: 60},
		Settled: guard.Amount{Calls: 12, Tokens: 900}, ResetsAt: now.Add(46 * time.Minute)}
	digest := beat
	digest.Value, digest.Settled.Calls = "digest of everything that was said anywhere in the company on that day", 60
	gpt := guard.Lane{Provider: "openai", Model: "gpt-5-mini"}
	return guard.Status{
		Home: "/home/ann/.local/state/tallystick", Zone: "Asia/Shanghai", Now: now, Entries: 12_345, Open: 8, Unknown: 4,
		Warnings: []string{`tallystick.yaml, line 4: unknown key "clals": did you mean "calls"? The last accepted limits stay in force`},
		Paused:   []guard.Pause{{Pool: "batch", By: "ann", Why: "see ticket 12", Since: now.Add(-time.Hour)}},
		Guards:   []guard.GuardStatus{{Host: "python heartbeat.py", PID: 4711, Alive: true}, {Host: "node agent.mjs", PID: 4712}},
		Limits: []guard.LimitStatus{
			{Name: "day", WindowSpec: "day", Uses: []guard.LimitUse{day}, PerHour: guard.Amount{Calls: 40, Tokens: 36_000}, EmptyAt: now.Add(7 * time.Hour)},
			{Name: "cron-hour", WindowSpec: "hour", Per: "task", Match: map[string]string{"source": "cron"}, Shadow: true, Uses: []guard.LimitUse{digest, beat}, Values: 16},
		},
		Top: []guard.Holder{
			{Source: "cron", Task: "heartbeat", Model: "gpt-5-mini", Calls: 120, Tokens: 90_000},
			{Source: "interactive", Model: "claude-sonnet-4-5-20250929", Calls: 20, Tokens: 60_000},
		},
		Lanes: []guard.LaneStatus{
			{Lane: gpt, Last: "quota_exhausted", Failures: 3, LastAt: now.Add(-4 * time.Minute), Evidence: "openai-quota: insufficient_quota"},
			{Lane: guard.Lane{Provider: "anthropic", Model: "claude-sonnet-4-5"}},
		},
		Silent: []guard.OpenCall{{Reservation: "01a2297c-965e-7b80-a9c1-549c716d20d7", Age: 3 * time.Hour, Owner: "python stream.py, pid 4713", Alive: true}},
		Events: []guard.Event{
			{At: now.Add(-26 * time.Hour), Text: "a new ledger was created by ann; days are counted in Asia/Shanghai"},
			{At: now.Add(-time.Hour), Text: `limit "day" passed 80 %: 400 of 500 calls on 2026-11-29; most by cron heartbeat gpt-5-mini`},
		},
	}
}

func lostCalls(now time.Time) []guard.OpenCall {
	return []guard.OpenCall{{
		Reservation: "01a2297c-965e-7b80-a9c1-549c716d20d8", State: guard.UnknownOutcome, At: now.Add(-2 * time.Hour), Age: 2 * time.Hour,
		Held: guard.Amount{Calls: 1, Tokens: 2_300}, Owner: "python heartbeat.py, pid 4711", Lane: guard.Lane{Provider: "openai", Model: "gpt-5-mini"},
		Attributes: guard.Attributes{Source: "cron", Task: "heartbeat"},
	}}
}
