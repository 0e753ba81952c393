package rpc

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzQuick: what quick takes, the decoder takes too, and to the same.
func FuzzQuick(f *testing.F) {
	for _, seed := range []string{
		`{"reservation":"r","chunk":"data: {\"a\":\"\\\/\b\f\n\r\té\"}\n\n"}`, ` { "reservation" : "r" , "chunk_b64" : "AA==" } `,
		`{"chunk":"a","chunk":"b"}`, `{"chunk":"\u00e9"}`, `{"chunk":"` + "\x01" + `"}`, `{"chunk":"\x"}`, `{"chunk":"\"}`, `{"chunk":"a"}x`,
		`{"chunk":"a",}`, `{"chunk":null}`, `{"Chunk":"a"}`, `{"other":"a"}`, `{"chunk" "a"}`, `{"chunk":"a" "reservation":"r"}`, `{}`, `{`, `}`, `[]`, ``,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, params string) {
		if !utf8.ValidString(params) {
			return // no line with that comes so far
		}
		var quick, want StreamParams
		if !quick.quick([]byte(params)) {
			if quick != want {
				t.Errorf("%q was left half done: %+v", params, quick)
			}
			return
		}
		d := json.NewDecoder(strings.NewReader(params))
		d.DisallowUnknownFields()
		if err := d.Decode(&want); err != nil || quick != want {
			t.Errorf("%q:\nquick:   %+v\ndecoder: %+v, %v", params, quick, want, err)
		}
	})
}

// TestQuickIsUsed: what shims write, with every short escape, needs no decoder.
func TestQuickIsUsed(t *testing.T) {
	chunk := "data: {\"a\":\"\\ / \t é 😀\"}\r\n\n\b\f"
	var p StreamParams
	if !p.quick([]byte(`{"reservation":"r","chunk":"data: {\"a\":\"\\ / \t é 😀\"}\r\n\n\b\f"}`)) || p.Chunk != chunk || p.Reservation != "r" {
		t.Errorf("%+v", p)
	}
}
