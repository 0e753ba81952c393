package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// A task name may come from a prompt, a web page or an attacker: no byte of it may steer a terminal.
func TestVisibleNamesCannotSteerATerminal(t *testing.T) {
	for in, want := range map[string]string{
		"heartbeat":         "heartbeat",
		"心跳 ✓":              "心跳 ✓",
		"\x1b[2Jgone":       `\x1b[2Jgone`,
		"two\nlines\r":      `two\nlines\r`,
		"\u202egnp.exe":     `\u202egnp.exe`,
		"a\u0085b\u009b31m": `a\u0085b\u009b31m`,
		"broken\xff\xfe":    `broken\xff\xfe`,
		"zero\u200bwidth":   `zero\u200bwidth`,
	} {
		if got := visible(in); got != want {
			t.Errorf("visible(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCellsCountWhatATerminalDraws(t *testing.T) {
	for in, want := range map[string]int{"": 0, "cron": 4, "心跳": 4, "e\u0301": 1, "ｆｕｌｌ": 8} {
		if got := cells(in); got != want {
			t.Errorf("cells(%q) = %d, want %d", in, got, want)
		}
	}
	if got := fit("心跳心跳心跳", 7, "…"); got != "心跳心…" {
		t.Errorf("fit = %q", got)
	}
	if got := fit("short", 5, "…"); got != "short" {
		t.Errorf("fit = %q", got)
	}
}

func TestTableFitsTheScreenWhateverTheNames(t *testing.T) {
	var b bytes.Buffer
	u := &ui{out: &b, width: 80, glyph: blocks}
	tab := table{indent: 2, cols: []column{{head: "who", least: 8}, {head: "model", least: 8}, {head: "tokens", right: true}}}
	tab.add(strings.Repeat("long-name-", 20), strings.Repeat("模型", 60), "1,234,567")
	tab.add("a", "b\nc", "1")
	tab.print(u)
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	if len(lines) != 3 {
		t.Fatalf("a name broke the table:\n%s", b.String())
	}
	for _, line := range lines {
		if cells(line) > 80 {
			t.Errorf("%d cells: %s", cells(line), line)
		}
	}
	if !strings.HasSuffix(lines[1], "1,234,567") {
		t.Errorf("the number gave way: %s", lines[1])
	}
}

func TestBarNeverHidesASmallPartNorTheLastFreeCell(t *testing.T) {
	u := &ui{glyph: ascii}
	for _, row := range []struct {
		used, held, unknown, ceiling int64
		want                         string
	}{
		{0, 0, 0, 500, ".........."},
		{1, 1, 1, 500, "#+?......."},
		{499, 0, 0, 500, "#########."},
		{500, 0, 0, 500, "##########"},
		{498, 1, 0, 500, "#########."},
		{250, 0, 250, 500, "#####?????"},
		{900, 0, 0, 500, "##########"},
		{1 << 50, 0, 0, 1 << 51, "#####....."},
	} {
		if got := u.bar(10, row.used, row.held, row.unknown, row.ceiling); got != row.want {
			t.Errorf("bar(%d, %d, %d of %d) = %s, want %s", row.used, row.held, row.unknown, row.ceiling, got, row.want)
		}
	}
}

func TestNumbersAndTimesReadWell(t *testing.T) {
	zone := time.FixedZone("X", 8*3600)
	u := &ui{zone: zone, now: time.Date(2026, 11, 29, 22, 0, 0, 0, zone)}
	for got, want := range map[string]string{
		number(0):                                   "0",
		number(999):                                 "999",
		number(-1234567):                            "-1,234,567",
		count(1, "entry"):                           "1 entry",
		count(2000, "entry"):                        "2,000 entries",
		span(950 * time.Millisecond):                "950ms",
		span(3500 * time.Millisecond):               "3.5s",
		span(90 * time.Second):                      "1m 30s",
		span(59*time.Minute + 59*time.Second):       "59m",
		span(125 * time.Minute):                     "2h 05m",
		span(76 * time.Hour):                        "3d 4h",
		span(-time.Minute):                          "-1m 00s",
		percent(499, 500):                           "99 %",
		u.at(u.now.Add(time.Hour)):                  "23:00",
		u.at(u.now.Add(2 * time.Hour)):              "00:00 tomorrow",
		u.at(u.now.Add(-24 * time.Hour)):            "22:00 yesterday",
		u.at(u.now.AddDate(0, 0, 2)):                "Tue 1 Dec 22:00",
		u.at(u.now.AddDate(1, 0, 0)):                "2027-11-29 22:00",
		u.stamp(u.now):                              "22:00:00",
		u.stamp(u.now.Add(-48 * time.Hour)):         "11-27 22:00",
		strings.Join(wrap("a bc def ghij", 6), "|"): "a bc|def|ghij",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
