package adapters

import "testing"

// Text generation without details says its counts in headers.
func TestCountsInHeaders(t *testing.T) {
	r := Reply{Status: 200, Body: []byte(`{"generated_text":" Deep Learning is"}`), Headers: map[string][]string{"X-Prompt-Tokens": {"7"}, "X-Generated-Tokens": {"3"}}}
	if u := generation.Used(r); !u.Known || u.Tokens != (Tokens{Input: 7, Output: 3}) {
		t.Errorf("%+v", u)
	}
	r.Headers = map[string][]string{"X-Generated-Tokens": {"3"}}
	if u := generation.Used(r); u.Known {
		t.Errorf("half a usage counts: %+v", u)
	}
}
