package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/guard"
)

// paste is one failure that somebody pasted.
type paste struct {
	outcome guard.Outcome
	kind    string // what it was taken for
	url     string // the url that was called where the paste shows it, without its query
	body    []byte // of the request, where the paste has it: it helps to tell the dialect
	entry   int    // its place in a HAR file, from 1; 0: no HAR file
}

// readPaste makes outcomes of what somebody pasted. Only a HAR file may hold several failures;
// the last one is the one that was asked about:
//
//	HTTP/1.1 429 Too Many ...        what curl -i prints
//	* Connected to ... < HTTP/2 429  what curl -v prints
//	{"log": {"entries": [...]}}      a HAR file, or one entry of it
//	{"status": 429, "body": ...}     an outcome as the wire has it
//	{"error": {...}}                 a body alone
//	openai.RateLimitError: ...       the text of an exception
func readPaste(text []byte, known *adapters.Known) ([]paste, error) {
	text = bytes.TrimSpace(plain(text))
	switch {
	case len(text) == 0:
		return nil, wrong("curl -si URL | tallystick classify", "there is nothing to classify")
	case bytes.HasPrefix(text, []byte("HTTP/")):
		o, err := readHTTP(text)
		return []paste{{outcome: o, kind: "an HTTP response"}}, err
	case isVerbose(text):
		p, err := readVerbose(text)
		return []paste{p}, err
	case json.Valid(text):
		if h, ok, err := readHAR(text); err != nil {
			return nil, err
		} else if ok {
			return h.failures(known)
		}
		o, kind := readJSON(text)
		return []paste{{outcome: o, kind: kind}}, nil
	}
	return []paste{{outcome: readException(string(text)), kind: "an exception"}}, nil
}

// plain is a text in UTF-8 without its byte order mark: PowerShell writes UTF-16 behind ">".
func plain(text []byte) []byte {
	utf8, _, err := transform.Bytes(unicode.BOMOverride(encoding.Nop.NewDecoder()), text)
	if err != nil {
		return text
	}
	return utf8
}

// readHTTP reads response heads until one is final: curl -i prints those of a
// proxy, of 100 Continue and of redirects before the one that counts.
func readHTTP(text []byte) (guard.Outcome, error) {
	rest := onlyLF(text)
	for {
		head, body, _ := bytes.Cut(rest, []byte("\n\n"))
		o, err := readHead(head)
		if err != nil {
			return o, err
		}
		if !bytes.HasPrefix(body, []byte("HTTP/")) {
			o.Body = body
			return o, nil
		}
		rest = body
	}
}

func onlyLF(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }

func readHead(head []byte) (guard.Outcome, error) {
	line, fields, _ := strings.Cut(string(head), "\n")
	words := strings.Fields(line)
	if len(words) < 2 {
		return guard.Outcome{}, wrong("paste all that curl -i printed", "the status line %q has no status", line)
	}
	status, err := strconv.Atoi(words[1])
	if err != nil {
		return guard.Outcome{}, wrong("paste all that curl -i printed", "the status %q is no number", words[1])
	}
	headers := map[string][]string{}
	scan := bufio.NewScanner(strings.NewReader(fields))
	scan.Buffer(nil, maxPaste)
	for scan.Scan() {
		if name, value, ok := strings.Cut(scan.Text(), ":"); ok {
			name = strings.ToLower(strings.TrimSpace(name))
			headers[name] = append(headers[name], strings.TrimSpace(value))
		}
	}
	return guard.Outcome{Status: status, Headers: headers}, nil
}

// readJSON tells an outcome from a body: an outcome has the body inside it.
func readJSON(text []byte) (guard.Outcome, string) {
	var outcome struct {
		Status  int            `json:"status"`
		Headers map[string]any `json:"headers"`
		Body    any            `json:"body"`
	}
	if json.Unmarshal(text, &outcome) != nil || outcome.Body == nil {
		return guard.Outcome{Body: text, Status: statusWithin(text)}, "a JSON body"
	}
	return guard.Outcome{Status: outcome.Status, Headers: headersOf(outcome.Headers), Body: bodyOf(outcome.Body)}, "an outcome in JSON"
}

// headersOf reads headers whose value is a string or a list of strings.
func headersOf(raw map[string]any) map[string][]string {
	headers := map[string][]string{}
	for name, value := range raw {
		values, isList := value.([]any)
		if !isList {
			values = []any{value}
		}
		for _, v := range values {
			headers[name] = append(headers[name], fmt.Sprint(v))
		}
	}
	return headers
}

func bodyOf(v any) []byte {
	if s, ok := v.(string); ok {
		return []byte(s)
	}
	b, _ := json.Marshal(v) // it came out of JSON
	return b
}

// statusWithin finds the HTTP status that some providers repeat in the body.
func statusWithin(body []byte) int {
	var b struct {
		Status, Code json.RawMessage
		Error        struct{ Status, Code json.RawMessage }
	}
	if json.Unmarshal(body, &b) != nil {
		return 0
	}
	for _, raw := range []json.RawMessage{b.Error.Code, b.Error.Status, b.Status, b.Code} {
		if n, err := strconv.Atoi(string(raw)); err == nil && n >= 400 && n < 600 {
			return n
		}
	}
	return 0
}

// Compiled on first use: `serve` must start in a few milliseconds.
var (
	errorClass = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^\s*([A-Za-z_][\w.]*(?:Error|Exception|Timeout|Reset|Refused|Denied|Limit))\b`)
	})
	errorStatus = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:error code|status code|status_code|statuscode|status|http|code|error)\D{0,3}([45]\d\d)\b`)
	})
)

// readException reads the last "Class: text" of a traceback, and the status and
// the JSON body that SDKs print into the text.
func readException(text string) guard.Outcome {
	o := guard.Outcome{ErrText: text}
	if all := errorClass().FindAllStringSubmatch(text, -1); len(all) > 0 {
		o.ErrType = all[len(all)-1][1]
	}
	if m := errorStatus().FindStringSubmatch(text); m != nil {
		o.Status, _ = strconv.Atoi(m[1])
	}
	from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if from >= 0 && to > from && json.Valid([]byte(text[from:to+1])) {
		o.Body = []byte(text[from : to+1])
	}
	return o
}
