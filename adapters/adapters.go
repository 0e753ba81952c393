package adapters

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
	Begins       bool  // paid work begins that goes on when the connection is lost (a batch, a film, a run): again is twice
	Unlimited    int64 // answers of a batch that are asked for without a maximum; MaxOutput is the sum of the others
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
