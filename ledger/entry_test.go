package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

// FuzzEntry: whatever the members, a line is JSON, and decoding gives back
// what was encoded; a line that was changed at any byte is not taken for it.
func FuzzEntry(f *testing.F) {
	f.Add(uint64(1), int64(0), "reserve", false, `{}`, uint16(3))
	f.Add(uint64(1<<63), noon.UnixMicro(), "a", true, `{"id":"x","n":[1,{"a":null}]}`, uint16(40))
	f.Add(uint64(7), int64(-1<<62), "head", false, `{"sum":"no"}`, uint16(90))
	f.Add(uint64(7), int64(1<<62), "x.y-z_0", true, `{"a":"\",\"sum\":\"0123456789abcdef\"}"}`, uint16(77))
	f.Fuzz(func(t *testing.T, seq uint64, micros int64, kind string, note bool, body string, at uint16) {
		if checkNew(kind, []byte(body)) != nil || seq == 0 {
			t.Skip("no entry: Append refuses it")
		}
		e := Entry{Seq: seq, At: storable(time.UnixMicro(micros)), Kind: kind, Note: note, Body: []byte(body)}
		raw, s := appendEntry(nil, e, noSum)
		raw = raw[:len(raw)-1]
		var any map[string]json.RawMessage
		if err := json.Unmarshal(raw, &any); err != nil {
			t.Fatalf("encoding/json does not read %s: %v", raw, err)
		}
		l, err := decode(bytes.Clone(raw))
		if err != nil || !l.follows(noSum) || l.sum != s {
			t.Fatalf("%s: %v", raw, err)
		}
		if l.follows(s) {
			t.Error("it follows any line")
		}
		opened := bytes.Clone(raw)
		l, _ = decode(opened)
		got := l.open(opened)
		if got.Seq != e.Seq || !got.At.Equal(e.At) || got.Kind != e.Kind || got.Note != e.Note || string(got.Body) != body {
			t.Errorf("in:  %+v\nout: %+v", e, got)
		}
		changed := bytes.Clone(raw)
		changed[int(at)%len(raw)] ^= 1
		if l, err := decode(changed); err == nil && l.follows(noSum) {
			t.Errorf("taken for good: %s", changed)
		}
	})
}

// FuzzDecode: any bytes give an entry that encodes to the same bytes, or an
// error; nothing panics.
func FuzzDecode(f *testing.F) {
	good, _ := appendEntry(nil, Entry{Seq: 5, At: noon, Kind: "reserve", Note: true, Body: []byte(`{"id":"x"}`)}, noSum)
	f.Add(good[:len(good)-1])
	f.Add([]byte(`{"seq":05,"at":"2026-02-30T00:00:00.000000Z","kind":"x","sum":"0123456789abcdef"}`))
	f.Add([]byte(`{"seq":99999999999999999999,"at":"`))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, raw []byte) {
		if l, err := decode(bytes.Clone(raw)); err == nil {
			text := bytes.Clone(raw)
			e := l.open(text)
			again, _ := appendEntry(nil, e, noSum)
			if !bytes.Equal(again[:len(again)-1-tailLen], raw[:len(raw)-tailLen]) {
				t.Errorf("decoded: %s\nencoded: %s", raw, again)
			}
		}
		_, _ = parseCheckpoint(raw)
		_, _ = parseHead(raw)
		_, _ = parseRepair(raw)
		_ = checkFormat(raw, noSum)
	})
}

// TestEntryLimits: each limit has a sentence and none is passed silently.
func TestEntryLimits(t *testing.T) {
	long := func(n int) []byte { return []byte(`{"x":"` + strings.Repeat("y", n) + `"}`) }
	for name, c := range map[string]struct {
		kind string
		body []byte
		want error
	}{
		"as long as can be":      {"count", long(MaxEntry - lineRoom - len("count") - 8), nil},
		"one byte longer":        {"count", long(MaxEntry - lineRoom - len("count") - 7), ErrTooLarge},
		"kind of MaxKind":        {strings.Repeat("k", MaxKind), []byte("{}"), nil},
		"kind of MaxKind+1":      {strings.Repeat("k", MaxKind+1), []byte("{}"), ErrInvalid},
		"no kind":                {"", []byte("{}"), ErrInvalid},
		"kind with a quote":      {`a"b`, []byte("{}"), ErrInvalid},
		"the ledger's own kind":  {"roll", []byte("{}"), ErrInvalid},
		"the ledger's member":    {"count", []byte(`{"sum":1}`), ErrInvalid},
		"the same, escaped":      {"count", []byte(`{"\u0073eq":1}`), ErrInvalid},
		"no object":              {"count", []byte(`[1]`), ErrInvalid},
		"nothing":                {"count", nil, ErrInvalid},
		"white space":            {"count", []byte(`{"a": 1}`), ErrInvalid},
		"a newline in a string":  {"count", []byte("{\"a\":\"\n\"}"), ErrInvalid},
		"MaxDepth":               {"count", nest(MaxDepth), nil},
		"MaxDepth+1":             {"count", nest(MaxDepth + 1), ErrInvalid},
		"more after the object":  {"count", []byte(`{}{}`), ErrInvalid},
		"an object without end":  {"count", []byte(`{"a":1`), ErrInvalid},
		"a number JSON has not":  {"count", []byte(`{"a":01}`), ErrInvalid},
		"a word JSON has not":    {"count", []byte(`{"a":nul}`), ErrInvalid},
		"an escape JSON has not": {"count", []byte(`{"a":"\x41"}`), ErrInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			l, s := open(t, t.TempDir()+"/ledger", Options{Durability: OS})
			err := l.Update(t.Context(), func(tx *Tx) error {
				_, err := tx.Append(c.kind, c.body)
				if errors.Is(err, ErrNewerFormat) { // this State knows "count" only
					_, err = tx.Note(c.kind, c.body)
				}
				return err
			})
			if c.want != nil && !errors.Is(err, c.want) || c.want == nil && err != nil && !errors.Is(err, ErrNewerFormat) {
				t.Errorf("%.200v", err)
			}
			mustAdd(t, l, "after")
			if got := view(t, l, s); got.ids["after"] == 0 {
				t.Error("nothing goes on after it")
			}
		})
	}
}

// nest is an object n levels deep.
func nest(n int) []byte {
	return []byte(strings.Repeat(`{"a":`, n-1) + "{}" + strings.Repeat("}", n-1))
}

// BenchmarkDecode is what start-up and catch-up pay for each line of 350 bytes.
func BenchmarkDecode(b *testing.B) {
	body := new(Object).Open().String("id", "0190c5a2-7b6e-7cc1-8f3a-1b2c3d4e5f60").String("pool", "default").
		String("source", "cron").String("model", "gpt-5.2-mini").Uint("calls", 1).Uint("tokens", 2048).String("padding", padding[:120]).Close()
	raw, _ := appendEntry(nil, Entry{Seq: 123456, At: noon, Kind: "reserve", Body: body}, noSum)
	raw = raw[:len(raw)-1]
	text := make([]byte, len(raw))
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		copy(text, raw)
		l, err := decode(text)
		if err != nil || !l.follows(noSum) {
			b.Fatal(err)
		}
		l.open(text)
	}
}
