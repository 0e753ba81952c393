package home

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/guard/window"
)

// asProcess makes the test binary tell where it thinks it is.
const asProcess = "TALLYSTICK_TEST_WHERE"

func TestMain(m *testing.M) {
	if os.Getenv(asProcess) != "" {
		tellWhere()
		return
	}
	os.Exit(m.Run())
}

func tellWhere() {
	h, err := Find()
	zone, zoneErr := MachineZone()
	berlin, loadErr := window.Load("Europe/Berlin")
	if err := errors.Join(err, zoneErr, loadErr); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	noon := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	fmt.Println(h.Dir, zone, UserName(), window.Calendar{Zone: berlin}.At(window.Spec{Kind: window.Day}, noon).Start.UTC())
}

// I8: TZ, HOME, XDG_*, USER and ZONEINFO differ between cron, a login shell and a
// service; the home, the zone and the days must not.
func TestI8_TheCallersEnvironmentDecidesNothing(t *testing.T) {
	rules := t.TempDir()
	writeZone(t, filepath.Join(rules, "Europe", "Berlin"), 9*60*60)
	plain := where(t)
	if !strings.Contains(plain, "2026-11-28 23:00:00 +0000 UTC") {
		t.Fatalf("%q: a day in Berlin begins at 23:00 UTC in winter", plain)
	}
	for _, env := range [][]string{
		{"TZ=Asia/Tokyo"},
		{"HOME=/nowhere", "USER=nobody-else", "LOGNAME=nobody-else"},
		{"HOME="},
		{"XDG_STATE_HOME=/elsewhere", "XDG_DATA_HOME=/elsewhere", "XDG_CONFIG_HOME=/elsewhere"},
		{"ZONEINFO=" + rules},
		{"TZ=:/etc/passwd", "HOME=/tmp", "XDG_STATE_HOME=/tmp", "ZONEINFO=" + rules},
	} {
		if got := where(t, env...); got != plain {
			t.Errorf("with %v: %q\nwithout:  %q", env, got, plain)
		}
	}
	if moved := where(t, Env+"=/srv/till"); !strings.HasPrefix(moved, "/srv/till ") {
		t.Errorf("%s=/srv/till gives %q", Env, moved)
	}
}

func where(t *testing.T, env ...string) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), asProcess + "=1"}, env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("with %v: %v\n%s", env, err, out)
	}
	return strings.TrimSpace(string(out))
}

// writeZone writes the smallest zone file there is (RFC 9636): one offset, for ever.
func writeZone(t *testing.T, path string, offset uint32) {
	t.Helper()
	b := append([]byte("TZif"), make([]byte, 16+5*4)...) // version 1, no transitions
	b = binary.BigEndian.AppendUint32(b[:36], 1)         // one type
	b = binary.BigEndian.AppendUint32(b, 4)              // four letters
	b = binary.BigEndian.AppendUint32(b, offset)
	b = append(b, 0, 0, 'F', 'A', 'R', 0)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAHomeThatDependsOnTheDirectoryIsRefused(t *testing.T) {
	for _, dir := range []string{"till", "./till", "~/till"} {
		t.Setenv(Env, dir)
		if _, err := Find(); err == nil || !strings.Contains(err.Error(), "absolute path") {
			t.Errorf("%s=%s: %v", Env, dir, err)
		}
	}
}

func TestSignatureNoticesEveryChange(t *testing.T) {
	h := Home{t.TempDir()}
	src := h.Source()
	old := time.Now().Add(-time.Hour)
	put := func(path, text string) {
		t.Helper()
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, old, old)); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]string{}
	look := func(what string) {
		t.Helper()
		sig, err := src.Signature()
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := seen[sig]; ok {
			t.Errorf("%s and %s look the same: %q", before, what, sig)
		}
		seen[sig] = what
	}
	if look("no file"); seen[""] == "" {
		t.Error("no file must be the empty signature")
	}
	put(h.ConfigPath(), "a")
	look("a file")
	put(h.ConfigPath(), "ab")
	look("a longer file of the same time")
	put(h.ConfigPath()+".new", "cd")
	if err := os.Rename(h.ConfigPath()+".new", h.ConfigPath()); err != nil {
		t.Fatal(err)
	}
	look("another file of the same time and length")
	if err := os.Chtimes(h.ConfigPath(), time.Now(), time.Now()); err != nil {
		t.Fatal(err)
	}
	look("a later file")
	if b, err := src.Read(); err != nil || string(b) != "cd" {
		t.Errorf("Read = %q, %v", b, err)
	}
}
