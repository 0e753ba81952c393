package adapters

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/adapters/verdict"
)

// corp is a gateway as somebody has it behind a company's door: chat completions at a path of its own
// and codes of its own.
func corp(more ...Gateway) *Known {
	return NewKnown(append([]Gateway{{
		Name: "corp", Hosts: []string{"llm.corp.example", ".ai.corp.example"}, Dialect: "openai.chat", Paths: []string{"/llm/ask"},
		Rules: []GatewayRule{
			{Name: "team budget", Class: QuotaExhausted, Window: "month", Code: []string{"E_BUDGET", "40301"}, Retry: No, Scope: "account"},
			{Name: "queue", Class: Overloaded, Status: []int{429}, Says: []string{"queue * full", "队列/通道 已满"}},
			{Name: "night shift", Class: RateLimited, Status: []int{403}, Says: []string{"batch~ hours only"}},
		},
	}}, more...))
}

func TestGatewaysAreFound(t *testing.T) {
	known := corp(
		Gateway{Name: "lab", Hosts: []string{"gpu.ai.corp.example", "x1.execute-api.us-east-1.amazonaws.com"}, Like: "zhipu"},
		Gateway{Name: "zhipu", Hosts: []string{"relay.example"}},
		Gateway{Name: "claude-door", Hosts: []string{"10.0.0.7", "::1"}, Dialect: "anthropic.messages", Paths: []string{"/v1/completions"}},
	)
	for _, c := range []struct{ url, provider, want string }{
		{"https://llm.corp.example/llm/ask", "", "corp openai.chat"},
		{"https://LLM.corp.example:8443/base/llm/ask/?x=1", "", "corp openai.chat"},
		{"https://eu.ai.corp.example/llm/ask", "", "corp openai.chat"},
		{"https://ai.corp.example/llm/ask", "", "ai.corp.example -"},                                  // a suffix has something before it
		{"https://llm.corp.example/llm/task", "", "corp -"},                                           // no call there
		{"https://elsewhere.example/llm/ask", "", "elsewhere.example -"},                              // nor here
		{"https://llm.corp.example/v1/messages", "", "corp anthropic.messages"},                       // the path says it, as for everybody
		{"https://gpu.ai.corp.example/v1/chat/completions", "", "lab openai.chat"},                    // the most specific host
		{"https://x1.execute-api.us-east-1.amazonaws.com/v1/embeddings", "", "lab openai.embeddings"}, // in Amazon's cloud, not Bedrock
		{"https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse-stream", "", "bedrock bedrock.converse"},
		{"https://relay.example/v1/chat/completions", "", "zhipu openai.chat"},
		{"https://open.bigmodel.cn/api/paas/v4/chat/completions", "", "zhipu openai.chat"}, // what the table has stays
		{"http://10.0.0.7/v1/completions", "", "claude-door anthropic.messages"},           // its own word for a path outweighs the table's
		{"http://[::1]:9/v1/completions", "", "claude-door anthropic.messages"},
		{"https://llm.corp.example/llm/ask", "OpenAI", "openai openai.chat"}, // the caller's word for it
		{"", "Corp", "corp openai.chat"},
		{"", "claude-door", "claude-door anthropic.messages"},
		{"", "lab", "lab openai.chat"},
		{"", "stranger", "stranger -"},
	} {
		provider, d, ok := known.Find(Attempt{URL: c.url, Provider: c.provider, Body: []byte(`{"model":"m","max_tokens":7}`)})
		got := provider + " -"
		if ok {
			got = provider + " " + d.Name()
		}
		if got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.url, c.provider, got, c.want)
		}
	}
	ask, _ := known.Describe(Attempt{URL: "https://llm.corp.example/llm/ask", Body: []byte(`{"model":"m","max_tokens":7}`)})
	if ask.Provider != "corp" || ask.Model != "m" || ask.MaxOutput != 7 {
		t.Errorf("%+v", ask)
	}
}

// A developer's machine: a relay, Ollama and vLLM at one host, told apart by their ports.
func TestGatewaysAtPortsOfOneHost(t *testing.T) {
	known := NewKnown([]Gateway{
		{Name: "here", Hosts: []string{"localhost", "::1"}},
		{Name: "relay", Hosts: []string{"localhost:4000", "[::1]:4000"}, Dialect: "openai.chat", Paths: []string{"/ask"}},
		{Name: "vllm", Hosts: []string{"localhost:8000", "gpu.example:443", ".gpu.example:80"}, Dialect: "openai.chat", Paths: []string{"/ask"}},
		{Name: "racks", Hosts: []string{".gpu.example"}},
	})
	for url, want := range map[string]string{
		"http://localhost:4000/ask":                      "relay openai.chat",
		"http://LOCALHOST:8000/ask":                      "vllm openai.chat",
		"http://localhost:9000/ask":                      "here -",
		"http://localhost/v1/chat/completions":           "here openai.chat",
		"http://[::1]:4000/v1/chat/completions":          "relay openai.chat",
		"http://[::1]:11434/v1/chat/completions":         "here openai.chat",
		"https://gpu.example/v1/chat/completions":        "vllm openai.chat",
		"http://gpu.example/v1/chat/completions":         "gpu.example openai.chat",
		"http://a.gpu.example/v1/chat/completions":       "vllm openai.chat",
		"https://a.gpu.example/v1/chat/completions":      "racks openai.chat",
		"https://a.gpu.example:8443/v1/chat/completions": "racks openai.chat",
	} {
		provider, d, ok := known.Find(Attempt{URL: url})
		got := provider + " -"
		if ok {
			got = provider + " " + d.Name()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", url, got, want)
		}
	}
	var own []CallPattern
	for _, p := range known.Calls() {
		if p.Path == "/ask" {
			own = append(own, p)
		}
	}
	want := []CallPattern{{Host: "localhost", Port: "4000", Path: "/ask"}, {Host: "::1", Port: "4000", Path: "/ask"},
		{Host: "localhost", Port: "8000", Path: "/ask"}, {Host: "gpu.example", Port: "443", Path: "/ask"}, {Host: ".gpu.example", Port: "80", Path: "/ask"}}
	if !slices.Equal(own, want) {
		t.Errorf("an app at another port is none of ours: %+v", own)
	}
}

// Shims hear of a gateway's paths, in the words that they compare by.
func TestGatewaysPathsAreCalls(t *testing.T) {
	known, want := corp().Calls(), (*Known)(nil).Calls()
	if len(known) != len(want)+2 || !slices.Equal(known[2:], want) {
		t.Fatalf("%d calls, without the gateway %d", len(known), len(want))
	}
	for i, host := range []string{"llm.corp.example", ".ai.corp.example"} { // exact ones first
		if known[i] != (CallPattern{Host: host, Path: "/llm/ask"}) {
			t.Errorf("%+v", known[i])
		}
	}
}

func TestGatewaysRulesComeFirst(t *testing.T) {
	known := corp(
		Gateway{Name: "lab", Hosts: []string{"lab.example"}, Like: "zhipu"},
		Gateway{Name: "openai", Rules: []GatewayRule{{Name: "our plan", Class: Permission, Code: []string{"rate_limit_exceeded"}}}},
	)
	for _, c := range []struct {
		name, provider string
		status         int
		body           string
		rule           string
		class          Class
		window         string
	}{
		{"a code in words, in whatever status", "corp", 403, `{"error":{"code":"E_BUDGET","message":"no"}}`, "team budget", QuotaExhausted, "month"},
		{"in another spelling, wrapped", "CORP", 500, `"{\"error\":\"{\\\"type\\\":\\\"eBudget\\\"}\"}"`, "team budget", QuotaExhausted, "month"},
		{"a number", "corp", 403, `{"code":40301,"message":"no"}`, "team budget", QuotaExhausted, "month"},
		{"the number elsewhere", "corp", 403, `{"message":"ticket 40301"}`, "status", Permission, ""},
		{"words and status", "corp", 429, `{"message":"The queue for m is full"}`, "queue", Overloaded, ""},
		{"in Chinese", "corp", 429, `{"message":"当前通道已满"}`, "queue", Overloaded, ""},
		{"the words without the status", "corp", 400, `{"message":"The queue for m is full"}`, "status", InvalidRequest, ""},
		{"the beginning of a word", "corp", 403, `{"message":"batching hours only, try again in 20 s"}`, "night shift", RateLimited, ""},
		{"the window that is named", "corp", 403, `{"message":"batch hours only: 5 requests per day"}`, "night shift", RateLimited, "day"},
		{"nothing of its own", "corp", 429, `{"error":{"code":"insufficient_quota"}}`, "quota", QuotaExhausted, "balance"},
		{"of another provider", "deepseek", 403, `{"error":{"code":"E_BUDGET"}}`, "status", Permission, ""},
		{"like zhipu", "lab", 400, `{"error":{"code":"1301","message":"x"}}`, "zhipu content", ContentFiltered, ""},
		{"not like zhipu", "corp", 400, `{"error":{"code":"1301","message":"x"}}`, "status", InvalidRequest, ""},
		{"added to a known one", "openai", 429, `{"error":{"code":"rate_limit_exceeded"}}`, "our plan", Permission, ""},
	} {
		r := Reply{Status: c.status, Body: []byte(c.body), Sent: true, ReceivedAt: noon}
		v := known.Classify(c.provider, r)
		rule, _, _ := strings.Cut(v.Evidence, ":")
		if v.Class != c.class || rule != c.rule || v.Window != c.window {
			t.Errorf("%s: %s window %q by %q, want %s %q by %q", c.name, v.Class, v.Window, v.Evidence, c.class, c.window, c.rule)
		}
		if look := known.Explain(c.provider, r)[0]; look.Rule != c.rule || !look.Wins {
			t.Errorf("%s: explained by %+v", c.name, look)
		}
	}
	v := known.Classify("corp", Reply{Status: 403, Sent: true, Body: []byte(`{"code":"E_BUDGET"}`)})
	if v.Retryable != No || v.Scope != "account" || !v.BeforeWork {
		t.Errorf("%+v", v)
	}
	v = known.Classify("corp", Reply{Status: 403, Sent: true, ReceivedAt: noon, Body: []byte(`{"message":"batch hours only, try again in 20 s"}`)})
	if v.Retryable != AfterWait || v.RetryAfter.Seconds() != 20 {
		t.Errorf("%+v", v)
	}
}

// A rule of somebody's own is called so, and lines of the table keep their numbers.
func TestExplainTellsWhoseRule(t *testing.T) {
	r := Reply{Status: 429, Sent: true, Body: []byte(`{"message":"the queue is full: rate limit"}`)}
	looks := corp().Explain("corp", r)
	if looks[0].Of != "corp" || looks[0].Line != 2 || looks[0].Rule != "queue" {
		t.Errorf("%+v", looks[0])
	}
	table := (*Known)(nil).Explain("corp", r)
	for _, l := range looks[1:] {
		if l.Of == "" && !slices.ContainsFunc(table, func(o Look) bool { return o.Rule == l.Rule && o.Line == l.Line }) {
			t.Errorf("%+v stands elsewhere in the table", l)
		}
	}
	code := Reply{Status: 403, Sent: true, Body: []byte(`{"code":40301}`)}
	if look := corp().Explain("corp", code)[0]; look.Of != "corp" || look.Line != 1 {
		t.Errorf("%+v", look)
	}
}

// A gateway that answers every failure with 200 says so by a rule; a model's words do not.
func TestGatewayRefusesInsideA200(t *testing.T) {
	known := NewKnown([]Gateway{{Name: "corp", Rules: []GatewayRule{{Name: "busy", Class: Overloaded, Status: []int{200}, Code: []string{"7001"}}}}})
	for body, want := range map[string]bool{
		`{"code":7001,"message":"x"}`:                                 true,
		`{"code":0,"data":"x"}`:                                       false,
		`{"choices":[{"message":{"content":"it costs 7001"}}]}`:       false,
		`{"code":7001,"m":"` + strings.Repeat("x", MaxRefusal) + `"}`: false,
	} {
		r := Reply{Status: 200, Body: []byte(body), Sent: true}
		if got := known.Refuses("corp", r); got != want || known.Refuses("other", r) {
			t.Errorf("%.60s: refuses %v", body, got)
		}
		if v := known.Classify("corp", r); want && v.Class != Overloaded {
			t.Errorf("%+v", v)
		}
	}
	if known.Refuses("corp", Reply{Status: 500, Body: []byte(`{"code":7001}`)}) {
		t.Error("a 500 is a failure without")
	}
}

// Who has no gateway has what the tables have.
func TestNoGatewayIsTheTables(t *testing.T) {
	if NewKnown(nil) != nil {
		t.Error("no gateway is nil")
	}
	for _, r := range []Reply{
		{Status: 429, Sent: true, Body: []byte(`{"error":{"code":"insufficient_quota"}}`)},
		{Status: 503, Sent: true, Body: []byte(`{"code":50505}`)},
		{ErrText: "connect ECONNREFUSED"},
	} {
		want := verdict.Classify("siliconflow", r)
		for _, known := range []*Known{nil, corp()} {
			if got := known.Classify("siliconflow", r); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		}
	}
}

func TestProvidersShowGateways(t *testing.T) {
	known := corp(Gateway{Name: "zhipu", Hosts: []string{"relay.example"}, Rules: []GatewayRule{{Name: "r", Class: Auth, Status: []int{418}}}})
	list := known.Providers()
	if len(list) != len(providers)+1 {
		t.Fatalf("%d providers", len(list))
	}
	if p := list[0]; p.Name != "corp" || !p.Added || !slices.Equal(p.Dialects, []string{"openai.chat"}) || len(p.Rules) != 3 || !p.Rules[0].Added ||
		p.Rules[0].Code != "E_BUDGET 40301" || p.Rules[1].Status != "429" || len(p.Rules[1].Says) != 2 {
		t.Errorf("%+v", p)
	}
	if p := list[1]; p.Name != "zhipu" || p.Hosts[0] != "relay.example" || !slices.Contains(p.Hosts, "api.z.ai") ||
		len(p.Rules) != 1+len(verdict.RulesOf("zhipu")) || len(p.Dialects) < 2 {
		t.Errorf("%+v", p)
	}
	if slices.ContainsFunc(list[2:], func(p Provider) bool { return p.Name == "zhipu" || p.Added }) {
		t.Error("zhipu stands there twice")
	}
}

// Everybody who names a dialect means one of the list.
func TestDialectsByName(t *testing.T) {
	for _, c := range calls {
		if dialectNamed(c.dialect.Name()) == nil {
			t.Errorf("%s is spoken at %s and is not in the list spoken", c.dialect.Name(), c.Path)
		}
	}
	seen := map[string]bool{}
	for _, name := range Dialects() {
		if seen[name] {
			t.Errorf("%s stands there twice", name)
		}
		seen[name] = true
	}
}
