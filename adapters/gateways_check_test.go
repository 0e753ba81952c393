package adapters

import (
	"strings"
	"testing"
	"time"
)

func TestCheckHost(t *testing.T) {
	for _, c := range []struct{ host, name, wrong string }{
		{"llm.corp.example", "corp", ""},
		{".corp.example", "corp", ""},
		{"api.openai.com", "corp", "is a host of openai"},
		{"api.openai.com", "openai", ""},
		{".openai.com", "corp", `takes api.openai.com in, which is openai's`},
		{".com", "corp", "takes "},
		{".amazonaws.com", "corp", "is a host of bedrock"},
		{"x1.execute-api.us-east-1.amazonaws.com", "corp", ""},
		{".execute-api.us-east-1.amazonaws.com", "corp", ""},
		{".googleapis.com", "vertex", "which is gemini's"},
		{"eu-aiplatform.googleapis.com", "corp", ""},
	} {
		m := CheckHost(c.host, c.name)
		if (m == nil) != (c.wrong == "") || m != nil && (!strings.Contains(m.Wrong, c.wrong) || m.Next == "") {
			t.Errorf("%s for %s: %+v, want %q", c.host, c.name, m, c.wrong)
		}
	}
}

func TestCheckName(t *testing.T) {
	for name, wrong := range map[string]string{"corp": "", "openai": "", "llm.corp.example": "", "api.openai.com": "a host of openai", "x.amazonaws.com": "a host of bedrock"} {
		if m := CheckName(name); (m == nil) != (wrong == "") || m != nil && !strings.Contains(m.Wrong, wrong) {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

func TestCheckWay(t *testing.T) {
	for way, wrong := range map[string]string{
		"team budget~ * used up":    "",
		"budget":                    "",
		"credit/fund~ gone":         "",
		"团队 余额/额度 * 用完":             "",
		"e budget":                  "",
		"überschritten":             "",
		"a * b * c * d":             "",
		"":                          "found in any text",
		"*":                         "found in any text",
		"* *":                       "found in any text",
		"* used up":                 "a gap stands between",
		"used up *":                 "a gap stands between",
		"a * b * c * d * e":         "4 gaps are more than 3",
		"Team budget":               `"Team"`,
		"e_budget":                  `"e_budget"`,
		"used-up":                   `"used-up"`,
		"used up!":                  `"up!"`,
		"used//up":                  `""`,
		"us~":                       "no beginning of a word",
		"~":                         "no beginning of a word",
		"2nd~":                      "no beginning of a word",
		"credit/余额":                 "two scripts",
		"error":                     "every error has",
		"no":                        "every text has",
		"不足":                        "",
		strings.Repeat("余额/额度 ", 6): "more than 32 ways",
	} {
		m := CheckWay(way)
		if (m == nil) != (wrong == "") || m != nil && (!strings.Contains(m.Wrong, wrong) || m.Next == "") {
			t.Errorf("%q: %+v, want %q", way, m, wrong)
		}
	}
}

func TestCheckRule(t *testing.T) {
	for wrong, r := range map[string]GatewayRule{
		"":                          {Class: RateLimited, Status: []int{429}, Retry: AfterWait},
		"would hold for every":      {Class: RateLimited},
		"does not go away":          {Class: QuotaExhausted, Status: []int{402}, Retry: Now},
		"its words in every answer": {Class: Overloaded, Status: []int{200, 503}, Says: []string{"busy"}},
	} {
		if m := r.Check(); (m == nil) != (wrong == "") || m != nil && (!strings.Contains(m.Wrong, wrong) || m.Next == "") {
			t.Errorf("%+v: %+v, want %q", r, m, wrong)
		}
	}
	if CheckCode("E-1") != nil || CheckCode("额度") != nil || CheckCode("--") == nil {
		t.Error("codes have letters or digits")
	}
}

// All that a gateway may have fits beside what the tables have.
func TestThereIsRoomForGatewaysMeanings(t *testing.T) {
	if n := len(meanings) + 2*MaxGatewayRules; n > maxMeanings {
		t.Errorf("%d meanings, there is room for %d", n, maxMeanings)
	}
	g := Gateway{Name: "g"}
	for range MaxGatewayRules {
		g.Rules = append(g.Rules, GatewayRule{Name: "r", Class: Auth, Code: []string{"E_X", "7"}, Says: []string{"never said"}})
	}
	g.Rules[MaxGatewayRules-1] = GatewayRule{Name: "last", Class: Permission, Code: []string{"E_LAST"}, Says: []string{"shut"}}
	v := NewKnown([]Gateway{g}).Classify("g", Reply{Status: 400, Sent: true, Body: []byte(`{"code":"E_LAST","message":"shut"}`)})
	if v.Class != Permission {
		t.Errorf("%+v", v)
	}
}

// The slowest way that is accepted, on the longest text that is read, ends soon.
func TestSlowWaysAreBounded(t *testing.T) {
	way := "aa * aa * aa * bb"
	if m := CheckWay(way); m != nil {
		t.Fatal(m)
	}
	known := NewKnown([]Gateway{{Name: "g", Rules: []GatewayRule{{Name: "r", Class: Auth, Says: []string{way}}}}})
	body := []byte(strings.Repeat("aa ", MaxText/3-2) + "bb")
	known.Classify("g", Reply{Status: 400, Sent: true})
	start := time.Now()
	known.Classify("g", Reply{Status: 400, Sent: true, Body: body})
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("it took %s", took)
	} else {
		t.Logf("%s", took)
	}
}

// finder tells whether a text says something in this way.
func finder(way string) func(text string) bool {
	l := newLexicon([]meaning{{"way", way}})
	return func(text string) bool {
		w, f := l.newWords(len(text)), found{}
		w.add([]byte(text))
		l.find(&w, &f, l.meanings)
		return f.has(0)
	}
}

// sample is a text that a way fits: of each word its last alternative, of a gap nothing.
func sample(way string) string {
	fields := strings.Fields(way)
	for i, field := range fields {
		fields[i] = strings.Trim(field[strings.LastIndexByte(field, '/')+1:], "~*")
	}
	return strings.Join(fields, " ")
}

// What came by another way than through the checks holds for nothing, and breaks nothing.
func FuzzGateway(f *testing.F) {
	f.Add("corp", "team budget~ * used up", "E_BUDGET", "llm.corp.example", "team budget is used up")
	f.Add("openai", "2~ * * * /", "~", ".", "2")
	f.Add("", "余额/额度 余额/额度", "额度", "", "额度余额")
	f.Fuzz(func(t *testing.T, name, way, code, host, text string) {
		bad := CheckWay(way)
		known := NewKnown([]Gateway{{Name: name, Hosts: []string{host}, Paths: []string{"/p"}, Dialect: way, Like: code,
			Rules: []GatewayRule{{Name: "r", Class: Auth, Says: []string{way}}, {Name: "c", Class: Auth, Code: []string{code}}}}})
		r := Reply{Status: 200, Sent: true, Body: []byte(text)}
		v := known.Classify(name, r)
		switch {
		case bad == nil && !finder(way)(sample(way)):
			t.Errorf("%q is accepted and not found in %q", way, sample(way))
		case bad != nil && strings.HasPrefix(v.Evidence, "r:"):
			t.Errorf("%q is refused and was found", way)
		}
		known.Explain(name, r)
		known.Refuses(name, r)
		known.Find(Attempt{URL: "https://" + host + "/p"})
		known.Providers()
		CheckHost(host+"x", name)
		CheckName(name)
	})
}
