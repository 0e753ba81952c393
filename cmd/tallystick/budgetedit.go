package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/guard/home"
)

// edited is what an edit of tallystick.yaml came to.
type edited struct {
	file   []byte
	action string // added, changed, unchanged, removed
	name   string
	lines  []string // what is new, for a person
	meant  string   // the provider that was probably meant, where the limit asks for one that is not known
}

type editFunc func(file []byte, conf config.Config) (edited, error)

const (
	editLock = "edit.lock" // in the home; never removed
	editWait = 5 * time.Second
)

// edit changes tallystick.yaml and lets the ledger take the change over before
// it says that it counts. Two people may do it at once: the second sees what
// the first wrote.
func (u *ui) edit(ctx context.Context, do editFunc) error {
	h, o, err := writableHome()
	if err != nil {
		return err
	}
	var e edited
	if err := locked(ctx, h, func() error { e, err = editFile(h, do); return err }); err != nil {
		return err
	}
	var now config.Config
	err = with(ctx, o, func(g *guard.Guard) error {
		if err := g.Adopt(ctx); err != nil {
			return err
		}
		now, err = g.Config(ctx)
		return err
	})
	if err != nil {
		return written(h, e, err)
	}
	if e.meant != "" {
		fmt.Fprintf(u.err, "tallystick: limit %s asks for a provider that is not known: did you mean %q?\n  try: tallystick providers\n", visible(e.name), e.meant)
	}
	return u.show(editImage{e.action, e.name, budgetOf(h, now)}, func() { u.edited(h, e, now) })
}

// written says what is true when the file is changed but the ledger could not
// take the change over now: no one may think that it did not happen.
func written(h home.Home, e edited, err error) error {
	f := asFailure(err)
	return &failure{exit: f.exit, cause: err,
		message: fmt.Sprintf("limit %s is %s in %s, but the ledger has not taken it over yet: %s", e.name, e.action, h.ConfigPath(), f.message),
		hint:    "nothing has to be said again: it counts from the next reserve of any guard that reaches the ledger"}
}

type editImage struct {
	Action string      `json:"action"`
	Limit  string      `json:"limit"`
	Now    budgetImage `json:"now"`
}

func (u *ui) edited(h home.Home, e edited, now config.Config) {
	u.say("limit %s %s", u.paint(bold, visible(e.name)), e.action)
	for _, line := range e.lines {
		u.say("  %s", visible(line))
	}
	if e.action == "removed" && len(now.Limits) == 0 {
		u.warn("no limit is left: calls are counted, nothing is refused")
	}
	u.say("It counts for every guard from its next reserve on; the file is")
	u.say("%s", visible(h.ConfigPath()))
}

// locked keeps two edits apart; the lock is the kernel's and dies with its owner.
func locked(ctx context.Context, h home.Home, do func() error) error {
	ctx, cancel := context.WithTimeout(ctx, editWait)
	defer cancel()
	path, perm := filepath.Join(h.Dir, editLock), filePerm(h.Dir)
	lock := flock.New(path, flock.SetPermissions(perm))
	_, err := lock.TryLockContext(ctx, 20*time.Millisecond)
	if errors.Is(err, context.DeadlineExceeded) {
		return failed(err, "another command is changing tallystick.yaml", "wait for it, then try again")
	}
	if err != nil {
		return &failure{exit: exitLedger, message: "changing the limits: " + err.Error(), cause: err,
			hint: "make " + h.Dir + " writable for this user first; the limits are as they were"}
	}
	defer lock.Unlock()
	_ = os.Chmod(path, perm) // the umask may have taken the group's part; only its maker can say so
	return do()
}

func editFile(h home.Home, do editFunc) (edited, error) {
	before, err := os.ReadFile(h.ConfigPath())
	conf := config.Default() // what no file means; an empty one is an error
	if err == nil {
		conf, err = config.Parse(before)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return edited{}, err
	}
	e, err := do(before, conf)
	if err != nil || bytes.Equal(before, e.file) {
		return e, err
	}
	return e, replace(h.ConfigPath(), e.file)
}

// replace writes the file whole or not at all, with the permissions it had. A
// link stays a link: dotfile managers keep the file elsewhere.
func replace(path string, content []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	perm := filePerm(filepath.Dir(path))
	if info, err := os.Stat(path); err == nil {
		perm = info.Mode().Perm()
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".tallystick-*.yaml")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(content)
	err = errors.Join(err, tmp.Chmod(perm), tmp.Sync(), tmp.Close())
	if err != nil {
		return &failure{exit: exitLedger, message: "writing the limits: " + err.Error(), cause: err,
			hint: "look at the disk, then say it again; " + path + " is as it was"}
	}
	return os.Rename(tmp.Name(), path)
}

// filePerm is what a file of this home may be: 0600, or 0660 in a home that
// `init --group` shares.
func filePerm(dir string) fs.FileMode {
	info, err := os.Stat(dir)
	if err != nil {
		return 0o600
	}
	return info.Mode().Perm() & 0o660
}
