package guard

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/ledger"
)

// start is what the window of a new limit held before the limit was made. It
// counts with the limits entry of the same set; one whose limits entry was
// never written counts for nothing.
type start struct {
	set, limit string
	cells      []cell
}

// cell is what was settled in one window or bucket for one value.
type cell struct {
	value   string
	key     int64
	settled Amount
}

func (st *start) encode(o *ledger.Object) []byte {
	raw := []byte{'['}
	for i, c := range st.cells {
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = ledger.AppendString(append(raw, '['), c.value)
		raw = fmt.Appendf(raw, ",%d,%d,%d]", c.key, c.settled.Calls, c.settled.Tokens)
	}
	o.Open().String("set", st.set).String("limit", st.limit)
	return o.Raw("holds", append(raw, ']')).Close()
}

func (s *State) foldStart(e ledger.Entry) error {
	var st start
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		switch key {
		case "set":
			return text(v, &st.set)
		case "limit":
			return text(v, &st.limit)
		case "holds":
			return ledger.Elements(v, func(v []byte) error {
				c, err := decodeCell(v)
				st.cells = append(st.cells, c)
				return err
			})
		}
		return nil
	})
	if err == nil {
		s.starts = append(s.starts, st)
	}
	return err
}

func decodeCell(v []byte) (cell, error) {
	var c cell
	i := 0
	err := ledger.Elements(v, func(v []byte) error {
		i++
		switch i {
		case 1:
			return text(v, &c.value)
		case 2:
			return number(v, &c.key)
		case 3:
			return number(v, &c.settled.Calls)
		case 4:
			return number(v, &c.settled.Tokens)
		}
		return nil
	})
	return c, err
}

// change is the body of a "limits" entry.
type change struct {
	set, by string
	starts  int      // how many start entries belong to it
	anew    []string // limits that are counted again though nothing about them changed
	config  []byte
}

func (c *change) encode(o *ledger.Object) []byte {
	o.Open().String("set", c.set)
	putText(o, "by", c.by)
	putInt(o, "starts", int64(c.starts))
	putTexts(o, "anew", c.anew)
	return o.Raw("config", c.config).Close()
}

// foldLimits puts other limits in force. What is counted alike goes on; a limit
// that is new begins with its starts, the calls in flight and the missing ones.
func (s *State) foldLimits(e ledger.Entry) error {
	var c change
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		switch key {
		case "set":
			return text(v, &c.set)
		case "by":
			return text(v, &c.by)
		case "starts":
			return small(v, &c.starts)
		case "anew":
			return texts(v, &c.anew)
		case "config":
			c.config = slices.Clone(v)
		}
		return nil
	})
	if err != nil {
		return err
	}
	cfg, err := config.Decode(c.config)
	if err != nil {
		return fmt.Errorf("%w: %w", ledger.ErrNewerFormat, err)
	}
	return s.enforce(cfg, c, e)
}

func (s *State) enforce(cfg config.Config, c change, e ledger.Entry) error {
	starts := slices.DeleteFunc(s.starts, func(st start) bool { return st.set != c.set })
	s.starts = nil
	limits := make([]*limit, 0, len(cfg.Limits))
	for _, l := range cfg.Limits {
		made, err := newLimit(l, cfg, s.zone)
		if err != nil {
			return fmt.Errorf("%w: %w", ledger.ErrNewerFormat, err)
		}
		old := s.alike(made)
		if old != nil && !slices.Contains(c.anew, l.Name) {
			made.inherit(old)
		} else {
			made.partial = len(starts) != c.starts
			s.begin(made, starts, e)
		}
		limits = append(limits, made)
	}
	if s.version > 0 && s.encoded != string(c.config) {
		s.event(e.At, "limits_changed", changeText(s.limits, limits, providerChanges(s.config.Providers, cfg.Providers), c.by))
	}
	s.follow(cfg.Providers)
	s.config, s.encoded, s.limits, s.version, s.refused = cfg, string(c.config), limits, e.Seq, ""
	s.settle()
	return nil
}

// alike finds the limit in force that counts the same calls in the same windows.
func (s *State) alike(made *limit) *limit {
	counting := made.counting()
	for _, l := range s.limits {
		if l.Name == made.Name && !l.partial && l.counting() == counting {
			return l
		}
	}
	return nil
}

// inherit takes over what an equal limit has counted. New ceilings or
// thresholds are told anew.
func (l *limit) inherit(old *limit) {
	l.counted, l.burn = old.counted, old.burn
	if l.ceiling() != old.ceiling() || !slices.Equal(l.WarnAt, old.WarnAt) {
		l.counted.rearm()
	}
}

// begin fills a new limit with what its windows already hold.
func (s *State) begin(l *limit, starts []start, e ledger.Entry) {
	oldest := l.counted.key(l.counted.before(e.At))
	if s.version > 0 || s.holds.ever > 0 { // or its first limits were lost to damage
		l.counted.horizon(oldest)
	}
	for _, old := range s.limits {
		if old.Name == l.Name {
			l.burn = old.burn
		}
	}
	burnt := l.burn
	defer func() { l.burn = burnt }() // nothing is used by counting anew
	for _, st := range starts {
		for _, c := range st.cells {
			if st.limit == l.Name {
				l.counted.load(c.value, c.key, c.settled)
			}
		}
	}
	for _, r := range s.inOrder() {
		d := delta{held: r.amount(), open: 1, who: holderOf(r)}
		if r.state == UnknownOutcome {
			d.held, d.unknown = Amount{}, r.amount()
		}
		if l.Matches(r.subject) && l.counted.key(r.at) >= oldest {
			l.counted.move(r.at, l.PerValue(r.subject), d, 0)
		}
	}
	for _, g := range s.missing {
		if l.counted.key(g.to) >= oldest {
			s.chargeGap(l, g, g.delta(), e)
		}
	}
	l.counted.touch(e.At, e.Seq)
}

// inOrder lists the reservations without an outcome, oldest first.
func (s *State) inOrder() []*reservation {
	list := make([]*reservation, 0, len(s.open))
	for _, r := range s.open {
		list = append(list, r)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].seq < list[j].seq })
	return list
}

// changeText says what changed and who did it.
func changeText(old, now []*limit, parts []string, by string) string {
	was := map[string]string{}
	for _, l := range old {
		was[l.Name] = describe(l.Limit)
	}
	for _, l := range now {
		is := describe(l.Limit)
		before, had := was[l.Name]
		delete(was, l.Name)
		switch {
		case !had:
			parts = append(parts, "added "+is)
		case is != before:
			parts = append(parts, fmt.Sprintf("%s (was %s)", is, strings.TrimPrefix(before, l.Name+": ")))
		}
	}
	for _, name := range names(was) {
		parts = append(parts, "removed "+was[name])
	}
	if len(parts) == 0 {
		parts = append(parts, "settings other than ceilings")
	}
	return fmt.Sprintf("%s changed the limits: %s", cmp.Or(by, "somebody"), strings.Join(parts, "; "))
}

// before is an instant in the window before that of t: a limit that is made in
// the middle of things begins there, so that a clock stepping back a little
// finds its counts.
func (m *calendarMeter) before(t time.Time) time.Time {
	w := m.cal.At(m.spec, t)
	if w.Start.IsZero() {
		return t
	}
	return w.Start.Add(-time.Nanosecond)
}

func (m *rollingMeter) before(t time.Time) time.Time { return t.Add(-2 * m.spec.Span) }

// horizon says that nothing before key is known.
func (m *calendarMeter) horizon(key int64) {
	m.floor = key - 1
}

func (m *rollingMeter) horizon(key int64) { m.since = key }

// rearm forgets which thresholds were told.
func (m *calendarMeter) rearm() {
	for _, s := range m.spans {
		for _, c := range s.counters {
			c.warned = 0
		}
	}
}

func (m *rollingMeter) rearm() {
	for _, s := range m.series {
		s.warned = 0
	}
}
