package demo

import (
	"sync"
	"time"
)

// simClock is the time of a story. It moves only when somebody sleeps, so eight
// hours take as long as their requests do.
type simClock struct {
	mu    sync.Mutex
	now   time.Time
	slept time.Duration // by callers that waited to try again
}

// Now is what the guard is given in place of time.Now.
func (c *simClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// wait is a sleep before a retry: it counts as time somebody lost.
func (c *simClock) wait(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.slept = c.now.Add(d), c.slept+d
}

// until is the pause till the next run; nobody loses anything by it. A story
// never goes back: a run that took too long pushes the next one on.
func (c *simClock) until(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.After(c.now) {
		c.now = t
	}
}
