package guard

import (
	"context"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/ledger"
)

// MaxTail is the most lines that Recent gives.
const MaxTail = 1_000

// RecentFilter chooses what Recent shows.
type RecentFilter struct {
	Tail         int // how many lines; 0 is 10, at most MaxTail
	Source, Task string
}

// Recent lists the newest calls and refusals, newest last, from the day files:
// those of today, and older ones as far as it takes to fill the list.
func (g *Guard) Recent(ctx context.Context, f RecentFilter) ([]CallLine, error) {
	if err := g.isClosed(); err != nil {
		return nil, err
	}
	if f.Tail <= 0 {
		f.Tail = 10
	}
	f.Tail = min(f.Tail, MaxTail)
	now := g.o.Clock()
	const day = 24 * time.Hour
	var t tail
	for _, back := range [...]time.Duration{day / 24, day, 7 * day, 60 * day, 100 * 366 * day} {
		t = tail{RecentFilter: f, byID: map[string]int{}}
		if err := g.led.Scan(ctx, now.Add(-back), farAhead(now), t.entry); err != nil {
			return nil, ledgerError(err)
		}
		if len(t.lines) >= f.Tail {
			break
		}
	}
	var fate func(*CallLine)
	err := g.view(ctx, func(s *State) { fate = s.fates(t.lines) })
	lines := t.lines[max(len(t.lines)-f.Tail, 0):]
	for i := range lines {
		fate(&lines[i])
	}
	return lines, err
}

// fates says of each line that is still open whether it is held or unknown.
func (s *State) fates(lines []CallLine) func(*CallLine) {
	states := map[string]ReservationState{}
	for _, l := range lines {
		if r := s.open[l.Reservation]; r != nil {
			states[l.Reservation] = r.state
		}
	}
	return func(l *CallLine) {
		if state, open := states[l.Reservation]; open {
			l.State = state
		}
	}
}

// tail keeps the last lines of what it reads.
type tail struct {
	RecentFilter
	lines   []CallLine
	dropped int // lines forgotten at the front
	byID    map[string]int
}

func (t *tail) entry(e ledger.Entry) error {
	switch e.Kind {
	case kindReserve:
		r, err := decodeReservation(e)
		if err != nil {
			return err
		}
		if t.shows(r.subject.Source, r.subject.Task) {
			t.byID[r.id] = t.dropped + len(t.lines)
			t.add(r.line())
		}
	case kindRecord:
		c, err := decodeRecording(e)
		if err != nil {
			return err
		}
		if at, ok := t.byID[c.id]; ok && at >= t.dropped {
			c.tell(&t.lines[at-t.dropped])
		}
	case kindRefused:
		l, err := decodeRefusal(e)
		if err != nil {
			return err
		}
		if t.shows(l.Attributes.Source, l.Attributes.Task) && !t.merge(l) {
			t.add(l)
		}
	}
	return nil
}

func (t *tail) shows(source, task string) bool {
	return (t.Source == "" || t.Source == source) && (t.Task == "" || t.Task == task)
}

// merge adds a note to the line before, if that is the same refusal.
func (t *tail) merge(l CallLine) bool {
	if len(t.lines) == 0 {
		return false
	}
	last := &t.lines[len(t.lines)-1]
	same := last.Refused == l.Refused && last.Limit == l.Limit && last.Lane == l.Lane && last.Pool == l.Pool &&
		last.Attributes.Source == l.Attributes.Source && last.Attributes.Task == l.Attributes.Task
	if same {
		last.Times += l.Times
		last.At = l.At
	}
	return same
}

// add keeps a few more lines than asked for, so that forgetting is rare.
func (t *tail) add(l CallLine) {
	t.lines = append(t.lines, l)
	if len(t.lines) < 4*t.Tail+64 {
		return
	}
	drop := len(t.lines) - t.Tail
	for _, l := range t.lines[:drop] {
		delete(t.byID, l.Reservation)
	}
	t.dropped += drop
	t.lines = append(t.lines[:0], t.lines[drop:]...)
}

// line is a reservation before its outcome.
func (r *reservation) line() CallLine {
	return CallLine{
		At: r.at, Reservation: r.id, Operation: r.operation, Attempt: r.attempt, Pool: r.subject.Pool,
		Attributes: r.attributes(), Lane: r.lane(), State: r.state, Held: r.amount(), Estimated: r.estimated,
	}
}

// tell adds an outcome to a line.
func (c *recording) tell(l *CallLine) {
	l.State, l.Status, l.Tokens, l.Estimated = c.state, c.status, c.tokens, c.estimated
	l.Elapsed, l.Flags, l.Class = c.elapsed, c.flags, ""
	if c.verdict != nil {
		l.Class = c.verdict.Class
	}
}

func decodeRefusal(e ledger.Entry) (CallLine, error) {
	l := CallLine{At: e.At, Attempt: 1, Held: Amount{Calls: 1}, Tokens: adapters.Tokens{}}
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		switch key {
		case "reason":
			return text(v, (*string)(&l.Refused))
		case "limit":
			return text(v, &l.Limit)
		case "n":
			return number(v, &l.Times)
		case "pool":
			return text(v, &l.Pool)
		case "source":
			return text(v, &l.Attributes.Source)
		case "task":
			return text(v, &l.Attributes.Task)
		case "run":
			return text(v, &l.Attributes.Run)
		case "tags":
			return dictionary(v, &l.Attributes.Tags)
		case "provider":
			return text(v, &l.Lane.Provider)
		case "key":
			return text(v, &l.Lane.Key)
		case "model":
			return text(v, &l.Lane.Model)
		case "tokens":
			return number(v, &l.Held.Tokens)
		}
		return nil
	})
	return l, err
}
