package guard

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

var retryNoon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// fault is a failed first attempt of an operation without a deadline, with
// nothing stated by the provider.
func fault(c adapters.Class) failure {
	return failure{verdict: adapters.Verdict{Class: c, Retryable: adapters.AfterWait, RetryAfter: -1}, attempt: 1, now: retryNoon}
}

func (f failure) nth(n int) failure                   { f.attempt = n; return f }
func (f failure) within(d time.Duration) failure      { f.left = d; return f }
func (f failure) after(d time.Duration) failure       { f.waited = d; return f }
func (f failure) jittered(d time.Duration) failure    { f.jitter = d; return f }
func (f failure) stating(d time.Duration) failure     { f.verdict.RetryAfter = d; return f }
func (f failure) until(t time.Time) failure           { f.verdict.Until = t; return f }
func (f failure) begins() failure                     { f.begun = true; return f }
func (f failure) unworked() failure                   { f.verdict.BeforeWork = true; return f }
func (f failure) withOutput() failure                 { f.shown = true; return f }
func (f failure) judged(r adapters.Retryable) failure { f.verdict.Retryable = r; return f }

func TestI7_ThePlanOfOneOperation(t *testing.T) {
	friday := time.Date(2026, 12, 4, 0, 0, 0, 0, time.UTC)
	rows := []struct {
		name  string
		f     failure
		retry bool
		wait  time.Duration
		at    time.Time // of a refusal: when it gets better, if anybody said so
		says  string
	}{
		{"the first wait", fault(adapters.ServerError), true, 3 * time.Second, time.Time{}, "server_error"},
		{"is doubled", fault(adapters.Overloaded).nth(2), true, 6 * time.Second, time.Time{}, "overloaded"},
		{"HKUDS/nanobot#2760: 3 attempts, not 12", fault(adapters.ServerError).nth(3), false, 0, time.Time{}, "after 3 attempts"},
		{"mpfaffenberger/code_puppy PR#317: nor 45", fault(adapters.RateLimited).nth(45), false, 0, time.Time{}, "after 45 attempts"},
		{"network", fault(adapters.Network), true, 3 * time.Second, time.Time{}, ""},
		{"timeout", fault(adapters.Timeout), true, 3 * time.Second, time.Time{}, ""},
		{"conflict", fault(adapters.Conflict), true, 3 * time.Second, time.Time{}, ""},
		{"jitter is added", fault(adapters.Network).jittered(time.Second), true, 4 * time.Second, time.Time{}, ""},
		{"and bounded", fault(adapters.Network).jittered(time.Hour), true, 4500 * time.Millisecond, time.Time{}, ""},
		{"and never negative", fault(adapters.Network).jittered(-time.Hour), true, 3 * time.Second, time.Time{}, ""},

		{"earendil-works/pi#9595: Retry-After 30 s is 30 s", fault(adapters.RateLimited).stating(30 * time.Second), true, 30 * time.Second, time.Time{}, "asked for this wait"},
		{"BerriAI/litellm#7669: also when it is shorter", fault(adapters.RateLimited).stating(time.Second).nth(2), true, time.Second, time.Time{}, ""},
		{"Retry-After 0 is at once", fault(adapters.Overloaded).stating(0), true, 0, time.Time{}, ""},
		{"a time of day is as good", fault(adapters.RateLimited).until(retryNoon.Add(20 * time.Second)), true, 20 * time.Second, time.Time{}, ""},
		{"a time that has passed says nothing", fault(adapters.RateLimited).until(retryNoon.Add(-time.Hour)), true, 3 * time.Second, time.Time{}, ""},
		{"a full minute fits", fault(adapters.RateLimited).stating(time.Minute).jittered(MaxJitter), true, 61500 * time.Millisecond, time.Time{}, ""},
		{"120 s need a deadline", fault(adapters.RateLimited).stating(2 * time.Minute), false, 0, retryNoon.Add(2 * time.Minute), "would pass 1m in one call"},
		{"120 s with one", fault(adapters.RateLimited).stating(2 * time.Minute).within(15 * time.Minute), true, 2 * time.Minute, time.Time{}, ""},
		{"121 s never", fault(adapters.RateLimited).stating(121 * time.Second).within(24 * time.Hour), false, 0, retryNoon.Add(121 * time.Second), "more than 2m"},
		{"a day, as an SDK would sleep it", fault(adapters.RateLimited).stating(24 * time.Hour).within(48 * time.Hour), false, 0, retryNoon.Add(24 * time.Hour), "24h, more than 2m"},

		{"hashicorp/go-retryablehttp#272: no sleep beyond the deadline", fault(adapters.ServerError).stating(time.Minute).within(30 * time.Second), false, 0, retryNoon.Add(time.Minute), "before the deadline"},
		{"wait and margin fit exactly", fault(adapters.ServerError).within(5 * time.Second), true, 3 * time.Second, time.Time{}, ""},
		{"a moment less does not", fault(adapters.ServerError).within(5*time.Second - 1), false, 0, time.Time{}, "a wait of 3s does not fit"},
		{"jitter counts in it", fault(adapters.ServerError).within(5 * time.Second).jittered(1), false, 0, time.Time{}, "before the deadline"},
		{"the deadline has passed", fault(adapters.ServerError).within(-1), false, 0, time.Time{}, "the deadline has passed"},
		{"all waiting is 60 s", fault(adapters.RateLimited).nth(2).stating(30 * time.Second).after(30 * time.Second), true, 30 * time.Second, time.Time{}, ""},
		{"and not more", fault(adapters.RateLimited).nth(2).stating(30 * time.Second).after(31 * time.Second), false, 0, retryNoon.Add(30 * time.Second), "would pass 1m"},
		{"unless a deadline allows it", fault(adapters.RateLimited).nth(2).stating(30 * time.Second).after(31 * time.Second).within(time.Hour), true, 30 * time.Second, time.Time{}, ""},

		{"zirkelc/ai-retry#51: before the first token a retry is allowed", fault(adapters.StreamTruncated), true, 3 * time.Second, time.Time{}, ""},
		{"after output never", fault(adapters.StreamTruncated).withOutput(), false, 0, time.Time{}, "output was already shown"},
		{"whatever the fault", fault(adapters.Network).withOutput().judged(adapters.Now), false, 0, time.Time{}, "output was already shown"},

		{"a batch may have been begun before the timeout", fault(adapters.Timeout).begins(), false, 0, time.Time{}, "look before you send it again"},
		{"and before the connection was lost", fault(adapters.Network).begins(), false, 0, time.Time{}, "may have been begun"},
		{"and behind a gateway's 502", fault(adapters.ServerError).begins().unworked(), false, 0, time.Time{}, "may have been begun"},
		{"its answer was cut off", fault(adapters.StreamTruncated).begins(), false, 0, time.Time{}, "may have been begun"},
		{"nobody knows what happened", fault(adapters.Unknown).begins().judged(adapters.Now), false, 0, time.Time{}, "may have been begun"},
		{"when it gets better is said all the same", fault(adapters.ServerError).begins().stating(time.Second), false, 0, retryNoon.Add(time.Second), "may have been begun"},
		{"a server that has no room began nothing", fault(adapters.Overloaded).begins().unworked(), true, 3 * time.Second, time.Time{}, "overloaded"},
		{"nor one that counts requests", fault(adapters.RateLimited).begins().unworked().stating(time.Second), true, time.Second, time.Time{}, "rate_limited"},
		{"nor one that was never reached", fault(adapters.Network).begins().unworked(), true, 3 * time.Second, time.Time{}, "network"},

		{"QwenLM/qwen-code#7841: quota is not retried, and says until when", fault(adapters.QuotaExhausted).until(friday), false, 0, friday, "quota_exhausted does not go away"},
		{"Hmbown/Codewhale PR#1203: whatever retryable says", fault(adapters.QuotaExhausted).judged(adapters.Now).stating(time.Second), false, 0, retryNoon.Add(time.Second), "quota_exhausted"},
		{"auth", fault(adapters.Auth), false, 0, time.Time{}, "auth"},
		{"permission", fault(adapters.Permission), false, 0, time.Time{}, "permission"},
		{"invalid", fault(adapters.InvalidRequest), false, 0, time.Time{}, "invalid_request"},
		{"context length", fault(adapters.ContextLength), false, 0, time.Time{}, "context_length"},
		{"content filter", fault(adapters.ContentFiltered), false, 0, time.Time{}, "content_filtered"},
		{"not found", fault(adapters.NotFound), false, 0, time.Time{}, "not_found"},
		{"too large", fault(adapters.TooLarge), false, 0, time.Time{}, "too_large"},
		{"cancelled by its caller", fault(adapters.Cancelled), false, 0, time.Time{}, "cancelled"},
		{"a server error that would come again", fault(adapters.ServerError).judged(adapters.No), false, 0, time.Time{}, "would fail again"},
		{"nobody knows: once", fault(adapters.Unknown), true, 3 * time.Second, time.Time{}, ""},
		{"nobody knows: not twice", fault(adapters.Unknown).nth(2), false, 0, time.Time{}, "after 2 attempts"},
		{"nobody knows, and the verdict says no", fault(adapters.Unknown).judged(adapters.No), false, 0, time.Time{}, "would fail again"},
		{"a class of a later version", fault("new_class"), false, 0, time.Time{}, "new_class"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got := planRetry(row.f)
			want := Retry{Retry: row.retry, Wait: row.wait, At: row.at, Reason: got.Reason}
			if row.retry {
				want.At = retryNoon.Add(row.wait)
			}
			if got != want || got.Reason == "" || !strings.Contains(got.Reason, row.says) {
				t.Errorf("%+v\nwant %+v with %q", got, want, row.says)
			}
		})
	}
}

// Whatever comes in, the promises hold.
func TestI7_NoPlanBreaksItsPromises(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	classes := []adapters.Class{adapters.RateLimited, adapters.QuotaExhausted, adapters.ServerError, adapters.Network, adapters.Auth, adapters.Unknown, ""}
	span := func() time.Duration { return time.Duration(r.Int64N(int64(10*time.Minute))) - 10*time.Second }
	retried := 0
	for range 200_000 {
		f := fault(classes[r.IntN(len(classes))]).nth(r.IntN(6)).after(max(span(), 0)).jittered(span()).within(span())
		f.shown = r.IntN(4) == 0
		if r.IntN(2) == 0 {
			f.left = 0
		}
		if r.IntN(2) == 0 {
			f.verdict.RetryAfter = span()
		}
		got := planRetry(f)
		if !got.Retry {
			if got.Wait != 0 {
				t.Fatalf("%+v: a refusal makes nobody wait: %+v", f, got)
			}
			continue
		}
		retried++
		switch {
		case f.shown, retries[f.verdict.Class] == 0, f.attempt > MaxRetries:
			t.Fatalf("%+v must not be retried: %+v", f, got)
		case got.Wait < f.verdict.RetryAfter || got.Wait > MaxRetryAfter+MaxJitter:
			t.Fatalf("%+v: a wait of %s", f, got.Wait)
		case f.left != 0 && got.Wait+AttemptMargin > f.left:
			t.Fatalf("%+v: %s is not before the deadline", f, got.Wait)
		case f.left == 0 && f.waited+got.Wait > MaxWaiting+MaxJitter:
			t.Fatalf("%+v: %s is too much waiting", f, got.Wait)
		}
	}
	if retried < 1000 {
		t.Errorf("only %d of 200000 were retried: the test sees too little", retried)
	}
}
