package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzMembers compares with encoding/json: what it takes for a compact object
// Members takes too, with the same members, and nothing else.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"a":1}`, `{"a":-0.5e+10,"b":[true,false,null,{}],"c":{"d":"e"}}`, `{"\u00e9\ud83d\ude00\ud800":"\"\\\/\b\f\n\r\t"}`,
		`{"a":1,}`, `{"a" :1}`, `{"a":1}x`, `[]`, `{"a":01}`, `{"a":1.}`, `{"a":"` + "\xff" + `"}`, `{"a":1,"a":2}`, `{"":""}`, `{"a":--1}`, ` {}`,
		strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got := map[string]string{}
		err := Members(b, func(key string, v []byte) error {
			got[key] = string(v)
			sameValue(t, v)
			return nil
		})
		if errors.Is(err, errDepth) {
			return
		}
		var want map[string]json.RawMessage
		compact := isCompact(b) && json.Unmarshal(b, &want) == nil && want != nil
		if compact != (err == nil) {
			t.Fatalf("%q: encoding/json says %v, Members %v", b, compact, err)
		}
		if err != nil {
			return
		}
		plain := map[string]string{}
		for k, v := range want {
			plain[k] = string(v)
		}
		if !maps.Equal(plain, got) {
			t.Errorf("%q:\nMembers:       %q\nencoding/json: %q", b, got, plain)
		}
	})
}

// isCompact: no white space outside strings.
func isCompact(b []byte) bool {
	var out bytes.Buffer
	return json.Compact(&out, b) == nil && bytes.Equal(out.Bytes(), b)
}

// sameValue: the decoders of values agree with encoding/json.
func sameValue(t *testing.T, v []byte) {
	t.Helper()
	var s string
	if got, err := String(v); (err == nil) != (json.Unmarshal(v, &s) == nil && v[0] == '"') || err == nil && got != s {
		t.Errorf("String(%q) = %q, %v; encoding/json: %q", v, got, err, s)
	}
	for range 2 { // the second time it is remembered
		if got, err := Word(v); (err == nil) != (json.Unmarshal(v, &s) == nil && v[0] == '"') || err == nil && got != s {
			t.Errorf("Word(%q) = %q, %v; encoding/json: %q", v, got, err, s)
		}
	}
	var i int64
	if got, err := Int(v); (err == nil) != (json.Unmarshal(v, &i) == nil && string(v) != "null") || err == nil && got != i {
		t.Errorf("Int(%q) = %d, %v", v, got, err)
	}
	var u uint64
	if got, err := Uint(v); (err == nil) != (json.Unmarshal(v, &u) == nil && string(v) != "null") || err == nil && got != u {
		t.Errorf("Uint(%q) = %d, %v", v, got, err)
	}
	var b bool
	if got, err := Bool(v); (err == nil) != (json.Unmarshal(v, &b) == nil && string(v) != "null") || err == nil && got != b {
		t.Errorf("Bool(%q) = %v, %v", v, got, err)
	}
}

// FuzzObject: what Object builds, encoding/json reads back, and Members too.
func FuzzObject(f *testing.F) {
	f.Add("key", "value", int64(-1), uint64(1<<63), true)
	f.Add("\x00\x1f\"\\\u2028", "\xff\xfe\x80é😀\x7f", int64(0), uint64(0), false)
	f.Fuzz(func(t *testing.T, key, s string, i int64, u uint64, b bool) {
		var o Object
		body := o.Open().String("s", s).Int("i", i).Uint("u", u).Bool("b", b).Time("t", noon).
			Spans("m", []Span{{u, u}}).Raw("r", []byte(`[]`)).String("k"+key, s).Close()
		var got struct {
			S string
			I int64
			U uint64
			B bool
			M [][2]uint64
		}
		var all map[string]any
		if err := errors.Join(json.Unmarshal(body, &all), Members(body, func(string, []byte) error { return nil })); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		delete(all, "k"+key) // "kS" and the like would match a field
		rest, _ := json.Marshal(all)
		if err := json.Unmarshal(body[:bytes.Index(body, []byte(`,"t":`))], &got); err == nil {
			t.Fatal("cut short, and read")
		}
		if err := json.Unmarshal(rest, &got); err != nil && i < 1<<53 && i > -1<<53 && u < 1<<53 {
			t.Fatalf("%s: %v", rest, err)
		}
		if got.S != strings.ToValidUTF8(s, "\ufffd") && utf8.ValidString(s) {
			t.Errorf("%q became %q", s, got.S)
		}
		spans, err := Spans([]byte("[[" + strconv.FormatUint(u, 10) + "," + strconv.FormatUint(u, 10) + "]]"))
		if err != nil || len(spans) != 1 || spans[0].Count() != 1 {
			t.Errorf("%v, %v", spans, err)
		}
	})
}
