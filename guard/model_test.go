package guard

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/guard/window"
)

// model is the till in the plainest words: a list of calls. What a limit counts
// is added up from it each time.
type model struct {
	calls []*modelCall
}

type modelCall struct {
	id      string
	at      time.Time
	subject config.Subject
	hold    int64
	tokens  int64
	state   ReservationState
	owner   string
}

// sum is what a limit holds for one value at an instant.
func (m *model) sum(l config.Limit, value string, now time.Time) columns {
	var c columns
	for _, x := range m.calls {
		if !l.Matches(x.subject) || l.PerValue(x.subject) != value || !within(l, x.at, now) {
			continue
		}
		switch x.state {
		case Held:
			c.held.add(Amount{1, x.hold})
		case UnknownOutcome:
			c.unknown.add(Amount{1, x.hold})
		case Settled:
			c.settled.add(Amount{1, x.tokens})
		}
	}
	return c
}

func within(l config.Limit, at, now time.Time) bool {
	if l.Window.Kind == window.Rolling {
		n := l.Window.Bucket(at)
		return l.Window.Oldest(now) <= n && n <= l.Window.Bucket(now.Add(l.Window.Span))
	}
	w := window.Calendar{Zone: time.UTC, WeekStart: time.Monday}.At(l.Window, now)
	return w.Start.IsZero() || !at.Before(w.Start) && at.Before(w.End)
}

// fits says whether a call would be granted.
func (m *model) fits(limits []config.Limit, s config.Subject, ask Amount, now time.Time) bool {
	for _, l := range limits {
		if !l.Matches(s) {
			continue
		}
		c := m.sum(l, l.PerValue(s), now)
		total := c.settled.plus(c.held).plus(c.unknown).plus(ask)
		if !l.Shadow && (l.Calls > 0 && total.Calls > l.Calls || l.Tokens > 0 && total.Tokens > l.Tokens) {
			return false
		}
	}
	return true
}

var modelLimits = [][]string{
	{"name: day, window: day, calls: 40, tokens: 9000, warn_at: [0.5]"},
	{"name: day, window: day, calls: 30", "name: cron, window: hour, match: {source: cron}, calls: 7", "name: task, window: week, per: task, tokens: 6000"},
	{"name: day, window: day, calls: 30", `name: roll, window: "rolling:6h", per: model, calls: 9`, "name: task, window: week, per: task, tokens: 5000, mode: shadow"},
	{"name: all, window: total, calls: 400", "name: day, window: day, tokens: 7000", `name: roll, window: "rolling:6h", tokens: 5000`},
}

// jumpyLimits are for a clock that nobody can rely on.
var jumpyLimits = [][]string{{
	"name: min, window: minute, calls: 4", "name: hr, window: hour, calls: 9", "name: day, window: day, calls: 25",
	`name: roll, window: "rolling:1h", calls: 12`, "name: task, window: month, per: task, calls: 200",
}}

// world is the guards of one run beside the model.
type world struct {
	*till
	model
	r       *rand.Rand
	desks   []*desk
	sets    [][]string
	jumpy   bool
	limits  []config.Limit
	skipped int
	granted int
	denied  int
}

// TestModel plays random days with several guards and compares every counter
// of every limit after each step. GUARD_SEED repeats a run.
func TestModel(t *testing.T) {
	seeds := 6
	if testing.Short() {
		seeds = 2
	}
	base := uint64(time.Now().UnixNano())
	if s := os.Getenv("GUARD_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		base, seeds = n, 1
	}
	for i := range seeds {
		seed := base + uint64(i)
		t.Run(fmt.Sprintf("GUARD_SEED=%d", seed), func(t *testing.T) { playWorld(t, seed, 400, false) })
		t.Run(fmt.Sprintf("jumpy/GUARD_SEED=%d", seed), func(t *testing.T) { playWorld(t, seed, 500, true) })
	}
}

func playWorld(t *testing.T, seed uint64, steps int, jumpy bool) {
	w := &world{till: newTill(t), r: rand.New(rand.NewPCG(seed, 1)), sets: modelLimits, jumpy: jumpy}
	if jumpy {
		w.sets = jumpyLimits
	}
	w.change()
	w.desks = []*desk{w.open(), w.open()}
	w.change()
	for n := range steps {
		what := w.step()
		for _, d := range w.desks {
			if !w.compare(d) {
				t.Fatalf("after step %d, %s, at %v", n, what, w.clock())
			}
		}
	}
	for _, d := range w.desks {
		d.sound()
	}
	t.Logf("%d granted, %d denied, %d comparisons skipped", w.granted, w.denied, w.skipped)
	if w.granted < steps/16 || w.denied == 0 {
		t.Errorf("a dull run: %d granted, %d denied", w.granted, w.denied)
	}
}

func (w *world) step() string {
	d := w.desks[w.r.IntN(len(w.desks))]
	switch n := w.r.IntN(100); {
	case n < 45:
		w.reserve(d)
		return "reserve"
	case n < 75:
		w.outcome(d)
		return "record"
	case n < 80:
		w.release(d)
		return "release"
	case n < 84:
		w.change()
		return "other limits"
	case n < 88:
		w.restart()
		return "restart"
	case n < 90:
		w.kill()
		return "kill"
	case n < 95 && w.jumpy:
		hours := []int{1, 3, 30, 70, 200, -1, -3, -30, -70, -200}
		w.move(time.Duration(hours[w.r.IntN(len(hours))])*time.Hour + time.Duration(w.r.IntN(7200)-3600)*time.Second)
		return "clock anywhere"
	case n < 93:
		w.move(-time.Duration(w.r.IntN(40)) * time.Minute)
		return "clock back"
	case n < 95:
		w.move(time.Duration(w.r.IntN(40)) * time.Hour)
		return "clock ahead"
	}
	w.move(time.Duration(w.r.IntN(20)) * time.Minute)
	return "time passes"
}

func (w *world) change() {
	lines := w.sets[w.r.IntN(len(w.sets))]
	w.till.limits(lines...)
	c, err := config.Parse([]byte(w.yaml))
	if err != nil {
		w.t.Fatal(err)
	}
	w.limits = c.Limits
	for _, d := range w.desks {
		if err := d.Adopt(context.Background()); err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w *world) reserve(d *desk) {
	subject := config.Subject{Pool: "default", Provider: "openai"}
	a := d.ask(func(c *Call) {
		c.Attributes.Source = []string{"cron", "interactive"}[w.r.IntN(2)]
		c.Attributes.Task = []string{"a", "b", "c"}[w.r.IntN(3)]
		c.Model = []string{"x", "y"}[w.r.IntN(2)]
		c.InputTokens = w.r.Int64N(500)
		c.MaxOutputTokens = 1 + w.r.Int64N(500)
		subject.Source, subject.Task, subject.Model = c.Attributes.Source, c.Attributes.Task, c.Model
	})
	now := w.clock()
	if a.Denial != nil && a.Denial.Reason == LedgerTrouble {
		w.t.Errorf("%+v", a.Denial)
	}
	if a.Denial != nil {
		w.denied++
		if w.fits(w.limits, subject, a.Denial.Asked, now) {
			w.t.Errorf("denied within every limit: %+v", a.Denial)
		}
		return
	}
	w.granted++
	if !w.fits(w.limits, subject, a.Grant.Held, now) {
		w.t.Errorf("granted beyond a limit: %+v", a.Grant)
	}
	w.calls = append(w.calls, &modelCall{
		id: a.Grant.Reservation, at: now, subject: subject, hold: a.Grant.Held.Tokens, state: Held, owner: d.id,
	})
}

// pick is any call, an old one now and then.
func (w *world) pick() *modelCall {
	if len(w.calls) == 0 {
		return nil
	}
	if w.r.IntN(3) > 0 {
		return w.calls[len(w.calls)-1-w.r.IntN(min(len(w.calls), 6))]
	}
	return w.calls[w.r.IntN(len(w.calls))]
}

func (w *world) outcome(d *desk) {
	c := w.pick()
	if c == nil {
		return
	}
	in, out := w.r.Int64N(600), w.r.Int64N(600)
	outcomes := []Outcome{used(in, out), used(in, out), silence, {Status: 429, Headers: map[string][]string{"retry-after": {"1"}}}, {ErrType: "ConnectError", Sent: new(bool)}}
	o := outcomes[w.r.IntN(len(outcomes))]
	s := d.record(c.id, o)
	if c.state == Settled || c.state == Released && s.State == Released {
		if s.State != c.state || s.Tokens.Sum() != c.tokens {
			w.t.Errorf("recorded again: %+v, was %s %d", s, c.state, c.tokens)
		}
		return
	}
	c.state, c.tokens = s.State, s.Tokens.Sum()
}

func (w *world) release(d *desk) {
	c := w.pick()
	if c == nil {
		return
	}
	s, err := d.Release(context.Background(), c.id)
	if err != nil {
		w.t.Error(err)
	}
	if c.state == Held {
		c.state = Released
	}
	if s == Released && c.state == UnknownOutcome { // its guard died before it was sent; its host says so
		c.state = Released
	}
	if s != c.state {
		w.t.Errorf("release says %s, it is %s", s, c.state)
	}
}

func (w *world) orphan(owner string) {
	for _, c := range w.calls {
		if c.owner == owner && c.state == Held {
			c.state = UnknownOutcome
		}
	}
}

// restart is a process that leaves and another that comes, half of the time
// without the checkpoint: it is only a cache.
func (w *world) restart() {
	i := w.r.IntN(len(w.desks))
	w.desks[i].leave()
	w.orphan(w.desks[i].id)
	if w.r.IntN(2) == 0 {
		_ = os.Remove(filepath.Join(w.dir, "ledger", "checkpoint"))
	}
	w.desks[i] = w.open()
}

func (w *world) kill() {
	i := w.r.IntN(len(w.desks))
	w.desks[i].die()
	w.orphan(w.desks[i].id)
	w.desks[i] = w.open()
}

// compare holds every counter of every limit against the model.
func (w *world) compare(d *desk) bool {
	now, same := w.clock(), true
	err := d.view(context.Background(), func(s *State) {
		if len(s.limits) != len(w.limits) {
			w.t.Errorf("%d limits in force, want %d", len(s.limits), len(w.limits))
			same = false
			return
		}
		snapshot := s.Snapshot(nil)
		restored := newState()
		if err := restored.Restore(snapshot); err != nil || !bytes.Equal(restored.Snapshot(nil), snapshot) {
			w.t.Errorf("a snapshot does not come back as it was: %v", err)
		}
		for i, l := range w.limits {
			for _, value := range []string{"", "a", "b", "c", "x", "y"} {
				if s.limits[i].counted.forgotten(now, value) {
					w.skipped++
					continue
				}
				c := s.limits[i].counted.use(now, value)
				if again := restored.limits[i].counted.use(now, value); again.columns() != c.columns() {
					w.t.Errorf("limit %s %q restored: %+v, was %+v", l.Name, value, again.columns(), c.columns())
				}
				if got, want := c.columns(), w.sum(l, value, now); got != want {
					w.t.Errorf("guard %s: limit %s %q: %+v, want %+v", d.id, l.Name, value, got, want)
					same = false
				}
			}
		}
	})
	return err == nil && same
}
