// Package rpc is the wire: what a host process and its guard say to each other.
//
//	host (python-shim, node-shim, any program)
//	  │ stdin: one JSON-RPC 2.0 message a line      ▲ stdout: answers and events, a line each
//	  ▼                                             │
//	lines ─► parse ─► reader ─► prepare ─► order ─► run ─► writer
//	  │        │        │          │         │       │
//	  │        │        │          │         │       └─ service: check, convert, ask the Till, convert back
//	  │        │        │          │         └─ messages naming one reservation: one after the other
//	  │        │        │          └─ the method's parameters, decoded once into their type
//	  │        │        └─ two goroutines take turns; see reader
//	  │        └─ no request: answered here, and the conversation goes on
//	  └─ longer than 16 MiB: skipped and answered
//
// The words of the wire are in protocol.go and nowhere else; protocol.json and
// the types of other languages are generated from it.
//
// # Framing
//
// UTF-8, one message a line, "\n" or "\r\n" at its end, empty lines ignored. A
// line has at most MaxMessageBytes and is nested at most MaxDepth deep. Bytes
// that are no UTF-8 (split characters, binary frames) travel as body_b64 or
// chunk_b64. stdout belongs to the protocol; what a guard has to say to a
// person goes to stderr.
//
// Whatever a host writes is answered, and nothing ends the conversation:
//
//	no JSON                                        -32700, id null
//	not UTF-8                                      -32700, with its id
//	batch, missing or doubled member, bad id,
//	too long, too deep, id still in flight         -32600, with its id if one was found that can be used
//	no such method                                 -32601
//	a parameter missing, wrong or unknown          -32602, naming it and never repeating it
//
// An id is a whole number from 0 to MaxIDNumber or a string. A request without
// an id would hold a place in the budget that nobody hears of: it is refused.
//
// # Versions
//
// The first message is initialize with the version the host speaks. Another
// version than ours is an error naming both, and the host may try again.
// The ledger is opened then, so that a ledger that cannot be opened is an
// answer. Parameters that a guard does not know are errors: it does not pretend
// to keep a promise that it has not understood. Results may gain members; a
// host ignores what it does not know.
//
// # Answers
//
// A refusal is a result (granted: false); an error is a broken request or a
// broken guard. Errors carry a number, a sentence for a person, and in data the
// same as a word for programs, with a hint.
//
// # Order
//
// Requests run at the same time, at most MaxInFlight of them; answers come as
// they are ready. Messages that name one reservation are handled in the order
// they were written, so a record comes after the stream messages before it. A
// host that does not read its answers is not read either.
//
// # The end
//
// The end of stdin means that the host has left, however it died. So does a
// failed write, and SIGTERM (the context of Serve) means that it is asked to.
// Calls under way are finished and answered; then the guard says goodbye to the
// ledger, which makes this host's open reservations unknown: they keep counting
// until somebody says what became of them. Nothing that writes to the ledger is
// cancelled half way. drainWait and closeWait bound all of it.
package rpc

//go:generate go run ./gen
