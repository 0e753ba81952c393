package conformance

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Environment variables between this test and the processes it starts.
const (
	binEnv  = "TALLYSTICK_BIN"       // the binary under test; without it, one is built
	homeEnv = "TALLYSTICK_HOME"      // of the till
	roleEnv = "TALLYSTICK_TEST_ROLE" // makes this test binary a host process
)

var bin string

func TestMain(m *testing.M) {
	bin = os.Getenv(binEnv)
	switch os.Getenv(roleEnv) {
	case "crowd":
		os.Exit(crowdHost())
	case "victim":
		os.Exit(victimHost())
	}
	os.Exit(underTest(m))
}

func underTest(m *testing.M) int {
	if bin == "" {
		dir, err := os.MkdirTemp("", "tallystick-conformance")
		if err == nil {
			defer os.RemoveAll(dir)
			bin = filepath.Join(dir, "tallystick")
			err = errors.Join(build(bin), os.Chmod(dir, 0o755)) // another user runs it too
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return m.Run()
}

func build(to string) error {
	cmd := exec.Command("go", "build", "-o", to, "../cmd/tallystick")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the binary under test: %w\n%s", err, out)
	}
	return nil
}

// patience bounds every wait for another process: far above what any of them
// takes, so that a hang is a failure and not a night.
const patience = 60 * time.Second

// newHome is a private directory with a tallystick.yaml.
func newHome(t *testing.T, config string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "till")
	err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "tallystick.yaml"), []byte(config), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// environ is what a child of a test gets: nothing of ours but PATH.
func environ(home string, more ...string) []string {
	return append([]string{"PATH=" + os.Getenv("PATH"), homeEnv + "=" + home}, more...)
}

// command runs a command of the binary under test.
func command(t *testing.T, home string, args ...string) (out string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, args...)
	cmd.Env = environ(home)
	both, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", strings.Join(args, " "), err)
	}
	return string(both), cmd.ProcessState.ExitCode()
}
