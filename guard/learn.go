package guard

import (
	"fmt"
	"sort"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// What a model usually needs is learnt from what its calls used, in integers,
// from the record entries, so all processes hold the same for the same call.
const (
	// UsualOutput is what a call is taken to put out before anything is known.
	UsualOutput = 2_000
	// MaxModels is how many models and lanes are told apart.
	MaxModels = 1_000
	// One large answer moves the usual up by a quarter of the difference, one
	// small answer moves it down by a sixteenth: it settles where about one
	// call in five needs more.
	learnUp, learnDown = 4, 16
)

// modelKey is what a provider's model is known by.
func modelKey(r *reservation) string { return r.subject.Provider + "\x00" + r.subject.Model }

// usually is how many output tokens a model's calls usually need.
func (s *State) usually(provider, model string) int64 {
	if n, ok := s.usual[provider+"\x00"+model]; ok {
		return n
	}
	return UsualOutput
}

// learn takes a settled call into account. What was only estimated teaches nothing.
func (s *State) learn(r *reservation, c *recording) {
	if c.state != Settled || c.estimated || c.verdict != nil {
		return
	}
	s.calibrate(r, c)
	key := modelKey(r)
	if _, ok := s.usual[key]; !ok && len(s.usual) >= MaxModels {
		return
	}
	usual := s.usually(r.subject.Provider, r.subject.Model)
	if diff := c.tokens.Output + c.tokens.Reasoning - usual; diff > 0 {
		usual += (diff + learnUp - 1) / learnUp
	} else {
		usual += diff / learnDown
	}
	s.usual[key] = max(usual, 1)
}

// lane is the health of one provider + key + model.
type lane struct {
	class    adapters.Class // of the last outcome; "" when it went well
	at       time.Time
	failures int // in a row
	evidence string
}

// sawLane notes an outcome. When there are too many lanes the one that was
// silent longest makes room.
func (s *State) sawLane(r *reservation, c *recording, at time.Time) {
	if c.by != "" || c.state == Released && c.verdict == nil {
		return
	}
	key := r.lane()
	l := s.lanes[key]
	if l == nil {
		s.makeRoom()
		l = &lane{}
		s.lanes[key] = l
	}
	l.at = at
	if c.verdict == nil {
		*l = lane{at: at}
		return
	}
	l.class, l.evidence = c.verdict.Class, ruleOf(c.verdict.Evidence)
	if c.status != 0 {
		l.evidence = fmt.Sprintf("status %d, %s", c.status, l.evidence)
	}
	l.failures++
}

func (s *State) makeRoom() {
	if len(s.lanes) < MaxModels {
		return
	}
	var oldest Lane
	first := true
	for key, l := range s.lanes {
		if first || l.at.Before(s.lanes[oldest].at) || l.at.Equal(s.lanes[oldest].at) && laneLess(key, oldest) {
			oldest, first = key, false
		}
	}
	delete(s.lanes, oldest)
}

func sortedLanes(m map[Lane]*lane) []Lane {
	keys := make([]Lane, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Slice(keys, func(i, j int) bool { return laneLess(keys[i], keys[j]) })
	return keys
}

func laneLess(a, b Lane) bool {
	if a.Provider != b.Provider {
		return a.Provider < b.Provider
	}
	if a.Key != b.Key {
		return a.Key < b.Key
	}
	return a.Model < b.Model
}

// today is who ate most on one day of the ledger's zone.
type today struct {
	day      string
	from, to time.Time // what this process knows to be within the day
	top      []Holder
}

// credit counts for the day the reservation was made, if that is today's.
func (d *today) credit(zone *time.Location, at time.Time, r *reservation, a Amount) {
	if d.day == "" || at.Before(d.from) || !at.Before(d.to) {
		if !d.turn(zone, at) {
			return
		}
	}
	if a != (Amount{}) {
		d.top = credit(d.top, holderOf(r), a)
	}
}

// turn looks which day an instant belongs to; false: to one that is over.
func (d *today) turn(zone *time.Location, at time.Time) bool {
	day := at.In(zone).Format(time.DateOnly)
	if day > d.day || d.day == "" {
		*d = today{day: day}
	}
	if day == d.day {
		d.from = at // and the rest of its minute: no zone changes its date within one
		d.to = at.Truncate(time.Minute).Add(time.Minute)
	}
	return day == d.day
}
