package rpc

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestParse shows what is taken, and with which id a refusal goes out.
func TestParse(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, row := range []struct {
		name, line string
		id, method string
		code       int64
	}{
		{"a request", `{"jsonrpc":"2.0","id":7,"method":"status"}`, "7", "status", 0},
		{"spaces everywhere", ` { "jsonrpc" : "2.0" , "id" : 0 , "method" : "status" , "params" : { } } `, "0", "status", 0},
		{"a string id", `{"jsonrpc":"2.0","id":"a\"b","method":"status"}`, `"a\"b"`, "status", 0},
		{"a notification", `{"jsonrpc":"2.0","method":"stream","params":{}}`, "", "stream", 0},
		{"unknown members", `{"jsonrpc":"2.0","id":1,"method":"status","meta":{"trace":[1,{"a":"]"}]}}`, "1", "status", 0},
		{"a name written with escapes", `{"jsonrpc":"2.0","i\u0064":1,"method":"stat\u0075s"}`, "1", "status", 0},
		{"the largest id", `{"jsonrpc":"2.0","id":9007199254740991,"method":"status"}`, "9007199254740991", "status", 0},
		{"as deep as it may be", `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":` + deep(MaxDepth-2) + `}}`, "1", "x", 0},

		{"nothing", ``, "", "", CodeParse},
		{"no JSON", `reserve please`, "", "", CodeParse},
		{"a number", `42`, "", "", CodeInvalidRequest},
		{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"status"}]`, "", "", CodeInvalidRequest},
		{"a broken batch", `[{"jsonrpc"`, "", "", CodeParse},
		{"cut", `{"jsonrpc":"2.0","id":1,"method":"stat`, "", "", CodeParse},
		{"two messages", `{"jsonrpc":"2.0","id":1,"method":"status"}{}`, "", "", CodeParse},
		{"a comma too many", `{"jsonrpc":"2.0","id":1,"method":"status",}`, "", "", CodeParse},
		{"a broken member nobody reads", `{"jsonrpc":"2.0","id":1,"method":"status","x":nope}`, "", "", CodeParse},
		{"invalid UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", "1", "", CodeParse},
		{"id null", `{"jsonrpc":"2.0","id":null,"method":"status"}`, "", "", CodeInvalidRequest},
		{"id -1", `{"jsonrpc":"2.0","id":-1,"method":"status"}`, "", "", CodeInvalidRequest},
		{"id 1.5", `{"jsonrpc":"2.0","id":1.5,"method":"status"}`, "", "", CodeInvalidRequest},
		{"id 1e2", `{"jsonrpc":"2.0","id":1e2,"method":"status"}`, "", "", CodeInvalidRequest},
		{"id true", `{"jsonrpc":"2.0","id":true,"method":"status"}`, "", "", CodeInvalidRequest},
		{"id in a list", `{"jsonrpc":"2.0","id":[1],"method":"status"}`, "", "", CodeInvalidRequest},
		{"id 2^53", `{"jsonrpc":"2.0","id":9007199254740992,"method":"status"}`, "", "", CodeInvalidRequest},
		{"id 007", `{"jsonrpc":"2.0","id":007,"method":"status"}`, "", "", CodeParse},
		{"id too long", `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", MaxIDBytes+1) + `","method":"status"}`, "", "", CodeInvalidRequest},
		{"two ids", `{"jsonrpc":"2.0","id":1,"id":2,"method":"status"}`, "1", "", CodeInvalidRequest},
		{"no version", `{"id":1,"method":"status"}`, "1", "", CodeInvalidRequest},
		{"version 1.0", `{"jsonrpc":"1.0","id":1,"method":"status"}`, "1", "", CodeInvalidRequest},
		{"no method", `{"jsonrpc":"2.0","id":1}`, "1", "", CodeInvalidRequest},
		{"method 5", `{"jsonrpc":"2.0","id":1,"method":5}`, "1", "", CodeInvalidRequest},
		{"an answer", `{"jsonrpc":"2.0","id":1,"result":{}}`, "1", "", CodeInvalidRequest},
		{"params in a list", `{"jsonrpc":"2.0","id":1,"method":"status","params":[]}`, "1", "", CodeInvalidParams},
		{"params null", `{"jsonrpc":"2.0","id":1,"method":"status","params":null}`, "1", "", CodeInvalidParams},
		{"too deep", `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":` + deep(MaxDepth-1) + `}}`, "1", "", CodeInvalidRequest},
	} {
		t.Run(row.name, func(t *testing.T) {
			m, bad := parse([]byte(row.line))
			var code int64
			if bad != nil {
				code = bad.Code
			}
			if m.id != row.id || code != row.code || bad == nil && m.method != row.method {
				t.Fatalf("id %q, method %q, error %v; want %q, %q, code %d", m.id, m.method, bad, row.id, row.method, row.code)
			}
		})
	}
}

// TestErrorsQuoteNothing keeps what a host wrote out of errors: a line may hold
// a prompt or, by mistake, a key.
func TestErrorsQuoteNothing(t *testing.T) {
	const secret = "sk-proj-verysecret"
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"reserve","params":{"request":{"key":"` + secret + `","model":"m"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"reserve","params":{"request":{"key":["` + secret + `"],"model":"m"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"reserve","params":{"request":{"body_b64":"` + secret + `"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"reserve","params":{"request":{"body":"` + secret,
		`{"jsonrpc":"2.0","id":1,"method":"reserve","params":{"request":"` + secret + `"}}`,
		`{"jsonrpc":"2.0","id":"` + secret + strings.Repeat("x", MaxIDBytes) + `","method":"reserve"}`,
	} {
		said := sayTo(t, &service{till: &fakeTill{}}, line)
		if said == "" || strings.Contains(said, secret) {
			t.Errorf("%s\nwas answered: %q", line, said)
		}
	}
}

// sayTo runs one line without a connection and gives the text of its error.
func sayTo(t *testing.T, s Service, line string) string {
	t.Helper()
	m, bad := parse([]byte(line))
	if bad != nil {
		return bad.Message
	}
	task, _, bad := prepare(s, m)
	if bad != nil {
		return bad.Message
	}
	if _, err := task.run(t.Context()); err != nil {
		return toWire(err).Message
	}
	return ""
}

// FuzzCodec gives the wire any line. Whatever parse takes must be what
// encoding/json reads in it, whatever it refuses must be refused for a reason,
// and no parameters make a method fall over.
func FuzzCodec(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"reserve","params":{"request":{"model":"m"}}}`,
		`{"jsonrpc":"2.0","method":"stream","params":{"chunk":"\"\\"}}`,
		`{"jsonrpc":"2.0","id":"é","method":"x","meta":[[{}]],"params":{}}`,
		`{"jsonrpc":"2.0","id":1,"method":"record","params":{"reservation":"r","outcome":{"headers":{"a":["b"]},"usage":{"input_tokens":-1},"body_b64":"YQ=="}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"classify","params":{"request":{"url":"https://u@h?k"},"outcome":{"error":{"type":"x"}},"deadline_ms":-9}}`,
		`[{"jsonrpc":"2.0"}]`, `{"id":1,"id":2}`, `{"a":"\ud800"}`, "{\"a\":\"\xff\"}", `{"params":{]}`, `"`, `{`, ``, `{}x`, `{"i\u0064":3}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		m, bad := parse(line)
		valid := json.Valid(line) && utf8.Valid(line)
		if bad != nil {
			if valid && bad.Code == CodeParse {
				t.Fatalf("good JSON was called malformed: %v", bad)
			}
			return
		}
		if (m.params == nil || json.Valid(m.params)) != valid {
			t.Fatalf("the line is valid: %v, but its params say otherwise", valid)
		}
		if valid {
			sameMembers(t, line, m)
			sayTo(t, &service{till: &fakeTill{}}, string(line))
		}
	})
}

func sameMembers(t *testing.T, line []byte, m message) {
	t.Helper()
	var want map[string]json.RawMessage
	if err := json.Unmarshal(line, &want); err != nil {
		t.Fatalf("taken, but no object: %v", err)
	}
	var method string
	if err := json.Unmarshal(want["method"], &method); err != nil || method != m.method {
		t.Fatalf("method %q, want %q (%v)", m.method, method, err)
	}
	if string(want["id"]) != m.id || string(want["params"]) != string(m.params) {
		t.Fatalf("id %q, params %q; want %q, %q", m.id, m.params, want["id"], want["params"])
	}
}

// TestAnAnswerThatCannotBeEncoded: somebody waits for it, so it becomes an error.
func TestAnAnswerThatCannotBeEncoded(t *testing.T) {
	var out bytes.Buffer
	c := newCodec(strings.NewReader(""), &out)
	c.answer("7", LimitStatus{WarnAt: []float64{math.Inf(1)}}, nil)
	if got := out.String(); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,`) || strings.Count(got, "\n") != 1 || !json.Valid(out.Bytes()) {
		t.Fatalf("got %q", got)
	}
}

// TestDecodersDoNotLeak: decoders are used again, and nothing of one message
// may turn up in another.
func TestDecodersDoNotLeak(t *testing.T) {
	for range 50 {
		for _, row := range []struct {
			params string
			good   bool
		}{
			{`{"reservation":"a"}`, true},
			{`{"reservation":"b"`, false},
			{`{"reservation":7}`, false},
			{`{"nope":"d"}`, false},
			{`{}`, true},
			{`{"reservation":"` + strings.Repeat("e", 3000) + `"}`, true},
		} {
			var p ReleaseParams
			if bad := decode([]byte(row.params), &p); (bad == nil) != row.good {
				t.Fatalf("%s: %v", row.params, bad)
			}
			if row.good && p.Reservation != strings.Trim(strings.TrimPrefix(row.params, `{"reservation":`), `"{}`) {
				t.Fatalf("%s became %q", row.params, p.Reservation)
			}
		}
	}
}
