package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/tallystick/tallystick/conformance/provider"
	"github.com/tallystick/tallystick/guard"
)

// The sizes of the stories.
const (
	poolCalls = 40 // calls each pool may make in 12 hours

	planLeft    = 12               // good answers before the plan is used up
	planRetries = 200              // what the script of story one would do
	planSleep   = 60 * time.Second // between two of them

	nightHours   = 8
	nightEvery   = 5 * time.Minute
	nightRuns    = int(nightHours * time.Hour / nightEvery)
	nightRetries = 2 // the script's own, around each SDK call
	nightSleep   = 10 * time.Second
)

// side is what one way of doing it led to.
type side struct {
	Sent   int           `json:"requests"` // as the provider counted
	Well   int           `json:"answered_well"`
	Slept  time.Duration `json:"-"`
	Waited int64         `json:"waited_ms"` // simulated
}

// story is one night, told twice.
type story struct {
	Name      string    `json:"name"`
	Title     string    `json:"title"`
	Unguarded side      `json:"unguarded"`
	Guarded   side      `json:"guarded"`
	Refused   int       `json:"refused_before_sending"`
	Verdicts  []verdict `json:"verdicts"`
	Denial    string    `json:"denial,omitempty"` // the sentence a person reads
	Checks    int       `json:"deterministic_checks_done,omitempty"`
	Ledger    books     `json:"ledger"`
	Equal     bool      `json:"ledger_equals_provider"`
	BudgetCut int       `json:"runs_cut_by_the_budget,omitempty"`
}

// verdict is why operations ended, and how often.
type verdict struct {
	Class    string `json:"class"`
	Times    int    `json:"times"`
	Evidence string `json:"evidence"`
	Why      string `json:"why_no_retry"`
}

// stage is where a story plays.
type stage struct {
	p     *provider.Provider
	guard *guard.Guard
	clock *simClock // the guard's
}

// planStory is a month's tokens used up, and a script that believes in sleep.
func (st *stage) planStory(ctx context.Context) (*story, error) {
	s := &story{Name: "plan", Title: "The plan is used up"}
	words := fmt.Sprintf("ok*%d,429-plan", planLeft)
	lone := &simClock{now: st.clock.Now()}
	bare := script{clock: lone, sdk: 1, retries: planRetries, sleep: planSleep}
	for n := 0; bare.ask(ctx, newRequest(st.p.Base(words, "unguarded"), finding(n))); n++ {
		s.Unguarded.Well++
	}
	a := agent{st.clock, st.guard, s.Name, guard.Attributes{Source: "interactive", Task: "report"}}
	for n := range planLeft + planRetries {
		e, err := a.ask(ctx, newRequest(st.p.Base(words, "guarded"), finding(n)))
		if err != nil {
			return nil, err
		}
		s.took(e)
		if !e.well {
			break
		}
	}
	return s, st.settle(ctx, s, words, lone)
}

// nightStory is a heartbeat every five minutes while the provider is down.
func (st *stage) nightStory(ctx context.Context) (*story, error) {
	s := &story{Name: "night", Title: "The provider is down all night"}
	const words = "429:2,500,503..."
	began := st.clock.Now()
	lone := &simClock{now: began}
	bare := script{clock: lone, sdk: sdkAttempts, retries: nightRetries, sleep: nightSleep}
	a := agent{st.clock, st.guard, s.Name, guard.Attributes{Source: "cron", Task: "heartbeat"}}
	for n := range nightRuns {
		at := began.Add(time.Duration(n) * nightEvery)
		lone.until(at)
		if bare.ask(ctx, newRequest(st.p.Base(words, "unguarded"), finding(n))) {
			s.Unguarded.Well++
		}
		st.clock.until(at)
		s.Checks++ // disks, queues, alarms: they never needed a model
		e, err := a.ask(ctx, newRequest(st.p.Base(words, "guarded"), finding(n)))
		if err != nil {
			return nil, err
		}
		s.took(e)
	}
	return s, st.settle(ctx, s, words, lone)
}

// took notes how one guarded operation ended.
func (s *story) took(e ended) {
	switch {
	case e.well:
		s.Guarded.Well++
	case e.denial != nil:
		s.Refused++
		s.Denial = e.denial.Message
	default:
		s.count(e)
	}
}

func (s *story) count(e ended) {
	for i, v := range s.Verdicts {
		if v.Class == string(e.last.Class) && v.Why == e.why {
			s.Verdicts[i].Times++
			return
		}
	}
	s.Verdicts = append(s.Verdicts, verdict{string(e.last.Class), 1, e.last.Evidence, e.why})
}

// settle holds the ledger against what the provider counted.
func (st *stage) settle(ctx context.Context, s *story, words string, lone *simClock) error {
	s.Unguarded.Sent = st.p.Requests(words, "unguarded")
	s.Guarded.Sent = st.p.Requests(words, "guarded")
	s.Unguarded.Slept, s.Guarded.Slept = lone.slept, st.clock.slept
	s.Unguarded.Waited, s.Guarded.Waited = lone.slept.Milliseconds(), st.clock.slept.Milliseconds()
	st.clock.slept = 0
	var err error
	s.Ledger, err = readBooks(ctx, st.guard, s.Name)
	s.Equal = s.Ledger.Calls == int64(s.Guarded.Sent) && s.Ledger.Lines == s.Guarded.Sent
	return err
}

func finding(n int) string {
	return fmt.Sprintf("check %d: disks at %d %%, queues empty, no alarm", n+1, 40+n%3)
}
