// Package adapters knows what providers say, and nothing else: bytes of requests and
// replies in, facts out. It is pure. It has no clock, no files, no network and imports
// nothing of tallystick, so everything in it can be tested with a few lines of text.
//
//	request ──► Find ──► Dialect.Ask ──────────► model, stream, max output, input estimate
//	               │
//	reply ─────────┼──► Dialect.Used ──────────► tokens in disjoint classes, request id
//	stream bytes ──┘──► Dialect.NewStream ─────► the same, and: ended? tool call open? error?
//
//	failure ───────► verdict.Classify ─────────► class, retry?, scope, window, until, evidence
//
// A dialect is one wire format, one file; many providers speak each. Providers and rules
// are tables: data, to be read and extended without reading code. A user's own gateways
// and rules stand in front of them (Known).
//
//	openai_chat.go         chat completions and all that follow them, embeddings
//	openai_responses.go    responses
//	openai_media.go        images and audio
//	anthropic_messages.go  messages, also over Vertex
//	gemini.go              generateContent of Gemini, Vertex and Code Assist
//	bedrock_converse.go    converse; bedrock_invoke.go: invoke, whoever the vendor is
//	cohere.go              chat and embed, v2 and v1
//	ollama.go              Ollama's own chat, generate and embed
//	dashscope.go           DashScope's own
//	llamacpp.go            text completions, OpenAI's and llama.cpp's own
//	cloudflare.go          Workers AI's own; tgi.go: Hugging Face's; aisdk.go: Vercel's gateway
//	rerank.go              rerank, whoever the vendor is
//	openai_runs.go         assistants' runs; jobs.go: batches and films, work that is only begun
//
// # Reading
//
// JSON is read in place by a cursor (cursor.go) that validates nothing, so a body that was
// cut off gives the facts before the cut, and 200 KB cost half a millisecond. A stream is
// read by a feed (feed.go) that keeps one unfinished line, object (values.go) or frame
// (frames.go), and a fold per dialect, a plain value whose copy is a snapshot. Where the
// network cuts a stream does not matter. A request is read by a table of its members
// (members.go); what its pictures and files cost is read out of their headers (media.go,
// media_sizes.go, media_lengths.go) by their provider's formula (media_formulas.go).
//
// # Deciding
//
// What a failure means is a room of its own: package verdict. Its words stand here under the
// names that callers use (verdicts.go); judge.go puts a gateway's own rules in front.
//
// # Promises
//
// Any bytes give facts or Unknown, never a panic, in linear time and bounded memory
// (bounds.go has the numbers). Evidence and ids hold nothing of a body but names.
package adapters
