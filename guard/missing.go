package guard

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/ledger"
)

// gap is a run of sequence numbers that were lost to damage. Each counts as one
// call in every limit, for nobody knows which it touched. It is open (unknown,
// at the largest hold of its file) until a person settles it, or until the
// record of the lost reservation does.
type gap struct {
	first, last uint64
	from, to    time.Time // the instants of the entries around it
	hold        int64     // tokens of each
	tokens      int64     // of all, once settled
	state       ReservationState
	by          string
}

const missingPrefix = "missing:"

func (g gap) count() int64 { return int64(g.last - g.first + 1) }

func (g gap) id() string {
	if g.first == g.last {
		return fmt.Sprintf("%s%d", missingPrefix, g.first)
	}
	return fmt.Sprintf("%s%d-%d", missingPrefix, g.first, g.last)
}

// parseMissing reads what id wrote; ok is false for any other id.
func parseMissing(id string) (first, last uint64, ok bool) {
	numbers, ok := strings.CutPrefix(id, missingPrefix)
	if !ok {
		return 0, 0, false
	}
	a, b, isRange := strings.Cut(numbers, "-")
	if !isRange {
		b = a
	}
	first, err1 := strconv.ParseUint(a, 10, 63)
	last, err2 := strconv.ParseUint(b, 10, 63)
	return first, last, err1 == nil && err2 == nil && first > 0 && first <= last
}

// delta is what a gap adds to each limit.
func (g gap) delta() delta {
	all := Amount{Calls: g.count(), Tokens: g.hold * g.count()}
	switch g.state {
	case Settled:
		return delta{settled: Amount{Calls: g.count(), Tokens: g.tokens}}
	case Released:
		return delta{}
	}
	return delta{unknown: all}
}

func (d delta) negative() delta {
	return delta{
		settled: Amount{}.minus(d.settled), held: Amount{}.minus(d.held), unknown: Amount{}.minus(d.unknown),
	}
}

// chargeGap moves a gap in the windows at both of its ends: it happened
// somewhere between, and counting it in both never gives budget back.
func (s *State) chargeGap(l *limit, g gap, d delta, e ledger.Entry) {
	l.charge(g.from, e.At, everyone, d, e.Seq)
	if l.counted.key(g.to) != l.counted.key(g.from) {
		l.charge(g.to, e.At, everyone, d, e.Seq)
	}
}

func (s *State) addGap(g gap, e ledger.Entry) {
	if s.watch != nil {
		s.watch.broken = true
	}
	s.missing = append(s.missing, g)
	for _, l := range s.limits {
		s.chargeGap(l, g, g.delta(), e)
	}
}

// foldRepaired counts what a repair found missing.
func (s *State) foldRepaired(e ledger.Entry) error {
	var spans []ledger.Span
	var file string
	err := ledger.Members(e.Body, func(key string, v []byte) (err error) {
		switch key {
		case "missing":
			spans, err = ledger.Spans(v)
		case "file":
			err = text(v, &file)
		}
		return err
	})
	if err != nil {
		return err
	}
	var n int64
	for _, sp := range spans {
		g := gap{first: sp.First, last: sp.Last, from: e.At, to: e.At, state: UnknownOutcome}
		n += s.lose(g, e)
	}
	s.event(e.At, "repaired", file+" was damaged"+missingText(n))
	return nil
}

func missingText(n int64) string {
	switch n {
	case 0:
		return "; every call is still counted"
	case 1:
		return "; 1 entry is missing and counts as one unknown call (tallystick unknown)"
	}
	return fmt.Sprintf("; %d entries are missing and each counts as one unknown call (tallystick unknown)", n)
}

// lose adds a gap, but for the numbers whose record was read already.
func (s *State) lose(g gap, e ledger.Entry) int64 {
	for _, h := range s.holes {
		if h.first <= g.first && g.last <= h.last {
			g.from, g.to = h.from, h.to
		}
	}
	g.hold = s.holds.largest(g.first)
	for _, m := range s.missing {
		if m.last < g.first || m.first > g.last {
			continue
		}
		var n int64
		if m.first > g.first {
			before := g
			before.last = m.first - 1
			n += s.lose(before, e)
		}
		if m.last < g.last {
			after := g
			after.first = m.last + 1
			n += s.lose(after, e)
		}
		return n
	}
	s.addGap(g, e)
	return g.count()
}

// orphan counts a record whose reservation was lost: the record is the call.
func (s *State) orphan(e ledger.Entry, c *recording) {
	if c.of == 0 || s.answers.find(c.id) != nil {
		return
	}
	at := idTime(c.id, e.At)
	s.answers.put(&reservation{id: c.id, at: at}, c, e.At)
	s.closeGap(gap{first: c.of, last: c.of, from: at, to: at, state: c.state, tokens: c.tokens.Sum()}, e)
}

// closeGap settles numbers from first to last, whether they are known to be
// missing or not yet.
func (s *State) closeGap(closed gap, e ledger.Entry) {
	closed.hold = s.holds.largest(closed.first)
	for i, g := range s.missing {
		if g.first <= closed.first && closed.last <= g.last {
			closed.from, closed.to, closed.hold = g.from, g.to, g.hold
			s.missing = append(s.missing[:i], s.missing[i+1:]...)
			s.splitGap(g, closed, e)
			break
		}
	}
	s.addGap(closed, e)
}

// splitGap takes a gap away and adds what is left of it beside closed.
func (s *State) splitGap(g, closed gap, e ledger.Entry) {
	for _, l := range s.limits {
		s.chargeGap(l, g, g.delta().negative(), e)
	}
	each := g.tokens / g.count()
	if rest := g; g.first < closed.first {
		rest.last = closed.first - 1
		rest.tokens = each * rest.count()
		s.addGap(rest, e)
	}
	if rest := g; closed.last < g.last {
		rest.first = closed.last + 1
		rest.tokens = each * rest.count()
		s.addGap(rest, e)
	}
}

// gapOf finds the gap that holds all these numbers.
func (s *State) gapOf(first, last uint64) (gap, bool) {
	for _, g := range s.missing {
		if g.first <= first && last <= g.last {
			return g, true
		}
	}
	return gap{}, false
}

// openGap says that all these numbers are missing, and unknown still.
func (s *State) openGap(first, last uint64) bool {
	g, ok := s.gapOf(first, last)
	return ok && g.state == UnknownOutcome
}

// foldMissing is a person's word about missing numbers.
func (s *State) foldMissing(e ledger.Entry) error {
	g := gap{from: e.At, to: e.At}
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		switch key {
		case "first":
			return sequence(v, &g.first)
		case "last":
			return sequence(v, &g.last)
		case "tokens":
			return number(v, &g.tokens)
		case "state":
			return text(v, (*string)(&g.state))
		case "by":
			return text(v, &g.by)
		}
		return nil
	})
	if err == nil && s.openGap(g.first, g.last) {
		s.closeGap(g, e)
	}
	return err
}

// holds remembers the largest hold of each of the newest files, by the number
// of its first entry.
type holds struct {
	files []fileHold // ascending
	ever  int64
}

type fileHold struct {
	first uint64
	most  int64
}

// maxFiles is how many files' largest holds are kept apart.
const maxFiles = 64

func (h *holds) newFile(first uint64) {
	h.files = keepLast(append(h.files, fileHold{first: first}), maxFiles)
}

func (h *holds) saw(tokens int64) {
	h.ever = max(h.ever, tokens)
	if n := len(h.files); n > 0 {
		h.files[n-1].most = max(h.files[n-1].most, tokens)
	}
}

// largest is the largest hold of the file that a number was in. A file of
// which no hold is left to see, or too old to know, takes the largest ever.
func (h *holds) largest(seq uint64) int64 {
	for i := len(h.files) - 1; i >= 0; i-- {
		if f := h.files[i]; f.first <= seq && f.most > 0 {
			return f.most
		} else if f.first <= seq {
			break
		}
	}
	return max(h.ever, UsualOutput)
}

// foldHead begins a file. It is named by its number and date.
func (s *State) foldHead(e ledger.Entry) error {
	var number uint64
	var date string
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		switch key {
		case "file":
			return sequence(v, &number)
		case "date":
			return text(v, &date)
		}
		return nil
	})
	s.file = fmt.Sprintf("%06d-%s.jsonl", number, date)
	s.holds.newFile(e.Seq)
	return err
}
