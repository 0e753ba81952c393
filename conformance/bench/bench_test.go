package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if playRole() { // the crowd below is this test binary again
		return
	}
	os.Exit(m.Run())
}

func TestARowSaysMetOrMissed(t *testing.T) {
	rows := []struct {
		ours, value, least, most float64
		want                     string
	}{
		{200, 100, 0, 2, "met: at most 2 x"},
		{201, 100, 0, 2, "MISSED: at most 2 x"},
		{300, 100, 3.5, 0, "MISSED: at least 3.5 x"},
		{79, 100, 0.8, 2, "MISSED: 0.8 to 2.0 x"},
		{80, 100, 0.8, 2, "met: 0.8 to 2.0 x"},
		{80, 100, 0, 0, "0.80 x"},
	}
	for _, row := range rows {
		r := &Row{Name: "x", What: "a row", Ours: row.ours, Unit: "us"}
		r.per("a baseline", row.value, row.least, row.most)
		var out bytes.Buffer
		r.print(&out)
		if !strings.Contains(out.String(), row.want) {
			t.Errorf("%v: want %q in %s", row, row.want, out.String())
		}
	}
}

// A row that could not be measured is neither met nor missed, and is counted.
func TestAReportCountsWhatWasNotMeasured(t *testing.T) {
	met := &Row{Ours: 1, Unit: "ms"}
	met.most(2)
	met.holds("order", false)
	rep := newReport([]*Row{met, {Failed: "no strace"}}, true, time.Now())
	if rep.Met != 1 || rep.Missed != 1 || rep.Failed != 1 {
		t.Errorf("%+v", rep)
	}
}

func TestSpread(t *testing.T) {
	least, most := spread([]float64{50, 100, 150})
	if least != 0.5 || most != 1.5 {
		t.Errorf("%v %v", least, most)
	}
	if least, most := spread(nil); least != 0 || most != 0 {
		t.Errorf("of nobody: %v %v", least, most)
	}
}

// A reply before the sync is what the order row exists to find (I2).
func TestI2_OrderIsReadFromATrace(t *testing.T) {
	const (
		request = `7 read(0<pipe:[1]>, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"reserve\"", 4096) = 200`
		resumed = `7 <... read resumed>"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"reserve\"", 4096) = 200`
		entry   = `8 write(9</h/ledger/000001-2026-11-29.jsonl>, "{\"seq\":2", 300) = 300`
		asks    = `8 fdatasync(9</h/ledger/000001-2026-11-29.jsonl> <unfinished ...>`
		done    = `8 <... fdatasync resumed>) = 0`
		reply   = `7 write(1<pipe:[2]>, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"granted\":true", 500) = 500`
	)
	rows := []struct {
		name  string
		lines []string
		want  bool
	}{
		{"append, sync, reply", []string{request, entry, asks, done, reply}, true},
		{"reply before the sync", []string{request, entry, asks, reply, done}, false},
		{"no sync", []string{request, entry, reply}, false},
		{"sync before the append", []string{request, asks, done, entry, reply}, false},
		{"the last reserve counts", []string{request, reply, resumed, entry, asks, done, reply}, true},
		{"nothing", nil, false},
	}
	for _, row := range rows {
		path := filepath.Join(t.TempDir(), "trace")
		if err := os.WriteFile(path, []byte(strings.Join(row.lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		marks, err := readTrace(path)
		if err != nil || inOrder(marks) != row.want {
			t.Errorf("%s: %v, %v", row.name, marks, err)
		}
	}
}

// Every till counts what it says: two processes, and nothing is lost between them.
func TestCrowdsOfEveryTillThatNeedsNoGuard(t *testing.T) {
	for _, kind := range []string{"append", "ledger", "sqlite", "json"} {
		got, err := runCrowd(kind, t.TempDir(), 2, 2, 200*time.Millisecond)
		if err != nil || len(got.callers) != 4 || got.rate == 0 {
			t.Errorf("%s: %+v, %v", kind, got, err)
		}
	}
}

// A body to classify is as long as the row says, and is still JSON with its error first.
func TestBodiesToClassifyAreFilled(t *testing.T) {
	for _, c := range classifyBodies {
		for _, size := range []int{1 << 10, 1 << 20} {
			if b := filled(c.body, size); len(b) != size || !json.Valid(b) {
				t.Errorf("%d bytes of %d: %.80s", len(b), size, b)
			}
		}
	}
}
