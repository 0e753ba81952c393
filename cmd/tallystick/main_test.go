package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gofrs/flock"
	"github.com/rogpeppe/go-internal/testscript"
)

// The scripts are stories of a user at a terminal. Each has a fresh home; the
// program is this test binary under the name tallystick, and `agent` makes real
// calls through `tallystick serve` (see agent_test.go).
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tallystick": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("TALLYSTICK_HOME", env.WorkDir+"/home")
			env.Setenv("LANG", "C.UTF-8")
			env.Setenv("nasty", "\x1b[31mred")
			env.Setenv("GROUP", ownGroup())
			return nil
		},
		Condition: func(word string) (bool, error) {
			if word == "root" {
				return os.Getuid() == 0, nil
			}
			return false, fmt.Errorf("no condition %q", word)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"agent":   agent,
			"exit":    exitCode,
			"columns": columns,
			"edit":    edit,
			"flip":    flip,
			"hold":    hold,
			"json":    oneJSON,
			"shortid": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Setenv(args[0]+"_short", shortID(ts.Getenv(args[0])))
			},
		},
	})
}

// ownGroup is a group this user is in, whatever machine this is.
func ownGroup() string {
	g, err := user.LookupGroupId(strconv.Itoa(os.Getgid()))
	if err != nil {
		return "" // windows
	}
	return g.Name
}

// exit CODE command...: the command ends with exactly this code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE command...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if exit, ok := err.(interface{ ExitCode() int }); ok {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// columns FILE: no line of FILE (or stdout) is wider than 80 cells.
func columns(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: columns FILE")
	}
	text := strings.ReplaceAll(ts.ReadFile(args[0]), ts.Getenv("WORK"), "/home/ann")
	for _, line := range strings.Split(text, "\n") {
		if n := cells(line); n > plainWidth {
			ts.Fatalf("%d cells: %s", n, line)
		}
	}
}

// edit FILE OLD NEW: what a person does with an editor.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	before := ts.ReadFile(args[0])
	if !strings.Contains(before, args[1]) {
		ts.Fatalf("%s has no %q", args[0], args[1])
	}
	after := strings.Replace(before, args[1], args[2], 1)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(after), 0o600))
}

// flip DIR KIND: one bit of the first entry of KIND in the newest day file of DIR turns over.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	files, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.jsonl"))
	ts.Check(err)
	if len(files) == 0 {
		ts.Fatalf("no day file in %s", args[0])
	}
	name := files[len(files)-1]
	b, err := os.ReadFile(name)
	ts.Check(err)
	at := bytes.Index(b, []byte(`"`+args[1]+`"`))
	if at < 0 {
		ts.Fatalf("no entry of kind %s in %s", args[1], name)
	}
	b[at+1] ^= 1
	ts.Check(os.WriteFile(name, b, 0o600))
}

// hold FILE: somebody has the lock FILE until the script is over, as a process
// that was stopped in the wrong moment has.
func hold(ts *testscript.TestScript, neg bool, args []string) {
	lock := flock.New(ts.MkAbs(args[0]), flock.SetFlag(os.O_RDWR))
	got, err := lock.TryLock()
	ts.Check(err)
	if !got {
		ts.Fatalf("%s is held by somebody else", args[0])
	}
	ts.Defer(func() { _ = lock.Close() })
}

// json FILE: FILE (or stdout, stderr) is exactly one JSON document.
func oneJSON(ts *testscript.TestScript, neg bool, args []string) {
	if text := ts.ReadFile(args[0]); !json.Valid([]byte(text)) {
		ts.Fatalf("not one JSON document:\n%s", text)
	}
}
