package adapters

import "testing"

// A request that asks for more than it carries says so, whatever dialect it is in.
func TestInputFromElsewhere(t *testing.T) {
	const chat, responses = "https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1/responses"
	const messages, gemini = "https://api.anthropic.com/v1/messages", "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:generateContent"
	for _, c := range []struct {
		url, members string
		partial      bool
	}{
		{chat, `"messages":[{"role":"user","content":"hi"}]`, false},
		{chat, `"messages":[],"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}]`, false},
		{chat, `"messages":[],"web_search_options":{}`, true}, // with its defaults
		{chat, `"messages":[],"web_search_options":{"search_context_size":"low"}`, true},
		{chat, `"messages":[],"enable_search":false`, false},
		{chat, `"messages":[],"enable_search":true`, true},
		{chat, `"messages":[{"role":"user","content":4194304}]`, true}, // a text that the shim cut out
		{chat, `"messages":[],"tools":[{"type":"web_search","web_search":{"enable":true}}]`, true},
		{responses, `"input":"hi","text":{"format":{"type":"json_schema"}}`, false},
		{responses, `"input":"hi","previous_response_id":null`, false},
		{responses, `"input":"hi","prompt":null`, false},
		{responses, `"input":"hi","prompt":{"id":"pmpt_1","variables":{"who":"x"}}`, true},
		{responses, `"input":"hi","previous_response_id":"resp_1"`, true},
		{responses, `"input":"hi","tools":[{"type":"function","name":"f"},{"type":"file_search"}]`, true},
		{responses, `"input":"hi","tools":[{"type":"local_shell"}]`, false},
		{messages, `"messages":[],"tools":[{"name":"f","input_schema":{"type":"object","properties":{"type":{"type":"string"}}}}]`, false},
		{messages, `"messages":[],"tools":[{"type":"bash_20250124","name":"bash"}]`, false},
		{messages, `"messages":[],"tools":[{"type":"web_search_20250305","name":"web_search"}]`, true},
		{gemini, `"contents":[],"tools":[{"functionDeclarations":[{"name":"google_search"}]}]`, false},
		{gemini, `"contents":[],"tools":[{"googleSearch":{}}]`, true},
		{gemini, `"contents":[],"cachedContent":"cachedContents/1"`, true},
	} {
		if ask := Describe(Attempt{URL: c.url, Body: []byte(`{"model":"m","max_tokens":9,` + c.members + `}`)}); ask.Partial != c.partial {
			t.Errorf("%s: partial %v, want %v", c.members, ask.Partial, c.partial)
		}
	}
	if ask := Describe(Attempt{URL: chat, BodyBytes: 5000}); !ask.Partial || ask.InputTokens != 1250 {
		t.Errorf("a body that is not at hand: %+v", ask)
	}
}

// Text in other scripts is told apart: tokenizers differ most in it.
func TestWideTokens(t *testing.T) {
	for _, c := range []struct {
		text string
		wide int64
	}{
		{"plain words, 12 of them", 0},
		{`你好世界`, EstimateText([]byte("你好世界"))},
		{`words and 你好世界`, EstimateText([]byte("你好世界"))},
		{`\u4f60\u597d\u4e16\u754c and words`, EstimateText([]byte("你好世界"))},
	} {
		body := `{"model":"m","messages":[{"role":"user","content":"` + c.text + `"}]}`
		ask := Describe(Attempt{URL: "https://api.openai.com/v1/chat/completions", Body: []byte(body)})
		if ask.WideTokens != c.wide || ask.WideTokens > ask.InputTokens {
			t.Errorf("%s: %d of %d tokens, want %d", c.text, ask.WideTokens, ask.InputTokens, c.wide)
		}
	}
}
