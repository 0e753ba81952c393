package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"sort"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// task is one message, decoded and ready to run.
type task struct {
	reservation string // what has to be in order, "" when nothing
	run         func(context.Context) (any, error)
}

// method makes a task of the parameters of one method.
type method struct {
	short        bool // never waits for the ledger, so its reader does it
	notification bool
	decode       func(s Service, params []byte) (task, *jsonrpc2.Error)
}

// methods are the methods of Service by their names on the wire.
var methods = map[string]method{
	"initialize": {decode: call(Service.Initialize)},
	"reserve":    {decode: call(Service.Reserve)},
	"record":     {decode: call(Service.Record)},
	"stream":     {short: true, notification: true, decode: notification(Service.Stream)},
	"classify":   {decode: call(Service.Classify)},
	"release":    {decode: call(Service.Release)},
	"status":     {decode: call(Service.Status)},
	"recent":     {decode: call(Service.Recent)},
	"unknown":    {decode: call(Service.Unknown)},
	"lanes":      {decode: call(Service.Lanes)},
}

func call[P, R any](f func(Service, context.Context, *P) (*R, error)) func(Service, []byte) (task, *jsonrpc2.Error) {
	return func(s Service, params []byte) (task, *jsonrpc2.Error) {
		p := new(P)
		if bad := decode(params, p); bad != nil {
			return task{}, bad
		}
		return task{reservation: reservationOf(p), run: func(ctx context.Context) (any, error) { return f(s, ctx, p) }}, nil
	}
}

func notification[P any](f func(Service, context.Context, *P) error) func(Service, []byte) (task, *jsonrpc2.Error) {
	return call(func(s Service, ctx context.Context, p *P) (*struct{}, error) { return &struct{}{}, f(s, ctx, p) })
}

// reservationOf is the reservation that a message names.
func reservationOf(params any) string {
	switch p := params.(type) {
	case *StreamParams:
		return p.Reservation
	case *RecordParams:
		return p.Reservation
	case *ReleaseParams:
		return p.Reservation
	}
	return ""
}

// decode reads params into their type. A member it does not know is an error:
// a deadline under a wrong name would otherwise be no deadline.
func decode(params []byte, into any) *jsonrpc2.Error {
	if params == nil {
		params = []byte("{}")
	}
	if p, ok := into.(*StreamParams); ok && p.quick(params) {
		return nil
	}
	d := decoders.Get().(*decoder)
	d.params.Reset(params)
	begun := d.json.InputOffset()
	if err := d.json.Decode(into); err != nil {
		return fromDecoder(err)
	}
	// Only a decoder without an error and without a rest is used again: what it
	// had left would become the beginning of another message's params.
	if d.params.Reset(nil); d.json.InputOffset()-begun == int64(len(params)) && len(params) <= keepBuffer {
		decoders.Put(d)
	}
	return nil
}

// decoder is a json.Decoder that is used for one value after another; a new one
// for each costs half as much again as the decoding.
type decoder struct {
	params bytes.Reader
	json   *json.Decoder
}

var decoders = sync.Pool{New: func() any {
	d := new(decoder)
	d.json = json.NewDecoder(&d.params)
	d.json.DisallowUnknownFields()
	return d
}}

// prepare finds the method of a message and decodes its parameters.
func prepare(s Service, m message) (task, method, *jsonrpc2.Error) {
	known, ok := methods[m.method]
	switch {
	case !ok && m.params != nil && !json.Valid(m.params):
		return task{}, known, malformed(m.params)
	case !ok:
		return task{}, known, newError(CodeMethodNotFound, "there is no method "+clip(m.method), "there are "+methodNames())
	case m.id == "" && !known.notification:
		return task{}, known, newError(CodeInvalidRequest, m.method+" needs an id: without one nobody would hear the answer", "")
	}
	t, bad := known.decode(s, m.params)
	return t, known, bad
}

func methodNames() string {
	names := make([]string, 0, len(methods))
	for name := range methods {
		names = append(names, name)
	}
	sort.Strings(names)
	return strings.Join(names, ", ")
}
