package demo

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// The two stories of issue 3, in numbers. What an unguarded script sends is
// arithmetic; what a guarded one sends is the promise.
func TestStoriesEndAsPromised(t *testing.T) {
	rep, err := play(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := rep.verdict(); err != nil {
		t.Error(err)
	}
	plan, night := rep.Stories[0], rep.Stories[1]
	if plan.Unguarded.Sent != planLeft+1+planRetries || plan.Guarded.Sent != planLeft+1 || plan.Guarded.Slept != 0 {
		t.Errorf("plan: unguarded %+v, guarded %+v", plan.Unguarded, plan.Guarded)
	}
	if len(plan.Verdicts) != 1 || plan.Verdicts[0].Class != "quota_exhausted" {
		t.Errorf("plan: one operation ends as quota_exhausted, got %+v", plan.Verdicts)
	}
	if night.Unguarded.Sent != nightRuns*sdkAttempts*(nightRetries+1) {
		t.Errorf("night: unguarded sent %d", night.Unguarded.Sent)
	}
	if night.Guarded.Sent != poolCalls || night.Ledger.Calls != poolCalls {
		t.Errorf("night: the pool has %d calls; sent %d, ledger %d", poolCalls, night.Guarded.Sent, night.Ledger.Calls)
	}
	if night.Checks != nightRuns || night.Refused == 0 || !strings.Contains(night.Denial, "40") {
		t.Errorf("night: %d checks, %d refused: %q", night.Checks, night.Refused, night.Denial)
	}
}

// A ledger that does not equal the provider's count is a failure, not a remark.
func TestAReportThatDoesNotAddUpIsAnError(t *testing.T) {
	rep := report{Stories: []*story{{Name: "night", Guarded: side{Sent: 41}, Ledger: books{Calls: 40, Lines: 40}}}}
	if err := rep.verdict(); err == nil || !strings.Contains(err.Error(), "41") {
		t.Errorf("got %v", err)
	}
}

func TestDemoRefusesAHomeInUse(t *testing.T) {
	dir := t.TempDir()
	if _, err := play(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if _, err := play(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "--home") {
		t.Errorf("a second demo in one home: %v", err)
	}
}

// The provider for other languages lives exactly as long as its standard input.
func TestProviderServesUntilItsInputEnds(t *testing.T) {
	in, input := io.Pipe()
	output, out := io.Pipe()
	c := Command()
	c.SetArgs([]string{"provider", "--script", "503"})
	c.SetIn(in)
	c.SetOut(out)
	ended := make(chan error, 1)
	go func() { ended <- c.Execute() }()
	var hello struct{ URL string }
	if err := json.NewDecoder(output).Decode(&hello); err != nil {
		t.Fatal(err)
	}
	resp, err := http.Post(hello.URL+"/v1/messages", "application/json", bytes.NewReader([]byte(`{"model":"m"}`)))
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d", resp.StatusCode)
	}
	_ = input.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Post(hello.URL+"/v1/messages", "application/json", nil); err == nil {
		t.Error("it still serves")
	}
}
