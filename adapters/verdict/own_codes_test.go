package verdict

import (
	"strings"
	"testing"
)

// A code is a value where codes stand; words and numbers elsewhere are none.
func TestCodesAreWhereCodesStand(t *testing.T) {
	for _, c := range []struct {
		code, text string
		want       bool
	}{
		{"E_BUDGET", `{"error":{"code":"E_BUDGET","message":"x"}}`, true},
		{"E_BUDGET", `{"error":"E_BUDGET"}`, true},
		{"E_BUDGET", `{"errorCode" : "eBudget"}`, true},
		{"E_BUDGET", "{\n  \"code\":\n    \"E_BUDGET\"\n}", true},
		{"E_BUDGET", `"{\"error\":\"{\\\"type\\\":\\\"e-budget\\\"}\"}"`, true},
		{"E_BUDGET", `openai.PermissionDeniedError: Error code: 403 - {'error': {'code': 'E_BUDGET'}}`, true},
		{"E_BUDGET", `Error: E_BUDGET`, true},
		{"E_BUDGET", `<error><code>E_BUDGET</code></error>`, true},
		{"E_BUDGET", `code=E_BUDGET, message=x`, true},
		{"E_BUDGET", `{"message":"no e budget"}`, false},
		{"E_BUDGET", `{"message":"E_BUDGET"}`, false},
		{"E_BUDGET", `{"code":"E_BUDGET_SOFT"}`, false},
		{"E_BUDGET", `{"code":"E","budget":"x"}`, false},
		{"E_BUDGET", `Error: E_BUDGET_SOFT`, false},
		{"E_BUDGET", `{"code":{"E_BUDGET":1}}`, false},
		{"E", `{"message":"plan E is busy"}`, false},
		{"error", `{"error":{"message":"busy"}}`, false},
		{"error", `{"type":"error"}`, true},
		{"internal", `{"error":{"message":"we have an internal problem"}}`, false},
		{"40301", `{"code":40301}`, true},
		{"40301", `{"code":"40301"}`, true},
		{"40301", `{"ret":40301}`, true},
		{"40301", `{"err_no":40301}`, true},
		{"40301", `{"result":{"bizCode":40301}}`, true},
		{"40301", `Error code: 40301.`, true},
		{"40301", `错误码：40301`, true},
		{"40301", `{"code":403012}`, false},
		{"40301", `{"message":"ticket 40301, [40301], error 40301"}`, false},
		{"00123", `{"code":123}`, true},
		{"0", `{"code":0}`, true},
		{"-1", `{"code":-1}`, true},
		{"-1", `{"code":"-1"}`, true},
		{"-1", `{"code":1}`, false},
		{"1", `{"code":-1}`, false},
		{"-1", `{"error":{"message":"retry in 1 second"}}`, false},
		{"-2007", `{"message":"model 2007 release"}`, false},
		{"11.5", `{"code":11.5}`, true},
		{"LLM.QUOTA.1", `{"code":"LLM.QUOTA.1"}`, true},
		{"额度不足", `{"code":"额度不足"}`, true},
		{"99999999999999999999999", `{"code":"99999999999999999999999"}`, true},
		{"E_BUDGET", `code:`, false},
		{"E_BUDGET", `code: -`, false},
	} {
		v := NewBook("corp", "corp", []Rule{{Name: "own", Class: Auth, Code: []string{c.code}}}).Classify(Reply{Status: 503, Sent: true, Body: []byte(c.text)})
		if got := strings.HasPrefix(v.Evidence, "own:"); got != c.want {
			t.Errorf("%s in %s: found %v (%s)", c.code, c.text, got, v.Evidence)
		}
		if CheckCode(c.code) != nil {
			t.Errorf("%s is refused", c.code)
		}
	}
}

// What is told of a code is the code.
func TestCodesAsTheyAreTold(t *testing.T) {
	own := NewBook("corp", "corp", []Rule{{Name: "own", Class: Auth, Code: []string{"E_X", "-1"}, Says: []string{"shut"}}})
	r := Reply{Status: 503, Sent: true, Body: []byte(`{"code":-1,"message":"shut"}`)}
	if v := own.Classify(r); v.Evidence != `own: "shut": code -1: status 503` {
		t.Errorf("%s", v.Evidence)
	}
	r.Body = []byte(`{"code":1,"message":"shut"}`)
	for _, l := range own.Explain(r) {
		if l.Of == "corp" && l.Why != "asks for code E_X or -1" {
			t.Errorf("%+v", l)
		}
	}
}
