package config

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/guard/window"
)

// documented is the example of the package comment.
const documented = `version: 1
zone: Asia/Shanghai            # absent: the zone stored in the ledger
week_start: monday
durability: fsync              # or os: survives kill -9, not a power cut
per_call: {tokens: 200000}
limits:                        # absent: 500 calls and 500,000 tokens a day; []: none
  - {name: day, window: day, calls: 500, tokens: 500000, warn_at: [0.8]}
  - {name: cron, match: {source: cron}, per: task, window: hour, calls: 60, mode: shadow}
`

func TestTheDocumentedFileMeansWhatItSays(t *testing.T) {
	got, err := Parse([]byte(documented))
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		Zone:       "Asia/Shanghai",
		WeekStart:  time.Monday,
		Durability: FSync,
		PerCall:    PerCall{Tokens: 200_000},
		Limits: []Limit{
			{Name: "day", Window: window.Spec{Kind: window.Day}, Calls: 500, Tokens: 500_000, WarnAt: []float64{0.8}},
			{Name: "cron", Match: map[string]string{"source": "cron"}, Per: "task", Window: window.Spec{Kind: window.Hour}, Calls: 60, Shadow: true},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestWhatIsLeftOutHasItsDefault(t *testing.T) {
	for _, file := range []string{"version: 1\n", "{}", "\xef\xbb\xbfversion: 1\r\n"} {
		got, err := Parse([]byte(file))
		if err != nil || !reflect.DeepEqual(got, Default()) {
			t.Errorf("%q: %+v, %v; want the default", file, got, err)
		}
	}
	got, err := Parse([]byte("limits: []"))
	if err != nil || len(got.Limits) != 0 {
		t.Errorf("limits: [] gives %+v, %v; want no limits", got.Limits, err)
	}
}

// `> tallystick.yaml`, an editor's first moment and a full disk leave an empty file:
// that is no wish for another budget.
func TestAFileThatSaysNothingIsNoConfig(t *testing.T) {
	for _, file := range []string{"", "\n", "# only words\n", "---\n", "\xef\xbb\xbf", "null\n"} {
		if _, err := Parse([]byte(file)); !errors.Is(err, ErrEmpty) {
			t.Errorf("%q: %v; want ErrEmpty", file, err)
		}
	}
}

// BerriAI/litellm#33161: zone and week start belong to a limit, not to the machine only.
func TestALimitHasItsOwnZoneAndWeek(t *testing.T) {
	got, err := Parse([]byte("limits:\n- name: team\n  match: {tags.team: \"a\", model: gpt-5.1}\n  window: week\n  zone: Asia/Kathmandu\n  week_start: sunday\n  tokens: 1_000_000\n- {name: burst, window: 'rolling:5h', calls: 10}\n"))
	if err != nil {
		t.Fatal(err)
	}
	team, burst := got.Limits[0], got.Limits[1]
	if team.Zone != "Asia/Kathmandu" || team.WeekStart == nil || *team.WeekStart != time.Sunday || team.Tokens != 1_000_000 {
		t.Errorf("team = %+v", team)
	}
	if burst.Window != (window.Spec{Kind: window.Rolling, Span: 5 * time.Hour}) {
		t.Errorf("burst = %+v", burst)
	}
}

func TestAWrongFileIsRefusedWithItsLine(t *testing.T) {
	limit := func(rest string) string { return "limits:\n  - {name: a, window: day, calls: 1, " + rest + "}\n" }
	rows := []struct {
		name, file string
		line       int
		says       string // all parts, separated by |
	}{
		{"unknown key at the top", "version: 1\nlimts: []\n", 2, `"limts" is not known|did you mean "limits"?`},
		{"unknown key in a limit", limit("windw: day"), 2, `"windw"|did you mean "window"?`},
		{"a key nothing is like", "version: 1\n\nbananas: 3\n", 3, `"bananas"|known here: allow_network_home`},
		{"an unknown attribute", limit("match: {sorce: cron}"), 2, `"sorce" is no attribute|did you mean "source"?`},
		{"an unknown per", limit("per: colour"), 2, `"colour" is no attribute|tags.NAME`},
		{"an empty tag", limit("per: tags."), 2, `"tags." is no attribute`},
		{"a cost ceiling", limit("cost: 5USD"), 2, "cost ceilings need prices, which this version does not have|calls or tokens"},
		{"a cost ceiling per call", "per_call: {cost: 1USD}", 1, "cost ceilings need prices"},
		{"a bad window", "limits:\n  - name: a\n    window: fortnight\n    calls: 1\n", 3, `"fortnight"|rolling:5h`},
		{"a rolling window too short", "limits: [{name: a, window: rolling:2s, calls: 1}]", 1, "between 1m and 366d"},
		{"a negative number", limit("tokens: -5"), 2, `"-5" is not a whole number`},
		{"a fraction", limit("tokens: 1.5"), 2, `"1.5" is not a whole number`},
		{"an octal surprise", limit("tokens: 0500"), 2, `"0500" is not a whole number`},
		{"a number in quotes", limit(`tokens: "500"`), 2, `"500" is not a whole number`},
		{"a number that overflows", limit("tokens: 99999999999999999999"), 2, "not a whole number from 0 to 1000000000000000"},
		{"a name twice", "limits:\n  - {name: a, window: day, calls: 1}\n  - {name: a, window: hour, calls: 1}\n", 3, `"a" is taken|line 2`},
		{"a key twice", "version: 1\nzone: UTC\nzone: UTC\n", 3, `"zone" is already given in line 2`},
		{"a match key twice", limit("match: {task: a, task: b}"), 2, `"task" is given twice`},
		{"no name", "limits:\n  - {window: day, calls: 1}\n", 2, "has no name"},
		{"an empty name", "limits: [{name: '', window: day, calls: 1}]", 1, "must not be empty"},
		{"a name with a control character", "limits: [{name: \"a\\e[31m\", window: day, calls: 1}]", 1, "cannot be seen"},
		{"a long name", "limits: [{name: " + strings.Repeat("n", MaxName+1) + ", window: day, calls: 1}]", 1, "65 bytes, more than 64"},
		{"no window", "limits:\n\n  - {name: a, calls: 1}\n", 3, `"a" has no window`},
		{"no ceiling", "limits:\n  - {name: a, window: day}\n", 2, `"a" has no ceiling|0 counts`},
		{"a key without a value", "version: 1\nzone:\n", 2, `"zone" has no value`},
		{"a zone of the process", "zone: Local\n", 1, "IANA"},
		{"a zone nobody knows", "zone: Mars/Olympus\n", 1, `"Mars/Olympus" is not an IANA`},
		{"a bad week start", "week_start: mondy\n", 1, `"mondy" is not a day of the week`},
		{"a bad durability", "durability: none\n", 1, `"none"|fsync or os`},
		{"a bad mode", limit("mode: soft"), 2, `"soft"|enforce or shadow`},
		{"a newer version", "version: 2\n", 1, "version 2 is not known"},
		{"warn_at as a number", limit("warn_at: 0.8"), 2, "must be a list|[0.8]"},
		{"warn_at above 1", limit("warn_at: [0.5, 80]"), 2, "up to 1"},
		{"warn_at that is no number", limit("warn_at: [.nan]"), 2, "rising numbers"},
		{"warn_at that falls", limit("warn_at: [0.8, 0.5]"), 2, "rising numbers"},
		{"an API key in match", limit("match: {key: sk-secret}"), 2, "never written here|fp:"},
		{"a pattern that would match nothing", limit("match: {source: '*'}"), 2, `"*" is no pattern|leave source out`},
		{"a pattern at the end", limit("match: {model: gpt-*}"), 2, `"gpt-*" is no pattern`},
		{"an empty match", limit("match: {}"), 2, "match must be a mapping"},
		{"limits that are no list", "limits: {day: 500}\n", 1, "must be a list"},
		{"a limit that is no mapping", "limits:\n  - day\n", 2, "keys and values"},
		{"a file that is no mapping", "- a\n", 1, "must be a mapping"},
		{"an alias", "zone: &z UTC\nlimits: [{name: a, window: day, calls: 1, zone: *z}]", 1, "anchors and aliases"},
		{"a tag", "zone: !!str UTC\n", 1, "tags such as"},
		{"a second document", "version: 1\n---\nversion: 1\n", 2, "second document"},
		{"broken YAML", "version: 1\nlimits: [\n", 2, "this is not YAML"},
		{"a tab", "limits:\n\t- {name: a}\n", 2, "this is not YAML"},
		{"bytes that are no text", "version: 1\nzone: \xff\n", 2, "not UTF-8"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := refused(t, row.file, row.line, row.says)
			if strings.Contains(e.Error(), "sk-secret") {
				t.Error("the sentence repeats a key")
			}
		})
	}
}

// refused parses a file that is to be refused with a line, and words that stand apart by "|".
func refused(t *testing.T, file string, line int, says string) *Error {
	t.Helper()
	_, err := Parse([]byte(file))
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error = %v, want an *Error", err)
	}
	if e.Line != line {
		t.Errorf("line %d, want %d: %v", e.Line, line, e)
	}
	for _, part := range strings.Split(says, "|") {
		if !strings.Contains(e.Error(), part) {
			t.Errorf("%q does not say %q", e.Error(), part)
		}
	}
	return e
}

func TestTheBoundsOfAFile(t *testing.T) {
	if _, err := Parse([]byte(fullOf(MaxLimits))); err != nil {
		t.Errorf("%d limits: %v", MaxLimits, err)
	}
	if _, err := Parse([]byte(fullOf(MaxLimits + 1))); err == nil || !strings.Contains(err.Error(), "101 limits are more than 100") {
		t.Errorf("%d limits: %v", MaxLimits+1, err)
	}
	full := documented + strings.Repeat("#", MaxBytes-len(documented))
	if _, err := Parse([]byte(full)); err != nil {
		t.Errorf("a file of exactly %d bytes: %v", MaxBytes, err)
	}
	if _, err := Parse([]byte(full + "#")); err == nil || !strings.Contains(err.Error(), "more than 1048576") {
		t.Errorf("a file of %d bytes: %v", MaxBytes+1, err)
	}
	if _, err := Parse([]byte("limits: [{name: a, window: day, calls: 1000000000000000}]")); err != nil {
		t.Errorf("the largest amount: %v", err)
	}
}

// An alias bomb of 1 MiB would be 10^n values if it were expanded; nesting is
// bounded by the library.
func TestABombIsJustAWrongFile(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for i := 'b'; i < 'z'; i++ {
		bomb += fmt.Sprintf("%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", i, i, i-1, i-1, i-1, i-1, i-1, i-1, i-1, i-1, i-1)
	}
	deep := "limits: " + strings.Repeat("[", MaxBytes/2)
	for _, file := range []string{bomb, deep} {
		start := time.Now()
		_, err := Parse([]byte(file))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("error = %v, want an *Error", err)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("reading it took %s", took)
		}
	}
}

func TestEncodeIsCanonicalAndDecodeReadsIt(t *testing.T) {
	sunday := time.Sunday
	full := Config{
		Zone: "Europe/Berlin", WeekStart: time.Saturday, Durability: OS, PerCall: PerCall{Tokens: 7}, AllowNetworkHome: true,
		Limits: []Limit{{
			Name: "all <of> it", Match: map[string]string{"task": "b", "source": "a", "tags.x": ""}, Per: "model",
			Window: window.Spec{Kind: window.Rolling, Span: 90 * time.Minute}, Calls: 1, Tokens: MaxAmount,
			WarnAt: []float64{0.5, 0.925}, Shadow: true, Zone: "Asia/Tokyo", WeekStart: &sunday,
		}},
	}
	for _, c := range []Config{Default(), full} {
		got, err := Decode(c.Encode())
		if err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("%s\ngot  %+v, %v\nwant %+v", c.Encode(), got, err, c)
		}
	}
	want := `{"week_start":"monday","durability":"fsync","limits":[{"name":"day","window":"day","calls":500,"tokens":500000,"warn_at":[0.8]}]}`
	if got := string(Default().Encode()); got != want {
		t.Errorf("the form old ledgers hold has changed:\ngot  %s\nwant %s", got, want)
	}
	for _, bad := range []string{"", "[]", `{"week_start":"x","durability":"os","limits":[]}`, `{"week_start":"monday","limits":[{"name":"a","window":"eon"}]}`} {
		if _, err := Decode([]byte(bad)); err == nil {
			t.Errorf("Decode(%q) gives no error", bad)
		}
	}
}

func TestWhichLimitCountsWhichCall(t *testing.T) {
	call := Subject{Pool: "default", Source: "cron", Task: "mail", Model: "m", Provider: "p", Key: "fp:000000000000", Run: "r", Tags: map[string]string{"team": "a"}}
	rows := []struct {
		match map[string]string
		want  bool
	}{
		{nil, true},
		{map[string]string{"source": "cron"}, true},
		{map[string]string{"source": "cron", "task": "other"}, false},
		{map[string]string{"pool": "default", "provider": "p", "key": "fp:000000000000", "run": "r", "model": "m"}, true},
		{map[string]string{"tags.team": "a"}, true},
		{map[string]string{"tags.nobody": ""}, true},
		{map[string]string{"tags.team": ""}, false},
	}
	for _, row := range rows {
		if got := (Limit{Match: row.match}).Matches(call); got != row.want {
			t.Errorf("match %v: %v, want %v", row.match, got, row.want)
		}
	}
	for per, want := range map[string]string{"": "", "task": "mail", "tags.team": "a", "tags.gone": ""} {
		if got := (Limit{Per: per}).PerValue(call); got != want {
			t.Errorf("per %q counts under %q, want %q", per, got, want)
		}
	}
}

// Whatever the bytes: a config that survives the ledger, or an *Error; never a panic.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{documented, gateways, "", "limits: []", "a: &a [*a]", "? {a: b}\n: c", "limits:\n- {name: \"\\u00e4\", window: rolling:90m, tokens: 5}", "%YAML 1.1\n---\nversion: 1\n...\n", "\xff\xfev\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := Parse(b)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Message == "" {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		again, err := Decode(c.Encode())
		if err != nil || string(again.Encode()) != string(c.Encode()) {
			t.Fatalf("the ledger would hold another config: %+v, %v", again, err)
		}
	})
}
