package guard

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/guard/window"
)

// The ceilings a limit can have.
const (
	metricCalls  = "calls"
	metricTokens = "tokens"
)

// meter is where one limit counts: in windows of the calendar or in buckets.
type meter interface {
	// move adds a movement to the counter that an instant and a value belong to.
	// seq is the entry's number, 0 when a limit is counted anew.
	move(at time.Time, value string, d delta, seq uint64)
	// use is what counts for a value at an instant.
	use(t time.Time, value string) counter
	// top is who used it.
	top(t time.Time, value string) []Holder
	// warned are the thresholds already told; nil when there is no counter.
	warned(t time.Time, value string) *uint32
	// window names the window of an instant.
	window(t time.Time) window.Window
	// resets is when room comes back: the window's end, or of a rolling window the
	// instant at which the oldest of what counts leaves.
	resets(t time.Time, value string) time.Time
	// fits is when an amount that is too much now will fit; zero: never.
	fits(now time.Time, value string, ask, ceiling Amount) time.Time
	// full says that a new value would be one too many.
	full(t time.Time, value string) bool
	// forgotten says that the counts of this instant are no longer in memory.
	forgotten(t time.Time, value string) bool
	// values lists what has been counted at an instant.
	values(t time.Time) []string
	// key is where an instant is counted, as load takes it.
	key(t time.Time) int64
	// covers says whether what happened at an instant counts now.
	covers(now, at time.Time) bool
	// before is an instant of the window before that of t.
	before(t time.Time) time.Time
	// tidy drops what has been left alone longest.
	tidy(now time.Time)
	// touch marks the window of an instant as in use.
	touch(t time.Time, seq uint64)
	// horizon says that nothing before a key is known.
	horizon(key int64)
	// rearm forgets which thresholds were told.
	rearm()
	// load sets what a window already held when the limit was made.
	load(value string, key int64, settled Amount)
	// wire is the snapshot form.
	wire(w *wire)
}

// limit is one limit with its counters.
type limit struct {
	config.Limit
	zone    *time.Location
	counted meter
	burn    burn
	partial bool // some of what its windows held was lost to damage: it is made anew
}

// newLimit gives a limit its calendar. A zone that cannot be loaded was
// accepted by another version's table of zones: UTC is then said, not guessed.
func newLimit(l config.Limit, c config.Config, ledgerZone string) (*limit, error) {
	name := cmp.Or(l.Zone, c.Zone, ledgerZone, "UTC")
	zone, err := window.Load(name)
	if err != nil {
		return nil, fmt.Errorf("limit %q: %w", l.Name, err)
	}
	start := c.WeekStart
	if l.WeekStart != nil {
		start = *l.WeekStart
	}
	out := &limit{Limit: l, zone: zone}
	if l.Window.Kind == window.Rolling {
		out.counted = &rollingMeter{spec: l.Window, series: map[string]*series{}}
	} else {
		out.counted = &calendarMeter{spec: l.Window, cal: window.Calendar{Zone: zone, WeekStart: start}, floor: math.MinInt64, ceiling: math.MaxInt64}
	}
	return out, nil
}

// counting is what decides where a limit counts. Two limits of equal counting
// share their counters; ceilings and thresholds may differ.
func (l *limit) counting() string {
	var b bytes.Buffer
	o := config.Config{Limits: []config.Limit{{Name: l.Name, Match: l.Match, Per: l.Per, Window: l.Window}}}
	b.Write(o.Encode())
	if m, ok := l.counted.(*calendarMeter); ok {
		fmt.Fprintf(&b, "%s %d", l.zone, m.cal.WeekStart)
	}
	return b.String()
}

func (l *limit) ceiling() Amount { return Amount{l.Calls, l.Tokens} }

// exceeds is the one comparison rule: what counts may reach a ceiling, not pass
// it (BerriAI/litellm PR#27021). It names the ceiling that is passed, or "".
func exceeds(total, ceiling Amount) string {
	switch {
	case ceiling.Calls > 0 && total.Calls > ceiling.Calls:
		return metricCalls
	case ceiling.Tokens > 0 && total.Tokens > ceiling.Tokens:
		return metricTokens
	}
	return ""
}

// charge moves amounts in the counter of a subject and tells which thresholds
// were crossed by it.
func (l *limit) charge(at, now time.Time, value string, d delta, seq uint64) (crossed []float64) {
	l.counted.move(at, value, d, seq)
	l.burn.add(now, d.settled.plus(d.held).plus(d.unknown))
	if len(l.WarnAt) == 0 || value == everyone {
		return nil
	}
	warned := l.counted.warned(at, value)
	if warned == nil {
		return nil
	}
	c := l.counted.use(at, value)
	return l.thresholds(c.used(), warned)
}

// thresholds sets the bit of each threshold that is reached, once a window. A
// rolling window has no end: its bit is cleared when use has fallen to half.
func (l *limit) thresholds(used Amount, warned *uint32) (crossed []float64) {
	for i, at := range l.WarnAt {
		bit := uint32(1) << i
		switch {
		case *warned&bit == 0 && l.share(used) >= at:
			*warned |= bit
			crossed = append(crossed, at)
		case *warned&bit != 0 && l.Window.Kind == window.Rolling && l.share(used) < at/2:
			*warned &^= bit
		}
	}
	return crossed
}

// share is how much of the nearer ceiling is used; 0 when there is none.
func (l *limit) share(used Amount) float64 {
	var share float64
	if l.Calls > 0 {
		share = float64(used.Calls) / float64(l.Calls)
	}
	if l.Tokens > 0 {
		share = max(share, float64(used.Tokens)/float64(l.Tokens))
	}
	return share
}

// resets is when the window of an instant ends, or when a rolling one has room
// again; zero for "total".
func (l *limit) resets(t time.Time, value string) time.Time {
	at := l.counted.resets(t, value)
	if at.IsZero() {
		return at
	}
	return at.In(l.zone)
}

// usage is the counter of a value as a caller or a person sees it.
func (l *limit) usage(t time.Time, value string, c counter) LimitUse {
	return LimitUse{
		Limit: l.Name, Value: value, Window: l.counted.window(t).Name, Ceiling: l.ceiling(),
		Settled: c.settled, Held: c.held, Unknown: c.unknown, ResetsAt: l.resets(t, value), Shadow: l.Shadow,
	}
}

// label names a limit and its value in a sentence.
func (l *limit) label(value string) string {
	if l.Per == "" {
		return strconv.Quote(l.Name)
	}
	return fmt.Sprintf("%q for %s %q", l.Name, l.Per, value)
}

// describe is a limit in a few words, for the event that says it changed.
func describe(l config.Limit) string {
	var parts []string
	if l.Calls > 0 {
		parts = append(parts, fmt.Sprintf("%d calls", l.Calls))
	}
	if l.Tokens > 0 {
		parts = append(parts, fmt.Sprintf("%d tokens", l.Tokens))
	}
	if len(parts) == 0 {
		parts = append(parts, "unlimited")
	}
	text := fmt.Sprintf("%s: %s per %s", l.Name, strings.Join(parts, ", "), l.Window)
	keys := make([]string, 0, len(l.Match))
	for k := range l.Match {
		keys = append(keys, k+"="+l.Match[k])
	}
	slices.Sort(keys)
	if len(keys) > 0 {
		text += " for " + strings.Join(keys, " ")
	}
	if l.Per != "" {
		text += ", each " + l.Per
	}
	if l.Shadow {
		text += " (shadow)"
	}
	return text
}
