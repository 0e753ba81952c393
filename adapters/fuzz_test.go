package adapters

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// tree reads any JSON with the cursor into what encoding/json makes of it.
func tree(c *cursor) any {
	switch c.peek() {
	case '{':
		m := map[string]any{}
		c.object(func(key []byte) { m[valid(key)] = tree(c) })
		return m
	case '[':
		list := []any{}
		c.array(func() { list = append(list, tree(c)) })
		return list
	case '"':
		return valid(plain(c.raw()))
	}
	switch lit := string(c.literal()); lit {
	case "true", "false":
		return lit == "true"
	case "null":
		return nil
	default:
		return json.Number(lit)
	}
}

// valid replaces invalid UTF-8 as encoding/json does: one U+FFFD a byte.
func valid(s []byte) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		b.WriteRune(r)
		s = s[n:]
	}
	return b.String()
}

// The cursor and encoding/json agree on all valid JSON; on everything else the cursor ends.
func FuzzCursor(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e3,"x\n\u00e9\ud83d\ude42\ud83d",null,true,{}],"b":{"c":"\\\""}}`, `"\\"`, `[`, `{"a`, `{"a":1,,}`, "\"\xff\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if deep(data) {
			return // the test's own recursion
		}
		got := tree(&cursor{b: data})
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		var want any
		if !json.Valid(data) || d.Decode(&want) != nil {
			return
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q:\n got %#v\nwant %#v", data, got, want)
		}
	})
}

func deep(data []byte) bool {
	return bytes.Count(data, []byte("{"))+bytes.Count(data, []byte("[")) > 1000
}

func addFixtures(f *testing.F) {
	for _, x := range fixtures(f) {
		f.Add(x.stream, uint16(7))
		f.Add(x.body, uint16(1))
	}
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"a"), uint16(3))
	f.Add([]byte("event: error\r\ndata: {}\r\n\r\n"), uint16(2))
}

// Any bytes, cut anywhere, give the same sane facts in every dialect, and no panic.
func FuzzStream(f *testing.F) {
	addFixtures(f)
	f.Fuzz(func(t *testing.T, data []byte, piece uint16) {
		for _, d := range dialects {
			whole, cut := d.NewStream(), d.NewStream()
			whole.Write(data)
			for rest := data; len(rest) > 0; {
				n := min(int(piece)+1, len(rest))
				cut.Write(rest[:n])
				rest = rest[n:]
			}
			a, b := whole.Progress(), cut.Progress()
			if !reflect.DeepEqual(a, b) {
				t.Errorf("%s: whole %+v, in pieces of %d %+v", d.Name(), a, piece+1, b)
			}
			sane(t, d.Name(), a.Used)
			sane(t, d.Name(), d.Used(Reply{Status: 200, Body: data}))
		}
	})
}

func sane(t *testing.T, name string, u Used) {
	t.Helper()
	for _, n := range []int64{u.Tokens.Input, u.Tokens.CachedInput, u.Tokens.CacheWrite, u.Tokens.Output, u.Tokens.Reasoning} {
		if n < 0 || n > MaxUsage {
			t.Errorf("%s: insane tokens %+v", name, u.Tokens)
		}
	}
	if u.CacheWriteHour < 0 || u.CacheWriteHour > u.Tokens.CacheWrite || u.Cost.Nano < 0 || u.Cost.Nano > MaxCost {
		t.Errorf("%s: insane parts %+v", name, u)
	}
	if u.OutputBytes < 0 || u.OutputTokens < 0 || len(u.Model) > 4*MaxName || len(u.RequestID) > 4*MaxName {
		t.Errorf("%s: insane %+v", name, u)
	}
}

// Any request body gives an Ask, and its numbers are sane.
func FuzzAsk(f *testing.F) {
	estimates, _ := os.ReadFile(filepath.Join("testdata", "estimate.txtar"))
	f.Add("http://h/v1/chat/completions", estimates, int64(0))
	f.Add("http://h/v1/responses", []byte(`{"model":"m","input":[{"content":[{"type":"input_text","text":"x"}]}],"max_output_tokens":-1}`), int64(9))
	f.Add("http://h/v1/messages", []byte(`{"model":"m","messages":[[[{"input":{"a":[]}}]]],"max_tokens":1e99}`), int64(-1))
	f.Add("http://h/v1/embeddings", bytes.Repeat([]byte(`{"input":[`), 5000), int64(1)<<62)
	f.Add("http://h/v1beta/models/m:generateContent", []byte(`{"request":{"contents":[{"parts":[{"functionCall":{"args":{}}}]}],"generationConfig":{"maxOutputTokens":9e99}}}`), int64(2))
	f.Add("http://h/model/%2F%2f/converse-stream", []byte(`{"messages":[{"content":[{"toolUse":{"input":[]}}]}],"inferenceConfig":{"maxTokens":"7"}}`), int64(3))
	f.Add("http://h/v1/audio/transcriptions", []byte("--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nm\r\n--b; filename=\""), int64(4))
	f.Add("http://h/api/chat", []byte(`{"model":"m","messages":[{"images":["a","b",["c"]]}],"options":{"num_predict":-2}}`), int64(5))
	f.Add("http://h/v1/messages/batches", []byte(`{"requests":[{"params":{"max_tokens":9e18}},{"params":{"max_tokens":9e18,"model":"m"}}]}`), int64(8))
	f.Add("https://api.cloudflare.com/ai/run/@", []byte(`{"messages":[{"content":"x"}],"max_tokens":-1}`), int64(9))
	f.Add("http://h/generate", []byte(`{"inputs":"x","parameters":{"max_new_tokens":1e9,"best_of":1e12}}`), int64(10))
	f.Add("http://h/v1/chat/completions", withPicture("gpt-4o", pngOf(1024, 1024), "high"), int64(6))
	f.Add("http://h/v1/messages", withPicture("claude-x", jpegOf(3000, 2000, 70_000), ""), int64(7))
	f.Fuzz(func(t *testing.T, url string, body []byte, size int64) {
		ask := Describe(Attempt{URL: url, Body: body, BodyBytes: size})
		if ask.MediaTokens < 0 || ask.MediaTokens > ask.InputTokens || ask.InputTokens > MaxUsage || ask.MaxOutput < 0 || ask.MaxOutput > MaxUsage || len(ask.Model) > 4*MaxName {
			t.Errorf("insane %+v", ask)
		}
	})
}

// Any bytes are a file of some kind or of none, as they are and in base64 alike, and what it
// costs on any model is sane.
func FuzzFile(f *testing.F) {
	for _, b := range [][]byte{pngOf(3, 4), gifOf(5, 6), jpegOf(7, 8, 300), webpOf("VP8X", 9, 10), webpOf("VP8L", 9, 10), wavOf(16_000, 3),
		[]byte("%PDF-1.7\n1 0 obj <</Type /Page /Parent 2 0 R>>"), []byte("%PDF-1.4 <</Linearized 1/L 9/N 12/O 3>>"), []byte("\xff\xfb\x90\x00"), []byte("\x00\x00\x00\x20ftypmp42")} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		plain, coded := inspect(plainBytes(data)), inspect(base64Bytes([]byte(base64.StdEncoding.EncodeToString(data))))
		if coded.seconds -= plain.seconds; coded.seconds < -1 || coded.seconds > 1 { // a length in base64 is known to two bytes
			t.Errorf("plain %+v, in base64 %d seconds more", plain, coded.seconds)
		}
		if coded.seconds = plain.seconds; coded != plain && plain.pages < 1 {
			t.Errorf("plain %+v, in base64 %+v", plain, coded)
		}
		for i := range formulas {
			if n := formulas[i].tokens(plain); n < 1 || plain.kind == picture && n > MaxPicture {
				t.Errorf("%+v costs %d on %s", plain, n, formulas[i].family)
			}
		}
	})
}
