package adapters

import (
	"fmt"
	"strings"
	"testing"
)

// Paths like /messages belong to other people too. What does not say that it failed did not
// fail: a verdict would send somebody's POST again.
func TestOddAnswersAreNoFailures(t *testing.T) {
	for _, body := range []string{`{"saved":true}`, `{}`, `[]`, `"text"`, `[1,2]`, `[{"a":"b"}]`, "saved", "<ok/>", "", "null",
		`{"code":0,"msg":"success"}`, `{"code":"OK","message":"done"}`, `{"success":true}`, `{"error":null,"id":7}`, `{"error":"none"}`, `{"error":"None","saved":true}`, `{"error":{"code":0,"message":""}}`, `{"errors":{},"error":{"code":"0","message":"success"}}`,
		`{"error":0}`, `{"error":"OK"}`, `{"code":"None"}`, `{"error":"","errors":[]}`,
		`{"text":"Error 429: overloaded, please try again later"}`, `{"transcript":"the server is overloaded, try again"}`, `{"code":"0","message":"rate limit is fine"}`,
		`{"success":true,"error":"warning: deprecated"}`, `{"ok":true,"code":200,"errors":["x"]}`, `{"success":true,"code":"0","error":{"message":"insufficient quota soon"}}`,
		`{"output_text":"Hello"}`, `{"completion":" Hello","stop_reason":"stop_sequence"}`, `{"content":"abc","tokens_predicted":5}`} {
		for _, d := range dialects {
			if u := d.Used(Reply{Status: 200, Body: []byte(body)}); u.Failed {
				t.Errorf("%s: %s is taken for a failure", d.Name(), body)
			}
		}
	}
}

func TestOddErrorsAreFailures(t *testing.T) {
	for _, body := range []string{`{"error":"x"}`, `{"error":{"message":"m"}}`, `{"errors":["x"]}`, `{"success":false,"result":null}`, `{"success":true,"code":429,"msg":"x","error":"x"}`, `{"ok":true,"error":{"code":429,"message":"x"}}`, `{"success":"x","error":"y"}`, `{"object":"error","id":"x"}`,
		`{"code":"InvalidParameter","request_id":"r"}`, `{"error_code":17,"error_msg":"x"}`, `{"code":429,"msg":"x"}`, `{"msg":"Too many requests, try again later"}`, `{"code":1305,"msg":"overloaded","data":null}`, `{"note":"Insufficient account balance"}`} {
		for _, d := range dialects {
			s := d.NewStream()
			s.Write([]byte("data: " + body + "\n\n"))
			if p := s.Progress(); p.Error == nil && d != images && d != audio {
				t.Errorf("%s: %s is taken for an answer", d.Name(), body)
			}
		}
	}
}

// Somebody else's stream behind a path like ours has another end than ours: it is not called
// truncated. One event that is known, and the dialect's own end is waited for.
func TestForeignStreamsAreNotCalledTruncated(t *testing.T) {
	foreign := "data: {\"type\":\"start\",\"messageId\":\"m\"}\n\ndata: {\"type\":\"text-piece\",\"words\":\"Hi\"}\n\n"
	for _, d := range []Dialect{chat, responses, messages, google, llama, command, qwen} {
		if p := written(d, foreign); !p.Ended || p.Error != nil {
			t.Errorf("%s: %+v", d.Name(), p)
		}
	}
	for d, known := range map[Dialect]string{
		chat:      `{"choices":[{"index":0,"delta":{"content":"a"}}]}`,
		responses: `{"type":"response.created","response":{"id":"r","status":"in_progress"}}`,
		messages:  `{"type":"message_start","message":{"id":"m"}}`,
		google:    `{"candidates":[{"content":{"parts":[{"text":"a"}]}}]}`,
		llama:     `{"model":"q","response":"a","done":false}`,
		command:   `{"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"a"}}}}`,
		qwen:      `{"output":{"choices":[{"message":{"content":"a"},"finish_reason":"null"}]}}`,
	} {
		if p := written(d, "data: "+known+"\n\n"+foreign); p.Ended {
			t.Errorf("%s: ended without its end: %+v", d.Name(), p)
		}
	}
	for _, half := range []string{"", `{"id":"x","choi`, `[{"resp`, "data: {\"id\":", ": keep-alive\n\n"} {
		for _, d := range []Dialect{chat, responses, messages, google, converse} {
			if p := written(d, half); p.Ended {
				t.Errorf("%s: %q is no end", d.Name(), half)
			}
		}
	}
}

func written(d Dialect, body string) Progress {
	s := d.NewStream()
	s.Write([]byte(body))
	return s.Progress()
}

// Vectors, scores and ids are no output, however many their bytes are.
func TestRepliesThatHaveNoOutput(t *testing.T) {
	for _, c := range []struct {
		d    Dialect
		body string
		want bool
	}{
		{ranking, `{"results":[{"index":0,"document":{"text":"sent"}}],"meta":{"billed_units":{"search_units":1}}}`, true},
		{embeddings, `{"object":"list","data":[{"object":"embedding","embedding":[0.1]}]}`, true},
		{google, `{"embedding":{"values":[0.1,0.2]}}`, true},
		{llama, `{"embeddings":[[0.1,0.2]]}`, true},
		{command, `{"id":"e","embeddings":{"float":[[0.1]]},"meta":{}}`, true},
		{invoke, `{"embedding":[0.1],"inputTextTokenCount":3}`, true},
		{sdk, `{"embeddings":[[0.1]]}`, true},
		{batches, `{"id":"b","object":"batch"}`, true},
		{films, `{"id":"v","object":"video","status":"queued"}`, true},
		{chat, `{"choices":[]}`, false}, // what was thought may not be shown (microsoft/autogen#3971)
		{chat, `{"content":"in words of its own"}`, false},
		{ranking, `{"scores":"in words of its own"}`, false},
	} {
		if got := c.d.Used(Reply{Status: 200, Body: []byte(c.body)}).NoOutput; got != c.want {
			t.Errorf("%s: %s: no output %v", c.d.Name(), c.body, got)
		}
	}
}

// What an answer in unknown words says counts as output, and is estimated as such.
func TestOddAnswersCountTheirText(t *testing.T) {
	body := `{"content":"` + strings.Repeat("alpha beta gamma ", 100) + `","picture":"` + strings.Repeat("iVBORw0KGgo", 5000) + `"}`
	u := chat.Used(Reply{Status: 200, Body: []byte(body)})
	if _, estimated := Settle(Ask{InputTokens: 5}, u); !estimated || u.OutputTokens < 250 || u.OutputTokens > 450 {
		t.Errorf("300 words and a picture: %d tokens", u.OutputTokens)
	}
}

// Words are looked for in the first MaxOdd unknown events, members in all.
func TestOddEventsAreBounded(t *testing.T) {
	for _, c := range []struct {
		before int
		event  string
		failed bool
	}{{MaxOdd - 1, `{"a":"insufficient balance"}`, true}, {MaxOdd, `{"a":"insufficient balance"}`, false}, {MaxOdd, `{"error":"x"}`, true}} {
		s := chat.NewStream()
		for range c.before {
			s.Write([]byte("data: {\"beat\":1}\n\n"))
		}
		fmt.Fprintf(writer{s}, "data: %s\n\n", c.event)
		if got := s.Progress().Error != nil; got != c.failed {
			t.Errorf("%s after %d others: failed %v", c.event, c.before, got)
		}
	}
}

type writer struct{ Stream }

func (w writer) Write(p []byte) (int, error) {
	w.Stream.Write(p)
	return len(p), nil
}
