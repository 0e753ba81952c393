package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
)

const (
	// drainWait is how long calls under way may take after the host has left.
	// The longest of them waits 5 s for the ledger's lock, and then for a sync.
	drainWait = 10 * time.Second
	// closeWait is how long the guard may take to say goodbye to the ledger,
	// which waits for the same lock.
	closeWait = 10 * time.Second
)

// Options say what is served.
type Options struct {
	// Version is the version of this binary.
	Version string
	// Home is the directory all guards of this machine share, as the host is told.
	Home string
	// Open opens the till; it is called by the first good initialize and, when it
	// fails with a *guard.Error, again by each call until it succeeds. Any other
	// error fails initialize. onEvent is for guard.Options.OnEvent.
	Open func(ctx context.Context, onEvent func(guard.Event)) (Till, error)
	// Known is what is known of providers while the ledger cannot be asked; nil is
	// what is built in.
	Known func() *adapters.Known
	// Log takes what a person may want to know; nil writes to stderr.
	Log func(format string, args ...any)
}

// Serve talks to one host until in ends, ctx is cancelled or nobody reads out
// any more. Calls under way are finished then, and the till is closed, which
// makes this host's open reservations unknown. Calls do not see ctx: what has
// begun to write to the ledger ends in order.
func Serve(ctx context.Context, in io.ReadCloser, out io.Writer, opt Options) error {
	if opt.Log == nil {
		opt.Log = log.New(os.Stderr, "tallystick: ", log.LstdFlags).Printf
	}
	return newServer(in, out, opt).serve(ctx, in)
}

func newServer(in io.Reader, out io.Writer, opt Options) *server {
	if opt.Known == nil {
		opt.Known = func() *adapters.Known { return nil }
	}
	e := newEvents()
	s := &server{
		service: &service{version: opt.Version, home: opt.Home, known: opt.Known, open: func(ctx context.Context) (Till, error) {
			return opt.Open(ctx, e.add)
		}},
		codec: newCodec(in, out), events: e, log: opt.Log,
		baton: make(chan struct{}, 1), end: make(chan struct{}), greeted: make(chan struct{}), slots: make(chan struct{}, MaxInFlight),
	}
	s.baton <- struct{}{}
	return s
}

func (s *server) serve(ctx context.Context, in io.Closer) error {
	quiet := context.WithoutCancel(ctx)
	// No handler: nothing is handed up to Conn, see stream.
	conn := jsonrpc2.NewConn(quiet, stream{s, in}, nil, jsonrpc2.SetLogger(logger(s.log)))
	defer conn.Close()
	go newReader(s).serve()
	go s.events.send(conn, s.greeted)
	select {
	case <-s.end:
	case <-s.codec.out.failed:
	case <-ctx.Done():
	}
	return errors.Join(s.rest(), s.close(quiet))
}

func (s *server) close(ctx context.Context) error {
	if s.service.till == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, closeWait)
	defer cancel()
	if err := s.service.till.Close(ctx); err != nil {
		return fmt.Errorf("leaving the ledger: %w", err)
	}
	return nil
}

// logger lets jsonrpc2 log where we do.
type logger func(format string, args ...any)

// Printf implements jsonrpc2.Logger.
func (l logger) Printf(format string, args ...any) { l(format, args...) }
