package guard

import (
	"context"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// ConfigSource is where tallystick.yaml is. Package home has the real one.
type ConfigSource interface {
	// Signature changes whenever the file changes; "" says that there is none.
	Signature() (string, error)
	// Read gives the file.
	Read() ([]byte, error)
}

// Options say where a guard lives and for whom it acts. The zero value of a
// field means its default.
type Options struct {
	LedgerDir  string           // <home>/ledger
	GuardsDir  string           // <home>/guards
	Config     ConfigSource     // nil: the default limits only
	Host       string           // what a person sees as owner: "python heartbeat.py"
	PID        int              // of the host
	Version    string           // of this binary
	Zone       string           // the machine's IANA zone, used once, when the ledger is created; "" is UTC
	By         string           // who acts (a user name), for what a person changes
	Create     bool             // may create the ledger
	ReadOnly   bool             // only views: no life lock, no entries
	Durability string           // "fsync" or "os"; "" follows the configuration
	Clock      func() time.Time // default time.Now
	OnEvent    func(Event)      // told of new events as this guard learns of them; must not block
}

// RecentFilter chooses what Recent shows.
type RecentFilter struct {
	Tail         int // how many lines; 0 is 10, at most MaxTail
	Source, Task string
}

// Verification is what Verify found.
type Verification struct {
	OK       bool
	Entries  uint64
	Files    int
	Problems []string // sentences; empty when OK
	Repaired int      // ranges repaired earlier, which still count as unknown until settled
}

// Guard is one process's half of the till. Its methods may be called from many goroutines.
type Guard struct{ o Options }

var errSoon = &Error{Code: CodeInvalid, Message: "this guard answers nothing yet"}

// Open opens the ledger and catches up with it.
func Open(ctx context.Context, o Options) (*Guard, error) { return &Guard{o: o}, nil }

// Hello says who the host is, and the default attributes of its calls.
func (g *Guard) Hello(host string, pid int, def Attributes) {}

// Reserve asks for a place in the budget before one attempt is sent.
func (g *Guard) Reserve(ctx context.Context, c Call) (Answer, error) { return Answer{}, errSoon }

// Record says what became of an attempt; left is the time left for the whole operation (0: no deadline).
func (g *Guard) Record(ctx context.Context, reservation string, o Outcome, left time.Duration) (Settlement, error) {
	return Settlement{}, errSoon
}

// Stream hands on bytes of a response, in order.
func (g *Guard) Stream(reservation string, chunk []byte) error { return errSoon }

// Classify judges an outcome and changes nothing.
func (g *Guard) Classify(c Call, o Outcome, attempt int, left time.Duration) (adapters.Verdict, Retry) {
	return adapters.Verdict{Class: adapters.Unknown, Retryable: adapters.No, RetryAfter: -1}, Retry{}
}

// Release gives a place back that was certainly never used.
func (g *Guard) Release(ctx context.Context, reservation string) (ReservationState, error) {
	return "", errSoon
}

// Status is the state of the till as a person asks for it.
func (g *Guard) Status(ctx context.Context) (Status, error) { return Status{}, errSoon }

// Recent lists the newest calls, newest last.
func (g *Guard) Recent(ctx context.Context, f RecentFilter) ([]CallLine, error) { return nil, errSoon }

// Unknown lists the calls without an outcome.
func (g *Guard) Unknown(ctx context.Context) ([]OpenCall, error) { return nil, errSoon }

// Lanes lists provider + key + model with what the last outcomes said.
func (g *Guard) Lanes(ctx context.Context) ([]LaneStatus, error) { return nil, errSoon }

// Explain tells the whole story of one reservation.
func (g *Guard) Explain(ctx context.Context, id string) (Story, error) { return Story{}, errSoon }

// Pause stops a pool ("*": all pools).
func (g *Guard) Pause(ctx context.Context, pool, why string) error { return errSoon }

// Resume lets a paused pool go on.
func (g *Guard) Resume(ctx context.Context, pool string) error { return errSoon }

// BudgetOff lets every call pass; counts go on.
func (g *Guard) BudgetOff(ctx context.Context) error { return errSoon }

// BudgetOn enforces the limits again.
func (g *Guard) BudgetOn(ctx context.Context) error { return errSoon }

// SettleUnknown settles a call nobody reported at what a person says it used.
func (g *Guard) SettleUnknown(ctx context.Context, reservation string, tokens int64) error {
	return errSoon
}

// ReleaseUnknown gives back a call that a person knows was never sent.
func (g *Guard) ReleaseUnknown(ctx context.Context, reservation string) error { return errSoon }

// Verify reads the whole ledger and derives every sum again.
func (g *Guard) Verify(ctx context.Context) (Verification, error) { return Verification{}, errSoon }

// Close makes this host's open reservations unknown and leaves.
func (g *Guard) Close(ctx context.Context) error { return nil }
