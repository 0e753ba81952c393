package demo

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/conformance/provider"
)

// providerCommand serves the misbehaving provider for tests in other languages.
// It ends when its standard input does, so that it cannot outlive who started it.
func providerCommand() *cobra.Command {
	var script, port string
	c := &cobra.Command{
		Use:   "provider",
		Short: "Serve that misbehaving provider, for tests",
		Long: `Serves a misbehaving LLM provider on 127.0.0.1 and prints {"url": ...} in one
line. It speaks OpenAI chat completions and responses, and Anthropic messages,
and serves until standard input ends.

A script says what the 1st, 2nd, 3rd ... request meets:
  503,503,200            two failures, then good answers
  ok*40,429-plan         a plan of 40 calls, then used up (no retry-after)
  429:2,500,503...       round and round
Steps: ok tool stream:NxD gzip slow:D hang 429:N 429-plan 429-bare
       any status 400-599, reset cut early error-event; each with *TIMES

Base URL of a script:    URL/s/SCRIPT@NAME/v1   (any NAME keeps two users apart)
What it saw:             GET URL/_counts`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			p, err := provider.Start(script, port)
			if err != nil {
				return err
			}
			line, err := json.Marshal(map[string]string{"url": p.URL})
			if err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), string(line))
			_, _ = io.Copy(io.Discard, c.InOrStdin()) // ends when whoever started us does
			return p.Close()
		},
	}
	c.Flags().StringVar(&script, "script", "ok", "the `SCRIPT` of requests that name none")
	c.Flags().StringVar(&port, "port", "0", "`PORT` on 127.0.0.1; 0 is a free one")
	return c
}
