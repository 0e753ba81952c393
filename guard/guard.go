package guard

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/guard/window"
	"github.com/tallystick/tallystick/ledger"
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
	Ledger     ledger.Options   // passed on; what this struct names overrides it
}

// Guard is one process's half of the till. Its methods may be called from many
// goroutines.
type Guard struct {
	o     Options
	id    string
	sync  string // the durability in force since Open
	led   *ledger.Ledger
	state *State // touched only inside led.Update and led.View

	// adopting is held while a changed configuration is made to count, which
	// reads history outside the ledger's lock: one goroutine does it, the
	// others wait for its result. Never taken inside Update or View.
	adopting sync.Mutex
	// signature is of the tallystick.yaml that was last accepted or found
	// invalid. It belongs to the ledger's lock: read and set inside Update.
	signature string
	adopted   bool
	wants     string // what its file means, canonical; "" when it cannot be accepted
	overruled int    // how often it wrote that over what others had written
	// refusals counts what was refused since it was last written. It belongs
	// to the ledger's lock as well.
	refusals refusals

	// mu guards what a host told and what is in flight here. It is held for
	// moments and never while the ledger or a disk is waited for.
	mu       sync.Mutex
	host     string
	pid      int
	defaults Attributes
	inflight map[string]*inflight
	life     *ledger.Life
	closed   bool

	news news // events to tell the host

	// providers are those that counted when a call was last looked at.
	providers atomic.Pointer[adapters.Known]
	glimpsed  atomic.Pointer[glimpse]

	stop chan struct{} // closed by Close: the watch ends
	done sync.WaitGroup
}

// Open opens the ledger and catches up with it. Nothing is written yet, but for
// the note that another guard was found dead. A ledger that turns out to be
// damaged can be opened: the next reserve repairs it and says so, and until then
// every view does.
func Open(ctx context.Context, o Options) (*Guard, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	g := &Guard{
		o: o, id: uuid.Must(uuid.NewV7()).String(), state: newState(),
		host: o.Host, pid: o.PID, inflight: map[string]*inflight{}, stop: make(chan struct{}),
	}
	lo := g.ledgerOptions()
	if lo.Create {
		if err := g.mayCreate(); err != nil {
			return nil, err
		}
	}
	led, err := ledger.Open(o.LedgerDir, g.state, lo)
	if err != nil {
		return nil, ledgerError(err)
	}
	g.led = led
	g.news.told, g.state.notify = g.state.seq, g.news.add
	g.relocate(ctx)
	if !o.ReadOnly {
		g.bury(ctx)
		g.done.Go(g.watch)
	}
	return g, nil
}

// ledgerOptions puts together what the ledger must know before its entries are
// read: the file may ask for another durability than the default.
func (g *Guard) ledgerOptions() ledger.Options {
	lo := g.o.Ledger
	lo.Create = g.o.Create && !g.o.ReadOnly
	lo.Clock = g.o.Clock
	durability := g.o.Durability
	if c, ok := g.peek(); ok {
		durability = cmp.Or(durability, c.Durability)
		lo.AllowNetworkFS = lo.AllowNetworkFS || c.AllowNetworkHome
	}
	if zone, err := window.Load(g.o.Zone); err == nil {
		lo.Location = zone // of a new ledger; an old one's own zone follows
	}
	g.sync, lo.Durability = config.FSync, ledger.Fsync
	if durability == config.OS {
		g.sync, lo.Durability = config.OS, ledger.OS
	}
	return lo
}

// relocate tells the ledger by which zone's date its files are named.
func (g *Guard) relocate(ctx context.Context) {
	var zone *time.Location
	if g.view(ctx, func(s *State) { zone = s.zoneOf }) == nil {
		g.led.SetLocation(zone)
	}
}

// Hello says who the host is, and the default attributes of its calls.
func (g *Guard) Hello(host string, pid int, def Attributes) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.host, g.pid, g.defaults = cut(cmp.Or(host, g.host), MaxAttribute), pid, def
}

// Config is what counts: the ledger's limits, not the file's. Its zone is the
// one that days are counted in. Before the first call it is what the file says.
func (g *Guard) Config(ctx context.Context) (config.Config, error) {
	var c config.Config
	err := g.view(ctx, func(s *State) {
		c = s.config
		if s.version == 0 {
			c, _ = g.peek()
		}
		c.Zone = cmp.Or(c.Zone, s.zone)
	})
	if bad := (*Error)(nil); errors.As(err, &bad) && bad.Code == CodeLedgerDamaged {
		c, _ = g.peek() // the next reserve repairs it, and is refused with the reason
		err = nil
	}
	c.Zone = cmp.Or(c.Zone, g.o.Zone, "UTC")
	return c, err
}

// view runs fn with the state caught up and still.
func (g *Guard) view(ctx context.Context, fn func(*State)) error {
	if err := g.isClosed(); err != nil {
		return err
	}
	err := g.led.View(ctx, func() error {
		fn(g.state)
		return nil
	})
	g.tell()
	return ledgerError(err)
}

// errAgain makes an Update begin once more, after something was done outside
// the lock: errStale (the configuration changed), errOlder (an answer must be
// looked for in the day files).
var (
	errStale = errors.New("the configuration changed")
	errOlder = errors.New("older than what is in memory")
)

// forgotten names limits whose counts of this instant are no longer in memory,
// because the machine's clock was set. They are on disk: they are counted anew.
type forgotten struct{ limits []string }

func (f *forgotten) Error() string {
	return "limits have to be counted anew: " + strings.Join(f.limits, ", ")
}

// maxTries bounds how often an Update begins again because the configuration
// changed under it.
const maxTries = 8

// update runs fn under the ledger's lock with the limits that count now.
func (g *Guard) update(ctx context.Context, fn func(*State, *ledger.Tx) error) error {
	if err := g.isClosed(); err != nil {
		return err
	}
	if g.o.ReadOnly {
		return lookOnly()
	}
	var err error
	recounted := false
	for range maxTries {
		err = g.led.Update(ctx, func(tx *ledger.Tx) error {
			if g.stale() {
				return errStale
			}
			return g.news.mine(func() error { return fn(g.state, tx) })
		})
		var lost *forgotten
		switch {
		case errors.Is(err, errStale):
			err = g.adopt(ctx)
		case errors.As(err, &lost) && !recounted: // once: a count that does not help twice never will
			recounted = true
			err = g.adopt(ctx, lost.limits...)
		default:
			g.tell()
			return ledgerError(err)
		}
		if err != nil && !errors.Is(err, errStale) {
			g.tell()
			return ledgerError(err)
		}
	}
	g.tell()
	return &Error{Code: CodeLedgerBusy, Message: "tallystick.yaml changes all the time", Hint: "let one program edit it"}
}

// append runs fn under the ledger's lock whatever the configuration says: what
// became of a call is never held up by a file.
func (g *Guard) append(ctx context.Context, fn func(*State, *ledger.Tx) error) error {
	if err := g.isClosed(); err != nil {
		return err
	}
	if g.o.ReadOnly {
		return lookOnly()
	}
	turn := func(tx *ledger.Tx) error {
		return g.news.mine(func() error { return fn(g.state, tx) })
	}
	err := g.led.Update(ctx, turn)
	if bad := (*ledger.DamageError)(nil); errors.As(err, &bad) && bad.Repaired {
		err = g.led.Update(ctx, turn) // a repair refuses reserves; what became of a call is taken
	}
	g.tell()
	return ledgerError(err)
}

func lookOnly() *Error {
	return &Error{Code: CodeReadOnly, Message: "this guard was opened to look only"}
}

func (g *Guard) isClosed() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed || g.led == nil {
		return &Error{Code: CodeClosed, Message: "this guard is closed"}
	}
	return nil
}
