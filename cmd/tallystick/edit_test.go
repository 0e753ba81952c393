package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"github.com/tallystick/tallystick/guard/config"
)

// quiet is a ui whose words are kept.
func quiet() (*ui, *bytes.Buffer) {
	var b bytes.Buffer
	return &ui{out: &b, err: &b, width: plainWidth, glyph: ascii, zone: time.UTC, now: time.Now()}, &b
}

func freshHome(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "home")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TALLYSTICK_HOME", dir)
	return dir
}

func setLimit(args ...string) error {
	u, _ := quiet()
	root := newRoot(u)
	addGroups(root, u)
	root.SetArgs(append([]string{"budget", "set"}, args...))
	return root.Execute()
}

// Two people, or two agents, change the budget at the same moment: neither loses the other's limit.
func TestEditsAtOnceAllSurvive(t *testing.T) {
	home := freshHome(t)
	const people = 6
	var all sync.WaitGroup
	for i := range people {
		all.Go(func() {
			if err := setLimit("--name", fmt.Sprintf("p%d", i), "--calls", "9"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	file, err := os.ReadFile(filepath.Join(home, "tallystick.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	conf, err := config.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(conf.Limits); got != people+1 { // and the default day
		t.Errorf("%d limits, want %d:\n%s", got, people+1, file)
	}
}

func TestEditSaysWhoIsInTheWay(t *testing.T) {
	home := freshHome(t)
	other := flock.New(filepath.Join(home, editLock))
	if err := other.Lock(); err != nil {
		t.Fatal(err)
	}
	defer other.Unlock()
	u, _ := quiet()
	root := newRoot(u)
	addGroups(root, u)
	root.SetArgs([]string{"budget", "set", "--calls", "9"})
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	err := root.ExecuteContext(ctx)
	if err == nil || !strings.Contains(err.Error(), "another command is changing tallystick.yaml") {
		t.Errorf("got %v", err)
	}
}

// Dotfile managers keep the file elsewhere: a link stays a link, a mode stays a mode.
func TestEditFollowsALinkAndKeepsTheMode(t *testing.T) {
	home, dotfiles := freshHome(t), t.TempDir()
	real := filepath.Join(dotfiles, "budget.yaml")
	if err := os.WriteFile(real, []byte("version: 1\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(home, "tallystick.yaml")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if err := setLimit("--calls", "9"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	info, err = os.Stat(real)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if file, _ := os.ReadFile(real); !bytes.Contains(file, []byte("9")) {
		t.Errorf("not changed:\n%s", file)
	}
}
