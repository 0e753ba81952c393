package verdict

import "testing"

// Any reply gives a verdict of a known class, in bounds, twice the same, and nothing of the
// body stands in its evidence.
func FuzzClassify(f *testing.F) {
	for _, c := range verdictCases(f) {
		f.Add(c.provider, c.reply.Status, c.reply.Body, c.reply.ErrText, "retry-after", "7")
	}
	f.Add("", 429, []byte("try again in 99999999999999999999s, reset at 9999-99-99 99:99:99"), "", "retry-after", "Wed, 99 Foo")
	f.Add("zhipu", -1, []byte(`{"error":{"code":"1308","message":"\ud800\\\\\\u12"}}`), "<html><script>", "x-ratelimit-reset", "-1e400")
	f.Fuzz(func(t *testing.T, provider string, status int, body []byte, text, header, value string) {
		r := Reply{Status: status, Body: body, ErrText: text, Headers: map[string][]string{header: {value}}, ReceivedAt: noon}
		v := Classify(provider, r)
		if _, ok := usual[v.Class]; !ok || v.Retryable == "" || v.Scope == "" {
			t.Errorf("no verdict: %+v", v)
		}
		if len(v.Evidence) > MaxEvidence || v.RetryAfter > LongestWait || v.RetryAfter < -1 {
			t.Errorf("out of bounds: %+v", v)
		}
		if again := Classify(provider, r); again != v {
			t.Errorf("not the same twice: %+v, %+v", v, again)
		}
		Limits(r)
		if len(RemainingHeaders(r.Headers)) > MaxRemaining || len(RequestID(r.Headers)) > MaxName {
			t.Error("a header is kept beyond its bound")
		}
	})
}
