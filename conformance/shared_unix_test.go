//go:build unix

package conformance

import (
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Two users of one group share a till that `init --group` made; a third, outside
// the group, is told so. Whatever their umask, what one writes the other can use.
func TestTwoUsersShareOneTill(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("being three users takes root")
	}
	defer syscall.Umask(syscall.Umask(0o077))
	group, err := user.LookupGroupId(strconv.Itoa(os.Getgid()))
	must(t, err)
	dir := t.TempDir()
	for _, d := range []string{dir, filepath.Dir(dir)} {
		must(t, os.Chmod(d, 0o755))
	}
	home := filepath.Join(dir, "till")
	if text, code := command(t, home, "init", "--group", group.Name); code != 0 {
		t.Fatalf("init ends with %d:\n%s", code, text)
	}
	ann := begin(t, home)
	bob, err := beginAs(home, 65534, os.Getgid())
	must(t, err)
	t.Cleanup(bob.kill)
	for n, g := range []*guard{ann, bob, ann, bob} {
		got, err := g.reserve(place("op"+strconv.Itoa(n), 1, nil))
		if err != nil || !got.Granted || got.Limits[0].Held.Calls+got.Limits[0].Settled.Calls != int64(n+1) {
			t.Fatalf("call %d: %+v, %v", n, got, err)
		}
		other := []*guard{bob, ann, bob, ann}[n]
		if s, err := other.record(got.Reservation, done); err != nil || s.State != "settled" {
			t.Errorf("the other user records: %+v, %v", s, err)
		}
	}
	bob.kill() // bob's life lock is ann's to judge
	if _, err := ann.reserve(place("after", 1, nil)); err != nil {
		t.Error(err)
	}
	eve, err := beginAs(home, 65533, 65533)
	must(t, err)
	t.Cleanup(eve.kill)
	got, err := eve.reserve(place("outside", 1, nil))
	if err != nil || got.Granted || got.Denial.Reason != "ledger" || !strings.Contains(got.Denial.Message, "not in it") {
		t.Errorf("a user outside the group: %+v, %v", got, err)
	}
}

func beginAs(home string, uid, gid int) (*guard, error) {
	cmd := exec.Command(bin, "serve")
	cmd.Env, cmd.Stderr = environ(home), os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	return greet(cmd, "as user "+strconv.Itoa(uid))
}
