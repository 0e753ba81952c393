package verdict

import (
	"strings"
	"testing"
	"time"
)

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
	for wrong, r := range map[string]Rule{
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

// All that own rules may say fits beside what the tables have.
func TestThereIsRoomForOwnMeanings(t *testing.T) {
	if n := len(meanings) + 2*MaxRules; n > maxMeanings {
		t.Errorf("%d meanings, there is room for %d", n, maxMeanings)
	}
	var own []Rule
	for range MaxRules {
		own = append(own, Rule{Name: "r", Class: Auth, Code: []string{"E_X", "7"}, Says: []string{"never said"}})
	}
	own[MaxRules-1] = Rule{Name: "last", Class: Permission, Code: []string{"E_LAST"}, Says: []string{"shut"}}
	v := NewBook("g", "g", own).Classify(Reply{Status: 400, Sent: true, Body: []byte(`{"code":"E_LAST","message":"shut"}`)})
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
	own := NewBook("g", "g", []Rule{{Name: "r", Class: Auth, Says: []string{way}}})
	body := []byte(strings.Repeat("aa ", MaxText/3-2) + "bb")
	own.Classify(Reply{Status: 400, Sent: true})
	start := time.Now()
	own.Classify(Reply{Status: 400, Sent: true, Body: body})
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

// A way that is accepted is found, one that is refused never is.
func FuzzWay(f *testing.F) {
	f.Add("team budget~ * used up", "team budget is used up")
	f.Add("2~ * * * /", "2")
	f.Add("余额/额度 余额/额度", "额度余额")
	f.Fuzz(func(t *testing.T, way, text string) {
		bad := CheckWay(way)
		v := NewBook("corp", "corp", []Rule{{Name: "r", Class: Auth, Says: []string{way}}}).Classify(Reply{Status: 200, Sent: true, Body: []byte(text)})
		switch {
		case bad == nil && !finder(way)(sample(way)):
			t.Errorf("%q is accepted and not found in %q", way, sample(way))
		case bad != nil && strings.HasPrefix(v.Evidence, "r:"):
			t.Errorf("%q is refused and was found", way)
		}
	})
}
