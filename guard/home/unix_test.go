//go:build unix && !darwin

package home

import (
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestTheUserDatabaseDecides(t *testing.T) {
	me := strconv.Itoa(os.Getuid())
	file := filepath.Join(t.TempDir(), "passwd")
	defer func(old string) { passwd = old }(passwd)
	passwd = file
	t.Setenv("HOME", "/lured")
	t.Setenv("USER", "lured")
	t.Setenv(Env, "")
	rows := []struct{ name, passwd, dir, says string }{
		{"found", "x:x:99999:1::/x:/bin/sh\nann:x:" + me + ":1:Ann:/home/ann:/bin/sh\n", "/home/ann/.local/state/tallystick", ""},
		{"the first of two", "ann:x:" + me + ":1::/home/ann:\nbob:x:" + me + ":1::/home/bob:\n", "/home/ann/.local/state/tallystick", ""},
		{"not there, as in many containers", "x:x:99999:1::/x:/bin/sh\n", "", "user " + me + " is not in "},
		{"lines that are no users", "#ann:x:" + me + ":1::/home/ann:\n+::::::\n" + me + "\n", "", "set TALLYSTICK_HOME"},
		{"no directory", "ann:x:" + me + ":1:::/bin/sh\n", "", "ann has no home directory"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if err := os.WriteFile(file, []byte(row.passwd), 0o600); err != nil {
				t.Fatal(err)
			}
			h, err := Find()
			if row.says == "" && (err != nil || h.Dir != row.dir) {
				t.Errorf("%q, %v; want %q", h.Dir, err, row.dir)
			}
			if row.says != "" && (err == nil || !strings.Contains(err.Error(), row.says)) {
				t.Errorf("%q, %v; want %q", h.Dir, err, row.says)
			}
		})
	}
	passwd = filepath.Join(t.TempDir(), "gone")
	if _, err := Find(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a user database: %v", err)
	}
	if got := UserName(); got != "user "+me {
		t.Errorf("UserName = %q", got)
	}
}

func TestTheSystemsZone(t *testing.T) {
	rows := []struct {
		name string
		make func(etc string) error
		want string
	}{
		{"a link into the database", link("/usr/share/zoneinfo/Europe/Berlin"), "Europe/Berlin"},
		{"a relative link", link("../usr/share/zoneinfo/Asia/Kathmandu"), "Asia/Kathmandu"},
		{"the database without leap seconds", link("/usr/share/zoneinfo/posix/Asia/Tokyo"), "Asia/Tokyo"},
		{"macOS", link("/var/db/timezone/zoneinfo/America/New_York"), "America/New_York"},
		{"a link to a link", func(etc string) error {
			return errors.Join(os.Symlink("other", filepath.Join(etc, "localtime")), os.Symlink("/usr/share/zoneinfo/Asia/Tokyo", filepath.Join(etc, "other")))
		}, "Asia/Tokyo"},
		{"links in a circle", link("localtime"), "UTC"},
		{"Debian's name beside a copy", func(etc string) error {
			return errors.Join(os.WriteFile(filepath.Join(etc, "localtime"), []byte("TZif"), 0o600), os.WriteFile(filepath.Join(etc, "timezone"), []byte("Asia/Shanghai\n"), 0o600))
		}, "Asia/Shanghai"},
		{"nothing", func(string) error { return nil }, "UTC"},
		{"a zone nobody knows", link("/usr/share/zoneinfo/Mars/Olympus"), "UTC"},
	}
	defer func(old string) { root = old }(root)
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			root = t.TempDir()
			etc := filepath.Join(root, "etc")
			if err := errors.Join(os.Mkdir(etc, 0o700), row.make(etc)); err != nil {
				t.Fatal(err)
			}
			if got, err := MachineZone(); err != nil || got != row.want {
				t.Errorf("%q, %v; want %q", got, err, row.want)
			}
		})
	}
}

func link(target string) func(string) error {
	return func(etc string) error { return os.Symlink(target, filepath.Join(etc, "localtime")) }
}

func modes(t *testing.T, h Home) string {
	t.Helper()
	var all []string
	for _, dir := range []string{h.Dir, h.GuardsDir()} {
		info, err := os.Stat(dir)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, info.Mode().String())
	}
	return strings.Join(all, " ")
}

func TestANewHomeIsOneUsersOwnWhateverTheUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o277))
	h := Home{filepath.Join(t.TempDir(), "state", "tallystick")}
	if err := os.Mkdir(filepath.Dir(h.Dir), 0); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(h.Dir), 0o700); err != nil {
		t.Fatal(err)
	}
	for range 2 { // made, then found
		if err := h.Prepare(true, ""); err != nil {
			t.Fatal(err)
		}
		if got := modes(t, h); got != "drwx------ drwx------" {
			t.Errorf("modes %s", got)
		}
	}
	if h.Shared() {
		t.Error("a private home says it is shared")
	}
	if _, err := os.Stat(h.LedgerDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the ledger's directory is the ledger's to make: %v", err)
	}
	if err := errors.Join(os.Mkdir(h.LedgerDir(), 0o700), os.Chmod(h.LedgerDir(), 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := h.Prepare(true, ""); err == nil || !strings.Contains(err.Error(), "chmod 700 "+h.LedgerDir()) {
		t.Errorf("a ledger everybody can read: %v", err)
	}
}

// A container whose volume is missing must not begin with an empty budget.
func TestNothingIsMadeWhereThatIsForbidden(t *testing.T) {
	h := Home{filepath.Join(t.TempDir(), "till")}
	err := h.Prepare(false, "")
	if err == nil || !strings.Contains(err.Error(), "making one is forbidden") {
		t.Errorf("Prepare = %v", err)
	}
	if _, err := os.Stat(h.Dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory is there: %v", err)
	}
}

func TestAnEmptyVolumeOfOursBecomesPrivate(t *testing.T) {
	h := Home{t.TempDir()}
	if err := errors.Join(os.Chmod(h.Dir, 0o755), h.Prepare(true, "")); err != nil {
		t.Fatal(err)
	}
	if got := modes(t, h); got != "drwx------ drwx------" {
		t.Errorf("modes %s", got)
	}
}

// info is a directory as another user might own it.
type info struct {
	mode     fs.FileMode
	uid, gid int
}

func (i info) Name() string       { return "till" }
func (i info) Size() int64        { return 0 }
func (i info) Mode() fs.FileMode  { return i.mode | fs.ModeDir }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return true }
func (i info) Sys() any           { return &syscall.Stat_t{Uid: uint32(i.uid), Gid: uint32(i.gid)} }

func TestAHomeOthersCanReachIsRefused(t *testing.T) {
	me, mine := os.Getuid(), os.Getgid()
	rows := []struct {
		name string
		dir  info
		says string // "" is accepted
	}{
		{"mine alone", info{0o700, me, mine}, ""},
		{"open to everybody", info{0o755, me, mine}, "chmod 700 /till"},
		{"shared, and open to everybody", info{0o775 | fs.ModeSetgid, me, mine}, "chmod 2770 /till"},
		{"a group can look, not shared", info{0o750, me, mine}, "init --group"},
		{"another user's", info{0o700, me + 1, mine}, "belongs to user"},
		{"I lost my own rights", info{0o500, me, mine}, "its owner cannot use"},
		{"shared with a group of mine", info{0o770 | fs.ModeSetgid, me + 1, mine}, ""},
	}
	for _, row := range rows {
		err := checkAccess("/till", row.dir, false)
		if row.says == "" && err != nil || row.says != "" && (err == nil || !strings.Contains(err.Error(), row.says)) {
			t.Errorf("%s: %v; want %q", row.name, err, row.says)
		}
	}
}

// mkdir under the usual umask is how people make a home: others may look at its
// top, where nothing is secret, but nobody may write there.
func TestAHomeMadeByMkdirIsTaken(t *testing.T) {
	h := Home{t.TempDir()}
	if err := errors.Join(os.WriteFile(h.ConfigPath(), nil, 0o644), os.Chmod(h.Dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(h.Prepare(true, ""), h.Check()); err != nil {
		t.Errorf("Prepare = %v", err)
	}
	if got := modes(t, h); got != "drwxr-xr-x drwx------" {
		t.Errorf("modes %s", got)
	}
	for _, mode := range []fs.FileMode{0o775, 0o757} {
		if err := errors.Join(os.Chmod(h.Dir, mode), h.Prepare(true, "")); err == nil || !strings.Contains(err.Error(), "chmod 700 "+h.Dir) {
			t.Errorf("%o: Prepare = %v", mode, err)
		}
	}
}

func TestLimitsThatOthersMayRaiseAreRefused(t *testing.T) {
	h := Home{t.TempDir()}
	for _, c := range []struct {
		home, file fs.FileMode
		says       string // "" is accepted
	}{
		{0o755, 0o644, ""}, {0o755, 0o666, "chmod go-w"}, {0o700, 0o620, "chmod go-w"},
		{sharedDir, 0o660, ""}, {sharedDir, 0o662, "chmod o-w"},
	} {
		err := errors.Join(os.WriteFile(h.ConfigPath(), nil, 0o600), os.Chmod(h.ConfigPath(), c.file), os.Chmod(h.Dir, c.home))
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Check(); c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("home %o, file %o: %v; want %q", c.home, c.file, err, c.says)
		}
	}
}

func TestAHomeInTheWayIsRefused(t *testing.T) {
	h := Home{filepath.Join(t.TempDir(), "till")}
	if err := os.WriteFile(h.Dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := h.Prepare(true, ""); err == nil || !strings.Contains(err.Error(), "till is not a directory; move it away") {
		t.Errorf("a file as home: %v", err)
	}
}

func TestNothingIsMadeInAPlaceThatIsNotOurs(t *testing.T) {
	h := Home{t.TempDir()}
	if err := errors.Join(os.WriteFile(filepath.Join(h.Dir, "theirs"), nil, 0o600), os.Chmod(h.Dir, 0o777)); err != nil {
		t.Fatal(err)
	}
	if err := h.Prepare(true, ""); err == nil || !strings.Contains(err.Error(), "every user of this machine") {
		t.Errorf("Prepare = %v", err)
	}
	if _, err := os.Stat(h.GuardsDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was made there: %v", err)
	}
}

func TestAGroupSharesTheHomeAndWhatIsInIt(t *testing.T) {
	group, err := user.LookupGroupId(strconv.Itoa(os.Getgid()))
	if err != nil {
		t.Fatal(err)
	}
	h := Home{filepath.Join(t.TempDir(), "till")}
	if err := h.Prepare(true, ""); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(h.LedgerDir(), "000001-2026-11-29.jsonl")
	if err := errors.Join(os.Mkdir(h.LedgerDir(), 0o700), os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := h.Prepare(true, group.Name); err != nil {
		t.Fatal(err)
	}
	if got := modes(t, h); got != "dgrwxrwx--- dgrwxrwx---" {
		t.Errorf("modes %s", got)
	}
	for path, want := range map[string]string{file: "-rw-rw----", h.LedgerDir(): "dgrwxrwx---"} {
		if st, err := os.Stat(path); err != nil || st.Mode().String() != want {
			t.Errorf("%s has %v, %v; want %s", path, st.Mode(), err, want)
		}
	}
	if !h.Shared() {
		t.Error("a shared home says it is private")
	}
	if err := os.Remove(h.GuardsDir()); err != nil {
		t.Fatal(err)
	}
	if err := h.Prepare(true, ""); err != nil { // the next process, without a group
		t.Fatal(err)
	}
	if got := modes(t, h); got != "dgrwxrwx--- dgrwxrwx---" {
		t.Errorf("a directory made again: %s", got)
	}
}

func TestSharingSaysWhatIsMissing(t *testing.T) {
	if err := (Home{t.TempDir()}).Prepare(true, "no such group"); err == nil || !strings.Contains(err.Error(), "no group") {
		t.Errorf("an unknown group: %v", err)
	}
	own, err := passwdDefault()
	if err != nil {
		t.Fatal(err)
	}
	if err := own.share("root"); err == nil || !strings.Contains(err.Error(), "set TALLYSTICK_HOME for all of them") {
		t.Errorf("sharing a user's own home: %v", err)
	}
}

// Opening a pipe would hold the guard until somebody writes to it.
func TestAConfigThatIsNoFileIsRefused(t *testing.T) {
	h := Home{t.TempDir()}
	if err := syscall.Mkfifo(h.ConfigPath(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Source().Read(); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Errorf("Read = %v", err)
	}
}

func TestTheSystemsErrorSaysWhatNext(t *testing.T) {
	rows := map[error]string{
		syscall.EACCES:  "init --group",
		syscall.EROFS:   "mount it writable",
		syscall.ENOSPC:  "make room",
		syscall.ENOTDIR: "see what is at /till",
	}
	for system, says := range rows {
		err := trouble("/till", &fs.PathError{Op: "mkdir", Path: "/till", Err: system})
		if !errors.Is(err, system) || !strings.Contains(err.Error(), says) {
			t.Errorf("%v; want %q", err, says)
		}
	}
}
