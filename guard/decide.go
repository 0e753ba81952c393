package guard

import (
	"cmp"
	"fmt"
	"time"
)

// ask is a call that was checked and sized: what decide judges.
type ask struct {
	reservation
	output     int64 // max_output_tokens as stated; 0: not stated
	unlimited  int64 // answers of a batch whose maximum is not stated, beside that
	unreported bool  // nobody will say what it used: it stays open at its hold
	deadline   time.Duration
	timeout    time.Duration
}

// decision is the outcome: a denial, or leave to write the reserve entry.
type decision struct {
	denial   *Denial
	lost     []string // limits whose counts of this instant are no longer in memory
	warnings []string
	uses     []LimitUse // after the hold
	timeout  time.Duration
}

// refusal is one limit that has no room.
type refusal struct {
	l      *limit
	value  string
	metric string // the ceiling that is passed; "" when values are full
	use    counter
}

// size works out what the call will use: its input, as this model's provider
// counts it, and what the model usually puts out, or the stated maximum when that
// is less. Where nobody will report what it was, the hold is the most it can be.
func (s *State) size(a *ask) {
	s.correct(a)
	usual := s.usually(a.subject.Provider, a.subject.Model)
	if a.unreported {
		usual = a.outputs(usual)
	} else if a.output > 0 {
		usual = min(usual, a.output)
	}
	a.hold = a.input + usual
	a.worst = a.input + max(a.output, usual)
	a.estimated = a.estimated || a.output == 0 || a.worst != a.hold
}

// outputs is the most that all answers of a call have together, one of no stated maximum
// being as the model's usually are.
func (a *ask) outputs(usual int64) int64 {
	if a.output == 0 && a.unlimited == 0 {
		return usual
	}
	return min(a.output+usual*a.unlimited, MaxTokens)
}

// decide is the till's whole judgement. It is pure: the state, the call and the
// instant are all it knows, and it changes none of them but the call's size.
func (s *State) decide(a *ask, now time.Time) decision {
	s.size(a)
	if d := s.barred(a); d != nil {
		return decision{denial: d}
	}
	d := decision{timeout: clip(a.timeout, a.deadline), uses: make([]LimitUse, 0, len(s.limits))}
	if s.config.PerCall.Tokens > 0 && a.worst > s.config.PerCall.Tokens {
		if !s.off {
			return decision{denial: s.tooLarge(a)}
		}
		d.warnings = append(d.warnings, fmt.Sprintf("per_call would refuse: %d tokens of %d", a.worst, s.config.PerCall.Tokens))
	}
	var refusals []refusal
	for _, l := range s.limits {
		if !l.Matches(a.subject) {
			continue
		}
		value := l.PerValue(a.subject)
		if l.counted.forgotten(now, value) {
			d.lost = append(d.lost, l.Name)
			continue
		}
		r, refused := s.room(l, value, a, now, &d)
		if !refused {
			continue
		}
		if l.Shadow || s.off {
			d.warnings = append(d.warnings, r.warning(a, s.off))
			continue
		}
		refusals = append(refusals, r)
	}
	if len(refusals) > 0 && len(d.lost) == 0 {
		return decision{denial: s.deny(a, refusals, now), warnings: d.warnings}
	}
	return d
}

// room notes what a limit would hold with this call, and whether that is too much.
func (s *State) room(l *limit, value string, a *ask, now time.Time, d *decision) (r refusal, refused bool) {
	r = refusal{l: l, value: value, use: l.counted.use(now, value)}
	after := r.use
	after.held.add(a.amount())
	d.uses = append(d.uses, l.usage(now, value, after))
	r.metric = exceeds(after.used(), l.ceiling())
	if r.metric != "" || l.counted.full(now, value) {
		return r, true
	}
	if at := l.crosses(now, value, after.used()); at > 0 {
		d.warnings = append(d.warnings, fmt.Sprintf("limit %s reaches %.0f %% with this call", l.label(value), at*100))
	}
	return r, false
}

// crosses is the highest threshold that is reached now and was not told yet;
// 0 for none. Told once, never on each call after it (BerriAI/litellm#3738).
func (l *limit) crosses(now time.Time, value string, used Amount) (highest float64) {
	warned := uint32(0)
	if told := l.counted.warned(now, value); told != nil {
		warned = *told
	}
	for _, at := range l.thresholds(used, &warned) {
		highest = max(highest, at)
	}
	return highest
}

func (r *refusal) warning(a *ask, off bool) string {
	why := "shadow limit"
	if off {
		why = "the budget is off; limit"
	}
	if r.metric == "" {
		return fmt.Sprintf("%s %s counts no further values of %s", why, r.l.label(r.value), r.l.Per)
	}
	used, ceiling := pick(r.use.used(), r.metric), pick(r.l.ceiling(), r.metric)
	return fmt.Sprintf("%s %s would refuse: %d of %d %s used, %d asked", why, r.l.label(r.value), used, ceiling, r.metric, pick(a.amount(), r.metric))
}

func pick(a Amount, metric string) int64 {
	if metric == metricTokens {
		return a.Tokens
	}
	return a.Calls
}

// clip is the timeout within the deadline; 0 means none.
func clip(timeout, deadline time.Duration) time.Duration {
	switch {
	case deadline == 0:
		return timeout
	case timeout == 0:
		return deadline
	}
	return min(timeout, deadline)
}

// barred are the reasons that have nothing to do with how much is left.
func (s *State) barred(a *ask) *Denial {
	for _, pool := range [...]string{a.subject.Pool, allPools} {
		if p, ok := s.paused[pool]; ok {
			return s.because(a, Paused, s.pauseText(p))
		}
	}
	if s.operations.get(a.operation).stopped {
		return s.because(a, Stopped, fmt.Sprintf("operation %s was told not to retry; a new question is a new operation", a.operation))
	}
	if a.deadline != 0 && a.deadline < MinDeadline {
		return s.because(a, DeadlineTooNear, fmt.Sprintf("%s are left of this operation's deadline, too little for a call", a.deadline.Round(time.Millisecond)))
	}
	return nil
}

func (s *State) because(a *ask, reason Reason, message string) *Denial {
	d := s.denial(a)
	d.Reason, d.Message = reason, message
	return d
}

// MinDeadline is the least time that is worth a call.
const MinDeadline = 100 * time.Millisecond

// allPools in a pause stands for every pool.
const allPools = "*"

func because(why string) string {
	if why == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", why)
}

// pauseText says who stopped what, and how it goes on.
func (s *State) pauseText(p Pause) string {
	resume := "tallystick resume"
	if p.Pool != allPools {
		resume += " " + p.Pool
	}
	return fmt.Sprintf("%s is paused by %s since %s%s; `%s` lets it go on", poolName(p.Pool), cmp.Or(p.By, "somebody"), s.clock(p.Since), because(p.Why), resume)
}
