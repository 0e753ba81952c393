package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

// requestTimeout bounds one request to a provider that is in this process.
const requestTimeout = 30 * time.Second

// request is one LLM call as an agent makes it: where to, and the body.
type request struct {
	url  string
	body []byte
}

// reply is what came back.
type reply struct {
	status int
	header http.Header
	body   []byte
	err    error // there was no response
}

func (r reply) well() bool { return r.err == nil && r.status == http.StatusOK }

// newRequest asks for a summary of what the checks found.
func newRequest(base, finding string) request {
	body, _ := json.Marshal(map[string]any{ // strings and numbers always marshal
		"model":      "gpt-5-mini",
		"max_tokens": 200,
		"messages":   []map[string]string{{"role": "user", "content": "Summarize for the morning: " + finding}},
	})
	return request{url: base + "/v1/chat/completions", body: body}
}

// send makes one HTTP request: one attempt, whoever asked for it.
func (r request) send(ctx context.Context) reply {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url, bytes.NewReader(r.body))
	if err != nil {
		return reply{err: err}
	}
	post.Header.Set("content-type", "application/json")
	resp, err := http.DefaultClient.Do(post)
	if err != nil {
		return reply{err: err}
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	return reply{status: resp.StatusCode, header: resp.Header, body: body, err: err}
}
