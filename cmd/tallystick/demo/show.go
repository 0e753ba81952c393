package demo

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// show prints the report: JSON with --json, which the root command defines.
func show(c *cobra.Command, rep report) error {
	out := c.OutOrStdout()
	if asked, err := c.Flags().GetBool("json"); err == nil && asked {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		return enc.Encode(rep)
	}
	fmt.Fprint(out, `Two nights, each told twice. The provider is on loopback and misbehaves as
providers did. Requests and ledger are real; the clock is simulated.
`)
	for _, s := range rep.Stories {
		s.intro(out)
		s.table(out)
		s.after(out)
	}
	fmt.Fprintf(out, `
Look further (the demo's ledger stays where it is):
  export TALLYSTICK_HOME=%s
  tallystick status
  tallystick recent --tail 10
  tallystick verify
`, rep.Home)
	return nil
}

func (s *story) intro(out io.Writer) {
	fmt.Fprintf(out, "\n== %s ==\n", s.Title)
	if s.Name == "plan" {
		fmt.Fprintf(out, `A free plan has %d answers left; then 429 without retry-after, for weeks. The
script catches the SDK's RateLimitError, sleeps %s and tries again, %d times.
`, planLeft, short(planSleep), planRetries)
		return
	}
	fmt.Fprintf(out, `%d hours of 429, 500, 503. A heartbeat runs every %s, %d runs. Unguarded: the
SDK makes %d attempts, the script around it tries %d times. Guarded: a pool of
%d calls, and the guard says whether to retry.
`, nightHours, short(nightEvery), nightRuns, sdkAttempts, nightRetries+1, poolCalls)
}

func (s *story) table(out io.Writer) {
	const row = "  %-22s %12s %15s %15s\n"
	fmt.Fprintf(out, "\n"+row, "", "requests", "answered well", "slept")
	for _, line := range []struct {
		name string
		side side
	}{{"unguarded", s.Unguarded}, {"with tallystick", s.Guarded}} {
		fmt.Fprintf(out, row, line.name, fmt.Sprint(line.side.Sent), fmt.Sprint(line.side.Well), short(line.side.Slept))
	}
	fmt.Fprintln(out)
}

func (s *story) after(out io.Writer) {
	for _, v := range s.Verdicts {
		fmt.Fprintf(out, "  %3d x %s: %s\n", v.Times, v.Class, v.Why)
		rule, _, _ := strings.Cut(v.Evidence, ":") // what follows is the rule's pattern, for --json
		wrapped(out, "because of the rule: "+rule)
	}
	if s.Refused > 0 {
		fmt.Fprintf(out, "  %3d x the budget refused, and nothing more was sent:\n", s.Refused)
		wrapped(out, s.Denial)
		fmt.Fprintf(out, "  %3d x deterministic checks, one each run: they never needed a budget\n\n", s.Checks)
		fmt.Fprintf(out, "  So: the plan for one operation cut %d attempts a run to at most %d, and the\n"+
			"  budget stopped the night. (One verdict for all processes is a later version.)\n", sdkAttempts*(nightRetries+1), maxAttempts)
	}
	equal := "equal"
	if !s.Equal {
		equal = "NOT EQUAL"
	}
	fmt.Fprintf(out, "  ledger: %d of %d calls used, %d lines; the provider counted %d: %s\n", s.Ledger.Calls, s.Ledger.Ceiling, s.Ledger.Lines, s.Guarded.Sent, equal)
}

// wrapped prints a sentence under its line, within 80 columns.
func wrapped(out io.Writer, text string) {
	const indent, width = "        ", 80
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(indent)+len(line)+1+len(word) > width {
			fmt.Fprintln(out, indent+line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(out, indent+line)
}

// maxAttempts is what the guard allows one operation, see guard/retry.go.
const maxAttempts = 3

// short is a duration as a person says it: "3h20m", "0s".
func short(d time.Duration) string {
	d = d.Round(time.Second)
	h, m, sec := d/time.Hour, d%time.Hour/time.Minute, d%time.Minute/time.Second
	switch {
	case h > 0:
		return fmt.Sprintf("%d h %02d min", h, m)
	case m > 0 && sec == 0:
		return fmt.Sprintf("%d min", m)
	case m > 0:
		return fmt.Sprintf("%d min %02d s", m, sec)
	}
	return fmt.Sprintf("%d s", sec)
}
