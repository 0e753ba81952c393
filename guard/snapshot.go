package guard

import (
	"cmp"
	"time"

	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/guard/window"
)

// snapshotFormat is the version of the snapshot. A snapshot of another version
// is not read: the entries are folded again. It is raised when a field comes or goes, and when
// the same entries come to teach something else (learn.go, calibrate.go; a constant there is
// enough): else two guards would hold differently for the same call.
const snapshotFormat = 3

// Snapshot appends the state in few bytes: counters, what is open, and what
// people are shown. Answers of settled calls are not in it: they are found in
// the day files, and the state remembers from which instant on it is complete.
func (s *State) Snapshot(dst []byte) []byte {
	w := &wire{b: dst, write: true}
	s.wire(w)
	return w.b
}

// Restore takes the state out of a snapshot.
func (s *State) Restore(snapshot []byte) error {
	s.Reset()
	w := &wire{b: snapshot}
	s.wire(w)
	if w.err == nil && len(w.b) > 0 {
		w.err = errSnapshot
	}
	if w.err != nil {
		s.Reset()
		return w.err
	}
	s.answers.forget(s.latest)
	return nil
}

func (s *State) wire(w *wire) {
	format := int64(snapshotFormat)
	if w.int(&format); format != snapshotFormat {
		w.fail()
		return
	}
	w.uint(&s.seq)
	w.time(&s.at)
	w.time(&s.latest)
	w.int((*int64)(&s.back))
	w.str(&s.file)
	w.str(&s.zone)
	w.bool(&s.off)
	w.str(&s.refused)
	w.uint(&s.version)
	w.str(&s.encoded)
	s.wireLimits(w)
	s.wireCalls(w)
	s.wirePeople(w)
	s.settle()
}

// wireLimits keeps the limits as their canonical config, and behind it each
// limit's counters.
func (s *State) wireLimits(w *wire) {
	if !w.write && s.version > 0 && w.err == nil {
		if err := s.compile(); err != nil {
			w.fail()
			return
		}
	}
	for _, l := range s.limits {
		w.bool(&l.partial)
		l.counted.wire(w)
		w.int(&l.burn.last)
		for i := range l.burn.minutes {
			w.amount(&l.burn.minutes[i])
		}
	}
	list(w, &s.starts, func(st *start) {
		w.str(&st.set)
		w.str(&st.limit)
		list(w, &st.cells, func(c *cell) {
			w.str(&c.value)
			w.int(&c.key)
			w.amount(&c.settled)
		})
	})
}

func (s *State) compile() error {
	c, err := config.Decode([]byte(s.encoded))
	if err != nil {
		return err
	}
	s.follow(c.Providers)
	s.config = c
	for _, l := range c.Limits {
		made, err := newLimit(l, c, s.zone)
		if err != nil {
			return err
		}
		s.limits = append(s.limits, made)
	}
	return nil
}

func (s *State) wireCalls(w *wire) {
	open := s.inOrder()
	list(w, &open, func(p **reservation) {
		if *p == nil {
			*p = &reservation{}
		}
		(*p).wire(w)
	})
	for _, r := range open {
		s.open[r.id] = r
		s.asked[attempt{r.operation, r.attempt}] = r.id
	}
	s.operations.wire(w)
	table(w, &s.usual, func(n int64) int64 { w.int(&n); return n })
	table(w, &s.calibrations, func(c *calibration) *calibration {
		if c == nil {
			c = &calibration{}
		}
		c.wire(w)
		return c
	})
	gaps := func(g *gap) {
		w.uint(&g.first)
		w.uint(&g.last)
		w.time(&g.from)
		w.time(&g.to)
		w.int(&g.hold)
		w.int(&g.tokens)
		w.str((*string)(&g.state))
		w.str(&g.by)
	}
	list(w, &s.missing, gaps)
	list(w, &s.holes, gaps)
	w.int(&s.holds.ever)
	list(w, &s.holds.files, func(f *fileHold) {
		w.uint(&f.first)
		w.int(&f.most)
	})
}

func (r *reservation) wire(w *wire) {
	w.str(&r.id)
	w.uint(&r.seq)
	w.time(&r.at)
	w.str(&r.operation)
	w.small(&r.attempt)
	w.word(&r.guard)
	for _, field := range [...]*string{
		&r.subject.Pool, &r.subject.Source, &r.subject.Task, &r.subject.Run,
		&r.subject.Provider, &r.subject.Key, &r.subject.Model,
	} {
		w.word(field)
	}
	w.dictionary(&r.subject.Tags)
	w.int(&r.hold)
	w.int(&r.worst)
	w.int(&r.input)
	r.sized.wire(w)
	w.bool(&r.estimated)
	w.bool(&r.begins)
	w.word((*string)(&r.state))
}

func (p *operations) wire(w *wire) {
	list(w, &p.order, w.uint)
	for _, key := range p.order {
		one := p.of[key]
		if one == nil {
			one = &operation{}
			p.of[key] = one
		}
		w.small(&one.failures)
		w.int((*int64)(&one.waited))
		w.bool(&one.stopped)
	}
}

// wirePeople is what people are shown: guards, pauses, lanes, events, today.
func (s *State) wirePeople(w *wire) {
	table(w, &s.guards, func(k *keeper) *keeper {
		if k == nil {
			k = &keeper{}
		}
		w.str(&k.id)
		w.str(&k.host)
		w.small(&k.pid)
		w.time(&k.since)
		w.small(&k.held)
		w.small(&k.unknown)
		w.bool(&k.gone)
		return k
	})
	table(w, &s.paused, func(p Pause) Pause {
		w.str(&p.Pool)
		w.str(&p.By)
		w.str(&p.Why)
		w.time(&p.Since)
		return p
	})
	s.wireLanes(w)
	list(w, &s.events, func(e *Event) {
		w.time(&e.At)
		w.str(&e.Kind)
		w.str(&e.Text)
	})
	w.str(&s.today.day)
	list(w, &s.today.top, w.holder)
}

func (s *State) wireLanes(w *wire) {
	type row struct {
		Lane
		*lane
	}
	rows := make([]row, 0, len(s.lanes))
	for _, key := range sortedLanes(s.lanes) {
		rows = append(rows, row{key, s.lanes[key]})
	}
	list(w, &rows, func(r *row) {
		if r.lane == nil {
			r.lane = &lane{}
		}
		w.str(&r.Provider)
		w.str(&r.Key)
		w.str(&r.Model)
		w.str((*string)(&r.class))
		w.time(&r.at)
		w.small(&r.failures)
		w.str(&r.evidence)
	})
	for _, r := range rows {
		s.lanes[r.Lane] = r.lane
	}
}

// settle finds the zone that dates are said in.
func (s *State) settle() {
	zone, err := window.Load(cmp.Or(s.config.Zone, s.zone, "UTC"))
	if err != nil {
		zone = time.UTC
	}
	s.zoneOf = zone
	s.today.from, s.today.to = time.Time{}, time.Time{}
}
