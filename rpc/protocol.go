package rpc

import "context"

// Version is the protocol this guard speaks. A host that names another one is
// refused with a sentence that tells both numbers.
const Version = 1

// The limits of the wire. What is larger is refused with a sentence.
const (
	// MaxMessageBytes is the longest line, without its newline: 16 MiB. A longer one is skipped and answered with an error.
	MaxMessageBytes = 16 << 20
	// MaxDepth is how deep objects and lists of a message may be nested.
	MaxDepth = 64
	// MaxBodyBytes is the longest body that is handed on whole: 4 MiB. In a longer one a shim replaces each string over MaxStringBytes by its length and gives body_bytes.
	MaxBodyBytes = 4 << 20
	// MaxStringBytes is the longest string that stays in a body over MaxBodyBytes: 64 KiB.
	MaxStringBytes = 64 << 10
	// StreamBytes is how much of a response a shim gathers before it sends a stream message: 64 KiB.
	StreamBytes = 64 << 10
	// StreamWaitMS is how long a shim gathers at most, in milliseconds.
	StreamWaitMS = 50
	// MaxNameBytes is the longest name of a source, task, run, pool, provider, client or process.
	MaxNameBytes = 128
	// MaxModelBytes is the longest name of a model.
	MaxModelBytes = 256
	// MaxTags is how many tags a call may carry.
	MaxTags = 32
	// MaxTagNameBytes is the longest name of a tag.
	MaxTagNameBytes = 64
	// MaxTagBytes is the longest value of a tag.
	MaxTagBytes = 256
	// MaxIDBytes is the longest operation, reservation or message id.
	MaxIDBytes = 128
	// MaxIDNumber is the largest numeric message id: a larger one would not survive a host that counts in doubles.
	MaxIDNumber = 1<<53 - 1
	// MaxURLBytes is the longest url.
	MaxURLBytes = 8 << 10
	// MaxFaultBytes is how much of an exception's text is looked at: 64 KiB. An outcome is never refused for its length, so the rest is ignored.
	MaxFaultBytes = 64 << 10
	// MaxWaitMS is the longest duration: ten years in milliseconds.
	MaxWaitMS = 10 * 366 * 24 * 3600 * 1000
	// MaxTail is the most lines recent gives.
	MaxTail = 1000
	// MaxInFlight is how many requests are worked on at once; further ones wait unread in the pipe.
	MaxInFlight = 128
)

// The codes of an error. Its data member repeats them as a word, see ErrorData.
// A refusal is not an error: it is a result with granted = false.
const (
	// CodeParse says that the line is not one JSON value in UTF-8.
	CodeParse = -32700
	// CodeInvalidRequest says that the line is JSON but no request this guard takes: a batch, no jsonrpc or method member, an id that is null, negative or fractional, too long, too deep, or an id that is still in flight.
	CodeInvalidRequest = -32600
	// CodeMethodNotFound says that there is no such method.
	CodeMethodNotFound = -32601
	// CodeInvalidParams says which parameter is wrong and why.
	CodeInvalidParams = -32602
	// CodeInternal says that the guard itself is broken; the text is for its authors.
	CodeInternal = -32603
	// CodeProtocolVersion says that host and guard speak different versions.
	CodeProtocolVersion = -32001
	// CodeNotInitialized says that initialize has to come first.
	CodeNotInitialized = -32002
	// CodeClosed says that the guard is leaving.
	CodeClosed = -32003
	// CodeNotFound says that there is no such reservation.
	CodeNotFound = -32010
	// CodeAlreadySettled says that this operation and attempt is over.
	CodeAlreadySettled = -32011
	// CodeLedgerBusy says that somebody holds the ledger's lock for too long.
	CodeLedgerBusy = -32020
	// CodeLedgerDamaged says that bytes on disk do not check out.
	CodeLedgerDamaged = -32021
	// CodeLedgerFull says that no space is left.
	CodeLedgerFull = -32022
	// CodeNewerFormat says that a newer tallystick wrote the ledger.
	CodeNewerFormat = -32023
	// CodeReadOnly says that the ledger cannot be written.
	CodeReadOnly = -32024
	// CodeNotCreated says that there is no ledger yet and it may not be created.
	CodeNotCreated = -32025
	// CodeLedger is any other trouble of the ledger.
	CodeLedger = -32026
)

// Service is the wire: one method a call, parameters and results as JSON
// objects. This file is its only source: the JSON schema and the types of other
// languages are generated from it, comments included.
//
// Restrictions the generator relies on:
//  1. every method takes (context, *Params) and returns (*Result, error), or only error for a notification;
//  2. every field has a json tag in snake_case; optional fields say omitempty or omitzero;
//  3. field types are string, bool, int64, float64, slices, maps from string, OneOrMany, or structs of this file;
//  4. instants are RFC 3339 strings, durations are int64 with the suffix _ms;
//  5. constants are whole numbers; those that begin with Code are the error codes.
type Service interface {
	// Initialize greets: it must be the first call, and it says who the host is.
	Initialize(context.Context, *InitializeParams) (*InitializeResult, error)
	// Reserve asks for a place in the budget before one attempt is sent. A refusal is a result, not an error.
	Reserve(context.Context, *ReserveParams) (*ReserveResult, error)
	// Record says what became of an attempt. Recording again gives the same answer.
	Record(context.Context, *RecordParams) (*RecordResult, error)
	// Stream hands on bytes of a response as they pass. It is a notification.
	Stream(context.Context, *StreamParams) error
	// Classify judges an outcome without changing anything.
	Classify(context.Context, *ClassifyParams) (*ClassifyResult, error)
	// Release gives a place back that was certainly never used.
	Release(context.Context, *ReleaseParams) (*ReleaseResult, error)
	// Status tells what is left, who ate it, and what a person should know.
	Status(context.Context, *StatusParams) (*StatusResult, error)
	// Recent lists the newest calls.
	Recent(context.Context, *RecentParams) (*RecentResult, error)
	// Unknown lists calls whose outcome nobody reported.
	Unknown(context.Context, *UnknownParams) (*UnknownResult, error)
	// Lanes lists provider + key + model with their health.
	Lanes(context.Context, *LanesParams) (*LanesResult, error)
}

// Host is what the guard says unasked.
type Host interface {
	// Event tells what a person should know. It is a notification.
	Event(context.Context, *EventParams) error
}

// ErrorData is the data member of an error.
type ErrorData struct {
	// Code is the error as a word, for programs: "not_found", "ledger_busy", ...
	Code string `json:"code"`
	// Hint says what to do next.
	Hint string `json:"hint,omitempty"`
}

// InitializeParams is the greeting of a host.
type InitializeParams struct {
	// Protocol is the version the host speaks.
	Protocol int64 `json:"protocol"`
	// Client is the shim or program that speaks.
	Client Client `json:"client"`
	// Process is what a person sees as the owner of this host's calls.
	Process Process `json:"process,omitzero"`
	// Attributes are the defaults of every call of this host.
	Attributes Attributes `json:"attributes,omitzero"`
}

// Client names the program at the other end of the pipe.
type Client struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Process is the host process.
type Process struct {
	PID  int64  `json:"pid,omitempty"`
	Name string `json:"name,omitempty"`
}

// Attributes say who is calling.
type Attributes struct {
	Source string            `json:"source,omitempty"`
	Task   string            `json:"task,omitempty"`
	Run    string            `json:"run,omitempty"`
	Tags   map[string]string `json:"tags,omitempty"`
}

// InitializeResult is the greeting of the guard.
type InitializeResult struct {
	Protocol int64  `json:"protocol"`
	Server   Client `json:"server"`
	// Home is the directory all guards of this machine share.
	Home string `json:"home"`
	// Zone is the IANA zone the ledger counts days in.
	Zone string `json:"zone"`
	// Limits is a short summary for a log line.
	Limits []LimitSummary `json:"limits"`
	// Calls are the requests that are LLM calls: shims ask only for these. Paths that tallystick.yaml adds later are
	// told to hosts that start their guard later.
	Calls []CallPattern `json:"calls"`
	// Trouble says why calls would be refused now: the ledger cannot be used. Reserve refuses with reason ledger until it can.
	Trouble string `json:"trouble,omitempty"`
}

// LimitSummary is one limit in short.
type LimitSummary struct {
	Name   string `json:"name"`
	Window string `json:"window"`
	Calls  int64  `json:"calls,omitempty"`
	Tokens int64  `json:"tokens,omitempty"`
	Mode   string `json:"mode"`
}

// CallPattern recognizes one family of requests that are LLM calls. Only POST
// requests are calls; every member that is there has to fit.
type CallPattern struct {
	// Host is the url's host in lower case without a port, or what it ends in when it begins with a dot; absent: any host.
	Host string `json:"host,omitempty"`
	// Port is the url's port, or that of its scheme; absent: any port.
	Port string `json:"port,omitempty"`
	// Path is what the url's path, without a slash at its end, ends in; empty: any path that the rest fits.
	Path string `json:"path"`
	// Inside is what the path has to contain anywhere; absent: nothing.
	Inside string `json:"inside,omitempty"`
	// Body is what the request body has to contain: words apart by blanks, each of them; absent: any body.
	Body string `json:"body,omitempty"`
}

// Request is what a call asks for. Either what the shim saw is given (url, body,
// key) or the plain fields are.
type Request struct {
	// URL is scheme, host and path. Names of query parameters may follow, their values never cross the pipe.
	URL string `json:"url,omitempty"`
	// Body is the request body as text.
	Body string `json:"body,omitempty"`
	// BodyB64 is the body when it is not valid UTF-8.
	BodyB64 string `json:"body_b64,omitempty"`
	// BodyBytes is the length on the wire when strings were cut out of Body.
	BodyBytes int64 `json:"body_bytes,omitempty"`
	// Key is the fingerprint of the API key: "fp:" and 12 hex digits of its SHA-256.
	Key             string `json:"key,omitempty"`
	Provider        string `json:"provider,omitempty"`
	Model           string `json:"model,omitempty"`
	InputTokens     int64  `json:"input_tokens,omitempty"`
	MaxOutputTokens int64  `json:"max_output_tokens,omitempty"`
	Stream          bool   `json:"stream,omitempty"`
}

// ReserveParams asks for one attempt.
type ReserveParams struct {
	Request    Request    `json:"request"`
	Attributes Attributes `json:"attributes,omitzero"`
	// Pool shares limits; default "default".
	Pool string `json:"pool,omitempty"`
	// Operation is the host's id (a UUIDv7) of the logical call; the same operation and attempt asked again get the same reservation.
	Operation string `json:"operation,omitempty"`
	// Attempt counts from 1.
	Attempt int64 `json:"attempt,omitempty"`
	// DeadlineMS is the time left for the whole operation; negative: it is over; 0 or absent: there is none.
	DeadlineMS int64 `json:"deadline_ms,omitempty"`
	// TimeoutMS is the timeout the host would use for this attempt.
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
}

// Lane is provider + key + model.
type Lane struct {
	Provider string `json:"provider"`
	Key      string `json:"key,omitempty"`
	Model    string `json:"model"`
}

// Amount counts calls and tokens.
type Amount struct {
	Calls  int64 `json:"calls"`
	Tokens int64 `json:"tokens"`
}

// Hold is what a call will use.
type Hold struct {
	// Expected is what this model usually needs, and what is held.
	Expected int64 `json:"expected"`
	// Worst is the most it can use.
	Worst int64 `json:"worst"`
	// Input is the part of both that is the request itself.
	Input int64 `json:"input,omitempty"`
	// RawInput is that part as the request's bytes say, before it was corrected by what this model reported of earlier calls; absent when it was not.
	RawInput int64 `json:"raw_input,omitempty"`
}

// LimitUse is one counter of one limit.
type LimitUse struct {
	Limit    string `json:"limit"`
	Value    string `json:"value,omitempty"`
	Window   string `json:"window"`
	Ceiling  Amount `json:"ceiling"`
	Settled  Amount `json:"settled"`
	Held     Amount `json:"held"`
	Unknown  Amount `json:"unknown"`
	ResetsAt string `json:"resets_at,omitempty"`
	Shadow   bool   `json:"shadow,omitempty"`
}

// Holder is one consumer of a limit's window.
type Holder struct {
	Source string `json:"source,omitempty"`
	Task   string `json:"task,omitempty"`
	Model  string `json:"model,omitempty"`
	Calls  int64  `json:"calls"`
	Tokens int64  `json:"tokens"`
}

// ReserveResult is a grant or a denial.
type ReserveResult struct {
	Granted     bool   `json:"granted"`
	Reservation string `json:"reservation,omitempty"`
	Operation   string `json:"operation"`
	Attempt     int64  `json:"attempt"`
	Lane        *Lane  `json:"lane,omitempty"`
	// Held is what counts against the limits from now on.
	Held      *Amount `json:"held,omitempty"`
	Hold      *Hold   `json:"hold,omitempty"`
	Estimated bool    `json:"estimated,omitempty"`
	// TimeoutMS is the timeout to apply, clipped to the deadline.
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	// WaitMS is how long to sleep before sending.
	WaitMS   int64      `json:"wait_ms,omitempty"`
	Warnings []string   `json:"warnings,omitempty"`
	Limits   []LimitUse `json:"limits,omitempty"`
	// Repeated says that this operation and attempt had been granted before.
	Repeated bool    `json:"repeated,omitempty"`
	Denial   *Denial `json:"denial,omitempty"`
}

// Denial is a refusal with what comes next.
type Denial struct {
	// Reason is budget_exhausted, never_fits, per_call, paused, lane_closed, deadline, stopped, unpriced or ledger.
	Reason string `json:"reason"`
	Limit  string `json:"limit,omitempty"`
	Value  string `json:"value,omitempty"`
	// Metric is the ceiling that refused: calls or tokens.
	Metric  string  `json:"metric,omitempty"`
	Window  string  `json:"window,omitempty"`
	Zone    string  `json:"zone,omitempty"`
	Ceiling *Amount `json:"ceiling,omitempty"`
	Settled *Amount `json:"settled,omitempty"`
	Held    *Amount `json:"held,omitempty"`
	Unknown *Amount `json:"unknown,omitempty"`
	Asked   *Amount `json:"asked,omitempty"`
	// ResetsAt is when the window ends.
	ResetsAt string `json:"resets_at,omitempty"`
	// NextAt is the earliest instant the same call could fit.
	NextAt string `json:"next_at,omitempty"`
	// FitsMaxOutputTokens is the largest max_output_tokens that would fit now.
	FitsMaxOutputTokens *int64   `json:"fits_max_output_tokens,omitempty"`
	Holders             []Holder `json:"holders,omitempty"`
	// Message says in a sentence what happened and what to do next.
	Message string `json:"message"`
}

// RecordParams says what became of a reservation.
type RecordParams struct {
	Reservation string  `json:"reservation"`
	Outcome     Outcome `json:"outcome"`
	// DeadlineMS is the time left for the whole operation; negative: it is over; 0 or absent: there is none.
	DeadlineMS int64 `json:"deadline_ms,omitempty"`
}

// Outcome is what the shim saw.
type Outcome struct {
	Status int64 `json:"status,omitempty"`
	// Headers are the response's, names in any case.
	Headers map[string]OneOrMany `json:"headers,omitempty"`
	// Body is the response body as text.
	Body string `json:"body,omitempty"`
	// BodyB64 is the body when it is not valid UTF-8.
	BodyB64 string `json:"body_b64,omitempty"`
	// Usage is given when the host knows the numbers itself.
	Usage *Usage `json:"usage,omitempty"`
	Model string `json:"model,omitempty"`
	// Error is the exception, when there was one.
	Error *Fault `json:"error,omitempty"`
	// Sent is false only when the request certainly never left.
	Sent *bool `json:"sent,omitempty"`
	// OutputShown says that output had reached the reader.
	OutputShown bool `json:"output_shown,omitempty"`
	// Ended is how a stream ended: complete, cut, closed or cancelled.
	Ended     string `json:"ended,omitempty"`
	ElapsedMS int64  `json:"elapsed_ms,omitempty"`
}

// OneOrMany is one string or a list of strings.
type OneOrMany []string

// Usage is token counts in disjoint classes.
type Usage struct {
	InputTokens       int64 `json:"input_tokens,omitempty"`
	CachedInputTokens int64 `json:"cached_input_tokens,omitempty"`
	CacheWriteTokens  int64 `json:"cache_write_tokens,omitempty"`
	OutputTokens      int64 `json:"output_tokens,omitempty"`
	ReasoningTokens   int64 `json:"reasoning_tokens,omitempty"`
}

// Fault is an exception by class and text.
type Fault struct {
	Type    string `json:"type,omitempty"`
	Message string `json:"message,omitempty"`
}

// Tokens is what a call used, in disjoint classes.
type Tokens struct {
	Input       int64 `json:"input"`
	CachedInput int64 `json:"cached_input"`
	CacheWrite  int64 `json:"cache_write"`
	Output      int64 `json:"output"`
	Reasoning   int64 `json:"reasoning"`
}

// Verdict is what a failed attempt means.
type Verdict struct {
	Class string `json:"class"`
	// Retryable is now, after_wait or no: would the same request with the same key succeed within minutes?
	Retryable string `json:"retryable"`
	// Scope is request, key, model, account or provider.
	Scope string `json:"scope,omitempty"`
	// Window is second, minute, hour, day, week, month, balance, concurrency or plan.
	Window string `json:"window,omitempty"`
	Until  string `json:"until,omitempty"`
	// RetryAfterMS is the wait the response states and that would help.
	RetryAfterMS *int64 `json:"retry_after_ms,omitempty"`
	// Evidence names the rule and the words or field that decided.
	Evidence string `json:"evidence,omitempty"`
}

// Retry is the one retry answer.
type Retry struct {
	Retry  bool   `json:"retry"`
	WaitMS int64  `json:"wait_ms,omitempty"`
	At     string `json:"at,omitempty"`
	Reason string `json:"reason"`
}

// RecordResult is the settlement.
type RecordResult struct {
	Reservation string `json:"reservation"`
	// State is settled, released or unknown.
	State     string   `json:"state"`
	Tokens    Tokens   `json:"tokens"`
	Estimated bool     `json:"estimated,omitempty"`
	Flags     []string `json:"flags,omitempty"`
	Verdict   *Verdict `json:"verdict,omitempty"`
	Retry     *Retry   `json:"retry,omitempty"`
}

// StreamParams is a piece of a response, in order.
type StreamParams struct {
	Reservation string `json:"reservation"`
	Chunk       string `json:"chunk,omitempty"`
	ChunkB64    string `json:"chunk_b64,omitempty"`
}

// ClassifyParams is an outcome to judge.
type ClassifyParams struct {
	Request    Request `json:"request,omitzero"`
	Outcome    Outcome `json:"outcome"`
	Attempt    int64   `json:"attempt,omitempty"`
	DeadlineMS int64   `json:"deadline_ms,omitempty"`
}

// ClassifyResult is the judgement.
type ClassifyResult struct {
	Verdict Verdict `json:"verdict"`
	Retry   Retry   `json:"retry"`
}

// ReleaseParams names a reservation that was certainly never sent.
type ReleaseParams struct {
	Reservation string `json:"reservation"`
}

// ReleaseResult says where the reservation stands now.
type ReleaseResult struct {
	Reservation string `json:"reservation"`
	State       string `json:"state"`
}

// StatusParams asks for the whole state.
type StatusParams struct{}

// StatusResult is the state of the till as a person asks for it.
type StatusResult struct {
	// Home is the directory all guards of this machine share.
	Home string `json:"home"`
	// Zone is the IANA zone days are counted in.
	Zone string `json:"zone"`
	// Now is the instant the rest was true.
	Now string `json:"now"`
	// Durability is fsync or os.
	Durability string `json:"durability"`
	// BudgetOff says that counts go on and nothing is refused.
	BudgetOff bool          `json:"budget_off"`
	Paused    []Pause       `json:"paused"`
	Limits    []LimitStatus `json:"limits"`
	// Top are the consumers of today, largest first, all limits aside.
	Top   []Holder     `json:"top"`
	Lanes []LaneStatus `json:"lanes"`
	// Unknown is how many calls have an outcome that nobody reported.
	Unknown int64 `json:"unknown"`
	// Open is how many calls are in flight.
	Open int64 `json:"open"`
	// Silent are calls in flight whose living owner has said nothing for an hour.
	Silent []OpenCall    `json:"silent"`
	Events []EventParams `json:"events"`
	Guards []GuardStatus `json:"guards"`
	// Entries is the number of the newest ledger entry.
	Entries int64 `json:"entries"`
	// File is the current day file.
	File string `json:"file"`
	// Bytes is its length.
	Bytes int64 `json:"bytes"`
	// Warnings are sentences, e.g. why tallystick.yaml could not be read.
	Warnings []string `json:"warnings"`
}

// Pause is a pool that a person stopped.
type Pause struct {
	// Pool is its name, or "*" for all pools.
	Pool  string `json:"pool"`
	By    string `json:"by,omitempty"`
	Why   string `json:"why,omitempty"`
	Since string `json:"since"`
}

// LimitStatus is one limit with its counters.
type LimitStatus struct {
	Name string `json:"name"`
	// Window is minute, hour, day, week, month, total or rolling:5h.
	Window string `json:"window"`
	// Per is the attribute each value of which has its own counter.
	Per   string            `json:"per,omitempty"`
	Match map[string]string `json:"match,omitempty"`
	// Mode is enforce or shadow.
	Mode string `json:"mode"`
	// WarnAt are shares of a ceiling that raise an event.
	WarnAt []float64  `json:"warn_at,omitempty"`
	Uses   []LimitUse `json:"uses"`
	// Values is how many values per has; uses may show only the largest.
	Values int64 `json:"values,omitempty"`
	// PerHour is what the last hour used.
	PerHour Amount `json:"per_hour"`
	// EmptyAt is when the limit is used up at that rate; absent: not within its window.
	EmptyAt string `json:"empty_at,omitempty"`
}

// LaneStatus is the health of one lane, as its last outcomes showed it.
type LaneStatus struct {
	Lane Lane `json:"lane"`
	// State is open, until lanes are shared between guards.
	State string `json:"state"`
	// Last is the class of the last failure.
	Last   string `json:"last,omitempty"`
	LastAt string `json:"last_at,omitempty"`
	// Failures is how many failed in a row.
	Failures int64  `json:"failures"`
	Evidence string `json:"evidence,omitempty"`
}

// GuardStatus is one guard process the ledger knows.
type GuardStatus struct {
	ID    string `json:"id"`
	Host  string `json:"host"`
	PID   int64  `json:"pid,omitempty"`
	Since string `json:"since"`
	// Open is how many of its calls are in flight.
	Open  int64 `json:"open"`
	Alive bool  `json:"alive"`
}

// OpenCall is a reservation without an outcome.
type OpenCall struct {
	Reservation string `json:"reservation"`
	Operation   string `json:"operation"`
	Attempt     int64  `json:"attempt"`
	// State is held or unknown.
	State      string     `json:"state"`
	Attributes Attributes `json:"attributes,omitzero"`
	Pool       string     `json:"pool"`
	Lane       Lane       `json:"lane"`
	Held       Amount     `json:"held"`
	At         string     `json:"at"`
	AgeMS      int64      `json:"age_ms"`
	// Owner is the host and process of the guard that holds it.
	Owner string `json:"owner"`
	Alive bool   `json:"alive"`
}

// RecentParams filters recent.
type RecentParams struct {
	// Tail is how many lines, newest last; default 10, at most MaxTail.
	Tail   int64  `json:"tail,omitempty"`
	Source string `json:"source,omitempty"`
	Task   string `json:"task,omitempty"`
}

// RecentResult is the newest calls and refusals, newest last.
type RecentResult struct {
	Calls []CallLine `json:"calls"`
}

// CallLine is one call, or one refusal with its count.
type CallLine struct {
	At          string     `json:"at"`
	Reservation string     `json:"reservation,omitempty"`
	Operation   string     `json:"operation,omitempty"`
	Attempt     int64      `json:"attempt,omitempty"`
	Pool        string     `json:"pool"`
	Attributes  Attributes `json:"attributes,omitzero"`
	Lane        Lane       `json:"lane"`
	// State is held, settled, released or unknown; absent in a refusal.
	State string `json:"state,omitempty"`
	// Status is the HTTP status of the response.
	Status int64 `json:"status,omitempty"`
	// Class is what a failure meant; absent when the call went well.
	Class     string   `json:"class,omitempty"`
	Held      Amount   `json:"held"`
	Tokens    Tokens   `json:"tokens"`
	Estimated bool     `json:"estimated,omitempty"`
	ElapsedMS int64    `json:"elapsed_ms,omitempty"`
	Flags     []string `json:"flags,omitempty"`
	// Refused is the reason of a refusal.
	Refused string `json:"refused,omitempty"`
	// Limit is the limit that refused.
	Limit string `json:"limit,omitempty"`
	// Times is how often that refusal was given.
	Times int64 `json:"times,omitempty"`
}

// UnknownParams asks for every call without an outcome.
type UnknownParams struct{}

// UnknownResult is the calls whose outcome nobody reported, oldest first.
type UnknownResult struct {
	Calls []OpenCall `json:"calls"`
}

// LanesParams asks for every lane.
type LanesParams struct{}

// LanesResult is the lanes this ledger has seen.
type LanesResult struct {
	Lanes []LaneStatus `json:"lanes"`
}

// EventParams is something a person should know.
type EventParams struct {
	// Kind is threshold, limits_changed, budget_off, budget_on, paused, resumed, repaired, guard_died, ledger_created, config_invalid or events_lost.
	Kind string `json:"kind"`
	// Text is a sentence for a person.
	Text string `json:"text"`
	At   string `json:"at"`
}
