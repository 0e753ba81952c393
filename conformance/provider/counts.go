package provider

import (
	"sync"
	"time"
)

// MaxSeen is how many requests of one script are kept with their details; the
// count goes on beyond it.
const MaxSeen = 10000

// Request is one request as the provider saw it.
type Request struct {
	Method string    `json:"method"`
	Path   string    `json:"path"` // without the /s/SCRIPT/ part
	Model  string    `json:"model,omitempty"`
	Stream bool      `json:"stream,omitempty"`
	Step   string    `json:"step"`                    // what it met
	Retry  string    `json:"x-stainless-retry-count"` // what the SDK says of itself; "" when it says nothing
	From   string    `json:"x-demo-caller,omitempty"` // a header our demos send, to tell callers apart
	At     time.Time `json:"time"`
}

// Count is what one script saw.
type Count struct {
	Requests int       `json:"requests"`
	Seen     []Request `json:"seen"` // at most MaxSeen, oldest first
}

// Counts is what GET /_counts answers.
type Counts struct {
	Total   int              `json:"total"`
	Scripts map[string]Count `json:"scripts"` // by "SCRIPT" or "SCRIPT@NAME"; "" is the default script
}

// counter counts requests; its mutex guards everything in it and the scripts'
// positions, so that "how many" and "which step" are decided in one step.
type counter struct {
	mu      sync.Mutex
	scripts map[string]*script
	counts  map[string]*Count
}

func (c *counter) snapshot() Counts {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := Counts{Scripts: map[string]Count{}}
	for key, n := range c.counts {
		out.Total += n.Requests
		out.Scripts[key] = Count{Requests: n.Requests, Seen: append([]Request{}, n.Seen...)}
	}
	return out
}

func (c *counter) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.scripts, c.counts = map[string]*script{}, map[string]*Count{}
}

// take counts one request and gives the step it meets.
func (c *counter) take(key, text string, r Request) (step, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.scripts[key]
	if s == nil {
		parsed, err := parseScript(text)
		if err != nil {
			return step{}, err
		}
		s = parsed
		c.scripts[key], c.counts[key] = s, &Count{}
	}
	st := s.next()
	r.Step = st.name
	n := c.counts[key]
	n.Requests++
	if len(n.Seen) < MaxSeen {
		n.Seen = append(n.Seen, r)
	}
	return st, nil
}
