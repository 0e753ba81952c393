package provider

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Bounds of a script, so that a typing error is a sentence and not a hang.
const (
	MaxScript = 2000    // bytes
	MaxTimes  = 1000000 // repetitions of one step
	MaxPieces = 100000  // pieces of one stream
	MaxDelay  = 10 * time.Minute
)

// step is one behaviour, and how many requests in a row meet it.
type step struct {
	name  string
	value string
	times int
}

// script hands out steps. It is not safe for concurrent use; Provider locks.
type script struct {
	steps []step
	again bool // begins again after the last step
	at    int  // the step that is current
	used  int  // how often it was handed out
}

func parseScript(text string) (*script, error) {
	if len(text) > MaxScript {
		return nil, fmt.Errorf("the script has %d bytes; %d is the most", len(text), MaxScript)
	}
	text, again := strings.CutSuffix(strings.TrimSpace(text), "...")
	s := &script{again: again}
	for word := range strings.SplitSeq(text, ",") {
		st, err := parseStep(strings.TrimSpace(word))
		if err != nil {
			return nil, fmt.Errorf("script %q: %w", text, err)
		}
		s.steps = append(s.steps, st)
	}
	return s, nil
}

func parseStep(word string) (step, error) {
	st := step{times: 1}
	word, times, repeated := strings.Cut(word, "*")
	if repeated {
		n, err := strconv.Atoi(times)
		if err != nil || n < 1 || n > MaxTimes {
			return st, fmt.Errorf("%q is no number of times; write NAME*N with N from 1 to %d", times, MaxTimes)
		}
		st.times = n
	}
	st.name, st.value, _ = strings.Cut(word, ":")
	return st, st.check()
}

// check refuses what no request could be answered by.
func (st *step) check() error {
	var err error
	switch st.name {
	case "200":
		st.name = "ok"
	case "ok", "tool", "gzip", "hang", "429-plan", "429-bare", "reset", "cut", "early", "error-event":
	case "slow":
		_, err = st.delay()
	case "stream":
		_, _, err = st.pieces()
	case "429":
		_, err = st.seconds()
	default:
		_, err = st.status()
	}
	return err
}

func (st step) status() (int, error) {
	n, err := strconv.Atoi(st.name)
	if err != nil || n < 400 || n > 599 {
		return 0, fmt.Errorf("%q is no behaviour; the package comment of conformance/provider lists them", st.name)
	}
	return n, nil
}

func (st step) seconds() (int, error) {
	if st.value == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(st.value)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is no number of seconds (429:N)", st.value)
	}
	return n, nil
}

func (st step) delay() (time.Duration, error) {
	if st.value == "" {
		return 300 * time.Millisecond, nil
	}
	return parseDelay(st.value)
}

func (st step) pieces() (int, time.Duration, error) {
	count, pace, _ := strings.Cut(st.value, "x")
	n, err := strconv.Atoi(count)
	if err != nil || n < 1 || n > MaxPieces {
		return 0, 0, fmt.Errorf("%q is no stream; write stream:NxD, such as stream:2000x1ms, N at most %d", st.value, MaxPieces)
	}
	if pace == "" {
		return n, 0, nil
	}
	d, err := parseDelay(pace)
	return n, d, err
}

func parseDelay(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d > MaxDelay {
		return 0, fmt.Errorf("%q is no delay; write 300ms or 2s, at most %s", text, MaxDelay)
	}
	return d, nil
}

// next is the step that the coming request meets.
func (s *script) next() step {
	st := s.steps[s.at]
	s.used++
	if s.used < st.times {
		return st
	}
	switch {
	case s.at+1 < len(s.steps):
		s.at, s.used = s.at+1, 0
	case s.again:
		s.at, s.used = 0, 0
	}
	return st
}
