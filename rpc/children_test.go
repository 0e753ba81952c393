package rpc

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
)

// children are what this test binary can be instead of a test: programs that
// speak on stdin and stdout.
var children = map[string]func() error{
	"noop":   noopChild,
	"cat":    func() error { _, err := io.Copy(os.Stdout, os.Stdin); return err },
	"real":   realChild,
	"chatty": chattyChild,
	"empty": func() error {
		return serveChild(func(context.Context, func(guard.Event)) (Till, error) { return emptyTill{}, nil })
	},
}

// What tells a child what it is.
const (
	childEnv      = "TALLYSTICK_RPC_CHILD"
	homeEnv       = "TALLYSTICK_RPC_HOME"
	durabilityEnv = "TALLYSTICK_RPC_DURABILITY"
)

func TestMain(m *testing.M) {
	name, isChild := os.LookupEnv(childEnv)
	if !isChild {
		os.Exit(m.Run())
	}
	child, ok := children[name]
	if !ok {
		fmt.Fprintln(os.Stderr, "no such child:", name) // and not a test that spawns itself for ever
		os.Exit(2)
	}
	if err := child(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serveChild(open func(context.Context, func(guard.Event)) (Till, error)) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	in, out := Stdio()
	return Serve(ctx, in, out, Options{Version: "test", Open: open})
}

// noopChild is what the wire is held against: jsonrpc2 as it comes, with a
// handler that does nothing.
func noopChild() error {
	stream := jsonrpc2.NewPlainObjectStream(stdio{})
	handler := jsonrpc2.HandlerWithError(func(context.Context, *jsonrpc2.Conn, *jsonrpc2.Request) (any, error) {
		return struct{}{}, nil
	})
	<-jsonrpc2.NewConn(context.Background(), stream, handler).DisconnectNotify()
	return nil
}

type stdio struct{}

func (stdio) Read(p []byte) (int, error)  { return os.Stdin.Read(p) }
func (stdio) Write(p []byte) (int, error) { return os.Stdout.Write(p) }
func (stdio) Close() error                { return nil }

// emptyTill answers at once, so that only the wire is measured.
type emptyTill struct{ *fakeTill }

func (emptyTill) Hello(string, int, guard.Attributes) {}

func (emptyTill) Reserve(context.Context, guard.Call) (guard.Answer, error) {
	return guard.Answer{Grant: &guard.Grant{
		Reservation: "019ad1f2-7c3a-7000-8000-0123456789ab", Operation: "019ad1f2-7c3a-7000-8000-0123456789ab", Attempt: 1,
		Lane: guard.Lane{Provider: "openai", Model: "gpt-5"}, Held: guard.Amount{Calls: 1, Tokens: 2100},
		Limits: []guard.LimitUse{{Limit: "day", Window: "2026-11-29", Ceiling: guard.Amount{Calls: 500, Tokens: 500000}, ResetsAt: time.Unix(1796000000, 0)}},
	}}, nil
}

func (emptyTill) Record(_ context.Context, id string, _ guard.Outcome, _ time.Duration) (guard.Settlement, error) {
	return guard.Settlement{Reservation: id, State: guard.Settled, Tokens: adapters.Tokens{Input: 100, Output: 20}}, nil
}

func (emptyTill) Close(context.Context) error { return nil }

// child is one of children, running.
type child struct {
	in      io.WriteCloser
	out     *bufio.Reader
	outPipe io.Closer
	cmd     *exec.Cmd
}

func spawn(tb testing.TB, name string, env ...string) *child {
	tb.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), childEnv+"="+name), env...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	return &child{in: in, out: bufio.NewReaderSize(out, readBuffer), outPipe: out, cmd: cmd}
}

// ask says one line and gives its answer; events in between are passed over.
func (c *child) ask(tb testing.TB, line string) []byte {
	if _, err := io.WriteString(c.in, line); err != nil {
		tb.Fatal(err)
	}
	for {
		answer, err := c.out.ReadSlice('\n')
		if err != nil {
			tb.Fatal(err)
		}
		if !bytes.Contains(answer, []byte(`"method":"event"`)) {
			return answer
		}
	}
}

func (c *child) end(tb testing.TB) {
	c.in.Close()
	if err := c.cmd.Wait(); err != nil {
		tb.Fatal(err)
	}
}

// realChild serves a guard in the home that the environment names.
func realChild() error {
	return serveChild(func(ctx context.Context, onEvent func(guard.Event)) (Till, error) {
		home := os.Getenv(homeEnv)
		return guard.Open(ctx, guard.Options{
			LedgerDir: filepath.Join(home, "ledger"), GuardsDir: filepath.Join(home, "guards"),
			Create: true, Durability: os.Getenv(durabilityEnv), OnEvent: onEvent, Zone: "UTC", Config: wideLimits{},
		})
	})
}

// wideLimits is a tallystick.yaml that no benchmark uses up.
type wideLimits struct{}

func (wideLimits) Signature() (string, error) { return "1", nil }

func (wideLimits) Read() ([]byte, error) {
	return []byte("version: 1\nlimits:\n  - {name: day, window: day, calls: 100000000, tokens: 100000000000}\n"), nil
}
