package guard

import (
	"fmt"
	"strings"
	"time"
)

// maxHolders is how many consumers a denial names.
const maxHolders = 5

func (s *State) denial(a *ask) *Denial {
	return &Denial{
		Asked: a.amount(), FitsOut: -1, Operation: a.operation, Attempt: a.attempt, Zone: s.zoneOf.String(),
	}
}

// clock says an instant to a person, in the ledger's zone.
func (s *State) clock(t time.Time) string { return clockIn(t, s.zoneOf) }

func clockIn(t time.Time, zone *time.Location) string {
	return t.In(zone).Format("2006-01-02 15:04")
}

// tooLarge is the per_call refusal.
func (s *State) tooLarge(a *ask) *Denial {
	d := s.denial(a)
	ceiling := s.config.PerCall.Tokens
	d.Reason, d.Metric, d.Ceiling = PerCall, metricTokens, Amount{Tokens: ceiling}
	d.Asked.Tokens = a.worst
	d.FitsOut = fits(ceiling, a.input)
	d.Message = fmt.Sprintf("one call may use %d tokens (per_call) and this one may use %d, %d of them input%s",
		ceiling, a.worst, a.input, fitsText(d.FitsOut))
	return d
}

// bound is how long a refusal lasts.
type bound struct {
	refusal
	at    time.Time // when there will be room; zero: no such instant
	large bool      // the call alone is larger than the ceiling
}

// longer says whether b lasts longer than a: for ever, then without a known end,
// then the later one.
func (b bound) longer(a bound) bool {
	if b.large != a.large {
		return b.large
	}
	if b.at.IsZero() != a.at.IsZero() {
		return b.at.IsZero()
	}
	return b.at.After(a.at)
}

// deny names the refusal that lasts longest, and when and how the same call
// could fit.
func (s *State) deny(a *ask, refusals []refusal, now time.Time) *Denial {
	worst := refusals[0].bound(a, now)
	for _, r := range refusals[1:] {
		if b := r.bound(a, now); b.longer(worst) {
			worst = b
		}
	}
	l := worst.l
	d := s.denial(a)
	d.Reason, d.Limit, d.Value, d.Metric = BudgetExhausted, l.Name, worst.value, worst.metric
	d.Window, d.Zone = l.counted.window(now).Name, l.zone.String()
	d.Ceiling, d.ResetsAt = l.ceiling(), l.resets(now, worst.value)
	d.Settled, d.Held, d.Unknown = worst.use.settled, worst.use.held, worst.use.unknown
	d.Holders = largest(l.counted.top(now, worst.value), worst.metric, maxHolders)
	d.FitsOut = s.fitsOutput(a, now)
	if worst.large {
		d.Reason = NeverFits
	} else if !worst.at.IsZero() {
		d.NextAt = worst.at.In(l.zone)
	}
	d.Message = s.sentence(d, worst.refusal)
	return d
}

func (r refusal) bound(a *ask, now time.Time) bound {
	if metric := exceeds(a.amount(), r.l.ceiling()); metric != "" {
		r.metric = metric
		return bound{refusal: r, large: true}
	}
	return bound{refusal: r, at: r.l.counted.fits(now, r.value, a.amount(), r.l.ceiling())}
}

// fitsOutput is the largest max_output_tokens that every limit has room for.
func (s *State) fitsOutput(a *ask, now time.Time) int64 {
	room := int64(-1)
	least := func(n int64) {
		if room < 0 || n < room {
			room = max(n, 0)
		}
	}
	if n := s.config.PerCall.Tokens; n > 0 {
		least(n)
	}
	for _, l := range s.limits {
		if l.Shadow || !l.Matches(a.subject) {
			continue
		}
		value := l.PerValue(a.subject)
		c := l.counted.use(now, value)
		left := l.ceiling().minus(c.used())
		if l.Calls > 0 && left.Calls < 1 || l.counted.full(now, value) {
			return -1
		}
		if l.Tokens > 0 {
			least(left.Tokens)
		}
	}
	return fits(room, a.input)
}

func fits(room, input int64) int64 {
	if room <= input {
		return -1
	}
	return room - input
}

func fitsText(n int64) string {
	if n < 0 {
		return ""
	}
	return fmt.Sprintf("; it would fit with max_output_tokens of at most %d", n)
}

// sentence is the denial for a person: what, how much, who, and what next.
func (s *State) sentence(d *Denial, r refusal) string {
	var b strings.Builder
	label := r.l.label(r.value)
	switch {
	case r.metric == "":
		fmt.Fprintf(&b, "limit %s cannot tell more than %d values of %s apart in one window; make its values fewer", label, MaxValues, r.l.Per)
	case d.Reason == NeverFits:
		fmt.Fprintf(&b, "this call asks for %d %s, more than the whole limit %s of %d%s",
			pick(d.Asked, r.metric), r.metric, label, pick(d.Ceiling, r.metric), fitsText(d.FitsOut))
	default:
		used := r.use.used()
		fmt.Fprintf(&b, "limit %s has no room: %d of %d %s used in %s", label, pick(used, r.metric), pick(d.Ceiling, r.metric), r.metric, d.Window)
		open := r.use.held.plus(r.use.unknown)
		if n := pick(open, r.metric); n > 0 {
			fmt.Fprintf(&b, " (%d of them in flight or unknown)", n)
		}
		fmt.Fprintf(&b, ", %d asked%s", pick(d.Asked, r.metric), fitsText(d.FitsOut))
	}
	if len(d.Holders) > 0 {
		h := d.Holders[0]
		fmt.Fprintf(&b, "; most went to %s: %d", holderName(h), pick(Amount{h.Calls, h.Tokens}, r.metric))
	}
	if !d.NextAt.IsZero() {
		fmt.Fprintf(&b, "; it fits again at %s (%s)", clockIn(d.NextAt, r.l.zone), r.l.zone)
	}
	b.WriteString("; `tallystick status` shows all limits, `tallystick budget set` changes them")
	return b.String()
}

func holderName(h Holder) string {
	var words []string
	for _, w := range [...]string{h.Source, h.Task, h.Model} {
		if w != "" {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return "callers without a name"
	}
	return strings.Join(words, "/")
}

// thresholdText is the event of a threshold.
func (s *State) thresholdText(l *limit, t time.Time, value string, at float64) string {
	c := l.counted.use(t, value)
	used, ceiling := c.used(), l.ceiling()
	var parts []string
	if l.Calls > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d calls", used.Calls, ceiling.Calls))
	}
	if l.Tokens > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d tokens", used.Tokens, ceiling.Tokens))
	}
	text := fmt.Sprintf("limit %s passed %.0f %%: %s in %s", l.label(value), at*100, strings.Join(parts, ", "), l.counted.window(t).Name)
	if top := largest(l.counted.top(t, value), metricCalls, 1); len(top) > 0 {
		text += fmt.Sprintf("; most by %s", holderName(top[0]))
	}
	return text
}
