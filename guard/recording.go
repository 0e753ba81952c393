package guard

import (
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/ledger"
)

// recording is the body of a "record" entry: what became of one reservation.
type recording struct {
	id        string
	of        uint64 // sequence number of the reserve entry
	state     ReservationState
	tokens    adapters.Tokens
	estimated bool
	flags     []string
	status    int
	verdict   *adapters.Verdict
	retry     *Retry
	request   string // the provider's request id
	remaining string // remaining-quota headers, compact
	model     string // as the reply names it, if it differs
	elapsed   time.Duration
	by        string // the person who settled it
}

func (c *recording) encode(o *ledger.Object) []byte {
	o.Open().String("id", c.id).Uint("of", c.of).String("state", string(c.state))
	if c.state == Settled {
		putTokens(o, c.tokens)
	}
	putFlag(o, "est", c.estimated)
	putTexts(o, "flags", c.flags)
	putInt(o, "status", int64(c.status))
	putVerdict(o, c.verdict)
	putRetry(o, c.retry)
	putText(o, "request", c.request)
	putText(o, "remaining", c.remaining)
	putText(o, "model", c.model)
	putInt(o, "elapsed_ms", c.elapsed.Milliseconds())
	putText(o, "by", c.by)
	return o.Close()
}

func putTokens(o *ledger.Object, t adapters.Tokens) {
	o.Int("input", t.Input).Int("output", t.Output)
	putInt(o, "cached", t.CachedInput)
	putInt(o, "cache_write", t.CacheWrite)
	putInt(o, "reasoning", t.Reasoning)
}

// putVerdict keeps what the verdict says, and of its evidence the rule alone:
// words of a body never reach the disk.
func putVerdict(o *ledger.Object, v *adapters.Verdict) {
	if v == nil {
		return
	}
	o.String("class", string(v.Class)).String("retryable", string(v.Retryable))
	putText(o, "scope", v.Scope)
	putText(o, "window", v.Window)
	if !v.Until.IsZero() {
		o.Time("until", v.Until)
	}
	if v.RetryAfter >= 0 {
		o.Int("retry_after_ms", v.RetryAfter.Milliseconds())
	}
	putText(o, "rule", ruleOf(v.Evidence))
	putFlag(o, "before_work", v.BeforeWork)
}

func putRetry(o *ledger.Object, r *Retry) {
	if r == nil {
		return
	}
	o.Bool("retry", r.Retry)
	putInt(o, "wait_ms", r.Wait.Milliseconds())
	putText(o, "why", r.Reason)
}

func decodeRecording(e ledger.Entry) (*recording, error) {
	c := &recording{}
	v := adapters.Verdict{RetryAfter: -1}
	var r Retry
	var failed, advised bool
	err := ledger.Members(e.Body, func(key string, raw []byte) error {
		failed = failed || key == "class"
		advised = advised || key == "retry"
		if known, err := c.member(key, raw); known {
			return err
		}
		return verdictMember(&v, &r, key, raw)
	})
	if failed {
		c.verdict = &v
	}
	if advised {
		r.At = failure{verdict: v, now: e.At}.notBefore()
		if r.Retry {
			r.At = e.At.Add(r.Wait)
		}
		c.retry = &r
	}
	return c, err
}

func (c *recording) member(key string, v []byte) (known bool, err error) {
	switch key {
	case "id":
		err = text(v, &c.id)
	case "of":
		err = sequence(v, &c.of)
	case "state":
		err = word(v, (*string)(&c.state))
	case "input":
		err = number(v, &c.tokens.Input)
	case "output":
		err = number(v, &c.tokens.Output)
	case "cached":
		err = number(v, &c.tokens.CachedInput)
	case "cache_write":
		err = number(v, &c.tokens.CacheWrite)
	case "reasoning":
		err = number(v, &c.tokens.Reasoning)
	case "est":
		err = flag(v, &c.estimated)
	case "flags":
		err = texts(v, &c.flags)
	case "status":
		err = small(v, &c.status)
	case "request":
		err = text(v, &c.request)
	case "remaining":
		err = text(v, &c.remaining)
	case "model":
		err = text(v, &c.model)
	case "elapsed_ms":
		err = millis(v, &c.elapsed)
	case "by":
		err = text(v, &c.by)
	default:
		return false, nil
	}
	return true, err
}

func verdictMember(v *adapters.Verdict, r *Retry, key string, raw []byte) error {
	switch key {
	case "class":
		return word(raw, (*string)(&v.Class))
	case "retryable":
		return word(raw, (*string)(&v.Retryable))
	case "scope":
		return word(raw, &v.Scope)
	case "window":
		return word(raw, &v.Window)
	case "until":
		return instant(raw, &v.Until)
	case "retry_after_ms":
		return millis(raw, &v.RetryAfter)
	case "rule":
		return word(raw, &v.Evidence)
	case "before_work":
		return flag(raw, &v.BeforeWork)
	case "retry":
		return flag(raw, &r.Retry)
	case "wait_ms":
		return millis(raw, &r.Wait)
	case "why":
		return text(raw, &r.Reason)
	}
	return nil
}
