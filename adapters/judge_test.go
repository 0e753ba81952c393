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
		`"code":7001`:                                                 false,
		`[{"code":7001}]`:                                             false,
	} {
		if got := known.Refuses("corp", Reply{Status: 200, Body: []byte(body), Sent: true}); got != want {
			t.Errorf("%.80s: refuses %v", body, got)
		}
	}
}
