package guard

import (
	"fmt"
	"strings"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// The plan for the attempts of one operation. One owner of retries means that a
// failing provider sees 3 requests a call, not 3 x 3 x 5 (HKUDS/nanobot#2760,
// mpfaffenberger/code_puppy PR#317).
const (
	MaxRetries    = 2                       // further attempts after the first
	FirstWait     = 3 * time.Second         // doubled for each further retry
	MaxBackoff    = 30 * time.Second        // cap of the exponential part
	MaxJitter     = 1500 * time.Millisecond // added to every wait, so that callers do not return as one
	MaxRetryAfter = 120 * time.Second       // a stated wait beyond this ends the operation
	MaxWaiting    = 60 * time.Second        // all waiting inside one operation that has no deadline
	AttemptMargin = 2 * time.Second         // what must be left of a deadline after the wait
)

// retries says how often a class is worth another attempt. What is not listed
// would fail again (quota, auth, invalid, ...), so it gets none. An error nobody
// understands gets one careful retry, and only if its verdict allows one.
var retries = map[adapters.Class]int{
	adapters.RateLimited:     MaxRetries,
	adapters.Overloaded:      MaxRetries,
	adapters.ServerError:     MaxRetries,
	adapters.Timeout:         MaxRetries,
	adapters.Network:         MaxRetries,
	adapters.Conflict:        MaxRetries,
	adapters.StreamTruncated: MaxRetries,
	adapters.Unknown:         1,
}

// failure is one failed attempt, and what is left for its operation.
type failure struct {
	verdict adapters.Verdict
	attempt int           // that failed, from 1
	shown   bool          // its output had reached the reader
	begun   bool          // it was sent, and begins paid work that goes on without its reply
	left    time.Duration // to the deadline; 0: there is none, negative: it has passed
	waited  time.Duration // by this operation, before
	jitter  time.Duration // 0 to MaxJitter, drawn by the caller
	now     time.Time
}

// planRetry is the one retry answer: pure, so the same failure gives the same answer.
// A refusal is immediate: nobody sleeps for an attempt that cannot be made
// (hashicorp/go-retryablehttp#272).
func planRetry(f failure) Retry {
	if why := f.hopeless(); why != "" {
		return Retry{Reason: why, At: f.notBefore()}
	}
	wait, stated := f.wait()
	if why := f.tooLong(wait, stated); why != "" {
		return Retry{Reason: why, At: f.notBefore()}
	}
	wait += min(max(f.jitter, 0), MaxJitter)
	if f.left != 0 && f.left < wait+AttemptMargin {
		return Retry{Reason: fmt.Sprintf("a wait of %s does not fit before the deadline", short(wait)), At: f.notBefore()}
	}
	return Retry{Retry: true, Wait: wait, At: f.now.Add(wait), Reason: f.why(stated)}
}

// hopeless says why no further attempt is made, whatever the clock says; "" if one may be.
func (f failure) hopeless() string {
	class := f.verdict.Class
	allowed := retries[class]
	switch {
	case f.shown:
		return "output was already shown"
	case f.begun && !refused(f.verdict):
		return fmt.Sprintf("%s: the work may have been begun all the same; look before you send it again", class)
	case allowed == 0:
		return fmt.Sprintf("%s does not go away by trying again", class)
	case f.verdict.Retryable == adapters.No:
		return fmt.Sprintf("%s: the same request would fail again", class)
	case f.attempt > allowed:
		return fmt.Sprintf("%s after %d attempts", class, f.attempt)
	case f.left < 0:
		return "the deadline has passed"
	}
	return ""
}

// refused says that the provider said no, or was never reached: nothing was begun. A server's
// error says neither, nor does a lost connection.
func refused(v adapters.Verdict) bool { return v.BeforeWork && v.Class != adapters.ServerError }

// wait is how long to wait, jitter aside, and whether the provider said so. The
// provider's word outranks the schedule, in both directions
// (earendil-works/pi#9595, BerriAI/litellm#7669).
func (f failure) wait() (wait time.Duration, stated bool) {
	if f.verdict.RetryAfter >= 0 {
		return f.verdict.RetryAfter, true
	}
	if wait := f.verdict.Until.Sub(f.now); wait > 0 && !f.verdict.Until.IsZero() {
		return wait, true
	}
	wait = FirstWait
	for n := 1; n < f.attempt && wait < MaxBackoff; n++ {
		wait *= 2
	}
	return min(wait, MaxBackoff), false
}

// tooLong says why a wait is not taken on.
func (f failure) tooLong(wait time.Duration, stated bool) string {
	switch {
	case stated && wait > MaxRetryAfter:
		return fmt.Sprintf("the provider asks for a wait of %s, more than %s", short(wait), short(MaxRetryAfter))
	case f.left == 0 && f.waited+wait > MaxWaiting:
		return fmt.Sprintf("waiting %s more would pass %s in one call", short(wait), short(MaxWaiting))
	}
	return ""
}

// notBefore is when the provider says things get better; zero if it does not.
func (f failure) notBefore() time.Time {
	if f.verdict.RetryAfter > 0 {
		return f.now.Add(f.verdict.RetryAfter)
	}
	return f.verdict.Until
}

func (f failure) why(stated bool) string {
	if stated {
		return fmt.Sprintf("%s, the provider asked for this wait", f.verdict.Class)
	}
	return string(f.verdict.Class)
}

// short is a duration as a person writes it: "3s", "2m", "1h30m".
func short(d time.Duration) string {
	if d < time.Second {
		return d.Round(time.Millisecond).String()
	}
	s := d.Round(time.Second).String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
