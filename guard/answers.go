package guard

import (
	"time"
)

// MaxAnswers is how many settled reservations a process can answer for from
// memory. Older ones are found in the day files.
const MaxAnswers = 10_000

// settledCall is a reservation that is over, with the answer its record got.
type settledCall struct {
	asked attempt
	at    time.Time // of the reservation
	done  time.Time // of the record
	recording
}

// answers is a ring of the newest settled reservations.
type answers struct {
	ring    []settledCall
	next    int
	byID    map[string]int
	byAsked map[attempt]int
	// complete: every reservation made after this instant that is not open is
	// in the ring. Ids carry their time, so most questions end here.
	complete time.Time
}

func (a *answers) reset() {
	*a = answers{byID: map[string]int{}, byAsked: map[attempt]int{}}
}

// put remembers what a reservation's record was answered. An unknown outcome
// is remembered too: the same report again gets the same answer.
func (a *answers) put(r *reservation, c *recording, done time.Time) {
	s := settledCall{asked: attempt{r.operation, r.attempt}, at: r.at, done: done, recording: *c}
	s.id, s.request, s.remaining = r.id, "", "" // the same words, once in memory
	if i, ok := a.byID[r.id]; ok {
		a.ring[i] = s
		return
	}
	if len(a.ring) < MaxAnswers {
		a.ring = append(a.ring, s)
		a.index(len(a.ring) - 1)
		return
	}
	old := &a.ring[a.next]
	a.forget(old.at)
	a.forget(old.done)
	delete(a.byID, old.id)
	delete(a.byAsked, old.asked)
	a.ring[a.next] = s
	a.index(a.next)
	a.next = (a.next + 1) % MaxAnswers
}

func (a *answers) index(i int) {
	a.byID[a.ring[i].id] = i
	a.byAsked[a.ring[i].asked] = i
}

// forget says that a reservation of this instant may no longer be here.
func (a *answers) forget(t time.Time) {
	if t.After(a.complete) {
		a.complete = t
	}
}

func (a *answers) find(id string) *settledCall {
	if i, ok := a.byID[id]; ok {
		return &a.ring[i]
	}
	return nil
}

func (a *answers) of(asked attempt) *settledCall {
	if i, ok := a.byAsked[asked]; ok {
		return &a.ring[i]
	}
	return nil
}

// reaches says that something minted at t would be here if it were settled. A
// stamp is cut to milliseconds, so the last one before is not trusted.
func (a *answers) reaches(t time.Time) bool {
	return a.complete.IsZero() || t.After(a.complete.Add(2*time.Millisecond))
}
