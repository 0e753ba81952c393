package guard

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/ledger"
)

func entry(seq uint64, kind, body string) ledger.Entry {
	return ledger.Entry{Seq: seq, At: at("2026-11-29T12:00:00Z"), Kind: kind, Body: []byte(body)}
}

// What is written is valid JSON to others, and comes back as it was.
func FuzzReservation(f *testing.F) {
	f.Add("op", "cron", "beat \"x\"\n", "team", "blue", int64(200), int64(900), int64(100), 1, true)
	f.Add("", "", "", "", "", int64(0), int64(0), int64(0), 0, false)
	f.Fuzz(func(t *testing.T, op, source, task, tag, value string, hold, worst, input int64, n int, est bool) {
		r := &reservation{
			id: "id", operation: clean(op), attempt: n, guard: "g", hold: hold, worst: max(worst, 0), input: input,
			estimated: est, begins: est && n%3 == 0, state: Held, seq: 7, at: at("2026-11-29T12:00:00Z"),
		}
		r.subject.Pool, r.subject.Source, r.subject.Task = "default", clean(source), clean(task)
		if est {
			r.sized = sized{text: hold / 2, wide: worst / 3, media: input, partial: n%2 == 0}
		}
		if tag = clean(tag); tag != "" {
			r.subject.Tags = map[string]string{tag: clean(value)}
		}
		var o ledger.Object
		body := r.encode(&o, 3)
		roundTrip(t, body)
		got, err := decodeReservation(entry(7, kindReserve, string(body)))
		if err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%+v, want %+v: %v", got, r, err)
		}
	})
}

// clean is a text as JSON can carry it.
func clean(s string) string {
	b, _ := json.Marshal(s)
	var out string
	_ = json.Unmarshal(b, &out)
	return out
}

func roundTrip(t *testing.T, body []byte) {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatalf("not JSON: %v: %s", err, body)
	}
}

func FuzzRecording(f *testing.F) {
	f.Add("id", uint64(7), int64(1), int64(2), int64(3), "over_hold", 429, "rate_limited", int64(3000), true, int64(1500), "because")
	f.Add("id", uint64(7), int64(1), int64(2), int64(3), "", 429, "quota_exhausted", int64(-1), false, int64(0), "quota")
	f.Add("id", uint64(7), int64(1), int64(2), int64(3), "", 429, "quota_exhausted", int64(90000), false, int64(0), "quota")
	f.Fuzz(func(t *testing.T, id string, of uint64, in, out, cached int64, mark string, status int, class string, after int64, again bool, wait int64, why string) {
		if wait = wait % (1 << 40); !again {
			wait = 0
		}
		c := &recording{
			id: clean(id), of: of, state: Settled, tokens: adapters.Tokens{Input: in, Output: out, CachedInput: cached},
			estimated: again, status: status, request: "req", remaining: "a=b", model: "m", elapsed: 1500 * time.Millisecond,
			verdict: &adapters.Verdict{
				Class: adapters.Class(clean(class)), Retryable: adapters.No, Scope: "key", Window: "day",
				RetryAfter: -1, Until: at("2026-12-01T00:00:00Z"), BeforeWork: true, Evidence: "rule",
			},
			retry: &Retry{Retry: again, Wait: time.Duration(wait) * time.Millisecond, Reason: clean(why)},
		}
		if again {
			c.retry.At = at("2026-11-29T12:00:00Z").Add(c.retry.Wait)
		} else {
			c.retry.At = c.verdict.Until
		}
		if after >= 0 && after < 1<<40 {
			c.verdict.RetryAfter = time.Duration(after) * time.Millisecond
			if !again && after > 0 {
				c.retry.At = at("2026-11-29T12:00:00Z").Add(c.verdict.RetryAfter)
			}
		}
		if mark = clean(mark); mark != "" {
			c.flags = []string{mark}
		}
		var o ledger.Object
		body := c.encode(&o)
		roundTrip(t, body)
		got, err := decodeRecording(entry(8, kindRecord, string(body)))
		if err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("%+v %+v %+v\nwant %+v %+v %+v: %v", got, got.verdict, got.retry, c, c.verdict, c.retry, err)
		}
	})
}

// Any entry is folded or refused with an error, never a panic; and a state
// that took it goes through its snapshot unchanged.
func FuzzFold(f *testing.F) {
	for kind := range folds {
		f.Add(kind, `{}`)
	}
	f.Add(kindReserve, `{"id":"a","op":"o","attempt":1,"guard":"g","pool":"p","tokens":-5,"tags":{"a":"b"}}`)
	f.Add(kindRecord, `{"id":"r","of":4,"state":"settled","input":1,"output":-9223372036854775808}`)
	f.Add(kindStart, `{"set":"s","limit":"day","holds":[["v",1,2,3],[]]}`)
	f.Add(kindReserve, `{"id":"b","op":"b","text":-5,"wide":9223372036854775807,"media":1}`)
	f.Add(kindMissing, `{"first":1,"last":3,"state":"settled","tokens":7}`)
	f.Add("repaired", `{"file":"x","missing":[[1,3],[2,9]]}`)
	f.Add("unheard", `{"a":1}`)
	f.Fuzz(func(t *testing.T, kind, body string) {
		s := newState()
		for _, e := range []ledger.Entry{
			entry(1, "head", `{"format":1,"file":1,"date":"2026-11-29"}`),
			entry(2, kindCreated, `{"zone":"Asia/Kathmandu"}`),
			entry(3, kindLimits, `{"set":"a","config":{"week_start":"monday","durability":"os","limits":[{"name":"day","window":"day","per":"task","calls":9,"warn_at":[0.1]},{"name":"r","window":"rolling:5h","tokens":9}]}}`),
			entry(4, kindReserve, `{"id":"r","op":"o","attempt":1,"guard":"g","pool":"default","calls":1,"tokens":50}`),
		} {
			if err := s.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Apply(entry(6, kind, body)); err != nil {
			return
		}
		snapshot := s.Snapshot(nil)
		again := newState()
		if err := again.Restore(snapshot); err != nil {
			t.Fatal(err)
		}
		if string(again.Snapshot(nil)) != string(snapshot) {
			t.Error("the snapshot changed on its way")
		}
	})
}

// Any bytes are a snapshot or an error.
func FuzzRestore(f *testing.F) {
	f.Add(newState().Snapshot(nil))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		_ = newState().Restore(b)
	})
}

// A snapshot keeps every field of what it carries.
func TestSnapshotIsWhole(t *testing.T) {
	s := newState()
	for i, e := range []ledger.Entry{
		entry(1, "head", `{"format":1,"file":1,"date":"2026-11-29"}`),
		entry(2, kindCreated, `{"zone":"Asia/Kathmandu","by":"ann"}`),
		entry(3, kindStart, `{"set":"a","limit":"day","holds":[["v",1764396000,2,3]]}`),
		entry(4, kindLimits, `{"set":"a","starts":1,"config":{"week_start":"monday","durability":"os","limits":[{"name":"day","window":"day","per":"task","calls":9,"warn_at":[0.1]},{"name":"r","window":"rolling:5h","tokens":900}]}}`),
		entry(5, kindGuard, `{"guard":"g","host":"python","pid":7}`),
		entry(6, kindReserve, `{"id":"r","op":"o","attempt":2,"guard":"g","pool":"p","source":"s","task":"t","run":"u","tags":{"a":"b"},"provider":"x","key":"fp:1","model":"m","calls":1,"tokens":50,"worst":70,"input":20,"text":3,"wide":4,"media":5,"partial":true,"est":true,"begins":true}`),
		entry(7, kindReserve, `{"id":"r2","op":"o2","attempt":1,"guard":"g","pool":"p","calls":1,"tokens":50,"model":"m"}`),
		entry(8, kindRecord, `{"id":"r2","of":7,"state":"settled","input":5,"output":9,"class":"overloaded","retry":true,"wait_ms":3000}`),
		entry(9, kindPause, `{"pool":"p","by":"ann","why":"x"}`),
		entry(10, kindBudget, `{"on":false}`),
		entry(12, "repaired", `{"file":"f","missing":[[11,11]]}`),
		entry(13, kindInvalid, `{"digest":"d","error":"e"}`),
		entry(14, kindStart, `{"set":"b","limit":"day","holds":[["w",1,2,3]]}`),
		entry(15, kindReserve, `{"id":"r3","op":"o3","attempt":1,"guard":"g","pool":"p","calls":1,"tokens":50,"model":"m","input":900,"text":500,"wide":400,"est":true}`),
		entry(16, kindRecord, `{"id":"r3","of":15,"state":"settled","input":1100,"output":9}`),
	} {
		if err := s.Apply(e); err != nil {
			t.Fatal(i, err)
		}
	}
	if len(s.calibrations) != 1 || len(s.usual) != 1 {
		t.Fatalf("nothing was learnt: %v %v", s.calibrations, s.usual)
	}
	again := newState()
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if !again.answers.complete.Equal(s.latest) {
		t.Errorf("complete since %v, want %v", again.answers.complete, s.latest)
	}
	s.answers.reset()
	again.answers.reset()
	s.folding, s.today.from, s.today.to = 0, time.Time{}, time.Time{} // known by this process only
	if !reflect.DeepEqual(s, again) {
		a, _ := json.Marshal(s.events)
		b, _ := json.Marshal(again.events)
		t.Errorf("restored:\n%+v %s\nwant:\n%+v %s", again, b, s, a)
	}
}
