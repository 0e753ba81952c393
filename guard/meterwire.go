package guard

import (
	"slices"
	"sort"
	"time"

	"github.com/tallystick/tallystick/guard/window"
)

func (c *counter) wire(w *wire) {
	w.amount(&c.settled)
	w.amount(&c.held)
	w.amount(&c.unknown)
	w.bits(&c.warned)
	list(w, &c.top, w.holder)
}

func (w *wire) holder(h *Holder) {
	w.word(&h.Source)
	w.word(&h.Task)
	w.word(&h.Model)
	w.int(&h.Calls)
	w.int(&h.Tokens)
}

func (m *calendarMeter) wire(w *wire) {
	list(w, &m.gone, w.int)
	w.int(&m.floor)
	w.int(&m.ceiling)
	list(w, &m.spans, func(p **span) {
		if *p == nil {
			*p = &span{}
		}
		(*p).wire(w, m)
	})
}

func (s *span) wire(w *wire, m *calendarMeter) {
	w.time(&s.Start)
	w.small(&s.open)
	w.uint(&s.touched)
	if !w.write && w.err == nil {
		s.Window = m.cal.At(m.spec, s.Start)
	}
	table(w, &s.counters, func(c *counter) *counter {
		if c == nil {
			c = &counter{}
		}
		c.wire(w)
		return c
	})
}

func (m *rollingMeter) wire(w *wire) {
	w.int(&m.newest)
	w.int(&m.since)
	table(w, &m.series, func(s *series) *series {
		if s == nil {
			s = &series{}
		}
		s.wire(w)
		return s
	})
}

func (s *series) wire(w *wire) {
	w.bits(&s.warned)
	w.small(&s.open)
	w.int(&s.lost)
	w.int(&s.until)
	list(w, &s.buckets, func(b *bucket) {
		w.int(&b.n)
		w.amount(&b.settled)
		w.amount(&b.held)
		w.amount(&b.unknown)
	})
	list(w, &s.shares, func(sh *share) {
		w.int(&sh.n)
		list(w, &sh.top, w.holder)
	})
}

// values lists what was counted in the window of an instant, in order.
func (m *calendarMeter) values(t time.Time) []string {
	s := m.at(t)
	if s == nil {
		return nil
	}
	return names(s.counters)
}

// values lists what still counts at an instant, in order.
func (m *rollingMeter) values(t time.Time) []string {
	all := names(m.series)
	kept := all[:0]
	for _, value := range all {
		if c := m.use(t, value); c.used() != (Amount{}) {
			kept = append(kept, value)
		}
	}
	return kept
}

// names are the keys of a map in order, without the counter of everyone.
func names[T any](m map[string]T) []string {
	out := make([]string, 0, len(m))
	for value := range m {
		if value != everyone {
			out = append(out, value)
		}
	}
	sort.Strings(out)
	return out
}

// load sets what a window held before the limit was made. key is the start of
// the window in Unix seconds ("total": 0).
func (m *calendarMeter) load(value string, key int64, settled Amount) {
	at := time.Unix(key, 0).UTC()
	s := m.at(at)
	if s == nil {
		s = m.make(at)
	}
	if s.counters[value] == nil {
		s.counters[value] = &counter{}
	}
	s.counters[value].settled.add(settled)
}

// load sets what a bucket held before the limit was made. key is its number.
func (m *rollingMeter) load(value string, key int64, settled Amount) {
	s := m.series[value]
	if s == nil {
		s = &series{}
		m.series[value] = s
	}
	i, ok := s.find(key)
	if !ok {
		s.buckets = slices.Insert(s.buckets, i, bucket{n: key})
	}
	m.newest = max(m.newest, key)
	s.buckets[i].settled.add(settled)
}

func (m *calendarMeter) covers(now, at time.Time) bool {
	s := span{Window: m.window(now)}
	return s.holds(at)
}

func (m *rollingMeter) covers(now, at time.Time) bool {
	n := m.spec.Bucket(at)
	return m.spec.Oldest(now) <= n && n <= m.spec.Bucket(now.Add(m.spec.Span))
}

// key is where an instant is counted, as load takes it.
func (m *calendarMeter) key(t time.Time) int64 { return startKey(m.cal.At(m.spec, t)) }

func (m *rollingMeter) key(t time.Time) int64 { return m.spec.Bucket(t) }

func startKey(w window.Window) int64 {
	if w.Start.IsZero() {
		return 0
	}
	return w.Start.Unix()
}
