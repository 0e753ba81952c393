package adapters

import (
	"strings"
	"testing"
)

// Inside a 200 a code is a member of the body itself or of its error: an answer may say anything.
func TestAnAnswerIsNoRefusal(t *testing.T) {
	known := NewKnown([]Gateway{{Name: "corp", Rules: []GatewayRule{
		{Name: "busy", Class: Overloaded, Status: []int{200}, Code: []string{"7001", "-1", "error", "E_BUSY"}},
		{Name: "both", Class: Overloaded, Status: []int{200, 503}, Code: []string{"8001"}, Says: []string{"queue * full"}},
	}}})
	answer := func(text string) string {
		return `{"id":"x","choices":[{"message":{"content":"` + text + `"},"finish_reason":"stop"}],"status":"completed","error":null}`
	}
	for body, want := range map[string]bool{
		`{"code":7001,"message":"x"}`:                                 true,
		`{"code":-1}`:                                                 true,
		`{"error":{"type":"e_busy"}}`:                                 true,
		`{"base_resp":{"status_code":7001}}`:                          true,
		`{"header":{"code":7001,"sid":"x"},"payload":{}}`:             true,
		`{"Response":{"Error":{"Code":"E_BUSY"},"RequestId":"x"}}`:    true,
		`{"payload":{"header":{"code":7001}}}`:                        false,
		`{"header":{"error":{"type":{"code":7001}}}}`:                 false,
		`{"code":8001,"message":"the queue is full"}`:                 true,
		`{"code":8001,"message":"x"}`:                                 false,
		`{"code":0,"data":"x"}`:                                       false,
		`{"data":{"code":7001}}`:                                      false,
		answer("In the manual, error 7001 means a paper jam."):        false,
		answer("See [7001]. code: 7001, error: E_BUSY"):               false,
		answer("No error was found."):                                 false,
		answer("Step 1: boil water."):                                 false,
		answer(`{\"code\":7001}`):                                     false,
		`{"code":7001,"m":"` + strings.Repeat("x", MaxRefusal) + `"}`: false,
		`"code":7001`:     false,
		`[{"code":7001}]`: false,
	} {
		if got := known.Refuses("corp", Reply{Status: 200, Body: []byte(body), Sent: true}); got != want {
			t.Errorf("%.80s: refuses %v", body, got)
		}
	}
}

// A gateway that says 200 around {"code": 429}: a rule that asks for 200 means the HTTP status,
// one that asks for 429 the inner one, and whoever asks for neither nothing.
func TestAnOwnRuleMayMeanEitherStatus(t *testing.T) {
	for _, c := range []struct {
		status []int
		code   string
		body   string
		want   bool
	}{
		{[]int{200}, "429", `{"code":429,"msg":"x"}`, true},
		{[]int{200}, "429", `{"code":"429","msg":"x"}`, true},
		{[]int{200}, "500", `{"code":500,"msg":"x"}`, true},
		{[]int{200}, "503", `{"error":{"code":503,"message":"x"}}`, true},
		{[]int{429}, "429", `{"code":429,"msg":"x"}`, true},
		{[]int{402, 500}, "429", `{"code":429,"msg":"x"}`, false},
		{[]int{200}, "500", `{"code":429,"msg":"x"}`, false},
	} {
		known := NewKnown([]Gateway{{Name: "corp", Rules: []GatewayRule{{Name: "month", Class: QuotaExhausted, Status: c.status, Code: []string{c.code}}}}})
		r := Reply{Status: 200, Body: []byte(c.body), Sent: true}
		if got := known.Classify("corp", r); (got.Class == QuotaExhausted) != c.want || c.want && got.Retryable != No {
			t.Errorf("%+v: %+v", c, got)
		}
		if look := known.Explain("corp", r)[0]; (look.Rule == "month") != c.want {
			t.Errorf("%+v: explained by %+v", c, look)
		}
		if got := known.Refuses("corp", r); got != (c.want && c.status[0] == 200) {
			t.Errorf("%+v: refuses %v", c, got)
		}
	}
	// the table's own rules go on meaning the inner one
	if got := (*Known)(nil).Classify("", Reply{Status: 503, Body: []byte(`{"code":401}`), Sent: true}); got.Class != Auth {
		t.Errorf("%+v", got)
	}
}
