package guard

import (
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// Status is the state of the till as a person asks for it.
type Status struct {
	Home       string
	Zone       string
	Now        time.Time
	Durability string
	BudgetOff  bool
	Paused     []Pause
	Limits     []LimitStatus
	Top        []Holder // who ate most today, all limits aside
	Lanes      []LaneStatus
	Unknown    int // calls whose outcome nobody reported
	Open       int // calls in flight
	Silent     []OpenCall
	Events     []Event // the newest, oldest first
	Guards     []GuardStatus
	Entries    uint64
	File       string // the current day file
	Bytes      int64
	Warnings   []string // e.g. the tallystick.yaml that could not be read, with its line
}

// Pause is a pool that a person stopped.
type Pause struct {
	Pool, By, Why string
	Since         time.Time
}

// LimitStatus is one limit with its counters (one without `per`, else one a value, largest first).
type LimitStatus struct {
	Name       string
	WindowSpec string // "day", "rolling:5h"
	Per        string
	Match      map[string]string
	Shadow     bool
	WarnAt     []float64
	Uses       []LimitUse
	Values     int       // how many values `per` has; Uses may show only the largest
	PerHour    Amount    // burn rate over the last hour
	EmptyAt    time.Time // when it is used up at that rate; zero: not within the window
}

// LaneStatus is the health of one provider + key + model, as learnt from its last outcomes.
type LaneStatus struct {
	Lane     Lane
	State    string // "open" until lanes are shared (a later issue)
	Last     adapters.Class
	LastAt   time.Time
	Failures int // in a row
	Evidence string
}

// GuardStatus is one guard process that the ledger knows.
type GuardStatus struct {
	ID, Host string
	PID      int
	Since    time.Time
	Open     int
	Alive    bool
}

// Event is something a person should know.
type Event struct {
	At   time.Time
	Kind string // threshold, limits_changed, budget_off, budget_on, paused, resumed, repaired, guard_died, ledger_created, config_invalid
	Text string
}

// OpenCall is a reservation without an outcome: held or unknown.
type OpenCall struct {
	Reservation string
	Operation   string
	Attempt     int
	State       ReservationState
	Attributes  Attributes
	Pool        string
	Lane        Lane
	Held        Amount
	At          time.Time
	Age         time.Duration
	Owner       string // "host name, pid N" of the guard that holds it
	Alive       bool

	guard string
}

// CallLine is one line of `recent`.
type CallLine struct {
	At          time.Time
	Reservation string
	Operation   string
	Attempt     int
	Pool        string
	Attributes  Attributes
	Lane        Lane
	State       ReservationState
	Status      int
	Class       adapters.Class // "" when it went well
	Held        Amount
	Tokens      adapters.Tokens
	Estimated   bool
	Elapsed     time.Duration
	Flags       []string
	Refused     Reason // set: this line is a refusal, not a call
	Limit       string
	Times       int64 // a refusal repeated so often
}

// Story is everything the ledger knows of one reservation's operation, in order.
type Story struct {
	Reservation string
	Calls       []CallLine
	Entries     []StoryEntry
	Limits      []LimitUse // the limits it touched, as they stood when it was granted
}

// StoryEntry is one ledger entry of a story, told for a person.
type StoryEntry struct {
	Seq  uint64
	At   time.Time
	Kind string
	Text string
}
