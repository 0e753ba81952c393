package adapters

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// An image inside response.completed makes a line of megabytes; the usage stands behind it.
func TestStreamLineLongerThanMaxLineKeepsTypeAndUsage(t *testing.T) {
	picture := strings.Repeat("QUJD", MaxLine/2)
	line := `data: {"type":"response.completed","response":{"id":"resp_9","object":"response","status":"completed",` +
		`"output":[{"type":"image_generation_call","result":"` + picture + `"}],` +
		`"usage":{"input_tokens":7,"output_tokens":3,"total_tokens":10}}}` + "\n\n"
	want := "tokens input=7 cached=0 write=0 output=3 reasoning=0\nid resp_9\noutput 0 bytes\nended\n"
	for _, piece := range []int{len(line), 64 << 10, 4096} {
		s := responses.NewStream()
		for rest := []byte(line); len(rest) > 0; {
			n := min(piece, len(rest))
			s.Write(rest[:n])
			rest = rest[n:]
		}
		if got := render(s.Progress()); got != want {
			t.Errorf("in pieces of %d:\n%swant:\n%s", piece, got, want)
		}
	}
}

// A picture makes one reply of Gemini's longer than what is kept; its end stands behind it.
func TestStreamPictureKeepsTheEnd(t *testing.T) {
	picture := strings.Repeat("QUJD", MaxLine/2)
	reply := `{"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"image/png","data":"` + picture + `"}}]},"finishReason":"STOP"}],` +
		`"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":1290,"totalTokenCount":1297}}`
	want := "tokens input=7 cached=0 write=0 output=1290 reasoning=0\noutput 0 bytes\nended started\n"
	for _, body := range []string{"data: " + reply + "\n\n", "[" + reply + "]", reply} {
		s := google.NewStream()
		for rest := []byte(body); len(rest) > 0; {
			n := min(64<<10, len(rest))
			s.Write(rest[:n])
			rest = rest[n:]
		}
		if got := render(s.Progress()); got != want {
			t.Errorf("%.10s...:\n%swant:\n%s", body, got, want)
		}
	}
}

// A line that never ends costs MaxLine bytes of memory, not more.
func TestStreamMemoryIsBounded(t *testing.T) {
	s := &reader[chatFold, *chatFold]{}
	piece := bytes.Repeat([]byte("x"), 1<<20)
	s.Write([]byte("data: {"))
	object := &reader[chatFold, *chatFold]{}
	object.Write([]byte("{\""))
	for range 40 {
		s.Write(piece)
		object.Write(piece)
	}
	if n := max(cap(s.feed.line.b), cap(object.feed.line.b)); n > 2*MaxLine {
		t.Errorf("keeps %d bytes of one line, the limit is %d", n, MaxLine)
	}
	s.Write([]byte("\n"))
	for range 40 {
		s.Write([]byte("data: {\n"))
		s.Write([]byte("data: "))
		s.Write(piece)
		s.Write([]byte("\n"))
	}
	if n := cap(s.feed.data.b); n > 2*MaxLine {
		t.Errorf("keeps %d bytes of one event, the limit is %d", n, MaxLine)
	}
}

// An object spread over several data lines is one event.
func TestStreamDataOverSeveralLines(t *testing.T) {
	got := streamed(chat, []byte("data: {\"id\":\"m\",\ndata: \"choices\":[{\"delta\":\ndata: {\"content\":\"abc\"}}]}\n\ndata: [DONE]\n\n"))
	if want := "tokens unknown\nid m\noutput 3 bytes\nended started\n"; got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

// Relays put a bare JSON error line between events, without "data:".
func TestStreamBareErrorLine(t *testing.T) {
	s := chat.NewStream()
	s.Write([]byte("data: {\"id\":\"m\",\"choices\":[]}\n\n{\"code\":\"E1\",\"message\":\"no\"}\n\n"))
	if p := s.Progress(); p.Error == nil || p.Ended {
		t.Errorf("want an error and no end, got %+v", p)
	}
}

// An error event has status 200, and says whether output came before it.
func TestStreamErrorKnowsWhetherOutputWasSeen(t *testing.T) {
	for _, before := range []string{"", "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n"} {
		s := chat.NewStream()
		s.Write([]byte(before + "event: error\ndata: {\"error\":{\"message\":\"m\"}}\n\n"))
		e := s.Progress().Error
		if e == nil || e.Status != 200 || !e.Sent || e.OutputSeen != (before != "") {
			t.Errorf("after %q: %+v", before, e)
		}
	}
}

// An error's text is no output, though its body looks like a completion
// (QuantumNous/new-api#5289: upstream error text billed at the output price).
func TestErrorBodyHasNoOutput(t *testing.T) {
	body := []byte(`{"choices":[{"message":{"content":"a long text about what went wrong"}}],"error":{"message":"m"}}`)
	for _, r := range []Reply{{Status: 500, Body: body}, {Status: 200, Body: body}, {Status: 200, Body: body[:40], ErrText: "cut"}} {
		if u := chat.Used(r); !u.Failed || u.OutputBytes != 0 || u.OutputTokens != 0 || EstimateOutput(u) != 0 {
			t.Errorf("status %d: %+v", r.Status, u)
		}
	}
}

func chunks(n int) [][]byte {
	list := make([][]byte, n)
	for i := range list {
		list[i] = fmt.Appendf(nil, `data: {"id":"chatcmpl-BxYz","object":"chat.completion.chunk","created":1790000000,"model":"gpt-x-2026-08-01","service_tier":"default","system_fingerprint":"fp_0123456789","choices":[{"index":0,"delta":{"content":" word%d"},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"abcdef"}`+"\n\n", i)
	}
	return list
}

// The bar: a stream of 2,000 chunks at less than 10 microseconds each.
func BenchmarkStreamChunk(b *testing.B) {
	all := chunks(2000)
	s := chat.NewStream()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Write(all[i%len(all)])
	}
}
