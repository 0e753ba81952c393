package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

func (o Options) fileMode() fs.FileMode {
	if o.SharedGroup {
		return 0o660
	}
	return 0o600
}

func (o Options) dirMode() fs.FileMode {
	if o.SharedGroup {
		return 0o770 | fs.ModeSetgid
	}
	return 0o700
}

// locate says where the ledger is, and makes it if there is none and it may.
func locate(dir string, o Options) (folder, error) {
	d := folder{o.FS, dir}
	_, unmade := o.FS.Stat(madeMark(dir)) // before the folder, for it is made after it
	names, err := o.FS.ReadDir(dir)
	absent := errors.Is(err, fs.ErrNotExist) || err == nil && len(names) == 0
	switch {
	case absent && unmade == nil:
		return d, &Error{ErrMissing, "a ledger was made in " + dir + ", and nothing is there", "put the folder back; only if all it counted may be forgotten, remove " + madeMark(dir) + " and begin from nothing", nil}
	case absent && !o.Create:
		return d, &Error{ErrNotCreated, dir, "run `tallystick init`, or look whether TALLYSTICK_HOME points to the right folder", nil}
	case absent:
		err = d.make(o)
	case err == nil && unmade != nil && o.Create:
		_ = d.mark(o) // made by a process that died right then
	case err != nil:
		return d, missing("reading "+dir, err)
	}
	if err != nil {
		return d, err
	}
	return d, d.local(o)
}

// local refuses network file systems: what their locks and syncs promise is
// for other machines to keep.
func (d folder) local(o Options) error {
	if o.AllowNetworkFS {
		return nil
	}
	kind, err := o.FS.Network(d.dir)
	if err != nil {
		return missing("looking at "+d.dir, err)
	}
	if kind != "" {
		return &Error{Is: ErrNetworkFS, Text: d.dir + " is on " + kind,
			Next: "point TALLYSTICK_HOME to a local disk; if you know that locks and syncs work there, allow it (allow_network_home: true in tallystick.yaml)"}
	}
	return nil
}

// make builds a new ledger beside its place and renames it there, so that a
// ledger is whole from its first moment: a folder without its lock file or
// without its first day file was damaged, never half made.
func (d folder) make(o Options) error {
	parent := filepath.Dir(d.dir)
	made, err := d.parents(parent, o)
	if err != nil {
		return err
	}
	if err := (folder{o.FS, parent}).local(o); err != nil {
		return err
	}
	now := storable(o.Clock())
	temp := folder{o.FS, fmt.Sprintf("%s.new-%d-%d", d.dir, os.Getpid(), time.Now().UnixNano())}
	err = temp.fill(o, now)
	if err == nil {
		_ = o.FS.Remove(d.dir) // an empty one is in the way on windows
		err = o.FS.Rename(temp.dir, d.dir)
	}
	if err != nil {
		_ = o.FS.RemoveAll(temp.dir)
		if _, lost := o.FS.Stat(d.path(lockName)); lost == nil {
			err = nil // another was faster, and its ledger is as good
		}
	}
	for i := 0; err == nil && i < len(made); i++ {
		err = o.FS.SyncDir(made[i])
	}
	if err == nil {
		err = d.mark(o)
	}
	return writeError("making "+d.dir, err)
}

// madeMark is the file beside a ledger's folder that remembers it: whoever
// finds the mark and no folder must not begin a new day from nothing.
func madeMark(dir string) string { return dir + ".made" }

const madeText = "A ledger was made beside this file. If its folder is gone, tallystick refuses to begin from nothing\n" +
	"until the folder is back, or this file is removed.\n"

// mark writes the mark, once the folder itself is on the disk.
func (d folder) mark(o Options) error {
	parent := folder{d.fs, filepath.Dir(d.dir)}
	if err := parent.create(filepath.Base(madeMark(d.dir)), o.fileMode(), []byte(madeText)); err != nil {
		return err
	}
	return d.fs.SyncDir(parent.dir)
}

// parents makes the folders above and returns those whose list of names
// changes by it.
func (d folder) parents(parent string, o Options) ([]string, error) {
	changed := []string{parent}
	for p := parent; ; p = filepath.Dir(p) {
		if _, err := d.fs.Stat(p); err == nil || p == filepath.Dir(p) {
			break
		}
		changed = append(changed, filepath.Dir(p))
	}
	if len(changed) == 1 {
		return changed, nil
	}
	err := d.fs.MkdirAll(parent, o.dirMode())
	if err == nil {
		err = d.fs.Chmod(parent, o.dirMode())
	}
	return changed, writeError("making "+parent, err)
}

// fill makes the files of a new ledger.
func (d folder) fill(o Options, now time.Time) error {
	if err := d.fs.MkdirAll(d.dir, o.dirMode()); err != nil {
		return err
	}
	if err := d.fs.Chmod(d.dir, o.dirMode()); err != nil {
		return err
	}
	first := dayFile{1, now.In(o.Location).Format(dateLayout)}
	h := head{file: 1, date: first.date, prevSum: noSum}
	text, _ := appendEntry(nil, Entry{Seq: 1, At: now, Kind: KindHead, Body: h.body(new(Object))}, noSum)
	if err := d.create(lockName, o.fileMode()); err != nil {
		return err
	}
	if err := d.create(first.name(), o.fileMode(), text); err != nil {
		return err
	}
	return d.fs.SyncDir(d.dir)
}

// Relock makes the lock file of a ledger that lost it. Only for when no guard
// of this home runs: one that still holds the old file would not see the new.
func Relock(dir string, o Options) error {
	o = o.withDefaults()
	d := folder{o.FS, dir}
	if _, err := d.list(); err != nil {
		return err
	}
	if d.holds(lockName) {
		return nil
	}
	if err := d.create(lockName, o.fileMode()); err != nil {
		return err
	}
	return writeError("syncing "+dir, d.fs.SyncDir(dir))
}
