package verdict

import (
	"strings"
	"testing"
)

// What Explain says won is what Classify said, and a rule is said to have lost exactly when
// it does not hold: over every case and every rule.
func TestExplainAgreesWithTheRules(t *testing.T) {
	for _, c := range verdictCases(t) {
		looks := Explain(c.provider, c.reply)
		v := Classify(c.provider, c.reply)
		if !looks[0].Wins || looks[0].Class != v.Class || !strings.HasPrefix(v.Evidence, looks[0].Rule) {
			t.Errorf("%s: explained by %+v, evidence %q", c.line, looks[0], v.Evidence)
		}
		f := theBook().readFacts(strings.ToLower(c.provider), c.reply)
		for i := range f.book.rules {
			rule := &f.book.rules[i]
			if lost := f.lost(rule); (lost == "") != rule.holds(f) {
				t.Errorf("%s: rule %q holds: %v, yet lost: %q", c.line, rule.name, rule.holds(f), lost)
			}
		}
	}
}

// The winner comes first, runners-up follow in the order of the table, each with a reason.
func TestExplainShowsRunnersUp(t *testing.T) {
	looks := Explain("openai", Reply{Status: 429, Sent: true,
		Body: []byte(`{"error":{"message":"Rate limit reached for requests per min. Please try again in 2s","code":"rate_limit_exceeded"}}`)})
	for i, l := range looks {
		t.Logf("%3d %-28s %-16s %s", l.Line, l.Rule, l.Class, l.Why)
		if l.Why == "" || l.Wins != (i == 0) || i > 1 && l.Line <= looks[i-1].Line {
			t.Errorf("look %d: %+v", i, l)
		}
	}
	var why []string
	for _, l := range looks {
		why = append(why, l.Rule+": "+l.Why)
	}
	all := strings.Join(why, "\n")
	for _, want := range []string{
		"rate of a day: misses per_day, per_week or per_month", // something of it was said, something not
		"long wait: asks for a stated wait of 30 minutes or more",
		"rate limit: holds as well, further down",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}

// A reply that no rule knows is said to be so.
func TestExplainNothingKnown(t *testing.T) {
	looks := Explain("", Reply{Sent: true, ErrText: "zzz"})
	if len(looks) != 1 || looks[0].Line != 0 || looks[0].Class != Unknown || looks[0].Why != "no rule of the table holds" {
		t.Errorf("%+v", looks)
	}
}

// Nothing of a body gets into an explanation: it may quote a prompt or a key.
func TestExplainQuotesNoBody(t *testing.T) {
	const secret = "sk-live-abcdef"
	for _, l := range Explain("", Reply{Status: 401, Sent: true,
		Body: []byte(`{"error":{"message":"Incorrect API key provided: ` + secret + `. Rate limit. Quota."}}`)}) {
		if strings.Contains(l.Why, "abcdef") || strings.Contains(l.Rule, "abcdef") {
			t.Errorf("%+v", l)
		}
	}
}

// Any bytes can be explained.
func FuzzExplain(f *testing.F) {
	f.Add("openai", 429, []byte(`{"error":{"code":"rate_limit_exceeded"}}`))
	f.Add("", 0, []byte("\xff\x00"))
	f.Fuzz(func(t *testing.T, provider string, status int, body []byte) {
		r := Reply{Status: status, Body: body, Sent: true, ReceivedAt: noon}
		if looks := Explain(provider, r); looks[0].Class != Classify(provider, r).Class {
			t.Errorf("explained as %s", looks[0].Class)
		}
	})
}
