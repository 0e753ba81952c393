package guard

import (
	"slices"
	"sort"
	"time"

	"github.com/tallystick/tallystick/guard/window"
)

// keepBuckets is how many buckets a rolling series keeps: twice its span and
// some, so that a clock that steps back a whole span finds its counts.
const keepBuckets = 2*window.Buckets + 8

// topSpans is how many pieces of a span the consumers of a rolling window are
// remembered in.
const topSpans = 4

// bucket is what happened in 1/300 of a rolling window.
type bucket struct {
	n                      int64
	settled, held, unknown Amount
}

// share is the consumers of a quarter of a span.
type share struct {
	n   int64
	top []Holder
}

// series is the buckets of one value, ascending, only those that hold something.
type series struct {
	buckets []bucket
	shares  []share
	warned  uint32
	open    int   // reservations without an outcome
	lost    int64 // the newest bucket that was dropped before the others; 0: none
	until   int64 // the oldest that was dropped behind them; 0: none
}

// rollingMeter counts in buckets that leave one by one. Everything within a
// span before now counts, and so does what lies up to a span after it: calls
// of a moment ago, when the clock was ahead.
type rollingMeter struct {
	spec   window.Spec
	series map[string]*series
	newest int64 // bucket
	since  int64 // nothing before this bucket is known; 0: everything is
}

func (s *series) find(n int64) (int, bool) {
	i := sort.Search(len(s.buckets), func(i int) bool { return s.buckets[i].n >= n })
	return i, i < len(s.buckets) && s.buckets[i].n == n
}

func (m *rollingMeter) move(t time.Time, value string, d delta, seq uint64) {
	n := m.spec.Bucket(t)
	m.newest = max(m.newest, n)
	s := m.series[value]
	if s == nil {
		if d.open <= 0 && value != everyone || m.crowded() {
			return
		}
		s = &series{}
		m.series[value] = s
	}
	s.open += d.open
	i, ok := s.find(n)
	if !ok {
		if d.open <= 0 && value != everyone {
			return
		}
		if seq == 0 {
			s.buckets = slices.Insert(s.buckets, i, bucket{n: n}) // touch cuts
		} else {
			i = s.insert(i, n)
		}
	}
	b := &s.buckets[i]
	b.settled.add(d.settled)
	b.held.add(d.held)
	b.unknown.add(d.unknown)
	s.credit(n/(window.Buckets/topSpans), d)
}

// insert makes room for bucket n at place i; when there are too many, the one
// farthest from n goes.
func (s *series) insert(i int, n int64) int {
	s.buckets = slices.Insert(s.buckets, i, bucket{n: n})
	last := len(s.buckets) - 1
	if last < keepBuckets {
		return i
	}
	if n-s.buckets[0].n < s.buckets[last].n-n {
		s.cut(last)
		return i
	}
	s.lost = max(s.lost, s.buckets[0].n)
	s.buckets = append(s.buckets[:0], s.buckets[1:]...)
	return i - 1
}

// cut drops the buckets from place i on.
func (s *series) cut(i int) {
	if n := s.buckets[i].n; s.until == 0 || n < s.until {
		s.until = n
	}
	s.buckets = s.buckets[:i]
}

func (s *series) credit(n int64, d delta) {
	change := d.settled.plus(d.held).plus(d.unknown)
	if change == (Amount{}) {
		return
	}
	for i := range s.shares {
		if s.shares[i].n == n {
			s.shares[i].top = credit(s.shares[i].top, d.who, change)
			return
		}
	}
	s.shares = append(s.shares, share{n: n, top: credit(nil, d.who, change)})
	if len(s.shares) > topSpans+1 {
		s.shares = append(s.shares[:0], s.shares[1:]...)
	}
}

// crowded says that there is no place for one more value, after those that
// hold nothing any more have left.
func (m *rollingMeter) crowded() bool {
	if len(m.series) < MaxValues {
		return false
	}
	for value, s := range m.series {
		if n := len(s.buckets); s.open == 0 && (n == 0 || s.buckets[n-1].n < m.newest-2*window.Buckets) {
			delete(m.series, value)
		}
	}
	return len(m.series) >= MaxValues
}

func (m *rollingMeter) full(_ time.Time, value string) bool {
	return m.series[value] == nil && m.crowded()
}

func (m *rollingMeter) forgotten(t time.Time, value string) bool {
	first := m.spec.Oldest(t)
	if m.since != 0 && first < m.since {
		return true
	}
	s := m.series[value]
	return s != nil && (s.lost != 0 && first <= s.lost || s.until != 0 && m.spec.Bucket(t.Add(m.spec.Span)) >= s.until)
}

func (m *rollingMeter) window(t time.Time) window.Window {
	return window.Window{Name: m.spec.String(), Start: t.Add(-m.spec.Span), End: t.Add(m.spec.Span)}
}

func (m *rollingMeter) use(t time.Time, value string) counter {
	var c counter
	m.each(t, value, func(b *bucket) {
		c.settled.add(b.settled)
		c.held.add(b.held)
		c.unknown.add(b.unknown)
	})
	return c
}

// top is who used a rolling window, to a quarter of its span.
func (m *rollingMeter) top(t time.Time, value string) []Holder {
	var top []Holder
	first := m.spec.Oldest(t) / (window.Buckets / topSpans)
	if s := m.series[value]; s != nil {
		for _, sh := range s.shares {
			for _, h := range sh.top {
				if sh.n >= first {
					top = credit(top, h, Amount{h.Calls, h.Tokens})
				}
			}
		}
	}
	return top
}

func (m *rollingMeter) warned(_ time.Time, value string) *uint32 {
	if s := m.series[value]; s != nil {
		return &s.warned
	}
	return nil
}

// each visits the buckets that count for a value at an instant, oldest first
// within its own and the common series.
func (m *rollingMeter) each(t time.Time, value string, fn func(*bucket)) {
	first, last := m.spec.Oldest(t), m.spec.Bucket(t.Add(m.spec.Span))
	for _, name := range [...]string{value, everyone} {
		s := m.series[name]
		if s == nil {
			continue
		}
		i, _ := s.find(first)
		for ; i < len(s.buckets) && s.buckets[i].n <= last; i++ {
			fn(&s.buckets[i])
		}
	}
}

// fits walks the buckets as they leave until the amount fits.
func (m *rollingMeter) fits(now time.Time, value string, ask, ceiling Amount) time.Time {
	var all []bucket
	m.each(now, value, func(b *bucket) { all = append(all, *b) })
	sort.Slice(all, func(i, j int) bool { return all[i].n < all[j].n })
	c := m.use(now, value)
	used := c.used()
	for _, b := range all {
		used = used.minus(b.settled.plus(b.held).plus(b.unknown))
		if exceeds(used.plus(ask), ceiling) == "" {
			return m.spec.Leaves(b.n)
		}
	}
	return time.Time{}
}

func (m *rollingMeter) tidy(time.Time) {}

// touch drops what lies too far ahead of now: calls made while the clock was
// wrong, which were loaded with the others.
func (m *rollingMeter) touch(now time.Time, _ uint64) {
	far := m.spec.Bucket(now.Add(2 * m.spec.Span))
	for _, s := range m.series {
		if i, _ := s.find(far); i < len(s.buckets) {
			s.cut(i)
		}
	}
}

// resets is when the oldest bucket that counts leaves; zero when none does.
func (m *rollingMeter) resets(t time.Time, value string) time.Time {
	var first *bucket
	m.each(t, value, func(b *bucket) {
		if first == nil || b.n < first.n {
			first = b
		}
	})
	if first == nil {
		return time.Time{}
	}
	return m.spec.Leaves(first.n)
}
