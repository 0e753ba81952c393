package ledger

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// resident is this process's resident memory in MB, 0 where /proc is not.
func resident() int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _ := strconv.Atoi(strings.Fields(string(text))[1])
	return pages * os.Getpagesize() >> 20
}

// scale is how many entries of history: LEDGER_SCALE for more.
func scale(t *testing.T) int {
	if s := os.Getenv("LEDGER_SCALE"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 60_000
}

// fill writes n entries of a guard's size.
func fill(t *testing.T, dir string, n int) {
	t.Helper()
	l, err := Open(dir, &hot{}, Options{Create: true, Durability: OS})
	if err != nil {
		t.Fatal(err)
	}
	body := new(Object).Open().Uint("n", 1).String("padding", padding).Close()
	for left := n; left > 0; {
		some := min(left, 500)
		left -= some
		err := l.Update(t.Context(), func(tx *Tx) error {
			for range some {
				if _, err := tx.Append("count", body); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestHistoryCostsNothing: start-up with a checkpoint does not depend on the
// length of the history, and neither does memory, read from the first entry or
// not. The bounds are wide; the log has the numbers.
func TestHistoryCostsNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	n := scale(t)
	fill(t, dir, n)
	for _, name := range []string{"with the checkpoint", "without"} {
		micros, mb := openedBy(t, dir)
		t.Logf("%d entries, %s: open in %.1f ms, %d MB resident", n, name, float64(micros)/1000, mb)
		if name == "with the checkpoint" && micros > 50_000 {
			t.Errorf("start-up took %d us", micros)
		}
		if runtime.GOOS == "linux" && mb > 40 {
			t.Errorf("%d MB resident", mb)
		}
		if err := os.Remove(filepath.Join(dir, checkpointName)); err != nil && name != "without" {
			t.Fatal(err)
		}
	}
	began := time.Now()
	l, _ := open(t, dir, Options{})
	report, err := l.Verify(t.Context())
	if err != nil || !report.OK() || report.Entries != uint64(n)+1 {
		t.Errorf("%+v, %v", report, err)
	}
	t.Logf("Verify and a fold: %v for %d MB", time.Since(began).Round(time.Millisecond), report.Bytes>>20)
	began = time.Now()
	err = l.Find(t.Context(), began, []byte(`"id":"nobody"`), func(Entry) (bool, error) { return true, nil })
	if err != nil {
		t.Error(err)
	}
	t.Logf("Find nothing: %v", time.Since(began).Round(time.Millisecond))
}

// openedBy starts a process on dir.
func openedBy(t *testing.T, dir string) (micros, mb int) {
	t.Helper()
	p := start(t, "size", dir)
	text, err := p.out.ReadString('\n')
	if err == nil {
		_, err = fmt.Sscan(text, &micros, &mb)
	}
	if err != nil {
		t.Fatal(err)
	}
	p.begin()
	if err := p.Wait(); err != nil {
		t.Fatal(err)
	}
	return micros, mb
}
