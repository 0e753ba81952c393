package ledger

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestUpdateTakesBack: an error, or a panic, of fn leaves nothing of it, in
// the journal or in State; what others appended in the same turn stays.
func TestUpdateTakesBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	l, state := open(t, dir, Options{})
	mustAdd(t, l, "one")
	oops := errors.New("changed my mind")
	err := l.Update(t.Context(), func(tx *Tx) error {
		if _, err := tx.Append("count", []byte(`{"id":"gone"}`)); err != nil {
			return err
		}
		return oops
	})
	if err != oops {
		t.Errorf("fn's error became %v", err)
	}
	func() {
		defer func() {
			if r := recover(); r != "boo" {
				t.Errorf("fn's panic became %v", r)
			}
		}()
		_ = l.Update(t.Context(), func(tx *Tx) error {
			_, _ = tx.Append("count", []byte(`{"id":"gone too"}`))
			panic("boo")
		})
	}()
	mustAdd(t, l, "two")
	if got := view(t, l, state); got.count != 2 || got.ids["two"] != 3 || len(got.ids) != 2 {
		t.Errorf("%+v", got)
	}
	_, again := open(t, dir, Options{})
	if again.count != 2 {
		t.Errorf("another process: %+v", again)
	}
}

// TestGroupCommitIsGapless: 16 goroutines in each of two ledgers of one
// folder, some of whose functions fail; the chain holds exactly the others.
func TestGroupCommitIsGapless(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	var ledgers []*Ledger
	var states []*tally
	for range 2 {
		l, s := open(t, dir, Options{})
		ledgers, states = append(ledgers, l), append(states, s)
	}
	var all sync.WaitGroup
	oops := errors.New("no")
	for g := range 32 {
		all.Go(func() {
			for n := range 20 {
				err := ledgers[g%2].Update(t.Context(), func(tx *Tx) error {
					_, err := tx.Append("count", new(Object).Open().String("id", fmt.Sprint(g, "-", n)).Close())
					if n%7 == 6 {
						return oops
					}
					return err
				})
				if n%7 == 6 && err != oops || n%7 < 6 && err != nil {
					t.Errorf("caller %d, call %d: %v", g, n, err)
				}
			}
		})
	}
	all.Wait()
	for i := range ledgers {
		got := view(t, ledgers[i], states[i])
		if got.count != 32*18 || len(got.ids) != 32*18 {
			t.Errorf("%d counts, %d ids", got.count, len(got.ids))
		}
		gapless(t, states[i])
	}
	if report, err := ledgers[0].Verify(context.Background()); err != nil || !report.OK() {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestUpdateFirstComeFirstServed within a process, and a turn has MaxBatch.
func TestUpdateFirstComeFirstServed(t *testing.T) {
	l, _ := open(t, filepath.Join(t.TempDir(), "ledger"), Options{Durability: OS})
	started, gate := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() { _ = l.Update(t.Context(), func(*Tx) error { close(started); <-gate; return nil }) })
	<-started
	var order []int
	for i := range MaxBatch + 10 {
		r := newRequest(func(*Tx) error { order = append(order, i); return nil })
		if !l.queue.push(r) {
			t.Fatal("closed")
		}
		all.Go(func() { <-r.done })
	}
	close(gate)
	all.Wait()
	for i, n := range order {
		if i != n {
			t.Fatalf("served %d as number %d", n, i)
		}
	}
	if len(order) != MaxBatch+10 {
		t.Errorf("%d served", len(order))
	}
}

// TestLeavingTheLine: a caller who leaves while another has its turn is not
// served any more.
func TestLeavingTheLine(t *testing.T) {
	l, state := open(t, filepath.Join(t.TempDir(), "ledger"), Options{LockWait: 50 * time.Millisecond})
	started, gate := make(chan struct{}), make(chan struct{})
	slow := make(chan error, 1)
	go func() {
		slow <- l.Update(context.Background(), func(tx *Tx) error { close(started); <-gate; return nil })
	}()
	<-started
	ctx, cancel := context.WithCancel(context.Background())
	left := make(chan error, 1)
	go func() {
		left <- l.Update(ctx, func(tx *Tx) error { _, err := tx.Append("count", []byte(`{"id":"left"}`)); return err })
	}()
	for queued := false; !queued; runtime.Gosched() {
		l.queue.mu.Lock()
		queued = len(l.queue.line) == 1
		l.queue.mu.Unlock()
	}
	cancel()
	if err := <-left; err != context.Canceled {
		t.Errorf("who left: %v", err)
	}
	if err := add(l, "impatient"); !errors.Is(err, ErrBusy) {
		t.Errorf("who waited LockWait: %v", err)
	}
	close(gate)
	if err := <-slow; err != nil {
		t.Errorf("whose turn it was: %v", err)
	}
	mustAdd(t, l, "after")
	if got := view(t, l, state); got.count != 1 {
		t.Errorf("%+v", got)
	}
}

func TestClosed(t *testing.T) {
	l, _ := open(t, filepath.Join(t.TempDir(), "ledger"), Options{})
	mustAdd(t, l, "one")
	for range 2 {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := add(l, "two"); !errors.Is(err, ErrClosed) {
		t.Errorf("Update: %v", err)
	}
	if err := l.View(t.Context(), func() error { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("View: %v", err)
	}
}

func TestTxEndsWithItsUpdate(t *testing.T) {
	l, _ := open(t, filepath.Join(t.TempDir(), "ledger"), Options{})
	var kept *Tx
	if err := l.Update(t.Context(), func(tx *Tx) error { kept = tx; return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Append("count", []byte("{}")); !errors.Is(err, ErrInvalid) {
		t.Errorf("Append after its Update: %v", err)
	}
}

// TestLargeBatch: more than is written at once, in one turn.
func TestLargeBatch(t *testing.T) {
	l, state := open(t, filepath.Join(t.TempDir(), "ledger"), Options{})
	big := `{"x":"` + strings.Repeat("y", 300<<10) + `"}`
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			err := l.Update(context.Background(), func(tx *Tx) error { _, err := tx.Append("count", []byte(big)); return err })
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	other, otherState := open(t, l.r.dir, Options{})
	if a, b := view(t, l, state), view(t, other, otherState); a.count != 12 || b.count != 12 {
		t.Errorf("%d and %d", a.count, b.count)
	}
}
