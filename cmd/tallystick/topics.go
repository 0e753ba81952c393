package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// exitCodesTopic is `tallystick exit-codes`: the one table of exit codes.
func exitCodesTopic() *cobra.Command {
	var b strings.Builder
	b.WriteString("Every command ends with one of these exit codes:\n\n")
	for _, row := range exitTable {
		fmt.Fprintf(&b, "  %d  %s\n", row.code, row.meaning)
	}
	fmt.Fprintf(&b, `
So a scheduler can tell "not now" from a failure. In a crontab:

  tallystick status --check && python heartbeat.py

In a systemd unit: SuccessExitStatus=%d
`, exitRefused)
	return &cobra.Command{
		Use:   "exit-codes",
		Short: "What the exit codes mean",
		Long:  strings.TrimRight(b.String(), "\n"),
	}
}
