package config

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/adapters/verdict"
)

// gateways has a provider of each kind.
const gateways = `version: 1
providers:
  - name: corp
    hosts: [llm.corp.example, .ai.corp.example]
    dialect: openai.chat
    paths: [/llm/ask]
    rules:
      # the finance team's own code
      - {name: team budget, class: quota_exhausted, window: month, code: [E_BUDGET, 40301], retry: no, scope: account}
      - name: queue
        class: overloaded
        status: [429, 503]
        says: ["queue * full", 队列 已满]
  - {name: lab, hosts: [10.0.0.7, "0:0:0:0:0:0:0:1", GPU.lab.example, 'Localhost:4000', '10.0.0.7:80', '[0:0::1]:11434', '.lab.example:8443'], like: groq}
  - {name: openai, hosts: [relay.example]}
`

func TestProvidersMeanWhatTheySay(t *testing.T) {
	got, err := Parse([]byte(gateways))
	if err != nil {
		t.Fatal(err)
	}
	want := []adapters.Gateway{
		{Name: "corp", Hosts: []string{"llm.corp.example", ".ai.corp.example"}, Dialect: "openai.chat", Paths: []string{"/llm/ask"},
			Rules: []adapters.GatewayRule{
				{Name: "team budget", Class: "quota_exhausted", Window: "month", Code: []string{"E_BUDGET", "40301"}, Retry: "no", Scope: "account"},
				{Name: "queue", Class: "overloaded", Status: []int{429, 503}, Says: []string{"queue * full", "队列 已满"}},
			}},
		{Name: "lab", Hosts: []string{"10.0.0.7", "::1", "gpu.lab.example", "localhost:4000", "10.0.0.7:80", "[::1]:11434", ".lab.example:8443"}, Like: "groq"},
		{Name: "openai", Hosts: []string{"relay.example"}},
	}
	if !reflect.DeepEqual(got.Providers, want) {
		t.Errorf("got  %+v\nwant %+v", got.Providers, want)
	}
	if lines := ProviderLines([]byte(gateways)); !reflect.DeepEqual(lines, map[string]int{"corp": 3, "lab": 14, "openai": 15}) {
		t.Errorf("lines %v", lines)
	}
	if len(got.Limits) != 1 {
		t.Errorf("what is not said keeps its default: %+v", got.Limits)
	}
}

// The guide in adapters/README.md can be copied.
func TestTheGuidesExampleIsAccepted(t *testing.T) {
	page, err := os.ReadFile("../../adapters/README.md")
	if err != nil {
		t.Fatal(err)
	}
	const indent = "    "
	_, rest, found := strings.Cut(string(page), "\n"+indent+"providers:\n")
	file := "providers:\n"
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, indent) {
			break
		}
		file += strings.TrimPrefix(line, indent)
	}
	c, err := Parse([]byte(file))
	if !found || err != nil || len(c.Providers) != 1 || len(c.Providers[0].Rules) != 2 || len(c.Providers[0].Paths) != 1 {
		t.Errorf("%v\n%s", err, file)
	}
}

func TestAWrongProviderIsRefusedWithItsLine(t *testing.T) {
	provider := func(rest string) string { return "providers:\n  - name: corp\n    " + rest + "\n" }
	rule := func(rest string) string {
		return "providers:\n  - name: corp\n    rules:\n      - {name: r, class: auth, status: [401]}\n      - {" + rest + "}\n"
	}
	rows := []struct {
		name, file string
		line       int
		says       string // all parts, separated by |
	}{
		{"no list", "providers: {corp: x}\n", 1, "providers must be a list"},
		{"an empty list", "providers: []\n", 1, "providers is empty|leave it out"},
		{"a provider that is a word", "providers:\n  - corp\n", 2, "keys and values"},
		{"an unknown key", provider("host: [a.example]"), 3, `"host" is not known|did you mean "hosts"?`},
		{"no name", "providers:\n\n  - hosts: [a.example]\n", 3, "has no name"},
		{"a name with capitals", "providers:\n  - {name: Corp, hosts: [a.example]}\n", 2, `"Corp" is no name|small letters`},
		{"a name with a blank", "providers:\n  - {name: my corp, hosts: [a.example]}\n", 2, `"my corp" is no name`},
		{"a long name", "providers:\n  - {name: " + strings.Repeat("n", MaxName+1) + ", hosts: [a.example]}\n", 2, "65 bytes, more than 64"},
		{"a name that is a known host", "providers:\n  - {name: api.openai.com, hosts: [a.example]}\n", 2, `"api.openai.com" is a host of openai|write name: openai`},
		{"a name twice", "providers:\n  - {name: a, hosts: [a.example]}\n  - {name: a, hosts: [b.example]}\n", 3, `"a" is taken in line 2`},
		{"nothing but a name", "providers:\n  - {name: corp}\n", 2, "neither hosts nor rules"},
		{"a url", provider("hosts:\n    - a.example\n    - https://llm.corp.example/v1"), 5, `"https://llm.corp.example/v1" is no host|without https://`},
		{"no port", provider("hosts: ['llm.corp.example:']"), 3, "no host|a port from 1 to 65535"},
		{"a port too large", provider("hosts: ['llm.corp.example:65536']"), 3, "no host|a port from 1 to 65535"},
		{"port zero", provider("hosts: ['10.0.0.7:0']"), 3, "no host|a port from 1 to 65535"},
		{"a port with a zero", provider("hosts: ['localhost:0443']"), 3, "no host|a port from 1 to 65535"},
		{"a port in words", provider("hosts: ['localhost:https']"), 3, "no host|a port from 1 to 65535"},
		{"a star", provider("hosts: ['*.corp.example']"), 3, "no host|write .corp.example"},
		{"a path in a host", provider("hosts: [llm.corp.example/v1]"), 3, "no host|paths have a key"},
		{"a dot at the end", provider("hosts: [corp.]"), 3, "no host|write it like"},
		{"a dash before it", provider("hosts: [-aiplatform.example]"), 3, "no host|write it like"},
		{"a host in its own script", provider("hosts: [bücher.example]"), 3, "no host|xn--"},
		{"an address in brackets", provider("hosts: ['[::1]']"), 3, "no host|with its port [::1]:4000"},
		{"an address with a zone", provider("hosts: ['fe80::1%eth0']"), 3, "no host|without a zone"},
		{"half an address", provider("hosts: ['10.0']"), 3, "no host"},
		{"an empty host", provider("hosts: ['']"), 3, "no host"},
		{"a host that is a list", provider("hosts: [[a]]"), 3, "a word or a quoted text"},
		{"hosts that are a word", provider("hosts: a.example"), 3, "hosts must be a list"},
		{"a long host", provider("hosts: [" + strings.Repeat("h", MaxHost+1) + "]"), 3, "254 bytes, more than 253"},
		{"another's host", provider("hosts: [api.anthropic.com]"), 3, `is a host of anthropic|write name: anthropic`},
		{"another's host, at a port", provider("hosts: ['api.anthropic.com:8443']"), 3, `is a host of anthropic|write name: anthropic`},
		{"a suffix that takes another's host in", provider("hosts:\n      - a.example\n      - .openai.com"), 5, `takes api.openai.com in|write more of the host`},
		{"a host twice, at one port", "providers:\n  - {name: a, hosts: ['localhost:4000']}\n  - name: b\n    hosts: ['localhost:8000',\n      'LOCALHOST:4000']\n", 5, `the host "localhost:4000" is taken in line 2`},
		{"a host twice", "providers:\n  - {name: a, hosts: [x.example]}\n  - name: b\n    hosts: [y.example,\n      x.example]\n", 5, `the host "x.example" is taken in line 2`},
		{"an unknown dialect", provider("dialect: openai.chta"), 3, `"openai.chta" is not known|did you mean "openai.chat"?`},
		{"a dialect like nothing", provider("dialect: soap"), 3, `"soap"|known: openai.chat, `},
		{"like nobody", provider("like: grok"), 3, `"grok"|did you mean "groq"?`},
		{"a known one like another", "providers:\n  - {name: openai, hosts: [a.example], like: groq}\n", 2, "openai is known already|leave like out"},
		{"a path without a slash", provider("paths: [ask]"), 3, `"ask" is no path|such as /ask`},
		{"a path with a slash at the end", provider("paths: [/ask/]"), 3, "no path"},
		{"a path with a star", provider("paths: [/llm/*]"), 3, "no path|no pattern"},
		{"a path with a name in braces", provider("paths: ['/{team}/ask']"), 3, "no path|no pattern"},
		{"a path with a query", provider("paths: ['/ask?x=1']"), 3, "no path"},
		{"the shortest path", provider("paths: [/]"), 3, "no path"},
		{"a long path", provider("paths: [/" + strings.Repeat("p", MaxPath) + "]"), 3, "201 bytes, more than 200"},
		{"paths without hosts", "providers:\n  - name: corp\n    dialect: openai.chat\n    rules: [{name: r, class: auth, status: [401]}]\n    paths: [/ask]\n", 5, "there are none|add hosts:"},
		{"paths nobody can read", "providers:\n  - name: corp\n    hosts: [a.example]\n    paths: [/ask]\n", 4, "how to read|add dialect: openai.chat"},
		{"a rule without a name", rule("class: auth, status: [401]"), 5, "this rule has no name"},
		{"a rule's name with a colon", rule("name: 'a: b', class: auth, status: [401]"), 5, "nor have a colon"},
		{"a rule without a class", rule("name: r, status: [401]"), 5, `"r" has no class`},
		{"an unknown class", rule("name: r, class: quota_exausted, status: [401]"), 5, `"quota_exausted"|did you mean "quota_exhausted"?`},
		{"an unknown window", rule("name: r, class: quota_exhausted, window: mouth, status: [402]"), 5, `"mouth"|did you mean "month"?`},
		{"an unknown scope", rule("name: r, class: auth, scope: acount, status: [402]"), 5, `"acount"|did you mean "account"?`},
		{"an unknown retry", rule("name: r, class: auth, retry: never, status: [402]"), 5, `"never"|known: now, after_wait, no`},
		{"a retry that never helps", rule("name: r, class: auth, retry: now, status: [402]"), 5, "auth does not go away by trying again"},
		{"a rule for everything", rule("name: r, class: auth"), 5, "would hold for every failure|add status:, code: or says:"},
		{"a status of no failure", rule("name: r, class: auth, status: [201]"), 5, `"201" is no status of a failure`},
		{"a class in another spelling", rule("name: r, class: QuotaExhausted, status: [402]"), 5, `did you mean "quota_exhausted"?`},
		{"the beginning of a class", rule("name: r, class: quota, status: [402]"), 5, `did you mean "quota_exhausted"?`},
		{"a status with a zero", rule("name: r, class: auth, status: [0401]"), 5, `"0401" is no status`},
		{"a word of every error", rule("name: r, class: auth, says: [error]"), 5, `every error has "error" in it`},
		{"a letter", rule("name: r, class: auth, says: [a]"), 5, `every text has "a" in it`},
		{"two scripts in one", rule("name: r, class: auth, says: [预算/budget 用完]"), 5, "two scripts|a line of its own"},
		{"a status in words", rule("name: r, class: auth, status: [forbidden]"), 5, `"forbidden" is no status`},
		{"a status beside a list", rule("name: r, class: auth, status: 401"), 5, "status must be a list|write status: [...]"},
		{"200 by words", rule("name: r, class: overloaded, status: [200], says: [busy]"), 5, "in every answer|add the code:"},
		{"a code of nothing", rule("name: r, class: auth, code: ['--']"), 5, "neither letters nor digits"},
		{"a long code", rule("name: r, class: auth, code: [" + strings.Repeat("c", MaxCode+1) + "]"), 5, "65 bytes, more than 64"},
		{"says only gaps", rule("name: r, class: auth, says: ['* *']"), 5, "found in any text"},
		{"says with a sign", rule("name: r, class: auth, says: ['used-up']"), 5, `no text has the word "used-up"`},
		{"a long way", rule("name: r, class: auth, says: ['" + strings.Repeat("a", verdict.MaxWay+1) + "']"), 5, "201 bytes, more than 200"},
		{"a control character", rule("name: r, class: auth, code: [\"E\\e[31m\"]"), 5, "cannot be seen"},
		{"a key without a value", provider("rules:"), 3, `"rules" has no value`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { refused(t, row.file, row.line, row.says) })
	}
}

// Each list takes as many as it says, and not one more.
func TestTheBoundsOfProviders(t *testing.T) {
	list := func(n int, item string) string {
		var items []string
		for i := range n {
			items = append(items, strings.ReplaceAll(item, "#", fmt.Sprint(i)))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	rule := func(key, item string) func(int) string {
		return func(n int) string {
			return "providers: [{name: c, rules: [{name: r, class: auth, code: [x], " + key + ": " + list(n, item) + "}]}]"
		}
	}
	for _, row := range []struct {
		what string
		most int
		file func(n int) string
	}{
		{"providers", MaxProviders, func(n int) string { return "providers: " + list(n, "{name: c#, hosts: [h#.example]}") }},
		{"hosts", MaxHosts, func(n int) string { return "providers: [{name: c, hosts: " + list(n, "h#.example") + "}]" }},
		{"paths", MaxPaths, func(n int) string {
			return "providers: [{name: c, like: groq, hosts: [h.example], paths: " + list(n, "/p#") + "}]"
		}},
		{"rules", MaxRules, func(n int) string {
			return "providers: [{name: c, rules: " + list(n, "{name: r, class: auth, code: [x#]}") + "}]"
		}},
		{"status", MaxStatuses, rule("status", "40#")},
		{"says", MaxSays, rule("says", "word#")},
	} {
		if _, err := Parse([]byte(row.file(row.most))); err != nil {
			t.Errorf("%d %s: %v", row.most, row.what, err)
		}
		want := fmt.Sprintf("%d %s are more than %d", row.most+1, row.what, row.most)
		if _, err := Parse([]byte(row.file(row.most + 1))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d %s: %v", row.most+1, row.what, err)
		}
	}
	codes := func(n int) string {
		return "providers: [{name: c, rules: [{name: r, class: auth, code: " + list(n, "x#") + "}]}]"
	}
	if _, err := Parse([]byte(codes(MaxCodes))); err != nil {
		t.Errorf("%d codes: %v", MaxCodes, err)
	}
	if _, err := Parse([]byte(codes(MaxCodes + 1))); err == nil || !strings.Contains(err.Error(), "21 code are more than 20") {
		t.Errorf("%d codes: %v", MaxCodes+1, err)
	}
}

// All lists full of the longest values would be more than a ledger's entry holds.
func TestTheProvidersTogetherAreBounded(t *testing.T) {
	says := strings.Repeat("'"+strings.Repeat("a", verdict.MaxWay)+"', ", MaxSays)
	rules := strings.Repeat("{name: r, class: auth, says: ["+says+"]}, ", MaxRules)
	var file strings.Builder
	file.WriteString("providers:\n")
	fmt.Fprintf(&file, "  - {name: c1, rules: [%s]}\n", rules)
	if _, err := Parse([]byte(file.String())); err != nil {
		t.Errorf("%d bytes: %v", file.Len(), err)
	}
	fmt.Fprintf(&file, "  - {name: c2, rules: [%s]}\n", rules)
	_, err := Parse([]byte(file.String()))
	if err == nil || !strings.Contains(err.Error(), "line 2: the providers have") || !strings.Contains(err.Error(), "more than 65536") {
		t.Errorf("%d bytes: %v", file.Len(), err)
	}
}

// The ledger keeps the providers; entries of before know none.
func TestProvidersInTheLedger(t *testing.T) {
	c, err := Parse([]byte(gateways))
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(c.Encode())
	if err != nil || !reflect.DeepEqual(again, c) {
		t.Errorf("got  %+v, %v\nwant %+v", again, err, c)
	}
	one, err := Parse([]byte("limits: []\nproviders: [{name: c, hosts: [h.example], like: groq, paths: [/p], rules: [{name: r, class: auth, window: day, scope: key, retry: no, status: [401], code: [x], says: [yes]}]}]"))
	want := `{"week_start":"monday","durability":"fsync","limits":[],"providers":[{"name":"c","like":"groq","hosts":["h.example"],"paths":["/p"],` +
		`"rules":[{"name":"r","class":"auth","window":"day","scope":"key","retry":"no","status":[401],"code":["x"],"says":["yes"]}]}]}`
	if got := string(one.Encode()); err != nil || got != want {
		t.Errorf("the form that ledgers hold has changed: %v\ngot  %s\nwant %s", err, got, want)
	}
	old, err := Decode([]byte(`{"week_start":"monday","durability":"fsync","limits":[]}`))
	if err != nil || old.Providers != nil {
		t.Errorf("%+v, %v", old, err)
	}
}

// Who changes a limit changes no byte of the providers, wherever they stand.
func TestProvidersStayWhenALimitChanges(t *testing.T) {
	section := strings.TrimPrefix(gateways, "version: 1\n")
	day := Default().Limits[0]
	day.Calls = 7
	for _, file := range []string{
		gateways,
		"limits:\n  - {name: day, window: day, calls: 500}  # mine\n\n" + section,
		section + "# and the budget\nlimits:\n  - name: day\n    window: day\n    calls: 500\n",
	} {
		got, err := Set([]byte(file), day)
		if err != nil || !strings.Contains(string(got), section) {
			t.Errorf("%v\n%s", err, got)
		}
		c, err := Parse(got)
		if err != nil || len(c.Providers) != 3 || c.Limits[0].Calls != 7 {
			t.Errorf("%+v, %v", c, err)
		}
		if got, err = Remove(got, "day"); err != nil || !strings.Contains(string(got), section) {
			t.Errorf("%v\n%s", err, got)
		}
	}
}
