package adapters

import (
	"bytes"
	"testing"
	"time"

	"github.com/tallystick/tallystick/adapters/verdict"
)

// hostile are pieces that, repeated, have made parsers slow: nesting, quotes, escapes, open
// ends, lines without end, words that begin like something.
var hostile = []string{
	"[", "{", `{"a":`, `{"input":[`, `"`, `\`, `\"`, `"\\`, `{"messages":[[`, `{"error":{"message":"{\"error\":`,
	"[{},", "{}\n", "data: {\n", "data: {}\n", "data:{\"choices\":[\n\n", "\n", "\r", "data: ", `"usage":{`, `"usage"`,
	"iVBORw0KGgo", "JVBERi0", "/9j/4AAQSkZJRgABAQ", `{"image_url":"data:image/jpeg;base64,/9j//9j/"},`, "; filename=\"", "%PDF- /Type /Page", "/Type", "\xff\xd8\xff", "\xff\xff",
	"a", "a ", "1", "429 ", "Error code: 429 - {'error': ", "try again in 1", "{'", "HTTP ", "retry", "<", "=", ": ", "你", "\xff", "\x00",
}

// Nothing costs more than linear time: 64 KB of anything is read within five seconds, also
// under the race detector on a busy machine. It takes milliseconds; a quadratic reading would
// take a quarter of a minute.
func TestLinearTime(t *testing.T) {
	const size, bar = 64 << 10, 5 * time.Second
	for _, piece := range hostile {
		body := bytes.Repeat([]byte(piece), size/len(piece))
		for name, read := range readings {
			start := time.Now()
			read(body)
			if took := time.Since(start); took > bar {
				t.Errorf("%s of 64 KB of %q took %v", name, piece, took)
			}
		}
	}
}

var readings = func() map[string]func([]byte) {
	all := map[string]func([]byte){
		"estimate":      func(b []byte) { EstimateInput(b) },
		"file":          func(b []byte) { inspect(plainBytes(b)) },
		"file, base64":  func(b []byte) { inspect(base64Bytes(b)) },
		"form":          func(b []byte) { new(input).form(b) },
		"classify body": func(b []byte) { verdict.Classify("", Reply{Status: 400, Body: b, ReceivedAt: noon}) },
		"classify text": func(b []byte) { verdict.Classify("", Reply{ErrText: string(b), ReceivedAt: noon}) },
		"limits": func(b []byte) {
			verdict.Limits(Reply{Headers: map[string][]string{"x-ratelimit-reset": {string(b)}}, ReceivedAt: noon})
		},
	}
	for _, d := range dialects {
		all[d.Name()+" stream"] = func(b []byte) { stream(d, b) }
		all[d.Name()+" ask"] = func(b []byte) { d.Ask(Attempt{Body: b}) }
		all[d.Name()+" body"] = func(b []byte) { d.Used(Reply{Status: 200, Body: b}) }
	}
	return all
}()

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

func stream(d Dialect, body []byte) {
	s := d.NewStream()
	for i := 0; i < len(body); i += 64 << 10 {
		s.Write(body[i:min(i+64<<10, len(body))])
	}
	s.Progress()
}
