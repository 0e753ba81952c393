package demo

import (
	"context"
	"time"
)

// What SDKs and scripts do by themselves. The SDK's part is the default of the
// current openai and anthropic packages: two retries, on 429 and 5xx alike.
const (
	sdkAttempts = 3
	sdkWait     = 500 * time.Millisecond
)

// script is an agent without a guard: an SDK that retries inside, and a loop
// around it that sleeps and tries again.
type script struct {
	clock   *simClock
	sdk     int           // attempts inside one SDK call
	retries int           // what the script's own loop adds
	sleep   time.Duration // before each of those
}

// ask tries until it goes well or all retries are used up.
func (s script) ask(ctx context.Context, r request) bool {
	for try := 0; ; try++ {
		if s.call(ctx, r) {
			return true
		}
		if try == s.retries {
			return false
		}
		s.clock.wait(s.sleep)
	}
}

// call is one SDK call.
func (s script) call(ctx context.Context, r request) bool {
	for attempt := 1; ; attempt++ {
		if r.send(ctx).well() {
			return true
		}
		if attempt >= s.sdk {
			return false
		}
		s.clock.wait(sdkWait << (attempt - 1))
	}
}
