package rpc

import (
	"bytes"
	"sort"
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
