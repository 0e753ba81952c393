package config

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/guard/window"
)

func day(calls int64) Limit {
	return Limit{Name: "day", Window: window.Spec{Kind: window.Day}, Calls: calls}
}

func cron() Limit {
	return Limit{Name: "cron", Match: map[string]string{"source": "cron"}, Window: window.Spec{Kind: window.Hour}, Calls: 60}
}

// An edit tells its story as before and after; everything but the change is the same byte.
func TestSetChangesOnlyItsLimit(t *testing.T) {
	sunday := time.Sunday
	rows := []struct {
		name          string
		before, after string
		set           Limit
	}{
		{"an empty file gets a commented start", "", start + `limits:
  - {name: day, window: day, calls: 500, tokens: 500000, warn_at: [0.8]}
  - {name: cron, match: {source: cron}, window: hour, calls: 60}
`, cron()},
		{"the default is changed by writing it out", "# mine\n", `# mine
limits:
  - {name: day, window: day, calls: 7}
`, day(7)},
		{"a number in a flow limit", `limits: # all of them
  # the day
  - {name: day, window: day, calls: 500}   # why 500
  - {name: x, window: day, calls: 1}
`, `limits: # all of them
  # the day
  - {name: day, window: day, calls: 7}   # why 500
  - {name: x, window: day, calls: 1}
`, day(7)},
		{"a number in a block limit", `limits:
- calls: 500 # Ünïcode before: ü
  # a day is a day
  window: day

  name: day
# end
`, `limits:
- calls: 7 # Ünïcode before: ü
  # a day is a day
  window: day

  name: day
# end
`, day(7)},
		{"what means the same keeps its spelling", `limits:
  - {"name": 'day', window: "day", calls: 1_000, mode: enforce}
`, `limits:
  - {"name": 'day', window: "day", calls: 1_000, mode: enforce, tokens: 5}
`, Limit{Name: "day", Window: window.Spec{Kind: window.Day}, Calls: 1000, Tokens: 5}},
		{"a new limit goes behind the last, as the list is indented", `limits:
- name: day
  window: day
  calls: 1 # one

# the end
`, `limits:
- name: day
  window: day
  calls: 1 # one
- {name: cron, match: {source: cron}, window: hour, calls: 60}

# the end
`, cron()},
		{"into a list on one line", "limits: []  # none yet\nzone: UTC", "limits: [{name: cron, match: {source: cron}, window: hour, calls: 60}]  # none yet\nzone: UTC", cron()},
		{"into a file on one line", "{version: 1}\n", "{version: 1, limits: [{name: day, window: day, calls: 7}]}\n", day(7)},
		{"a file without limits", "zone: UTC # here\n# last word", "zone: UTC # here\nlimits:\n  - {name: day, window: day, calls: 7}\n# last word", day(7)},
		{"keys come and go in a block", `limits:
  - per: task
    name: day
    warn_at:
      - 0.5   # half
      - 0.9
    window: day
    # about calls
    calls: 1
    mode: shadow # for now
`, `limits:
  - 
    name: day
    window: day
    # about calls
    calls: 1
    zone: Asia/Tokyo
    week_start: sunday
`, Limit{Name: "day", Window: window.Spec{Kind: window.Day}, Calls: 1, Zone: "Asia/Tokyo", WeekStart: &sunday}},
		{"keys come and go in a flow over lines", `limits: [
  {name: day,   # its name
   per: task,   # each
   window: day, calls: 1, # one
   mode: shadow },
]
`, `limits: [
  {name: day,   # its name
      # each
   window: day, calls: 1, # one
   tokens: 2 },
]
`, Limit{Name: "day", Window: window.Spec{Kind: window.Day}, Calls: 1, Tokens: 2}},
		{"inside match, comments stay", `limits:
  - name: cron
    match:
      source: batch # who
      task: mail
    window: hour
    calls: 60
`, `limits:
  - name: cron
    match:
      source: cron # who
      tags.team: "a b"
    window: hour
    calls: 60
`, Limit{Name: "cron", Match: map[string]string{"source": "cron", "tags.team": "a b"}, Window: window.Spec{Kind: window.Hour}, Calls: 60}},
		{"no match any more", "limits:\n  - name: day\n    match: {source: cron}\n    window: day\n    calls: 1\n", "limits:\n  - name: day\n    window: day\n    calls: 1\n", day(1)},
		{"windows line ends and a byte order mark", "\xef\xbb\xbflimits:\r\n  - {name: day, window: day, calls: 1}\r\n# end\r\n", "\xef\xbb\xbflimits:\r\n  - {name: day, window: day, calls: 1}\r\n  - {name: cron, match: {source: cron}, window: hour, calls: 60}\r\n# end\r\n", cron()},
		{"a limit that only counts", "limits: [{name: day, window: day, calls: 1}]", "limits: [{name: day, window: day, calls: 0}]", day(0)},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, err := Set([]byte(row.before), row.set)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != row.after {
				t.Errorf("got:\n%s\nwant:\n%s", got, row.after)
			}
			again, err := Set(got, row.set)
			if err != nil || string(again) != string(got) {
				t.Errorf("setting it again changes the file: %v\n%s", err, again)
			}
		})
	}
}

func TestRemoveTakesOnlyItsLimit(t *testing.T) {
	rows := []struct{ name, before, after, remove string }{
		{"in the middle, comments above stay", "limits:\n  - {name: a, window: day, calls: 1}\n  # why b\n  - name: b\n    window: day # daily\n    calls: 1\n\n  - {name: c, window: day, calls: 1}\n",
			"limits:\n  - {name: a, window: day, calls: 1}\n  # why b\n\n  - {name: c, window: day, calls: 1}\n", "b"},
		{"the first", "limits:\n- {name: a, window: day, calls: 1}\n- {name: b, window: day, calls: 1}\n", "limits:\n- {name: b, window: day, calls: 1}\n", "a"},
		{"the last, without a line end", "limits:\n- {name: a, window: day, calls: 1}\n- {name: b, window: day, calls: 1}", "limits:\n- {name: a, window: day, calls: 1}\n", "b"},
		{"the only one", "limits: # mine\n  # why\n  - {name: a, window: day, calls: 1}\nzone: UTC\n", "limits: [] # mine\n  # why\nzone: UTC\n", "a"},
		{"the only one, not indented", "limits:\n# why\n- name: a\n  window: day\n  calls: 1", "limits: []\n# why\n", "a"},
		{"the default", "zone: UTC\n", "zone: UTC\nlimits: []\n", "day"},
		{"on one line", "limits: [{name: a, window: day, calls: 1}, {name: b, window: day, calls: 1}]", "limits: [{name: a, window: day, calls: 1}]", "b"},
		{"a dash of its own", "limits:\n  -\n    # words\n    name: a\n    window: day\n    calls: 1\n  - {name: b, window: day, calls: 1}\n", "limits:\n  - {name: b, window: day, calls: 1}\n", "a"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, err := Remove([]byte(row.before), row.remove)
			if err != nil || string(got) != row.after {
				t.Errorf("%v\ngot:\n%s\nwant:\n%s", err, got, row.after)
			}
		})
	}
}

func TestAnEditThatCannotBeMadeLeavesTheFileAlone(t *testing.T) {
	rows := []struct {
		name, file, says string
		edit             func([]byte) ([]byte, error)
	}{
		{"a file that is wrong", "limts: []", "did you mean", func(b []byte) ([]byte, error) { return Set(b, cron()) }},
		{"a limit that is wrong", "", "more than 64", func(b []byte) ([]byte, error) {
			return Set(b, Limit{Name: strings.Repeat("x", 65), Window: window.Spec{Kind: window.Day}, Calls: 1})
		}},
		{"a negative ceiling", "", "not a whole number", func(b []byte) ([]byte, error) { return Set(b, day(-1)) }},
		{"no such limit", "", `no limit named "week": the names are "day"`, func(b []byte) ([]byte, error) { return Remove(b, "week") }},
		{"text over several lines", "limits:\n- window: day\n  calls: 1\n  name: >-\n    day\n", "by hand", func(b []byte) ([]byte, error) { return Remove(b, "day") }},
		{"one limit too many", fullOf(MaxLimits), "101 limits are more than 100: use per:", func(b []byte) ([]byte, error) { return Set(b, cron()) }},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, err := row.edit([]byte(row.file))
			var e *Error
			if got != nil || !errors.As(err, &e) || !strings.Contains(err.Error(), row.says) {
				t.Errorf("got %q, %v; want an *Error with %q", got, err, row.says)
			}
		})
	}
}

// fullOf is a file with n limits.
func fullOf(n int) string {
	var b strings.Builder
	b.WriteString("limits:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {name: l%d, window: day, calls: 1}\n", i)
	}
	return b.String()
}

// Random files in both styles, random limits: after each edit the file means what
// was asked for, every comment is still there, and lines about others are the same.
func TestEditsKeepEveryCommentAndMeanWhatWasAsked(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 60 {
		text, limits := randomFile(r)
		if r.IntN(3) == 0 {
			text, limits = randomFlowFile(r)
		}
		for range 5 {
			l := randomLimit(r, fmt.Sprint("n", r.IntN(6)))
			got, err := Set([]byte(text), l)
			if err != nil {
				t.Fatalf("%v\n%s\nset %s", err, text, l.flow())
			}
			limits[l.Name] = l
			if r.IntN(3) == 0 {
				name := fmt.Sprint("n", r.IntN(6))
				if _, ok := limits[name]; ok {
					before := got
					if got, err = Remove(got, name); err != nil {
						t.Fatalf("%v\n%s\nremove %s", err, before, name)
					}
					delete(limits, name)
				}
			}
			checkEdit(t, text, string(got), limits)
			text = string(got)
		}
	}
}

func checkEdit(t *testing.T, before, after string, limits map[string]Limit) {
	t.Helper()
	c, err := Parse([]byte(after))
	if err != nil || len(c.Limits) != len(limits) {
		t.Fatalf("%d limits, want %d; %v\n%s", len(c.Limits), len(limits), err, after)
	}
	for _, l := range c.Limits {
		if !reflect.DeepEqual(l, limits[l.Name]) {
			t.Fatalf("%+v\nwant %+v\n%s", l, limits[l.Name], after)
		}
	}
	for _, line := range strings.Split(before, "\n") {
		kept := line
		if strings.HasPrefix(line, "limits: [") { // items may come and go before its comment
			kept = line[max(strings.LastIndex(line, "#keep"), 0):]
		}
		if strings.Contains(line, "#keep") && !strings.Contains(after, kept) {
			t.Fatalf("the line %q is gone:\n%s\nnow:\n%s", line, before, after)
		}
	}
}

func randomFile(r *rand.Rand) (string, map[string]Limit) {
	limits := map[string]Limit{}
	indent := strings.Repeat(" ", r.IntN(3))
	text := "version: 1 #keep version\n#keep top\nlimits:\n"
	for i := range 1 + r.IntN(5) {
		l := randomLimit(r, fmt.Sprint("n", i))
		limits[l.Name] = l
		if text += fmt.Sprintf("%s#keep above %d ü\n%s- ", indent, i, indent); r.IntN(2) == 0 {
			text += l.flow() + "\n"
			continue
		}
		pairs := l.pairs()
		r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		lead := ""
		for _, p := range pairs {
			if p.value != "" {
				text += lead + p.key + ": " + p.value + "\n"
				lead = indent + "  "
			}
		}
	}
	return text + "#keep end\nzone: UTC #keep zone\n", limits
}

// randomFlowFile has its limits between brackets, over lines, comments and all.
func randomFlowFile(r *rand.Rand) (string, map[string]Limit) {
	limits := map[string]Limit{}
	text := "limits: [ #keep open\n"
	for i := range 1 + r.IntN(4) {
		l := randomLimit(r, fmt.Sprint("n", i))
		limits[l.Name] = l
		text += strings.ReplaceAll(l.flow(), ", ", []string{", ", ",\n    "}[r.IntN(2)]) + []string{", ", ",\n  #keep between\n  "}[r.IntN(2)]
	}
	return text + "]\n#keep end\n", limits
}

func randomLimit(r *rand.Rand, name string) Limit {
	windows := []string{"minute", "hour", "day", "week", "month", "total", "rolling:5h", "rolling:7d"}
	spec, _ := window.ParseSpec(windows[r.IntN(len(windows))])
	l := Limit{Name: name, Window: spec, Calls: r.Int64N(3), Tokens: r.Int64N(3), Shadow: r.IntN(2) == 0}
	for _, key := range []string{"source", "task", "tags.a b"} {
		if r.IntN(2) == 0 {
			if l.Match == nil {
				l.Match = map[string]string{}
			}
			l.Match[key] = []string{"cron", "a, b", "no", "", "x: y", "ü#", `"`}[r.IntN(7)]
		}
	}
	if r.IntN(2) == 0 {
		l.Per, l.WarnAt = "model", []float64{0.5, 0.9}
	}
	if r.IntN(2) == 0 {
		day := time.Weekday(r.IntN(7))
		l.WeekStart, l.Zone = &day, "Asia/Kathmandu"
	}
	return l
}

// FuzzSet: an edit of any accepted file either means what was asked or is refused.
func FuzzSet(f *testing.F) {
	for _, seed := range []string{documented, "", "limits: []", "limits:\n- {name: cron, window: day, calls: 1,}\n", "{limits: [{name: cron, window: day, calls: 1}]}", "? limits\n: - name: cron\n    window: day\n    calls: 1\n"} {
		f.Add([]byte(seed), "cron")
	}
	f.Fuzz(func(t *testing.T, b []byte, name string) {
		l := Limit{Name: name, Window: window.Spec{Kind: window.Hour}, Calls: 60, WarnAt: []float64{0.5}}
		got, err := Set(b, l)
		if err != nil {
			return
		}
		c, err := Parse(got)
		if err != nil {
			t.Fatalf("%q became %q: %v", b, got, err)
		}
		for _, have := range c.Limits {
			if have.Name == name && have.Calls == 60 {
				return
			}
		}
		t.Fatalf("%q became %q, without the limit", b, got)
	})
}
