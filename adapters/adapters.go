package adapters

import "time"

// Attempt is what a shim saw of one HTTP request, before it was sent.
type Attempt struct {
	URL       string // scheme, host and path only; never a query value
	Provider  string // the caller's word for it, if it has one ("openai"); may be empty
	Body      []byte // the request body; may be empty
	BodyBytes int64  // length of the body on the wire when Body had strings cut out of it; 0 means len(Body)
}

// Ask is what a request asks for.
type Ask struct {
	Provider     string // "openai", "anthropic", ... or the host when it is not known
	Dialect      string // "openai.chat", "anthropic.messages", "gemini", ...; empty when unknown
	Model        string // as written in the request
	Stream       bool
	MaxOutput    int64 // tokens; 0 when the request does not say. n choices are multiplied in
	InputTokens  int64 // an estimate, always (tool schemas and call arguments included)
	WideTokens   int64 // the part of InputTokens that is text in scripts beyond ASCII (Chinese, Russian, ...)
	Partial      bool  // InputTokens says little of what the provider will count: not all of the input is at hand
	MediaTokens  int64 // the part of InputTokens that is pictures, sounds and files, by their providers' formulas
	UsageInReply bool  // the reply will carry usage (false: OpenAI chat stream without stream_options.include_usage)
}

// Tokens are disjoint classes: their sum is what was used. A class the provider
// counts inside another one (cached inside prompt, reasoning inside completion)
// is taken out of it here, once, by the dialect that knows.
type Tokens struct {
	Input, CachedInput, CacheWrite, Output, Reasoning int64
}

// Sum is all tokens of all classes.
func (t Tokens) Sum() int64 {
	return t.Input + t.CachedInput + t.CacheWrite + t.Output + t.Reasoning
}

// Reply is what came back for one attempt, whole (not a stream) or what is left
// of it: a status, headers, a body, or the words of an exception.
type Reply struct {
	Status     int                 // 0 when there was no response
	Headers    map[string][]string // any case
	Body       []byte
	ErrType    string    // class of the exception, if that is what the host had
	ErrText    string    // its text, never stored
	Sent       bool      // false only when the request certainly never left
	OutputSeen bool      // output had reached the reader
	ReceivedAt time.Time // for HTTP dates and "in 6m48s"; adapters never ask the clock
}

// Used is what one reply (or stream) cost.
type Used struct {
	Tokens    Tokens
	Known     bool   // the provider said so; false: Tokens is zero but for input classes that were said before a cut; see Settle
	Model     string // as the reply names it
	RequestID string // the provider's id of this request
	// OutputBytes counts the visible output (text, tool arguments, reasoning text) so that a
	// reply without usage can be estimated from what was received; see EstimateOutput.
	OutputBytes int64
	// OutputTokens is that output in tokens, estimated from its text as it passed; see EstimateOutput.
	OutputTokens int64
	// NoOutput: the reply is of a kind that has no output, whatever its bytes are: vectors of
	// an embedding, scores of a rerank, the id of a job.
	NoOutput bool
	// Failed: the reply is an error, whatever its status says (an error body inside a 200).
	Failed bool
	// CacheWriteHour is the part of Tokens.CacheWrite that is kept for an hour and costs more; the
	// rest is kept for five minutes (Anthropic).
	CacheWriteHour int64
	// Cost is what the provider says that the call cost; without Currency it says nothing.
	Cost Money
	// Pending: the work goes on after this reply, and its usage is not in it (a background
	// response of OpenAI's, an assistant's run, a batch).
	Pending bool
	// Clamped: the provider reported something negative or absurd, and it was cut to a sane value.
	Clamped bool
}

// Money is an amount in billionths of a currency (ISO 4217).
type Money struct {
	Nano     int64
	Currency string
}

// Progress is how far a stream has come.
type Progress struct {
	Used      Used
	Ended     bool   // the dialect's end marker was seen ([DONE], response.completed, message_stop, finishReason, done)
	Started   bool   // the first byte of visible output was seen
	OpenTool  bool   // a tool call has begun and is not complete
	Error     *Reply // an error event inside a 200
	Truncated bool   // the provider itself says it stopped early (length, max_tokens)
}

// Stream reads one response body as it passes, in pieces of any size, and keeps
// at most MaxLine bytes of an unfinished line. Progress may be asked at any time and
// takes nothing away. A Stream is not safe for concurrent use.
type Stream interface {
	Write(chunk []byte)
	Progress() Progress
}

// Dialect is one wire format that many providers may speak.
type Dialect interface {
	Name() string
	Ask(Attempt) Ask
	Used(Reply) Used
	NewStream() Stream
}

// Limit is one "remaining" header, normalized.
type Limit struct {
	Metric    string        // "requests", "tokens", "input_tokens", "output_tokens"
	Window    string        // "minute", "day", ... or "" when the header does not say
	Limit     int64         // -1 when not said
	Remaining int64         // -1 when not said
	ResetIn   time.Duration // -1 when not said
}

// Class names what happened.
type Class string

// The classes a verdict can have.
const (
	RateLimited     Class = "rate_limited"
	QuotaExhausted  Class = "quota_exhausted"
	Overloaded      Class = "overloaded"
	ServerError     Class = "server_error"
	Timeout         Class = "timeout"
	Network         Class = "network"
	Auth            Class = "auth"
	Permission      Class = "permission"
	InvalidRequest  Class = "invalid_request"
	ContextLength   Class = "context_length"
	ContentFiltered Class = "content_filtered"
	NotFound        Class = "not_found"
	TooLarge        Class = "too_large"
	Conflict        Class = "conflict"
	StreamTruncated Class = "stream_truncated"
	Cancelled       Class = "cancelled"
	Unknown         Class = "unknown"
)

// Retryable answers one question: would the same request with the same key
// succeed within minutes? Whether output was shown does not matter here.
type Retryable string

// The answers.
const (
	Now       Retryable = "now"
	AfterWait Retryable = "after_wait"
	No        Retryable = "no"
)

// Verdict is what a failed attempt means.
type Verdict struct {
	Class      Class
	Retryable  Retryable
	Scope      string        // request, key, model, account, provider
	Window     string        // second, minute, hour, day, week, month, balance, concurrency, plan; "" when not known
	Until      time.Time     // zero when not known
	RetryAfter time.Duration // the wait the response states and that would help; -1 when it states none
	Evidence   string        // the rule's name, a colon, and our words for what decided; at most MaxEvidence bytes, none of the body's
	BeforeWork bool          // the provider refused before doing work: tokens and money are 0
}
