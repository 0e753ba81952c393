package ledger

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// killRounds is how often; LEDGER_KILL_ROUNDS for more.
func killRounds(t *testing.T) int {
	if s := os.Getenv("LEDGER_KILL_ROUNDS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 4
}

// TestI2_KilledWhileAppending: several processes write, each is killed (-9) at
// a moment of its own; what they had been told is granted is there, the chain
// is whole, and those who live on are not held up.
func TestI2_KilledWhileAppending(t *testing.T) { killThem(t) }

// TestI2_KilledWhileRolling: the same, and every few appends a new day begins.
func TestI2_KilledWhileRolling(t *testing.T) {
	if files := killThem(t, envFast+"="+strconv.FormatInt(time.Now().UnixNano(), 10)); files < 3 {
		t.Errorf("%d files: no day has ended", files)
	}
}

func killThem(t *testing.T, env ...string) (files int) {
	dir := filepath.Join(t.TempDir(), "ledger")
	granted := map[string]bool{}
	for round := range killRounds(t) {
		seed := uint64(round)
		rng := rand.New(rand.NewPCG(seed, 9))
		var crowd []*process
		for range 3 {
			crowd = append(crowd, start(t, "tell", dir, append(env, envCallers+"=4")...))
		}
		for _, p := range crowd {
			p.begin()
		}
		for _, p := range crowd {
			readGrants(t, p, rng.IntN(60), granted)
			if err := p.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			readGrants(t, p, -1, granted) // what it still had said
			_ = p.Wait()
		}
		state := &tally{}
		l, err := Open(dir, state, Options{Clock: func() time.Time { return noon }})
		if err != nil {
			t.Fatal(err)
		}
		mustAdd(t, l, "round"+strconv.Itoa(round))
		for id := range granted {
			if state.ids[id] == 0 {
				t.Errorf("round %d: %s was granted and is lost", round, id)
			}
		}
		gapless(t, state)
		report, err := l.Verify(context.Background())
		if err != nil || !report.OK() || state.repaired > 0 {
			t.Errorf("round %d: %+v, %v", round, report, err)
		}
		files = report.Files
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d granted in %d files", len(granted), files)
	return files
}

// readGrants reads n grants, or all there are if n is negative.
func readGrants(t *testing.T, p *process, n int, granted map[string]bool) {
	t.Helper()
	for i := 0; n < 0 || i < n; i++ {
		line, err := p.out.ReadString('\n')
		if err != nil {
			if n < 0 {
				return
			}
			t.Fatal(err)
		}
		if id, ok := strings.CutPrefix(line, "granted "); ok {
			granted[strings.TrimSuffix(id, "\n")] = true
		}
	}
}

// TestI10_HolderIsStopped: a process that is stopped while it holds the lock holds up the
// others; they hear so in time, with its number, and go on when it is gone.
// A lock nobody wants any more is let go (openclaw/openclaw#43367).
func TestI10_HolderIsStopped(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	holder := start(t, "hold", dir)
	state := &tally{}
	l, err := Open(dir, state, Options{LockWait: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	holder.begin()
	if line, err := holder.out.ReadString('\n'); line != "holding\n" {
		t.Fatalf("%q, %v", line, err)
	}
	began := time.Now()
	err = add(l, "refused")
	if waited := time.Since(began); waited > 5*time.Second {
		t.Errorf("waited %v", waited)
	}
	if !errors.Is(err, ErrBusy) || Hint(err) == "" {
		t.Errorf("while the lock is held: %v", err)
	}
	if pid := strconv.Itoa(holder.Process.Pid); runtime.GOOS == "linux" && !strings.Contains(err.Error(), pid) {
		t.Errorf("the holder %s is not named: %v", pid, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := l.Update(ctx, func(*Tx) error { return nil }); err != context.Canceled {
		t.Errorf("a caller who has left: %v", err)
	}
	// Reading never waits for another process.
	if err := l.View(context.Background(), func() error { return nil }); err != nil {
		t.Errorf("View: %v", err)
	}
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = holder.Wait()
	patient, _ := open(t, dir, Options{})
	mustAdd(t, patient, "after")
	view(t, l, state)
	if state.ids["refused"] != 0 || state.ids["after"] == 0 {
		t.Errorf("%v", state.ids)
	}
}

// TestI2_StraceOrder: the entry is appended, then synced, then answered. The
// kernel's own record says so.
func TestI2_StraceOrder(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed: `apt-get install strace` and run this again")
	}
	dir := filepath.Join(t.TempDir(), "ledger")
	trace := filepath.Join(t.TempDir(), "trace")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(strace, "-f", "-o", trace, "-e", "trace=write,fdatasync,fsync,flock", exe)
	cmd.Env = append(os.Environ(), "LEDGER_CHILD=tell", envDir+"="+dir, envCallers+"=1", envGrants+"=5")
	cmd.Stdin = strings.NewReader("go\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(order(string(text)), "ASG"); got != 5 {
		t.Errorf("append, fdatasync, answer in this order %d times of 5: %s", got, order(string(text)))
	}
}

// order reduces a trace to A (append of a count), S (sync done) and G (granted).
func order(trace string) string {
	var b strings.Builder
	for line := range strings.Lines(trace) {
		switch {
		case strings.Contains(line, `write(`) && strings.Contains(line, `{\"seq\":`) && !strings.Contains(line, `\"kind\":\"head\"`):
			b.WriteByte('A')
		case strings.Contains(line, "fdatasync") && strings.HasSuffix(line, "= 0\n"):
			b.WriteByte('S')
		case strings.Contains(line, `"granted `):
			b.WriteByte('G')
		}
	}
	return b.String()
}
