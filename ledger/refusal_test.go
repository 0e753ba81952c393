package ledger

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tallystick/tallystick/ledger/internal/crashfs"
)

// refusals: what the running process and one that starts afterwards say, for
// as long as it lasts. Never an empty new day, never a private count.
var refusals = map[string]struct {
	hurt    func(*scene)
	running error
	fresh   error
}{
	"the day file is removed": {func(s *scene) { s.must(os.Remove(s.today())) }, ErrMissing, ErrMissing},
	"the day file is replaced by a copy": {func(s *scene) {
		b, err := os.ReadFile(s.today())
		s.must(err)
		s.must(os.WriteFile(s.path("copy"), b, 0o600))
		s.must(os.Rename(s.path("copy"), s.today()))
	}, ErrMissing, nil},
	"an old day file is removed": {func(s *scene) {
		s.clock.now = noon.Add(24 * time.Hour)
		mustAdd(s.t, s.running, "tomorrow")
		s.must(os.Remove(s.today()))
	}, ErrMissing, ErrMissing},
	"the next day file is removed": {func(s *scene) {
		s.clock.now = noon.Add(24 * time.Hour)
		mustAdd(s.t, s.running, "tomorrow")
		s.must(os.Remove(s.path("000002-2026-11-30.jsonl")))
	}, ErrMissing, ErrMissing},
	"the lock file is removed": {func(s *scene) { s.must(os.Remove(s.path(lockName))) }, ErrMissing, ErrMissing},
	"the lock file is replaced": {func(s *scene) {
		s.must(os.Rename(s.path(lockName), s.path("lock.old")))
		s.must(os.WriteFile(s.path(lockName), nil, 0o600))
	}, ErrMissing, nil},
	"the folder is removed": {func(s *scene) { s.must(os.RemoveAll(s.dir)) }, ErrMissing, ErrMissing},
	"the folder is emptied": {func(s *scene) { s.must(os.RemoveAll(s.dir)); s.must(os.Mkdir(s.dir, 0o700)) }, ErrMissing, ErrMissing},
	"the folder is moved away, another put there": {func(s *scene) {
		s.must(os.Rename(s.dir, s.dir+".old"))
		s.must(os.Remove(madeMark(s.dir)))
		other, _ := open(s.t, s.dir, Options{Clock: s.clock.Now})
		mustAdd(s.t, other, "other")
	}, ErrMissing, nil},
	"all day files are removed": {func(s *scene) { s.must(os.Remove(s.today())) }, ErrMissing, ErrMissing},
	"the files have a newer format": {func(s *scene) {
		s.must(s.running.Close())
		s.edit(func(b []byte) []byte {
			return []byte(strings.Replace(string(b), `"format":1`, `"format":2`, 1) + `{"v2":"lines look different"}` + "\n")
		})
		s.edit(func(b []byte) []byte { return append([]byte(`{"seq":1,"format":2}`+"\n"), b...) })
	}, ErrClosed, ErrNewerFormat},
	"an entry of a kind that only a newer guard knows": {func(s *scene) {
		newer, err := Open(s.dir, &hot{}, Options{Clock: s.clock.Now})
		s.must(err)
		s.must(newer.Update(context.Background(), func(tx *Tx) error {
			_, err := tx.Append("slice", []byte(`{"of":"the future"}`))
			return err
		}))
		s.must(newer.Close())
	}, ErrNewerFormat, ErrNewerFormat},
}

func TestI10_Refusals(t *testing.T) {
	for name, d := range refusals {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			d.hurt(s)
			for range 2 { // it lasts
				err := add(s.running, "refused")
				if d.running != nil && !errors.Is(err, d.running) {
					t.Errorf("running: %v", err)
				}
				if d.running != nil && d.running != ErrClosed && Hint(err) == "" {
					t.Errorf("no hint with: %v", err)
				}
			}
			l, state, err := s.fresh()
			if err == nil && d.fresh != nil {
				err = add(l, "refused")
			}
			if !errors.Is(err, d.fresh) {
				t.Errorf("fresh: %v", err)
			}
			if d.fresh == nil && state.count == 0 {
				t.Error("the fresh process counts from nothing")
			}
			if err != nil && Hint(err) == "" {
				t.Errorf("no hint with: %v", err)
			}
			t.Log(err)
		})
	}
}

// TestI10_NoteOfUnknownKind: a note does not stop an older guard.
func TestI10_NoteOfUnknownKind(t *testing.T) {
	s := newScene(t)
	s.must(s.running.Update(context.Background(), func(tx *Tx) error {
		_, err := tx.Note("weather", []byte(`{"is":"fine"}`))
		return err
	}))
	mustAdd(t, s.running, "four")
	if s.state.notes != 1 {
		t.Errorf("%d notes", s.state.notes)
	}
}

// TestI10_Relock: init makes a lost lock file again, and the entries are there.
func TestI10_Relock(t *testing.T) {
	s := newScene(t)
	s.must(s.running.Close())
	s.must(os.Remove(s.path(lockName)))
	s.must(Relock(s.dir, Options{}))
	l, state, err := s.fresh()
	s.must(err)
	mustAdd(t, l, "four")
	if state.count != 4 {
		t.Errorf("%d counts", state.count)
	}
}

// TestI10_NothingIsMadeUnasked: no ledger, and Create not given.
func TestI10_NothingIsMadeUnasked(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	if _, err := Open(dir, &tally{}, Options{}); !errors.Is(err, ErrNotCreated) {
		t.Errorf("no folder: %v", err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, &tally{}, Options{}); !errors.Is(err, ErrNotCreated) {
		t.Errorf("an empty folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, lockName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, &tally{}, Options{Create: true}); !errors.Is(err, ErrMissing) {
		t.Errorf("only a lock file: %v", err)
	}
}

// TestI10_NeverAnEmptyNewDay: not even a guard that may create a ledger begins
// from nothing where one was; a person can say that it shall.
func TestI10_NeverAnEmptyNewDay(t *testing.T) {
	s := newScene(t)
	s.must(s.running.Close())
	s.must(os.RemoveAll(s.dir))
	_, err := Open(s.dir, &tally{}, Options{Create: true})
	if !errors.Is(err, ErrMissing) || !strings.Contains(Hint(err), madeMark(s.dir)) {
		t.Errorf("%v (%s)", err, Hint(err))
	}
	s.must(os.Remove(madeMark(s.dir)))
	l, state := open(t, s.dir, Options{})
	if mustAdd(t, l, "one"); state.count != 1 {
		t.Errorf("%+v", state)
	}
}

// TestI10_NetworkFS is refused unless allowed, with the way out named.
func TestI10_NetworkFS(t *testing.T) {
	disk := crashfs.New()
	disk.SetNetwork("nfs")
	_, err := Open("/ledger", &tally{}, Options{FS: disk, Create: true})
	if !errors.Is(err, ErrNetworkFS) || !strings.Contains(Hint(err), "allow") || !strings.Contains(err.Error(), "nfs") {
		t.Errorf("%v (%s)", err, Hint(err))
	}
	l, err := Open("/ledger", &tally{}, Options{FS: disk, Create: true, AllowNetworkFS: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(add(l, "one"), l.Close()); err != nil {
		t.Error(err)
	}
}

// TestI10_ReadOnlyFolder: views work, updates say why not.
func TestI10_ReadOnlyFolder(t *testing.T) {
	disk := crashfs.New()
	l, _ := open(t, "/ledger", Options{FS: disk})
	mustAdd(t, l, "one")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	disk.On(func(op crashfs.Op) error {
		switch op.Kind {
		case crashfs.Open, crashfs.Read, crashfs.Locking:
			return nil
		}
		return syscall.EROFS
	})
	state := &tally{}
	l, err := Open("/ledger", state, Options{FS: disk})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if got := view(t, l, state); got.count != 1 {
		t.Errorf("a View sees %d counts", got.count)
	}
	if err := add(l, "two"); !errors.Is(err, ErrReadOnly) || Hint(err) == "" {
		t.Errorf("Update: %v", err)
	}
	if got := view(t, l, state); got.count != 1 {
		t.Errorf("after the refusal a View sees %d counts", got.count)
	}
}

// TestI10_DiskFull at each byte of an entry: the caller hears it, nobody's
// count is wrong, and all goes on when there is space again.
func TestI10_DiskFull(t *testing.T) {
	for room := range 140 {
		disk := crashfs.New()
		l, state := open(t, "/ledger", Options{FS: disk})
		other, otherState := open(t, "/ledger", Options{FS: disk})
		mustAdd(t, l, "one")
		full := true
		disk.On(func(op crashfs.Op) error {
			if op.Kind == crashfs.Write && full {
				return crashfs.Short{N: room, Err: syscall.ENOSPC}
			}
			return nil
		})
		err := add(l, "two")
		if room < 90 && !errors.Is(err, ErrFull) || err != nil && Hint(err) == "" {
			t.Fatalf("room for %d bytes: %v", room, err)
		}
		full = false
		mustAdd(t, other, "three")
		mustAdd(t, l, "four")
		if a, b := view(t, l, state), view(t, other, otherState); a.count != b.count || a.ids["four"] != b.ids["four"] || a.repaired != 0 {
			t.Fatalf("room for %d bytes: %+v and %+v", room, a, b)
		}
	}
}

// TestI8_ClockSetBack: entries go on in their order and in their file; only a
// clock that was wrong by days begins a file with an earlier date.
func TestI8_ClockSetBack(t *testing.T) {
	s := newScene(t)
	s.clock.now = noon.Add(24 * time.Hour)
	mustAdd(t, s.running, "tomorrow")
	s.clock.now = noon
	mustAdd(t, s.running, "back")
	s.clock.now = noon.Add(24 * time.Hour)
	mustAdd(t, s.running, "and forth")
	s.clock.now = noon.AddDate(10, 0, 0)
	mustAdd(t, s.running, "far ahead")
	s.clock.now = noon.Add(25 * time.Hour)
	mustAdd(t, s.running, "back again")
	files, err := s.running.r.list()
	s.must(err)
	var names []string
	for _, f := range files {
		names = append(names, f.name())
	}
	want := "000001-2026-11-29.jsonl 000002-2026-11-30.jsonl 000003-2036-11-29.jsonl 000004-2026-11-30.jsonl"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("files are\n%s, not\n%s", got, want)
	}
	s.sound(s.running, s.state)
}

// TestI10_NoRoomForTheRepair: a repair that cannot be written down did not
// happen; nothing is passed over in silence.
func TestI10_NoRoomForTheRepair(t *testing.T) {
	for room := 0; room < 1200; room += 37 {
		disk := crashfs.New()
		l, _ := open(t, "/ledger", Options{FS: disk, Clock: func() time.Time { return noon }})
		mustAdd(t, l, "one", "two", "three")
		name := "000001-2026-11-29.jsonl"
		b := contents(t, disk, name)
		b[lineStart(b, 1)+40] ^= 1
		rewrite(t, disk, name, b)
		hurt, state := open(t, "/ledger", Options{FS: disk, Clock: func() time.Time { return noon }})
		left := room
		disk.On(func(op crashfs.Op) error {
			if op.Kind != crashfs.Write {
				return nil
			}
			if left -= op.Size; left < 0 {
				return crashfs.Short{N: max(0, left+op.Size), Err: syscall.ENOSPC}
			}
			return nil
		})
		err := add(hurt, "refused")
		if !errors.Is(err, ErrDamaged) || Hint(err) == "" {
			t.Fatalf("room for %d bytes: %v", room, err)
		}
		var damage *DamageError
		errors.As(err, &damage)
		disk.On(nil)
		if !damage.Repaired {
			if err := add(hurt, "refused"); !errors.Is(err, ErrDamaged) {
				t.Fatalf("room for %d bytes: not repaired, and passed over: %v", room, err)
			}
		}
		mustAdd(t, hurt, "four")
		mustAdd(t, l, "five")
		view(t, hurt, state)
		if gapless(t, state); state.repaired != 1 || state.lost() != 1 {
			t.Fatalf("room for %d bytes: %+v", room, state)
		}
	}
}
