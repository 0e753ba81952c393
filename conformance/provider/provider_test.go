package provider

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
)

// asks are one request for each API, offering a tool; STREAM is true or false.
var asks = map[string]string{
	"/v1/chat/completions": `{"model":"m","stream":STREAM,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"read it"}],
		"tools":[{"type":"function","function":{"name":"read","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}}]}`,
	"/v1/responses": `{"model":"m","stream":STREAM,"input":"read it",
		"tools":[{"type":"function","name":"read","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}]}`,
	"/v1/messages": `{"model":"m","stream":STREAM,"max_tokens":100,"messages":[{"role":"user","content":"read it"}],
		"tools":[{"name":"read","input_schema":{"type":"object","properties":{"path":{"type":"string"}}}}]}`,
}

// markers are how each API ends a stream that is whole.
var markers = map[string]string{
	"/v1/chat/completions": "data: [DONE]\n\n",
	"/v1/responses":        "event: response.completed\n",
	"/v1/messages":         "event: message_stop\n",
}

func start(t *testing.T, script string) *Provider {
	t.Helper()
	p, err := Start(script, "0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// post sends one request and gives its status, headers, body and how reading ended.
func post(t *testing.T, url, body string) (int, http.Header, string, error) {
	t.Helper()
	c := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := c.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return 0, nil, "", err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, string(text), err
}

func TestEveryDialectStreamsToItsMarker(t *testing.T) {
	p := start(t, "")
	for path, ask := range asks {
		for _, script := range []string{"ok", "tool", "gzip", "stream:20x0s", "slow:1ms"} {
			status, head, text, err := post(t, p.Base(script, path[4:])+path, strings.ReplaceAll(ask, "STREAM", "true"))
			if status != 200 || err != nil || !strings.Contains(text, markers[path]) {
				t.Errorf("%s %s: status %d, err %v, %q", script, path, status, err, text)
			}
			if head.Get("content-type") != "text/event-stream" {
				t.Errorf("%s %s: content-type %q", script, path, head.Get("content-type"))
			}
			if script == "tool" && !strings.Contains(text, "read") {
				t.Errorf("%s: no tool call in %q", path, text)
			}
		}
	}
}

func TestEveryDialectAnswersWhole(t *testing.T) {
	p := start(t, "ok")
	for path, ask := range asks {
		status, _, text, err := post(t, p.URL+path, strings.ReplaceAll(ask, "STREAM", "false"))
		var body struct{ Usage map[string]any }
		if bad := json.Unmarshal([]byte(text), &body); bad != nil || status != 200 || err != nil || len(body.Usage) == 0 {
			t.Errorf("%s: status %d, err %v, %v, %q", path, status, err, bad, text)
		}
	}
}

func TestEarlyEndIsCleanAndLeavesHalfAToolCall(t *testing.T) {
	p := start(t, "early")
	for path, ask := range asks {
		status, _, text, err := post(t, p.URL+path, strings.ReplaceAll(ask, "STREAM", "true"))
		if status != 200 || err != nil || strings.Contains(text, markers[path]) || !strings.Contains(text, "/s") || strings.Contains(text, "night") {
			t.Errorf("%s: status %d, err %v, %q", path, status, err, text)
		}
	}
}

func TestCutEndsInAnError(t *testing.T) {
	p := start(t, "cut")
	for path, ask := range asks {
		for _, stream := range []string{"true", "false"} {
			_, _, text, err := post(t, p.URL+path, strings.ReplaceAll(ask, "STREAM", stream))
			if !errors.Is(err, io.ErrUnexpectedEOF) || text == "" {
				t.Errorf("%s stream %s: err %v after %q", path, stream, err, text)
			}
		}
	}
}

func TestResetIsATCPReset(t *testing.T) {
	p := start(t, "reset")
	_, _, _, err := post(t, p.URL+"/v1/chat/completions", asks["/v1/chat/completions"])
	if !errors.Is(err, syscall.ECONNRESET) {
		t.Fatalf("want a connection reset, got %v", err)
	}
}

func TestFaultsAndTheirHeaders(t *testing.T) {
	rows := []struct {
		script     string
		status     int
		retryAfter string
		words      string
	}{
		{"429", 429, "1", "per minute"},
		{"429:90", 429, "90", "per minute"},
		{"429-plan", 429, "", "quota"},
		{"429-bare", 429, "", "Too many"},
		{"500", 500, "", "error"},
		{"503", 503, "", "unavailable"},
		{"529", 529, "", "verloaded"},
		{"401", 401, "", "key"},
	}
	p := start(t, "")
	for _, row := range rows {
		for path, ask := range asks {
			status, head, text, err := post(t, p.Base(row.script, "")+path, ask)
			if err != nil || status != row.status || head.Get("retry-after") != row.retryAfter || !strings.Contains(text, row.words) {
				t.Errorf("%s %s: %d, retry-after %q, %v, %q", row.script, path, status, head.Get("retry-after"), err, text)
			}
		}
	}
}

func TestScriptsAreTakenStepByStep(t *testing.T) {
	rows := []struct {
		script string
		want   []int
	}{
		{"503,503,200", []int{503, 503, 200, 200}},
		{"ok*2,429-plan", []int{200, 200, 429, 429}},
		{"429,500,503...", []int{429, 500, 503, 429, 500}},
	}
	p := start(t, "")
	const path = "/v1/messages"
	for _, row := range rows {
		for i, want := range row.want {
			if got, _, _, err := post(t, p.Base(row.script, "x")+path, strings.ReplaceAll(asks[path], "STREAM", "false")); got != want || err != nil {
				t.Errorf("%s: request %d met %d (%v), want %d", row.script, i+1, got, err, want)
			}
		}
		if n := p.Requests(row.script, "x"); n != len(row.want) {
			t.Errorf("%s: counted %d of %d", row.script, n, len(row.want))
		}
	}
}

func TestCountsSayWhoAskedWhat(t *testing.T) {
	p := start(t, "500")
	r, _ := http.NewRequest("POST", p.URL+"/v1/messages", strings.NewReader(`{"model":"big","stream":true}`))
	r.Header.Set("x-stainless-retry-count", "2")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	resp, err = http.Get(p.URL + "/_counts")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var c Counts
	if err := json.NewDecoder(bufio.NewReader(resp.Body)).Decode(&c); err != nil {
		t.Fatal(err)
	}
	seen := c.Scripts[""].Seen
	if c.Total != 1 || len(seen) != 1 || seen[0].Model != "big" || seen[0].Retry != "2" || !seen[0].Stream || seen[0].Step != "500" || seen[0].At.IsZero() {
		t.Errorf("counts: %+v", c)
	}
}

func TestScriptsThatCannotBe(t *testing.T) {
	for _, text := range []string{"", "nonsense", "ok*0", "ok*x", "200,,503", "429:soon", "stream:0", "stream:5xfast", "slow:-1s", "slow:11m", "600", strings.Repeat("ok,", MaxScript)} {
		if _, err := parseScript(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}
