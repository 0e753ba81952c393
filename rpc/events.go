package rpc

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/tallystick/tallystick/guard"
)

// maxEvents is how many events wait for a host that does not read. Every event
// is in the ledger too, so one that does not fit is counted and not kept.
const maxEvents = 64

// events carries what the guard learns to the host, and never blocks the guard.
type events struct {
	queue chan guard.Event
	lost  atomic.Int64
}

func newEvents() *events { return &events{queue: make(chan guard.Event, maxEvents)} }

// add takes one event; it is guard.Options.OnEvent.
func (e *events) add(ev guard.Event) {
	select {
	case e.queue <- ev:
	default:
		e.lost.Add(1)
	}
}

// send hands on events, from when the host was greeted until the connection ends.
func (e *events) send(conn *jsonrpc2.Conn, greeted <-chan struct{}) {
	select {
	case <-greeted:
	case <-conn.DisconnectNotify():
		return
	}
	for {
		select {
		case ev := <-e.queue:
			e.notify(conn, ev)
		case <-conn.DisconnectNotify():
			return
		}
	}
}

// notify says one event, and before it how many were lost. An error means that
// the host is gone, which the reader of its pipe notices too.
func (e *events) notify(conn *jsonrpc2.Conn, ev guard.Event) {
	if n := e.lost.Swap(0); n > 0 {
		text := fmt.Sprintf("%d events were not sent because the host did not read; see tallystick status", n)
		_ = conn.Notify(context.Background(), "event", eventOf(guard.Event{At: time.Now(), Kind: "events_lost", Text: text}))
	}
	_ = conn.Notify(context.Background(), "event", eventOf(ev))
}
