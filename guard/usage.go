package guard

import (
	"cmp"
	"strings"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/adapters/verdict"
)

// How a stream ended, as a shim says it.
const (
	endComplete  = "complete"
	endCut       = "cut"
	endClosed    = "closed"    // the reader stopped reading
	endCancelled = "cancelled" // the caller's task was cancelled
)

// finding is what an outcome means, before the ledger is asked: pure reading.
type finding struct {
	state     ReservationState
	tokens    adapters.Tokens
	estimated bool
	byHold    bool // nothing was said or seen: the hold is the estimate
	unread    bool // the answer is in a format nobody knows: its text counts, up to the hold
	clamped   bool
	verdict   *adapters.Verdict // nil when it went well
	shown     bool
	model     string
	request   string
	remaining string
}

// evidence is everything a shim told about one attempt, read once.
type evidence struct {
	o        Outcome
	reply    adapters.Reply
	used     adapters.Used
	progress adapters.Progress
	streamed bool // bytes of a stream passed
	parsed   bool // by a dialect that knows its end marker
	answered bool // a 2xx was seen
}

// judge reads an outcome. now is for a response that says "in 6m48s".
func judge(k known, f *inflight, o Outcome, now time.Time) finding {
	e := read(k, f, o, now)
	out := finding{shown: o.Shown || e.streamed && e.progress.Started, clamped: e.used.Clamped}
	out.model = cut(cmp.Or(o.Model, e.used.Model), MaxModel)
	out.request = cut(cmp.Or(e.used.RequestID, verdict.RequestID(o.Headers)), MaxAttribute)
	out.remaining = verdict.RemainingHeaders(o.Headers)
	if e.failed() {
		out.verdict = e.verdict(k)
	}
	e.settle(k, &out)
	return out
}

func read(k known, f *inflight, o Outcome, now time.Time) evidence {
	if o.ReceivedAt.IsZero() {
		o.ReceivedAt = now
	}
	e := evidence{o: o, answered: o.Status >= 200 && o.Status < 300}
	e.reply = adapters.Reply{
		Status: o.Status, Headers: o.Headers, Body: o.Body, ErrType: o.ErrType, ErrText: o.ErrText,
		OutputSeen: o.Shown, ReceivedAt: o.ReceivedAt,
	}
	if f != nil {
		e.progress, e.streamed, e.parsed = f.progress()
	}
	e.reply.Sent = e.sent()
	switch {
	case e.streamed:
		e.used = e.progress.Used
		e.reply.OutputSeen = e.reply.OutputSeen || e.progress.Started
	case k.dialect != nil && len(o.Body) > 0:
		e.used = k.dialect.Used(e.reply)
	}
	if !e.streamed && !e.used.Known && k.by.Refuses(k.ask.Provider, e.reply) { // with usage it is an answer
		e.used.Failed = true
	}
	if told := e.progress.Error; told != nil { // an error event inside a 200
		e.reply.Body = told.Body
		e.reply.ErrType, e.reply.ErrText = cmp.Or(told.ErrType, o.ErrType), cmp.Or(told.ErrText, o.ErrText)
		if told.Status != 0 {
			e.reply.Status = told.Status
		}
	}
	return e
}

// sent says whether the request left. Any sign of an answer outweighs a host
// that says it did not.
func (e *evidence) sent() bool {
	return e.o.Sent == nil || *e.o.Sent || e.o.Status != 0 || len(e.o.Body) > 0 || e.o.Shown || e.streamed || e.o.Usage != nil
}

// failed says whether the attempt went wrong. A reader that stopped reading is
// no failure of the call.
func (e *evidence) failed() bool {
	switch {
	case e.o.Ended == endClosed && !e.errored():
		return false
	case e.o.Ended == endCut || e.o.Ended == endCancelled:
		return true
	}
	return e.errored() || e.truncated()
}

func (e *evidence) errored() bool {
	return e.o.Status >= 300 || e.o.ErrType != "" || e.o.ErrText != "" ||
		e.progress.Error != nil || e.used.Failed || !e.reply.Sent
}

// truncated says that a stream ended cleanly without its end marker: a half
// answer that looks like a whole one.
func (e *evidence) truncated() bool {
	return e.streamed && e.parsed && !e.progress.Ended && e.o.Ended == endComplete
}

// verdict says what the failure means.
func (e *evidence) verdict(k known) *adapters.Verdict {
	v := adapters.Verdict{RetryAfter: -1}
	switch {
	case e.o.Ended == endCancelled && !e.said():
		v.Class, v.Retryable, v.Scope, v.Evidence = adapters.Cancelled, adapters.No, "request", "cancelled by the caller"
	case e.broken():
		v.Class, v.Retryable, v.Scope, v.Evidence = adapters.StreamTruncated, adapters.Now, "request", "the stream ended without its end marker"
	default:
		v = k.by.Classify(k.ask.Provider, e.reply)
	}
	v.Until = v.Until.Truncate(time.Microsecond)
	if v.RetryAfter > 0 {
		v.RetryAfter = ceilMillis(v.RetryAfter)
	}
	return &v
}

// said says whether the provider itself reported an error.
func (e *evidence) said() bool {
	return e.o.Status >= 300 || e.progress.Error != nil || e.used.Failed
}

// broken says that an answer had begun and was cut off.
func (e *evidence) broken() bool {
	return !e.said() && (e.truncated() || e.streamed && !e.progress.Ended)
}

// ceilMillis rounds a wait up to what an entry can carry.
func ceilMillis(d time.Duration) time.Duration {
	return (d + time.Millisecond - 1).Truncate(time.Millisecond)
}

// settle says what the attempt cost: what was reported; else, of an answer, an
// estimate; of a refusal nothing; and of silence nobody knows.
func (e *evidence) settle(k known, out *finding) {
	out.state = Settled
	switch v := out.verdict; {
	case e.o.Usage != nil && negative(*e.o.Usage):
		out.clamped = true
		e.estimate(k, out)
	case e.o.Usage != nil:
		out.tokens, out.clamped = sane(*e.o.Usage, out.clamped)
	case !e.reply.Sent:
		out.state = Released
	case v != nil && k.ask.Begins && !e.used.Known && !refused(*v):
		out.state = UnknownOutcome // the work may go on, as who is told not to send it again will see
	case v != nil && v.BeforeWork && !e.began():
		// an overloaded server, or one that fails inside a 200, may not know what its back end did
		out.estimated = e.reply.Status >= 500 || e.progress.Error != nil
	case e.used.Known && !e.used.Pending:
		e.reported(k, out)
	case e.used.Pending:
		out.state = UnknownOutcome // the work goes on, and its usage is still to come
	case e.began(), e.streamed && (v == nil || e.broken()):
		e.estimate(k, out)
	case v == nil:
		e.estimate(k, out)
	case !e.said():
		out.state = UnknownOutcome // a timeout or a lost connection: billed until shown otherwise
	default:
		out.estimated = true // an error after work may have begun: 0, marked
	}
}

// began says that a stream's provider had begun to work: it told what the input
// cost, or output came.
func (e *evidence) began() bool {
	return e.streamed && (e.progress.Started || e.used.Tokens != adapters.Tokens{})
}

// reported takes the provider's numbers. Where they had to be cut to less than
// what was seen passing, what was seen counts: nobody gets calls for free by
// reporting negative numbers (lingyuins/octopus#243).
func (e *evidence) reported(k known, out *finding) {
	out.tokens = e.used.Tokens
	if out.tokens.Output+out.tokens.Reasoning == 0 && e.used.OutputTokens > 0 {
		out.tokens.Output, out.estimated = adapters.EstimateOutput(e.used), true // zero beside a text is not known
	}
	if !e.used.Clamped {
		return
	}
	seen := e.used
	seen.Known, seen.Tokens = false, adapters.Tokens{}
	if guess, _ := adapters.Settle(k.ask, seen); guess.Sum() > out.tokens.Sum() {
		out.tokens, out.estimated = guess, true
	}
}

func negative(t adapters.Tokens) bool {
	return min(t.Input, t.CachedInput, t.CacheWrite, t.Output, t.Reasoning) < 0
}

// estimate takes what was sent and what was received. Where nothing of the
// answer was seen, zero would be a lie (microsoft/autogen#3971): the hold is
// what it probably was.
func (e *evidence) estimate(k known, out *finding) {
	out.estimated = true
	switch {
	case k.dialect != nil && (e.streamed || e.used.OutputTokens > 0 || e.used.NoOutput):
		out.tokens, out.estimated = adapters.Settle(k.ask, e.used)
	case len(e.o.Body) > 0:
		out.unread = true
		out.tokens = adapters.Tokens{Input: k.ask.InputTokens, Output: adapters.EstimateText(e.o.Body)}
	default:
		out.byHold = true
	}
}

// sane clamps numbers that a host gave: no call used more than any provider can
// have sold.
func sane(t adapters.Tokens, already bool) (adapters.Tokens, bool) {
	clamped := already
	for _, n := range [...]*int64{&t.Input, &t.CachedInput, &t.CacheWrite, &t.Output, &t.Reasoning} {
		if v := min(max(*n, 0), adapters.MaxUsage); v != *n {
			*n, clamped = v, true
		}
	}
	return t, clamped
}

// ruleOf keeps of a verdict's evidence what may go to disk: the rule's name,
// never words of a body.
func ruleOf(evidence string) string {
	rule, _, _ := strings.Cut(evidence, ":")
	return cut(rule, MaxAttribute)
}
