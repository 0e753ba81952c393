package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"
)

const roomy = "zone: UTC\nlimits:\n  - {name: all, window: total, calls: 1000, tokens: 1000000}\n"

func everything(calls, tokens int64) []limit {
	return []limit{{"all", calls, tokens, func(entry) (string, bool) { return "", true }}}
}

// readBook reads and adds up what is on disk.
func readBook(t *testing.T, home string, limits []limit) *book {
	t.Helper()
	entries, err := readJournal(home)
	if err != nil {
		t.Fatal(err)
	}
	b, err := addUp(entries, limits)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// together runs fn n times at once, each on one of the guards.
func together(n int, guards []*guard, fn func(i int, g *guard)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			fn(i, guards[i%len(guards)])
		})
	}
	close(start)
	wg.Wait()
}

func twoGuards(t *testing.T, config string) (home string, guards []*guard) {
	home = newHome(t, config)
	return home, []*guard{begin(t, home), begin(t, home)}
}

// I4: the answer to a reserve was lost, so it is asked again, by many at once and
// through two guards. There is one place, and it is counted once
// (BerriAI/litellm#15740, #39455).
func TestI4_TheSameReserveIsOnePlace(t *testing.T) {
	home, guards := twoGuards(t, roomy)
	const asked = 24
	ids, repeated := make([]string, asked), make([]bool, asked)
	together(asked, guards, func(i int, g *guard) {
		got, err := g.reserve(place("the-operation", 1, nil))
		if err != nil || !got.Granted {
			t.Errorf("%+v, %v", got, err)
		}
		ids[i], repeated[i] = got.Reservation, got.Repeated
	})
	first := 0
	for i, id := range ids {
		if id != ids[0] {
			t.Errorf("two places: %s and %s", ids[0], id)
		}
		if !repeated[i] {
			first++
		}
	}
	if first != 1 {
		t.Errorf("%d answers say that they are the first", first)
	}
	if b := readBook(t, home, everything(1000, 1e6)); len(b.order) != 1 {
		t.Errorf("%d places in the files", len(b.order))
	}
	next, err := guards[1].reserve(place("the-operation", 2, nil))
	if err != nil || next.Reservation == ids[0] {
		t.Errorf("a further attempt is a call of its own: %+v, %v", next, err)
	}
}

// I4: the guard was killed before its answer was heard. Whoever asks again, through
// another guard, gets the place that was taken, and it is settled once.
func TestI4_AnAnswerLostWithItsGuardIsFoundAgain(t *testing.T) {
	home := newHome(t, roomy)
	dying := begin(t, home)
	lost, err := dying.reserve(place("lost", 1, nil))
	if err != nil || !lost.Granted {
		t.Fatalf("%+v, %v", lost, err)
	}
	dying.kill()
	g := begin(t, home)
	again, err := g.reserve(place("lost", 1, nil))
	if err != nil || !again.Granted || !again.Repeated || again.Reservation != lost.Reservation {
		t.Fatalf("%+v, %v; want %s again", again, err, lost.Reservation)
	}
	if _, err := g.record(again.Reservation, done); err != nil {
		t.Fatal(err)
	}
	b := readBook(t, home, everything(1000, 1e6))
	if c := b.calls[lost.Reservation]; len(b.order) != 1 || c.state != "settled" || c.records != 1 {
		t.Errorf("%d places; this one: %+v", len(b.order), c)
	}
}

// I4: records of one call, repeated, contradicting each other, at once, through
// two guards: one result, and the same answer for everybody.
func TestI4_TheSameRecordIsOneResult(t *testing.T) {
	home, guards := twoGuards(t, roomy)
	const calls, reports = 20, 6
	for n := range calls {
		got, err := guards[0].reserve(place(fmt.Sprint("op", n), 1, nil))
		if err != nil {
			t.Fatal(err)
		}
		answers := make([]settled, reports)
		together(reports, guards, func(i int, g *guard) {
			outcome := object{"status": 200, "usage": object{"input_tokens": 10, "output_tokens": i}}
			if i == reports-1 {
				outcome = object{"status": 503, "body": "busy"}
			}
			var err error
			if answers[i], err = g.record(got.Reservation, outcome); err != nil {
				t.Errorf("record: %v", err)
			}
		})
		sameResult(t, answers)
	}
	b := readBook(t, home, everything(1000, 1e6))
	for _, c := range b.order {
		if c.records != 1 || c.state != "settled" {
			t.Errorf("%s has %d records and is %s", c.ID, c.records, c.state)
		}
	}
	if u := statusOf(t, home); u.Settled.Calls != calls {
		t.Errorf("status counts %+v", u)
	}
}

// sameResult: all answers alike, but for the flag that says "again", which all but one have.
func sameResult(t *testing.T, answers []settled) {
	t.Helper()
	again := 0
	var first string
	for _, a := range answers {
		if i := slices.Index(a.Flags, "repeated"); i >= 0 {
			again++
			a.Flags = slices.Delete(slices.Clone(a.Flags), i, i+1)
		}
		if len(a.Flags) == 0 {
			a.Flags = nil
		}
		text, _ := json.Marshal(a)
		if first == "" {
			first = string(text)
		}
		if string(text) != first {
			t.Errorf("two results: %s and %s", first, text)
		}
	}
	if again != len(answers)-1 {
		t.Errorf("%d of %d answers say repeated", again, len(answers))
	}
}

// I4: once a call is over, its operation and attempt cannot be had again.
func TestI4_ASettledCallIsNotReservedAgain(t *testing.T) {
	home, guards := twoGuards(t, roomy)
	got, err := guards[0].reserve(place("over", 1, nil))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := guards[0].record(got.Reservation, done); err != nil {
		t.Fatal(err)
	}
	for n, g := range append(guards, begin(t, home)) { // both, and one that was not there
		_, err := g.reserve(place("over", 1, nil))
		var wire *wireError
		if !errors.As(err, &wire) || wire.Data.Code != "already_settled" {
			t.Errorf("guard %d: %v, want already_settled", n, err)
		}
	}
	if b := readBook(t, home, everything(1000, 1e6)); len(b.order) != 1 {
		t.Errorf("%d places in the files", len(b.order))
	}
}

// I4: a record of something nobody reserved is an error, and is not written down.
func TestI4_ARecordWithoutAReservationIsRefused(t *testing.T) {
	home, guards := twoGuards(t, roomy)
	for _, id := range []string{"019ad000-0000-7000-8000-000000000000", "nonsense", ""} {
		_, err := guards[0].record(id, done)
		var wire *wireError
		if !errors.As(err, &wire) || wire.Data.Code != "not_found" && wire.Code != -32602 {
			t.Errorf("record of %q: %v", id, err)
		}
	}
	for _, e := range readBook(t, home, nil).order {
		t.Errorf("something is in the files: %+v", e)
	}
}

// I4: a host's messages in any order, again and again, through two guards: the
// attempts of an operation are recorded last first, reserves come once more after
// their record, records before another guard has seen the reserve. Every attempt
// counts once (QuantumNous/new-api#7486, BerriAI/litellm#39455).
func TestI4_AnyOrderCountsEveryAttemptOnce(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	home, guards := twoGuards(t, roomy)
	const operations, attempts = 10, 3
	var ids []string
	for op := range operations {
		for attempt := range attempts {
			got, err := guards[r.IntN(2)].reserve(place(fmt.Sprint("op", op), attempt+1, nil))
			if err != nil || !got.Granted {
				t.Fatalf("%+v, %v", got, err)
			}
			ids = append(ids, got.Reservation)
		}
	}
	messages := slices.Concat(ids, ids, ids)
	r.Shuffle(len(messages), func(i, j int) { messages[i], messages[j] = messages[j], messages[i] })
	together(len(messages), guards, func(i int, g *guard) {
		if i%5 == 0 { // an old reserve comes along once more
			n := slices.Index(ids, messages[i])
			_, err := g.reserve(place(fmt.Sprint("op", n/attempts), n%attempts+1, nil))
			var wire *wireError
			if err != nil && (!errors.As(err, &wire) || wire.Data.Code != "already_settled") {
				t.Errorf("reserve again: %v", err)
			}
		}
		if _, err := g.record(messages[i], done); err != nil {
			t.Errorf("record: %v", err)
		}
	})
	b := readBook(t, home, everything(1000, 1e6))
	if len(b.order) != operations*attempts || b.count("settled") != operations*attempts {
		t.Errorf("%d places, %d settled; want %d", len(b.order), b.count("settled"), operations*attempts)
	}
	want := amount{operations * attempts, operations * attempts * 15}
	if u := statusOf(t, home); u.Settled != want || u.Held != (amount{}) || u.Unknown != (amount{}) {
		t.Errorf("status counts %+v, want %+v settled", u, want)
	}
}
