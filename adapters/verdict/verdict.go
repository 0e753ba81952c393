package verdict

import "time"

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
