package ledger

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestI3_LifeIsAKernelLock: alive as long as the lock is held, dead when the
// process is, whatever the clock says; two who probe at once do not take each
// other for the living.
func TestI3_LifeIsAKernelLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "guards")
	p := start(t, "live", dir)
	id := "life-" + strconv.Itoa(p.Process.Pid)
	for range 3 {
		if dead, err := Dead(dir, id); err != nil || dead {
			t.Fatalf("while it lives: dead %v, %v", dead, err)
		}
	}
	if err := BuryLife(dir, id); !errors.Is(err, ErrBusy) {
		t.Errorf("burying the living: %v", err)
	}
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait()
	verdicts := make(chan bool, 32)
	for range cap(verdicts) {
		go func() { dead, err := Dead(dir, id); verdicts <- dead && err == nil }()
	}
	for range cap(verdicts) {
		if !<-verdicts {
			t.Error("a probe took the dead for living")
		}
	}
	if err := BuryLife(dir, id); err != nil {
		t.Error(err)
	}
	if names, _ := os.ReadDir(dir); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
	if dead, err := Dead(dir, id); err != nil || !dead {
		t.Errorf("without a file: dead %v, %v", dead, err)
	}
}

func TestI3_LifeEndsByRelease(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "guards")
	life, err := HoldLife(dir, "a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := HoldLife(dir, "a"); err == nil {
		t.Error("one id, two lives")
	}
	for range 2 {
		if err := life.Release(); err != nil {
			t.Error(err)
		}
	}
	if dead, err := Dead(dir, "a"); err != nil || !dead {
		t.Errorf("after Release: dead %v, %v", dead, err)
	}
	for _, id := range []string{"", "../a", "a/b", "a.lock", strings.Repeat("x", MaxLifeID+1)} {
		if _, err := HoldLife(dir, id); !errors.Is(err, ErrInvalid) {
			t.Errorf("HoldLife(%q): %v", id, err)
		}
		if _, err := Dead(dir, id); !errors.Is(err, ErrInvalid) {
			t.Errorf("Dead(%q): %v", id, err)
		}
	}
}

// TestSharedGroup: a home of several users is open to its group, another is not.
func TestSharedGroup(t *testing.T) {
	for _, shared := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "home", "ledger")
		l, _ := open(t, dir, Options{SharedGroup: shared})
		mustAdd(t, l, "one")
		c, _ := l.snapshot()
		if err := l.writeCheckpoint(c); err != nil {
			t.Fatal(err)
		}
		wantDir, wantFile := os.FileMode(0o700)|os.ModeDir, os.FileMode(0o600)
		if shared {
			wantDir, wantFile = 0o770|os.ModeDir|os.ModeSetgid, 0o660
		}
		for _, name := range []string{"", "..", lockName, checkpointName, "000001-" + noonToday(l)} {
			info, err := os.Stat(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			want := wantFile
			if info.IsDir() {
				want = wantDir
			}
			if info.Mode() != want {
				t.Errorf("shared %v: %q is %v, not %v", shared, name, info.Mode(), want)
			}
		}
	}
}

func noonToday(l *Ledger) string { return strings.TrimPrefix(l.r.at.name, "000001-") }
