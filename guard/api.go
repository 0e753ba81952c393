package guard

import (
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// Attributes say who is calling. Limits select and partition by them.
type Attributes struct {
	Source string            // cron, subagent, interactive, ...
	Task   string            // what the caller is doing
	Run    string            // one run of it
	Tags   map[string]string // anything else
}

// Call is one attempt a host wants to make: who, what, and how much time there is.
// Either Seen is set (what a shim saw on the wire) or the plain fields are.
type Call struct {
	Pool       string // "" is "default"
	Attributes Attributes

	Seen *adapters.Attempt // what the shim saw; nil when the plain fields are given

	Provider        string
	Model           string
	Key             string // fingerprint "fp:...", never the key
	InputTokens     int64
	MaxOutputTokens int64 // 0: not stated
	Stream          bool

	Operation string        // minted by the host (UUID); "" lets the guard mint one
	Attempt   int           // 1, 2, ...; 0 is 1
	Deadline  time.Duration // time left for the whole operation; 0: none
	Timeout   time.Duration // the timeout the host would use for this attempt; 0: none
}

// Amount is a number of each thing a limit can count.
type Amount struct {
	Calls  int64
	Tokens int64
}

// Lane is the road a call takes: provider, key and model.
type Lane struct{ Provider, Key, Model string }

// Answer is the reply to a reserve: a Grant or a Denial, never both.
type Answer struct {
	Grant  *Grant
	Denial *Denial
}

// Grant is a place in the budget that is already on disk.
type Grant struct {
	Reservation string
	Operation   string
	Attempt     int
	Lane        Lane
	Held        Amount        // what counts now
	Expected    int64         // tokens this call will probably use
	Worst       int64         // tokens it can use at most
	Estimated   bool          // Expected and Worst rest on an estimate
	Input       int64         // the part of Expected and Worst that is the request itself
	RawInput    int64         // Input before it was corrected by what this model reported; 0: it was not corrected
	Timeout     time.Duration // clipped to the deadline; 0: none
	Wait        time.Duration // sleep this long before sending
	Warnings    []string      // shadow limits that would have refused, thresholds crossed
	Limits      []LimitUse    // every limit this call touches, after the hold
	Repeated    bool          // the same operation and attempt had asked before
}

// LimitUse is one counter of one limit as the call found it.
type LimitUse struct {
	Limit    string // its name
	Value    string // the value of its `per` attribute, "" without per
	Window   string // named by its calendar date: "2026-11-29"
	Ceiling  Amount // 0: unlimited
	Settled  Amount
	Held     Amount
	Unknown  Amount
	ResetsAt time.Time // zero for "total"
	Shadow   bool
}

// Reason says why a call was refused.
type Reason string

// The reasons of a refusal; the wire sends them as they are.
const (
	BudgetExhausted Reason = "budget_exhausted"
	NeverFits       Reason = "never_fits" // larger than the whole ceiling
	PerCall         Reason = "per_call"
	Paused          Reason = "paused"
	LaneClosed      Reason = "lane_closed"
	DeadlineTooNear Reason = "deadline"
	Stopped         Reason = "stopped" // this operation was told not to retry
	Unpriced        Reason = "unpriced"
	LedgerTrouble   Reason = "ledger"
)

// Holder is one consumer of a limit's window, largest first.
type Holder struct {
	Source, Task, Model string
	Calls, Tokens       int64 // settled, held and unknown together
}

// Denial is a refusal with everything a caller or a person needs next.
type Denial struct {
	Reason    Reason
	Limit     string
	Value     string
	Metric    string // "calls" or "tokens": the ceiling that refused
	Window    string
	Zone      string
	Ceiling   Amount
	Settled   Amount
	Held      Amount
	Unknown   Amount
	Asked     Amount
	ResetsAt  time.Time // when the window ends; zero: never
	NextAt    time.Time // earliest instant the same call could fit; zero: no such instant
	FitsOut   int64     // the largest max_output_tokens that would fit now; -1: none
	Holders   []Holder
	Message   string // a sentence that says what and what next
	Operation string
	Attempt   int
}

// Outcome is what became of an attempt: what the shim saw, or plain numbers.
type Outcome struct {
	Status     int
	Headers    map[string][]string
	Body       []byte
	ErrType    string // class of the exception
	ErrText    string
	Usage      *adapters.Tokens // when the host knows the numbers itself
	Model      string
	Sent       *bool  // nil: unknown, taken as sent
	Shown      bool   // output reached the reader
	Ended      string // complete, cut, closed, cancelled, "" (no stream)
	Elapsed    time.Duration
	ReceivedAt time.Time
}

// ReservationState is where a reservation stands.
type ReservationState string

// The life of a reservation: held -> settled, released or unknown; unknown -> settled.
const (
	Held           ReservationState = "held"
	Settled        ReservationState = "settled"
	Released       ReservationState = "released"
	UnknownOutcome ReservationState = "unknown"
)

// Settlement is the reply to a record. Recording the same reservation again,
// in whatever order, gives the same Settlement.
type Settlement struct {
	Reservation string
	State       ReservationState
	Tokens      adapters.Tokens
	Estimated   bool
	Flags       []string // over_hold, clamped, late, repeated
	Verdict     *adapters.Verdict
	Retry       *Retry
}

// Retry is the one retry answer of an attempt.
type Retry struct {
	Retry  bool
	Wait   time.Duration
	At     time.Time
	Reason string // a few words: why, or why not
}
