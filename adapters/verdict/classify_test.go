package verdict

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

// Which of several stated times counts, and that it is the server's and helps.
func TestStatedWaits(t *testing.T) {
	const none = -1
	for _, c := range []struct {
		name  string
		reply Reply
		want  time.Duration
	}{
		{"header", Reply{Status: 429, Headers: head("Retry-After", "7")}, 7 * time.Second},
		{"fractional header (Cerebras)", Reply{Status: 429, Headers: head("retry-after", "1.5")}, 1500 * time.Millisecond},
		{"milliseconds (Azure, OpenAI SDKs)", Reply{Status: 429, Headers: head("retry-after-ms", "250")}, 250 * time.Millisecond},
		{"HTTP date, from the reply's own clock", Reply{Status: 503, Headers: head("retry-after", "Sun, 29 Nov 2026 10:00:30 GMT", "date", "Sun, 29 Nov 2026 10:00:00 GMT")}, 30 * time.Second},
		{"HTTP date in the past", Reply{Status: 503, Headers: head("retry-after", "Sun, 29 Nov 2020 10:00:30 GMT")}, none},
		{"sentence", Reply{Status: 429, Body: []byte(`{"error":{"message":"Rate limit reached. Please try again in 6m48s."}}`)}, 6*time.Minute + 48*time.Second},
		{"the longer of header and sentence", Reply{Status: 429, Headers: head("retry-after", "1"), Body: []byte(`{"error":{"message":"Rate limit: please retry after 45 seconds."}}`)}, 45 * time.Second},
		{"header, not the reset of a metric that is not used up (Groq)", Reply{Status: 429, Headers: head("retry-after", "2", "x-ratelimit-reset-requests", "2m59.56s", "x-ratelimit-remaining-requests", "14370")}, 2 * time.Second},
		{"the reset of a metric that is used up", Reply{Status: 429, Headers: head("x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "12s", "x-ratelimit-remaining-requests", "9", "x-ratelimit-reset-requests", "50s")}, 12 * time.Second},
		{"Azure's reset of 0 is no wait (openai/openai-dotnet#838)", Reply{Status: 429, Headers: head("x-ratelimit-remaining-tokens", "-1", "x-ratelimit-reset-tokens", "0")}, none},
		{"a queue inside JSON inside JSON (Bedrock)", Reply{Body: []byte(`{"exceptionMetadata":{"rudiMetadata":"{\"expectedQueueDelayInMs\":394460}"},"message":"Too many connections, please wait before trying again."}`)}, 394460 * time.Millisecond},
		{"RetryInfo", Reply{Status: 429, Body: []byte(`{"error":{"status":"RESOURCE_EXHAUSTED","message":"quota per minute exceeded, rate limit","details":[{"retryDelay":"26s"}]}}`)}, 26 * time.Second},
		{"RetryInfo of a used-up day is a lie", Reply{Status: 429, Body: []byte(`{"error":{"message":"You exceeded your current quota","details":[{"quotaId":"RequestsPerDay"},{"retryDelay":"22s"}]}}`)}, none},
		{"Retry-After of a used-up balance is a lie", Reply{Status: 429, Headers: head("retry-after", "20"), Body: []byte(`{"error":{"code":"insufficient_quota"}}`)}, none},
		{"a day (Azure)", Reply{Status: 429, Headers: head("retry-after", "86400")}, 24 * time.Hour},
		{"the client's own words", Reply{ErrText: "API Error (429 too many requests) · Retrying in 37 seconds… (attempt 7/10)"}, none},
		{"a wrong key does not get better", Reply{Status: 401, Headers: head("retry-after", "5")}, none},
		{"a hand-wrapped line (Groq)", Reply{Status: 429, ErrText: "on tokens per day (TPD): Limit 100000, Used 99996,\nRequested 484. Please try\nagain in 6m54s."}, 6*time.Minute + 54*time.Second},
		{"replenished (Azure API Management)", Reply{Status: 403, Body: []byte(`{"message":"Out of call volume quota. Quota will be replenished in 02:11:05."}`)}, 2*time.Hour + 11*time.Minute + 5*time.Second},
		{"a day and a clock (Anthropic)", Reply{Status: 400, Body: []byte(`{"error":{"message":"You have reached your specified API usage limits. You will regain access on 2026-11-30 at 00:00 UTC."}}`)}, 12 * time.Hour},
		{"Chinese", Reply{Status: 429, Body: []byte(`{"message":"请求过于频繁，请在 30 秒后重试"}`)}, 30 * time.Second},
		{"OpenRouter's reset in a body, milliseconds", Reply{Status: 429, Body: []byte(`{"error":{"message":"Rate limit exceeded: free-models-per-day","metadata":{"headers":{"X-RateLimit-Reset":"` + millis(noon.Add(12*time.Hour)) + `"}}}}`)}, 12 * time.Hour},
		{"longer than anyone waits", Reply{Status: 429, Headers: head("retry-after", "999999999999")}, none},
	} {
		c.reply.ReceivedAt = noon
		v := Classify("", c.reply)
		if v.RetryAfter != c.want {
			t.Errorf("%s: %v, want %v (%+v)", c.name, v.RetryAfter, c.want, v)
		}
		if c.want > 0 && c.reply.Headers["date"] == nil && !v.Until.Equal(noon.Add(c.want)) {
			t.Errorf("%s: until %v, want %v", c.name, v.Until, noon.Add(c.want))
		}
	}
}

func millis(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) }

// A reset in the provider's own clock: China's for a Chinese text, UTC for others
// (QwenLM/qwen-code#7841: the body names the reset time and was retried all the same).
func TestResetInTheProvidersZone(t *testing.T) {
	for text, want := range map[string]time.Time{
		`{"error":{"code":"1308","message":"已达到 5 小时的使用上限。您的限额将在 2026-11-29 23:30:00 重置。"}}`:                                noon.Add(3*time.Hour + 30*time.Minute),
		`{"error":{"message":"You have exceeded the weekly usage quota. It will reset at 2026-12-01 23:59:59 +0800 CST."}}`: time.Date(2026, 12, 1, 15, 59, 59, 0, time.UTC),
		`{"error":{"message":"Monthly limit reached, resets at 2026-12-01T00:00:00Z"}}`:                                     time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC),
	} {
		v := Classify("", Reply{Status: 429, Body: []byte(text), ReceivedAt: noon})
		if !v.Until.Equal(want) || v.Class != QuotaExhausted || v.Retryable != No {
			t.Errorf("%s:\n\tuntil %v, want %v (%+v)", text, v.Until, want, v)
		}
	}
}

// A time that is over says nothing: no wait, and no lane closed until yesterday.
func TestResetInThePast(t *testing.T) {
	v := Classify("", Reply{Status: 429, Body: []byte(`{"error":{"message":"You have exceeded the weekly usage quota. It will reset at 2026-08-16 23:59:59 +0800 CST."}}`), ReceivedAt: noon})
	if !v.Until.IsZero() || v.RetryAfter != -1 || v.Class != QuotaExhausted {
		t.Errorf("%+v", v)
	}
}

// Whose limit it is: another model, another key or nothing may help.
func TestScope(t *testing.T) {
	for body, want := range map[string]string{
		`{"error":{"message":"Rate limit reached for model m on tokens per min"}}`:          "model",
		`{"error":{"message":"Rate limit of 50 per 86400s exceeded for UserByModelByDay"}}`: "model",
		`{"error":{"message":"Too many requests"}}`:                                         "key",
		`{"error":{"code":"insufficient_quota"}}`:                                           "account",
		`{"error":{"message":"prompt is too long"}}`:                                        "request",
		`{"error":{"message":"Overloaded"}}`:                                                "model",
		`{"error":{"message":"invalid x-api-key"}}`:                                         "key",
		`{"error":{"message":"Internal server error"}}`:                                     "provider",
	} {
		if v := Classify("", Reply{Status: 500, Body: []byte(body)}); v.Scope != want {
			t.Errorf("%s: scope %s, want %s (%+v)", body, v.Scope, want, v)
		}
	}
}

// Story one: the tokens of a month are used up, the provider answers 429 without Retry-After,
// the same exception class as a limit of a minute. The script waited 60 s, 200 times.
func TestStoryOne_UsedUpPlanIsNoRateLimit(t *testing.T) {
	for _, body := range []string{
		`{"error":{"message":"You have used up your monthly tokens","type":"rate_limit_error"}}`,
		`{"error":{"message":"token plan limit exhausted"}}`,
		`{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","code":"insufficient_quota"}}`,
		`{"error":{"message":"本月额度已用完"}}`,
	} {
		if v := Classify("", Reply{Status: 429, Body: []byte(body), ReceivedAt: noon}); v.Class != QuotaExhausted || v.Retryable != No || !v.BeforeWork {
			t.Errorf("%s: %+v", body, v)
		}
	}
	v := Classify("", Reply{Status: 429, Headers: head("retry-after", "12"), Body: []byte(`{"error":{"message":"Too many requests"}}`), ReceivedAt: noon})
	if v.Class != RateLimited || v.Retryable != AfterWait || v.RetryAfter != 12*time.Second {
		t.Errorf("a plain 429 with retry-after: %+v", v)
	}
}

// What is owed: nothing for what was refused or never arrived; a timeout may have been
// worked on (I5; larsderidder/context-lens#29, aiosbrain/aios-team-brain#450).
func TestBeforeWork(t *testing.T) {
	for _, c := range []struct {
		name  string
		reply Reply
		want  bool
	}{
		{"429", Reply{Status: 429, Sent: true}, true},
		{"401", Reply{Status: 401, Sent: true}, true},
		{"503", Reply{Status: 503, Sent: true}, true},
		{"500 before output", Reply{Status: 500, Sent: true}, true},
		{"500 after output", Reply{Status: 500, Sent: true, OutputSeen: true}, false},
		{"504: the gateway gave up, the provider may not have", Reply{Status: 504, Sent: true}, false},
		{"read timeout", Reply{ErrText: "httpx.ReadTimeout: The read operation timed out", Sent: true}, false},
		{"connection reset", Reply{ErrText: "read ECONNRESET", Sent: true}, false},
		{"connection refused", Reply{ErrText: "connect ECONNREFUSED 127.0.0.1:11434", Sent: true}, true},
		{"no such host", Reply{ErrText: "getaddrinfo ENOTFOUND api.example.com", Sent: true}, true},
		{"bad certificate", Reply{ErrText: "certificate verify failed: self-signed certificate", Sent: true}, true},
		{"never sent", Reply{ErrText: "Connection error.", Sent: false}, true},
		{"cut stream", Reply{ErrText: "peer closed connection", Sent: true, OutputSeen: true}, false},
		{"the model failed to call a tool (Groq)", Reply{Status: 400, Body: []byte(`{"error":{"code":"tool_use_failed"}}`), Sent: true}, false},
		{"filtered input", Reply{Status: 400, Body: []byte(`{"error":{"code":"content_filter"}}`), Sent: true}, true},
		{"filtered output", Reply{Status: 200, Body: []byte(`{"promptFeedback":{"blockReason":"SAFETY"}}`), Sent: true}, false},
	} {
		if v := Classify("", c.reply); v.BeforeWork != c.want {
			t.Errorf("%s: %v, want %v (%+v)", c.name, v.BeforeWork, c.want, v)
		}
	}
}

// Evidence begins with the rule's name and a colon, and holds our words, not the reply's: a
// reply may quote a prompt or a key.
func TestEvidenceQuotesNothing(t *testing.T) {
	v := Classify("openai", Reply{Status: 401, Body: []byte(`{"error":{"message":"Incorrect API key provided: sk-verysecret","code":"invalid_api_key"}}`)})
	if strings.Contains(v.Evidence, "secret") || !strings.HasPrefix(v.Evidence, "key: ") || len(v.Evidence) > MaxEvidence {
		t.Errorf("evidence %q", v.Evidence)
	}
	v = Classify("", Reply{Status: 429, Body: []byte(`{"error":{"message":"insufficient sk-verysecret balance"}}`)})
	if strings.Contains(v.Evidence, "secret") || v.Class != QuotaExhausted {
		t.Errorf("evidence %q", v.Evidence)
	}
}

// A reply that is no stream's end and no error at all.
func TestClassifyNothingKnown(t *testing.T) {
	for _, c := range []struct {
		reply Reply
		want  Class
	}{
		{Reply{}, Unknown},
		{Reply{ErrText: "Boom"}, Unknown},
		{Reply{Status: 418}, InvalidRequest},
		{Reply{Status: 599}, ServerError},
		{Reply{Status: 200, Body: []byte(`{"hello":1}`)}, ServerError},
		{Reply{Status: 200, OutputSeen: true}, StreamTruncated},
	} {
		if v := Classify("", c.reply); v.Class != c.want {
			t.Errorf("%+v: %s, want %s", c.reply, v.Class, c.want)
		}
	}
}
