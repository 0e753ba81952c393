package verdict

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every word of a rule names something that exists; a typing mistake would make a condition
// that never holds, or always.
func TestRulesNameWhatExists(t *testing.T) {
	lex := newLexicon(meanings)
	for _, r := range rules {
		for _, names := range []string{r.all, r.any, r.none} {
			if _, unknown := lex.mask(names); unknown != "" {
				t.Errorf("rule %q: no meaning is called %q", r.name, unknown)
			}
		}
		for _, s := range strings.Fields(r.status) {
			if n, err := strconv.Atoi(s); err != nil || n != 0 && n != 200 && (n < 400 || n > 599) {
				t.Errorf("rule %q: %q is no status of an error", r.name, s)
			}
		}
		if _, ok := usual[r.class]; !ok {
			t.Errorf("rule %q: no class %q", r.name, r.class)
		}
		if r.name == "" || strings.Contains(r.name, ":") {
			t.Errorf("rule %q: a name, without a colon, is what goes to disk", r.name)
		}
		if r.status+r.code+r.all+r.any == "" && !r.long && !r.short {
			t.Errorf("rule %q always holds", r.name)
		}
	}
}

// A meaning has one name and at most 256 exist; a way begins with a word that can be looked up.
func TestMeanings(t *testing.T) {
	if n := len(meanings) + len(hints); n > maxMeanings {
		t.Errorf("%d meanings, there is room for %d", n, maxMeanings)
	}
	seen := map[string]bool{}
	used := strings.Fields("per_model by_minimax by_qianfan by_spark by_zhipu by_dashscope by_cloudflare never_arrived")
	for _, r := range rules {
		used = append(used, strings.Fields(r.all+" "+r.any+" "+r.none)...)
	}
	for _, w := range windows {
		used = append(used, strings.Fields(w.meanings)...)
	}
	for bit, m := range slices.Concat(meanings, hints) {
		if seen[m.name] {
			t.Errorf("two meanings are called %q", m.name)
		}
		seen[m.name] = true
		if !strings.Contains(" "+strings.Join(used, " ")+" ", " "+m.name+" ") {
			t.Errorf("no rule asks for %q", m.name)
		}
		for _, line := range strings.Split(m.ways, "\n") {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			first := phrases(bit, line)[0].steps[0]
			if first == nil || slices.ContainsFunc(first, func(word string) bool { return strings.HasSuffix(word, "~") && letters(word) < 0 }) {
				t.Errorf("%s: %q cannot be looked up by its first word", m.name, line)
			}
			for _, word := range patterns(phrases(bit, line)) {
				if word != strings.ToLower(word) || word == "" {
					t.Errorf("%s: %q has %q, which is no group, and texts have no upper case", m.name, line, word)
				}
			}
		}
	}
}

// One way of saying fits every spelling: sentence, snake case, camel case, with words between.
func TestMatch(t *testing.T) {
	lex := newLexicon([]meaning{
		{"balance", "insufficient * balance/credit\n余额不足"},
		{"exceeded", "limit~ exceed~"},
	})
	for text, want := range map[string]string{
		"Insufficient Balance":                     "balance",
		"INSUFFICIENT_BALANCE":                     "balance",
		"InsufficientBalanceError":                 "balance",
		"insufficient account balance":             "balance",
		"insufficient a b c d e f balance":         "",
		`{\"code\":\"insufficient-credit\"}`:       "balance",
		"账户余额不足，请充值":                               "balance",
		`\u4f59\u989d\u4e0d\u8db3`:                 "balance",
		"余额 不足":                                    "balance",
		"balance insufficient":                     "",
		"LimitExceeded":                            "exceeded",
		"limits exceeding":                         "exceeded",
		"<html><b>limit</b> exceeded</html>":       "exceeded",
		"<html><script>limit exceeded</script>":    "",
		"RateLimitExceeded.EndpointRPMExceeded":    "exceeded",
		"delimit exceeded":                         "",
		"limit\\nexceeded":                         "exceeded",
		`\\\\\\\"limit\\\\\\\" exceeded`:           "exceeded",
		"\xff\xfelimit exceeded\xff":               "exceeded",
		"the API_KEY insufficient  ,,,  Balance ?": "balance",
	} {
		w := lex.newWords(len(text))
		var f found
		w.add([]byte(text))
		lex.find(&w, &f, lex.meanings)
		got := ""
		for bit, name := range lex.names {
			if f.has(bit) {
				got += name
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q (read as %q)", text, got, want, w.flat)
		}
	}
}
