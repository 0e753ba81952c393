//go:build unix

package ledger

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// waitersOf is what the kernel says of those who wait for locks.
func waitersOf(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("/proc/locks")
	if err != nil {
		t.Skip("this system does not list who waits for a lock: ", err)
	}
	var waiting strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "->") {
			waiting.WriteString(line)
		}
	}
	return waiting.String()
}

// TestI10_WaiterIsStopped: Ctrl-Z on a process that waits for the lock holds
// nobody up once the lock is free.
func TestI10_WaiterIsStopped(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	holder := start(t, "hold", dir)
	holder.begin()
	if line, err := holder.out.ReadString('\n'); line != "holding\n" {
		t.Fatalf("%q, %v", line, err)
	}
	waiter := start(t, "tell", dir, envCallers+"=1")
	waiter.begin()
	state := &tally{}
	l, err := Open(dir, state, Options{LockWait: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for !strings.Contains(waitersOf(t), strconv.Itoa(waiter.Process.Pid)) {
		runtime.Gosched()
	}
	if err := waiter.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	var status syscall.WaitStatus // until it has stopped
	if _, err := syscall.Wait4(waiter.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		t.Fatal(status, err)
	}
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = holder.Wait()
	mustAdd(t, l, "one", "two")
}
