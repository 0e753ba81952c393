package guard

import (
	"slices"
	"sort"
	"time"

	"github.com/tallystick/tallystick/guard/window"
)

// Bounds of what is remembered.
const (
	MaxValues   = 100_000 // values of `per` in one window of one limit
	keepWindows = 3       // windows a limit keeps: the current one and the two before
	keepGone    = 64      // dropped windows a limit remembers one by one
	maxTop      = 16      // consumers a counter tells apart
)

// everyone is the counter of what could not be told apart by attributes: calls
// lost to damage. It counts for every value of `per`.
const everyone = "\x00everyone"

// counter is what one limit's window holds for one value of `per`.
type counter struct {
	settled, held, unknown Amount
	warned                 uint32 // a bit for each threshold that was crossed
	top                    []Holder
}

// delta is one movement between the three columns of a counter.
type delta struct {
	settled, held, unknown Amount
	open                   int // +1 a reservation begins, -1 it is settled
	who                    Holder
}

func (a *Amount) add(b Amount) { a.Calls += b.Calls; a.Tokens += b.Tokens }

func (a Amount) plus(b Amount) Amount { a.add(b); return a }

func (a Amount) minus(b Amount) Amount { return Amount{a.Calls - b.Calls, a.Tokens - b.Tokens} }

func (c *counter) move(d delta) {
	c.settled.add(d.settled)
	c.held.add(d.held)
	c.unknown.add(d.unknown)
	change := d.settled.plus(d.held).plus(d.unknown)
	if change != (Amount{}) {
		c.top = credit(c.top, d.who, change)
	}
}

func (c *counter) sum(b *counter) {
	if b == nil {
		return
	}
	c.settled.add(b.settled)
	c.held.add(b.held)
	c.unknown.add(b.unknown)
}

// used is what counts against the ceiling.
func (c *counter) used() Amount { return c.settled.plus(c.held).plus(c.unknown) }

// credit adds to one consumer of a short list. When the list is full the
// smallest makes room: a large consumer cannot stay unseen for long.
func credit(top []Holder, who Holder, a Amount) []Holder {
	for i := range top {
		if h := &top[i]; h.Source == who.Source && h.Task == who.Task && h.Model == who.Model {
			h.Calls = max(h.Calls+a.Calls, 0)
			h.Tokens = max(h.Tokens+a.Tokens, 0)
			return top
		}
	}
	if a.Calls <= 0 { // somebody who made room: the end of an old call does not bring them back
		return top
	}
	who.Calls, who.Tokens = a.Calls, a.Tokens
	if len(top) < maxTop {
		return append(top, who)
	}
	least := 0
	for i := range top {
		if larger(top[least], top[i]) {
			least = i
		}
	}
	top[least] = who
	return top
}

func larger(a, b Holder) bool {
	if a.Calls != b.Calls {
		return a.Calls > b.Calls
	}
	return a.Tokens > b.Tokens
}

// largest sorts consumers for people, by the metric that matters to them.
func largest(top []Holder, metric string, n int) []Holder {
	sorted := append([]Holder(nil), top...)
	sort.SliceStable(sorted, func(i, j int) bool {
		if metric == metricTokens && sorted[i].Tokens != sorted[j].Tokens {
			return sorted[i].Tokens > sorted[j].Tokens
		}
		return larger(sorted[i], sorted[j])
	})
	return sorted[:min(n, len(sorted))]
}

// span is one window of a calendar limit with a counter for each value.
type span struct {
	window.Window
	counters map[string]*counter
	open     int    // reservations without an outcome: such a window is never dropped
	touched  uint64 // when it was last reserved in, as a sequence number
}

// calendarMeter counts in windows of a calendar. There is no reset: a call
// finds the window of its own instant, and a window nobody uses is dropped.
type calendarMeter struct {
	spec  window.Spec
	cal   window.Calendar
	spans []*span // few; the newest last
	// Windows that were dropped, or never read: those in gone (by start,
	// ascending), those that start at floor or before, at ceiling or after.
	gone           []int64
	floor, ceiling int64
}

// at finds the window of an instant; nil when nobody has used it.
func (m *calendarMeter) at(t time.Time) *span {
	for i := len(m.spans) - 1; i >= 0; i-- {
		if s := m.spans[i]; s.holds(t) {
			return s
		}
	}
	return nil
}

func (s *span) holds(t time.Time) bool {
	return !t.Before(s.Start) && (s.End.IsZero() || t.Before(s.End))
}

// window names the window of an instant, without making it.
func (m *calendarMeter) window(t time.Time) window.Window {
	if s := m.at(t); s != nil {
		return s.Window
	}
	return m.cal.At(m.spec, t)
}

func (m *calendarMeter) make(t time.Time) *span {
	s := &span{Window: m.cal.At(m.spec, t), counters: map[string]*counter{}}
	m.spans = append(m.spans, s)
	return s
}

// reserve-time movement creates what it needs; a later one only finds it.
func (m *calendarMeter) move(t time.Time, value string, d delta, seq uint64) {
	s, late := m.at(t), d.open <= 0 && value != everyone
	if s == nil && (late || m.forgotten(t, value)) {
		return
	}
	if s == nil {
		s = m.make(t)
	}
	c := s.counters[value]
	if c == nil {
		if late || len(s.counters) >= MaxValues && value != everyone {
			return
		}
		c = &counter{}
		s.counters[value] = c
	}
	c.move(d)
	s.open += d.open
	if d.open > 0 {
		s.touched = max(s.touched, seq)
	}
}

// tidy drops the window that was left alone longest, once there are too many.
// A reservation in flight keeps its window, and takes no other's place.
func (m *calendarMeter) tidy(now time.Time) {
	oldest, idle := -1, 0
	for i, s := range m.spans {
		if s.open > 0 {
			continue
		}
		if idle++; oldest < 0 || s.touched < m.spans[oldest].touched {
			oldest = i
		}
	}
	if idle <= keepWindows {
		return
	}
	m.forget(startKey(m.spans[oldest].Window), now)
	m.spans = append(m.spans[:oldest], m.spans[oldest+1:]...)
}

// forget remembers that a window was dropped. When that list is full, the end
// that is farther in the past, or else in the future, becomes a bound.
func (m *calendarMeter) forget(start int64, now time.Time) {
	if i, known := slices.BinarySearch(m.gone, start); !known {
		m.gone = slices.Insert(m.gone, i, start)
	}
	switch last := len(m.gone) - 1; {
	case last < keepGone:
	case m.gone[0] < now.Unix():
		m.floor, m.gone = max(m.floor, m.gone[0]), m.gone[1:]
	default:
		m.ceiling, m.gone = min(m.ceiling, m.gone[last]), m.gone[:last]
	}
}

// forgotten says that the window of an instant was dropped: its counts are on
// disk but not here, and a decision by a part of them would be wrong.
func (m *calendarMeter) forgotten(t time.Time, _ string) bool {
	if m.spec.Kind == window.Total || m.at(t) != nil {
		return false
	}
	start := m.key(t)
	_, gone := slices.BinarySearch(m.gone, start)
	return gone || start <= m.floor || start >= m.ceiling
}

// full says that a new value would be one too many.
func (m *calendarMeter) full(t time.Time, value string) bool {
	s := m.at(t)
	return s != nil && s.counters[value] == nil && len(s.counters) >= MaxValues
}

// use is what counts for a value at an instant.
func (m *calendarMeter) use(t time.Time, value string) counter {
	var c counter
	if s := m.at(t); s != nil {
		c.sum(s.counters[value])
		c.sum(s.counters[everyone])
	}
	return c
}

func (m *calendarMeter) top(t time.Time, value string) []Holder {
	if s := m.at(t); s != nil && s.counters[value] != nil {
		return s.counters[value].top
	}
	return nil
}

func (m *calendarMeter) warned(t time.Time, value string) *uint32 {
	if s := m.at(t); s != nil && s.counters[value] != nil {
		return &s.counters[value].warned
	}
	return nil
}

// touch marks a window as in use.
func (m *calendarMeter) touch(t time.Time, seq uint64) {
	if s := m.at(t); s != nil {
		s.touched = seq
	}
}

// fits is the earliest instant at which an amount that is too much now would
// fit; zero when there is none.
func (m *calendarMeter) fits(now time.Time, _ string, _, _ Amount) time.Time {
	return m.window(now).End
}

func (m *calendarMeter) resets(t time.Time, _ string) time.Time { return m.window(t).End }
