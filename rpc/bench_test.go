package rpc

import (
	"bytes"
	"encoding/json"
	"io"
	"sort"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
)

// BenchmarkPair is reserve and record through a pipe and back, side by side with
// a handler that does nothing and a pipe that only echoes. Pin it to one core
// (taskset -c 0): where processes land changes an echo from 6 to 40 us.
func BenchmarkPair(b *testing.B) {
	for _, name := range []string{"cat", "noop", "empty", "real"} {
		b.Run(name, func(b *testing.B) {
			c := spawn(b, name, homeEnv+"="+b.TempDir(), durabilityEnv+"=os")
			if answer := c.ask(b, greeting+"\n"); bytes.Contains(answer, []byte("error")) {
				b.Fatalf("%s", answer)
			}
			took := make([]time.Duration, 0, b.N)
			for i := 0; b.Loop(); i++ {
				begun := time.Now()
				granted := c.ask(b, benchReserve(2*i+1))
				c.ask(b, benchRecord(2*i+2, granted))
				took = append(took, time.Since(begun))
			}
			b.StopTimer()
			c.end(b)
			sort.Slice(took, func(i, j int) bool { return took[i] < took[j] })
			b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "us-p50")
		})
	}
}

func benchReserve(id int) string {
	return line(id, "reserve", `{"request":{"url":"https://api.openai.com/v1/chat/completions","key":"fp:0123456789ab","body":"{\"model\":\"gpt-5\",\"messages\":[{\"role\":\"user\",\"content\":\"how many tokens are left?\"}]}"},"operation":"`+uuid.Must(uuid.NewV7()).String()+`","attempt":1}`) + "\n"
}

// benchRecord records what an answer granted; a handler that does nothing grants nothing.
func benchRecord(id int, answer []byte) string {
	const member = `"reservation":"`
	reservation := "none"
	if _, rest, ok := bytes.Cut(answer, []byte(member)); ok {
		reservation = string(rest[:bytes.IndexByte(rest, '"')])
	}
	return line(id, "record", `{"reservation":"`+reservation+`","outcome":{"status":200,"headers":{"x-request-id":"req_1","content-type":"application/json"},"body":"{\"id\":\"c1\",\"choices\":[{\"message\":{\"content\":\"enough\"}}],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20}}","elapsed_ms":420}}`) + "\n"
}

// BenchmarkCallers is 16 callers of one host at once, each with one call under way.
func BenchmarkCallers(b *testing.B) {
	for _, durability := range []string{"os", "fsync"} {
		b.Run(durability, func(b *testing.B) {
			c := spawn(b, "real", homeEnv+"="+b.TempDir(), durabilityEnv+"="+durability)
			c.ask(b, greeting+"\n")
			const callers = 16
			var waiting [callers + 1]chan []byte
			for i := range waiting {
				waiting[i] = make(chan []byte, 1)
			}
			go c.share(b, waiting[:])
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ResetTimer()
			var group sync.WaitGroup
			for i := 1; i <= callers; i++ {
				group.Go(func() {
					for left.Add(-1) >= 0 {
						c.say(b, benchReserve(i))
						c.say(b, benchRecord(i, <-waiting[i]))
						<-waiting[i]
					}
				})
			}
			group.Wait()
			b.StopTimer()
			c.end(b)
		})
	}
}

// share hands each answer to the caller whose number is its id.
func (c *child) share(tb testing.TB, waiting []chan []byte) {
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			return // the child has left
		}
		var answer struct{ ID *int }
		if err := json.Unmarshal(line, &answer); err != nil {
			tb.Errorf("%s: %v", line, err)
			return
		}
		if answer.ID != nil {
			waiting[*answer.ID] <- line
		}
	}
}

func (c *child) say(tb testing.TB, line string) {
	if _, err := io.WriteString(c.in, line); err != nil {
		tb.Error(err)
	}
}
