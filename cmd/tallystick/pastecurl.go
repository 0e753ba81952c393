package main

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// isVerbose tells what `curl -v` printed: it begins with a note ("* Trying ..."), or it has a
// response whose lines are marked.
func isVerbose(text []byte) bool {
	return bytes.HasPrefix(text, []byte("* ")) || bytes.HasPrefix(text, []byte("< HTTP/")) || bytes.Contains(text, []byte("\n< HTTP/"))
}

// curlNoise is what curl prints about bytes under way: "{ [320 bytes data]", its progress table.
var curlNoise = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[{}] \[\d+ bytes data\]|--:--:--|^\s*% Total|^\s*Dload\s+Upload`)
})

// verbose is a `curl -v` text taken apart by the marks of its lines.
//
//   - a note                         the last one may be all there is to know
//     > POST /v1/chat/completions      what was sent: only its path and host are looked at
//     < HTTP/2 429                     what came back, again from the start after a redirect
//     curl: (28) Operation timed out   why there is no response, or only half of one
//     {"error": ...}                   anything else is body
type verbose struct {
	path, host   string
	head, body   []string
	note, reason string
}

// readVerbose makes an outcome of what `curl -v` printed.
func readVerbose(text []byte) (paste, error) {
	var v verbose
	for _, line := range strings.Split(strings.ReplaceAll(string(onlyLF(text)), "\r", "\n"), "\n") {
		v.add(line)
	}
	p := paste{kind: "what curl -v printed", url: v.url()}
	if len(v.head) == 0 {
		p.outcome.ErrText = v.why()
		return p, nil
	}
	var err error
	p.outcome, err = readHead([]byte(strings.Join(v.head, "\n")))
	p.outcome.Body = []byte(strings.TrimSpace(strings.Join(v.body, "\n")))
	p.outcome.ErrText = v.reason
	return p, err
}

func (v *verbose) add(line string) {
	mark, rest, _ := strings.Cut(line, " ")
	switch {
	case mark == "*":
		v.noted(rest)
	case mark == ">":
		v.sent(rest)
	case mark == "<" && strings.HasPrefix(rest, "HTTP/"):
		v.head, v.body = []string{rest}, nil
	case mark == "<":
		v.head = append(v.head, rest)
	case strings.HasPrefix(line, "curl: ("):
		v.reason = line
	case !curlNoise().MatchString(line):
		v.body = append(v.body, bareBody(line))
	}
}

// noted keeps the last note that tells something; closing the connection never does.
func (v *verbose) noted(note string) {
	low := strings.ToLower(note)
	if !strings.HasPrefix(low, "closing") && !strings.HasPrefix(low, "shutting down") && !strings.HasPrefix(low, "connection #") {
		v.note = note
	}
}

// sent reads the request line and its host. No other line of a request is kept: a key is there.
func (v *verbose) sent(line string) {
	if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(name, "host") {
		v.host = strings.TrimSpace(value)
		return
	}
	words := strings.Fields(line)
	if len(words) == 3 && strings.HasPrefix(words[2], "HTTP/") {
		v.path = words[1]
	}
}

// bareBody cuts off the note that curl prints behind a body without a line end.
func bareBody(line string) string {
	for _, note := range []string{"* Connection #", "* Closing connection", "* shutting down"} {
		if i := strings.LastIndex(line, note); i >= 0 {
			return line[:i]
		}
	}
	return line
}

func (v *verbose) url() string {
	if v.host == "" {
		return ""
	}
	return bareURL("https://" + v.host + v.path)
}

func (v *verbose) why() string {
	if v.reason != "" {
		return v.reason
	}
	return v.note
}
