//go:build unix

package ledger

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

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
	for waits := false; !waits; { // until the waiter holds the gate, shared
		gate := l.r.fs.TurnLock(l.r.path(gateName))
		free, err := gate.TryLock()
		if err != nil {
			t.Fatal(err)
		}
		waits = !free
		_ = gate.Close()
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
