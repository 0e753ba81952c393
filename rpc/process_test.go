package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tallystick/tallystick/guard"
)

// chattyChild prints to stdout where it must not.
func chattyChild() error {
	return serveChild(func(context.Context, func(guard.Event)) (Till, error) {
		fmt.Println("a stray print")
		fmt.Fprintln(os.Stdout, `{"jsonrpc":"2.0","id":0,"result":"a lie"}`)
		return emptyTill{}, nil
	})
}

// TestStdoutBelongsToTheProtocol: a stray print of any package goes to stderr.
func TestStdoutBelongsToTheProtocol(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"=chatty")
	cmd.Stdin = strings.NewReader(greeting + "\n")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err, stderr.String())
	}
	if n := bytes.Count(out, []byte("\n")); n != 1 || !bytes.Contains(out, []byte(`"server":{"name":"tallystick"`)) {
		t.Errorf("stdout has %d lines: %s", n, out)
	}
	if !strings.Contains(stderr.String(), "a stray print") {
		t.Errorf("stderr: %s", stderr.String())
	}
}

// TestI3_HostIsGone: the host dies, or its guard is asked to leave, with a call in
// flight. The guard, another process, ends in order, and the call is unknown for all.
func TestI3_HostIsGone(t *testing.T) {
	for _, row := range []struct {
		name string
		die  func(*child)
	}{
		{"it closes its pipe", func(c *child) { c.in.Close() }},
		{"it is killed: both pipes break", func(c *child) { c.outPipe.Close(); c.in.Close() }},
		{"it stops reading and asks on: the write breaks", func(c *child) {
			c.outPipe.Close()
			fmt.Fprintln(c.in, line(9, "status", "{}"))
		}},
		{"somebody ends the guard: SIGTERM while it waits for a line", func(c *child) { _ = c.cmd.Process.Signal(syscall.SIGTERM) }},
	} {
		t.Run(row.name, func(t *testing.T) {
			home := t.TempDir()
			c := spawn(t, "real", homeEnv+"="+home, durabilityEnv+"=fsync")
			c.ask(t, greeting+"\n")
			var granted struct{ Result ReserveResult }
			if err := json.Unmarshal(c.ask(t, benchReserve(1)), &granted); err != nil || !granted.Result.Granted {
				t.Fatal(granted, err)
			}
			row.die(c)
			if err := c.cmd.Wait(); err != nil {
				t.Fatalf("the guard ended with %v", err)
			}
			open := unknownCalls(t, home)
			if len(open) != 1 || open[0].Reservation != granted.Result.Reservation || open[0].State != guard.UnknownOutcome {
				t.Fatalf("unknown: %+v", open)
			}
		})
	}
}

// unknownCalls looks into a ledger without touching it.
func unknownCalls(t *testing.T, home string) []guard.OpenCall {
	t.Helper()
	g, err := guard.Open(t.Context(), guard.Options{
		LedgerDir: filepath.Join(home, "ledger"), GuardsDir: filepath.Join(home, "guards"), ReadOnly: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close(t.Context())
	open, err := g.Unknown(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return open
}
