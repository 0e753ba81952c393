// Package provider is an LLM provider on loopback that misbehaves on demand.
//
//	client ── POST /s/503,503,ok@mine/v1/chat/completions ──► provider
//	             │          │     │
//	             │          │     └ which API: chat/completions, responses, messages
//	             │          └ a name, so that two tests with one script do not share it
//	             └ the script: what the 1st, 2nd, 3rd ... request meets
//
// A script is a list of steps, "step,step,step". Each request takes the next
// step; the last one stays, or, when the script ends in "...", it begins again.
// A step is NAME, NAME:VALUE or either with *TIMES ("ok*40,429-plan" is a plan
// of 40 calls). The names:
//
//	ok, 200        a good answer, plain or as a stream
//	tool           calls the first tool the request offers; a good answer once the tool has spoken
//	stream:NxD     a good answer in N pieces, D apart ("stream:2000x1ms"; D may be 0)
//	gzip           a good answer, compressed
//	slow:D         a good answer after D (default 300ms)
//	hang           nothing, until the client leaves
//	429:N          too many requests a minute, retry-after N seconds (default 1)
//	429-plan       the plan is used up: 429, no retry-after, words that say so
//	429-bare       429, no retry-after, and no word about why
//	500 503 529 …  any other status from 400 to 599, with the API's error body
//	reset          a TCP reset before any answer
//	cut            the answer breaks off in the middle, and so does the connection
//	early          the answer ends cleanly in its middle: no end marker, half a tool call
//	error-event    200, a stream, and then an error inside it
//
// Without /s/.../ the provider's default script holds. GET /_counts tells what
// every script saw, DELETE /_counts forgets it. It knows nothing of tallystick,
// so what it counted can be held against the ledger.
package provider
