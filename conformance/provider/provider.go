package provider

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// MaxBody is the largest request body read.
const MaxBody = 64 << 20

// Provider answers LLM calls as its scripts say. Use New or Start.
type Provider struct {
	// URL is where it listens, "http://127.0.0.1:PORT", once started.
	URL string

	script string // for requests that name none
	seen   counter
	server *http.Server
	stop   chan struct{} // closed by Close: lets go of requests that hang
}

// New makes a provider whose default script is text ("" is "ok").
func New(text string) (*Provider, error) {
	if text == "" {
		text = "ok"
	}
	if _, err := parseScript(text); err != nil {
		return nil, err
	}
	p := &Provider{script: text, stop: make(chan struct{})}
	p.seen.forget()
	return p, nil
}

// Start makes a provider and serves it on 127.0.0.1 at the port, 0 for a free one.
func Start(text, port string) (*Provider, error) {
	p, err := New(text)
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		return nil, err
	}
	p.URL = "http://" + l.Addr().String()
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = p.server.Serve(l) }() // ends with Close
	return p, nil
}

// Close stops serving and lets go of requests under way.
func (p *Provider) Close() error {
	close(p.stop)
	return p.server.Close()
}

// Base is the base URL an SDK is given for a script ("" is the default one) and
// a name that keeps it apart from others with the same script ("" is none).
// OpenAI's SDK wants "/v1" after it, Anthropic's does not.
func (p *Provider) Base(script, name string) string {
	if script == "" {
		return p.URL
	}
	return p.URL + "/s/" + scriptKey(script, name)
}

func scriptKey(script, name string) string {
	if name == "" {
		return script
	}
	return script + "@" + name
}

// Counts is what each script saw so far.
func (p *Provider) Counts() Counts { return p.seen.snapshot() }

// Requests is how many requests one script saw.
func (p *Provider) Requests(script, name string) int {
	return p.Counts().Scripts[scriptKey(script, name)].Requests
}

func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/_counts" {
		p.serveCounts(w, r)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if err != nil {
		http.Error(w, "the request's body: "+err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	key, text, path := p.route(r.URL.Path)
	d, ok := dialectOf(path)
	if !ok || r.Method != http.MethodPost {
		http.Error(w, r.Method+" "+path+" is no LLM call here; POST .../chat/completions, .../responses or .../messages", http.StatusNotFound)
		return
	}
	a := readAsk(body)
	st, err := p.seen.take(key, text, Request{
		Method: r.Method, Path: path, Model: a.Model, Stream: a.Stream, At: time.Now(),
		Retry: r.Header.Get("x-stainless-retry-count"), From: r.Header.Get("x-demo-caller"),
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	(&answer{p: p, w: w, r: r, d: d, ask: a, step: st}).give()
}

// route cuts "/s/SCRIPT[@NAME]" off a path.
func (p *Provider) route(path string) (key, text, rest string) {
	after, ok := strings.CutPrefix(path, "/s/")
	if !ok {
		return "", p.script, path
	}
	key, rest, _ = strings.Cut(after, "/")
	text, _, _ = strings.Cut(key, "@")
	return key, text, "/" + rest
}

func (p *Provider) serveCounts(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodDelete {
		p.seen.forget()
	}
	w.Header().Set("content-type", "application/json")
	_ = json.NewEncoder(w).Encode(p.Counts()) // a client that left needs no answer
}
