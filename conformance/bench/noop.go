package main

import (
	"context"
	"encoding/json"
	"os"
	"runtime"

	"github.com/sourcegraph/jsonrpc2"
)

// roleNoop is the least a Go child over the same library can do: read a line,
// dispatch, answer the same canned result. Nothing is checked or written.
func roleNoop([]string) error {
	runtime.GOMAXPROCS(2) // as `tallystick serve` does: on one core it is a fifth faster so
	answers := map[string]json.RawMessage{
		"initialize": json.RawMessage(`{"protocol":1,"server":{"name":"noop","version":"0"},"home":"/nowhere","zone":"UTC","limits":[],"calls":[]}`),
		"reserve":    json.RawMessage(`{"granted":true,"reservation":"01900000-0000-7000-8000-000000000000","operation":"01900000-0000-7000-8000-000000000001","attempt":1,"held":{"calls":1,"tokens":300},"hold":{"expected":300,"worst":300},"limits":[{"limit":"hot","window":"2026-11-29","ceiling":{"calls":1000000000,"tokens":1000000000000},"settled":{"calls":1,"tokens":250},"held":{"calls":1,"tokens":300},"unknown":{"calls":0,"tokens":0},"resets_at":"2026-11-30T00:00:00Z"}]}`),
		"record":     json.RawMessage(`{"reservation":"01900000-0000-7000-8000-000000000000","state":"settled","tokens":{"input":200,"cached_input":0,"cache_write":0,"output":50,"reasoning":0}}`),
	}
	handler := jsonrpc2.HandlerWithError(func(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
		if a, ok := answers[r.Method]; ok {
			return a, nil
		}
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "no such method"}
	})
	conn := jsonrpc2.NewConn(context.Background(), jsonrpc2.NewPlainObjectStream(stdio{}), handler)
	<-conn.DisconnectNotify()
	return nil
}

// stdio is the pipe to whoever started us.
type stdio struct{}

func (stdio) Read(p []byte) (int, error)  { return os.Stdin.Read(p) }
func (stdio) Write(p []byte) (int, error) { return os.Stdout.Write(p) }
func (stdio) Close() error                { return os.Stdin.Close() }
