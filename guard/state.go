package guard

import (
	"cmp"
	"fmt"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard/config"
	"github.com/tallystick/tallystick/ledger"
)

// State is what all entries together say. Every process folds the same entries
// in the same order and so comes to the same state; nothing here asks a clock.
// All of it is touched only inside ledger.Update and ledger.View.
type State struct {
	seq     uint64        // of the last entry folded
	at      time.Time     // its instant
	file    string        // the day file it is in
	latest  time.Time     // the latest instant of any entry: clocks step back
	back    time.Duration // by how much they did, at most
	folding uint64        // the entry that is being folded

	zone      string // where the ledger was created
	version   uint64 // sequence number of the limits entry in force; 0: none yet
	config    config.Config
	providers *adapters.Known // the tables and config's providers
	encoded   string          // config, canonical
	limits    []*limit
	starts    []start // what came before the limits entry it belongs to

	open       map[string]*reservation // by id: held and unknown
	asked      map[attempt]string      // operation and attempt -> reservation, of open ones
	answers    answers                 // of settled ones
	operations operations              // operations that failed and may go on
	usual      map[string]int64        // model -> output tokens it usually needs
	// model -> what its provider counts, beside what is estimated
	calibrations map[string]*calibration
	lanes        map[Lane]*lane
	missing      []gap // lost to damage
	holes        []gap // numbers skipped while reading, until a repaired entry names them
	holds        holds // largest hold of each file

	guards  map[string]*keeper
	paused  map[string]Pause
	off     bool
	refused string // the tallystick.yaml that was found invalid, by its digest
	today   today  // who ate most today
	zoneOf  *time.Location
	events  []Event // the newest

	notify func(seq uint64, e Event) // nil while history is read
	watch  *collector                // sees every settled reservation while a new limit is being made
}

// attempt names one request of one operation.
type attempt struct {
	operation string
	n         int
}

// maxEvents is how many events are kept for people.
const maxEvents = 64

func newState() *State {
	s := &State{}
	s.Reset()
	return s
}

// Reset goes back to before the first entry.
func (s *State) Reset() {
	if s.watch != nil {
		s.watch.broken = true
	}
	*s = State{
		open: map[string]*reservation{}, asked: map[attempt]string{}, usual: map[string]int64{}, calibrations: map[string]*calibration{},
		lanes: map[Lane]*lane{}, guards: map[string]*keeper{}, paused: map[string]Pause{},
		zoneOf: time.UTC, watch: s.watch, notify: s.notify,
	}
	s.answers.reset()
	s.operations.reset()
}

// Apply folds one entry.
func (s *State) Apply(e ledger.Entry) error {
	if s.seq > 0 && e.Seq > s.seq+1 {
		s.holes = append(s.holes, gap{first: s.seq + 1, last: e.Seq - 1, from: s.at, to: e.At})
	}
	s.folding = e.Seq
	err := s.fold(e)
	if err != nil {
		return fmt.Errorf("entry %d (%s): %w", e.Seq, e.Kind, err)
	}
	s.seq, s.at = e.Seq, e.At
	if e.At.After(s.latest) {
		s.latest = e.At
	}
	s.back = max(s.back, s.latest.Sub(e.At))
	return nil
}

func (s *State) fold(e ledger.Entry) error {
	fold, ok := folds[e.Kind]
	switch {
	case ok:
		return fold(s, e)
	case e.Note:
		return nil
	}
	return fmt.Errorf("%w: kind %q is not known to this version", ledger.ErrNewerFormat, e.Kind)
}

// folds is what each kind does.
var folds = map[string]func(*State, ledger.Entry) error{
	ledger.KindHead:     (*State).foldHead,
	ledger.KindRoll:     func(*State, ledger.Entry) error { return nil },
	ledger.KindRepaired: (*State).foldRepaired,
	kindCreated:         (*State).foldCreated,
	kindStart:           (*State).foldStart,
	kindLimits:          (*State).foldLimits,
	kindGuard:           (*State).foldGuard,
	kindReserve:         (*State).foldReserve,
	kindRecord:          (*State).foldRecord,
	kindDead:            (*State).foldDead,
	kindBye:             (*State).foldBye,
	kindPause:           (*State).foldPause,
	kindResume:          (*State).foldResume,
	kindBudget:          (*State).foldBudget,
	kindMissing:         (*State).foldMissing,
	kindRefused:         func(*State, ledger.Entry) error { return nil },
	kindInvalid:         (*State).foldInvalid,
}

func (s *State) foldCreated(e ledger.Entry) error {
	var by string
	err := ledger.Members(e.Body, func(key string, v []byte) error {
		switch key {
		case "zone":
			return text(v, &s.zone)
		case "by":
			return text(v, &by)
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.settle()
	s.event(e.At, "ledger_created", fmt.Sprintf("a new ledger was created by %s; days are counted in %s", cmp.Or(by, "an unknown user"), s.zone))
	return nil
}

// foldReserve takes a place in every limit the call touches.
func (s *State) foldReserve(e ledger.Entry) error {
	r, err := decodeReservation(e)
	if err != nil {
		return err
	}
	if s.open[r.id] != nil {
		return nil
	}
	s.open[r.id] = r
	s.asked[attempt{r.operation, r.attempt}] = r.id
	s.holds.saw(r.hold)
	if k := s.guards[r.guard]; k != nil {
		k.held++
	}
	s.today.credit(s.zoneOf, e.At, r, r.amount())
	s.charge(r, e, delta{held: r.amount(), open: 1})
	return nil
}

// charge moves a reservation in every limit it touches. The instant of the
// reservation decides which windows, whenever the movement happens.
func (s *State) charge(r *reservation, e ledger.Entry, d delta) {
	d.who = holderOf(r)
	for _, l := range s.limits {
		if !l.Matches(r.subject) {
			continue
		}
		value := l.PerValue(r.subject)
		for _, at := range l.charge(r.at, e.At, value, d, e.Seq) {
			s.event(e.At, "threshold", s.thresholdText(l, r.at, value, at))
		}
		if d.open > 0 {
			l.counted.tidy(e.At)
		}
	}
}

func holderOf(r *reservation) Holder {
	return Holder{Source: r.subject.Source, Task: r.subject.Task, Model: r.subject.Model}
}

// foldRecord ends a reservation, or leaves it unknown.
func (s *State) foldRecord(e ledger.Entry) error {
	c, err := decodeRecording(e)
	if err != nil {
		return err
	}
	r := s.open[c.id]
	if r == nil {
		s.orphan(e, c)
		return nil
	}
	s.learn(r, c)
	s.sawLane(r, c, e.At)
	s.operations.saw(r.operation, c)
	if c.state == UnknownOutcome {
		s.becomeUnknown(r, e)
		s.answers.put(r, c, e.At)
		return nil
	}
	d := r.leaves()
	if c.state == Settled {
		d.settled = Amount{Calls: 1, Tokens: c.tokens.Sum()}
	}
	s.today.credit(s.zoneOf, r.at, r, d.settled.minus(r.amount()))
	s.charge(r, e, d)
	s.close(r)
	s.answers.put(r, c, e.At)
	if s.watch != nil {
		s.watch.settled(r, d.settled)
	}
	return nil
}

// leaves is the movement that takes a reservation's hold away.
func (r *reservation) leaves() delta {
	hold := Amount{}.minus(r.amount())
	if r.state == UnknownOutcome {
		return delta{unknown: hold, open: -1}
	}
	return delta{held: hold, open: -1}
}

func (s *State) close(r *reservation) {
	if k := s.guards[r.guard]; k != nil && r.state == Held {
		k.held--
	} else if k != nil {
		k.unknown--
		s.retire(k)
	}
	delete(s.open, r.id)
	delete(s.asked, attempt{r.operation, r.attempt})
}

// becomeUnknown keeps counting a reservation at its hold, in another column.
func (s *State) becomeUnknown(r *reservation, e ledger.Entry) {
	if r.state == UnknownOutcome {
		return
	}
	s.charge(r, e, delta{held: Amount{}.minus(r.amount()), unknown: r.amount()})
	r.state = UnknownOutcome
	if k := s.guards[r.guard]; k != nil {
		k.held--
		k.unknown++
	}
}

// event tells people something; the newest are kept.
func (s *State) event(at time.Time, kind, words string) {
	e := Event{At: at, Kind: kind, Text: words}
	s.events = keepLast(append(s.events, e), maxEvents)
	if s.notify != nil {
		s.notify(s.folding, e)
	}
}

func keepLast[T any](list []T, n int) []T {
	if len(list) > n {
		return append(list[:0], list[len(list)-n:]...)
	}
	return list
}
