package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/tallystick/tallystick/adapters/verdict"
)

const (
	classifyBar    = 20  // us for a body of 1 KB
	classifyGrowth = 1.5 // what 1 MB may cost of what is read of it at most (verdict.MaxText)
)

// classifyBodies are failures as providers send them; each is filled up with plain words, as
// messages and traces are.
var classifyBodies = []struct {
	provider string
	status   int
	body     string
}{
	{"openai", 429, `{"error":{"message":"Rate limit reached for gpt-x in organization org-1 on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 2s.","type":"tokens","code":"rate_limit_exceeded"},"note":"`},
	{"anthropic", 529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"note":"`},
	{"gemini", 429, `{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"22s"}]},"note":"`},
	{"", 402, `{"error":{"message":"账户余额不足，请充值","code":"insufficient_balance"},"note":"`},
	{"", 500, `{"detail":"`},
}

// classifyRows are what a verdict costs, in this process.
func classifyRows(b *bench) []*Row {
	small := &Row{Name: "classify-1k", Unit: "us", What: "a verdict on an error body of 1 KB, median"}
	large := &Row{Name: "classify-1m", Unit: "us", What: "a verdict on an error body of 1 MB, median"}
	small.Ours = classifyTakes(1<<10, b.classifyRounds)
	small.most(classifyBar)
	large.Ours = classifyTakes(1<<20, max(b.classifyRounds/100, 1))
	read := classifyTakes(verdict.MaxText, max(b.classifyRounds/100, 1))
	large.per(fmt.Sprintf("a body of %d KB", verdict.MaxText>>10), read, 0, classifyGrowth)
	large.note("of any body %d KB are read for words, so a larger one costs no more", verdict.MaxText>>10)
	return []*Row{small, large}
}

// classifyTakes is the median over rounds of all bodies, each of size bytes, in microseconds.
func classifyTakes(size, rounds int) float64 {
	var replies []verdict.Reply
	for _, c := range classifyBodies {
		replies = append(replies, verdict.Reply{Status: c.status, Body: filled(c.body, size), Sent: true, ReceivedAt: time.Now()})
	}
	verdict.Classify("", verdict.Reply{}) // the tables are compiled at the first use
	var took []float64
	for range rounds {
		for i, r := range replies {
			begun := time.Now()
			verdict.Classify(classifyBodies[i].provider, r)
			took = append(took, float64(time.Since(begun).Nanoseconds())/1e3)
		}
	}
	return median(took)
}

// filled is a body of exactly size bytes: its beginning, plain words, its end.
func filled(begin string, size int) []byte {
	const end = `"}`
	words := strings.Repeat("the request went through the usual gateway and came back with trace 0f3a ", size/70+1)
	return []byte(begin + words[:size-len(begin)-len(end)] + end)
}
