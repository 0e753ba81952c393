package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
	"github.com/tallystick/tallystick/rpc"
)

func serveCommand(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "The child that shims start: JSON-RPC 2.0 on stdin and stdout",
		Long: prose("Speaks JSON-RPC 2.0 on stdin and stdout, one message a line, until stdin ends; logs " +
			"go to stderr. A shim starts it as a child of the agent's process; there is no daemon " +
			"to run. It outlives Ctrl-C in the agent's terminal, because it ends with the agent, " +
			"and on SIGTERM it answers what is under way and leaves."),
		Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error { return serveHost(c.Context(), u) },
	}
}

// serveHost serves whoever started this process.
func serveHost(ctx context.Context, u *ui) error {
	in, out := rpc.Stdio() // before anything else can print to stdout
	return serve(ctx, u, in, out)
}

// threads is how many threads of a guard may run Go code at once, on any
// machine. It has one lock to wait for, so more only get in each other's way.
// With one (a single core) the runtime takes it away from a thread that sleeps in
// read(2) and gives it back, each time: that made a pair a third slower.
const threads = 2

// garbage is how many percent of what a guard holds may be garbage before it is
// collected: a few MB more than by Go's default of 100, for a fifteenth of its work
// when many call at once.
const garbage = 150

func serve(ctx context.Context, u *ui, in io.ReadCloser, out io.Writer) error {
	runtime.GOMAXPROCS(threads)
	debug.SetGCPercent(garbage)
	// Ctrl-C and a closing terminal reach the whole process group, and the agent
	// may still have a record to send: only EOF and SIGTERM end a guard.
	signal.Ignore(os.Interrupt, syscall.SIGHUP)
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	if isTerminal(os.Stdin) {
		u.greetPerson()
	}
	h, err := findHome()
	if err != nil {
		return err
	}
	return rpc.Serve(ctx, in, out, rpc.Options{Version: version, Home: h.Dir, Open: opener(h), Known: fromFile(h)})
}

// fromFile is what is known of providers while the ledger cannot be opened: its requests are
// still refused and must still be seen.
func fromFile(h home.Home) func() *adapters.Known {
	return func() *adapters.Known {
		k, _ := fileKnowledge(h)
		return k.Known
	}
}

// opener opens the guard once a host has greeted, so that a ledger that cannot
// be opened is an answer to that host.
func opener(h home.Home) func(context.Context, func(guard.Event)) (rpc.Till, error) {
	return func(ctx context.Context, onEvent func(guard.Event)) (rpc.Till, error) {
		o, err := prepared(h, "")
		if err != nil {
			return nil, err
		}
		o.OnEvent = onEvent
		g, err := guard.Open(ctx, o)
		if err != nil {
			return nil, err // not g: a nil *Guard in the interface would pass for a till
		}
		return g, nil
	}
}

// greetPerson explains to somebody who typed `tallystick serve` what now waits for them.
func (u *ui) greetPerson() {
	fmt.Fprintln(u.err, "This is the guard that a shim starts for an agent; it waits for JSON-RPC.")
	fmt.Fprintln(u.err, "You probably want `tallystick status`. Ctrl-D ends this.")
}

func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
