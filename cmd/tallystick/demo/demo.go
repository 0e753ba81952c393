// Package demo shows the two stories tallystick was made for, against a
// provider on loopback that misbehaves as providers did.
package demo

import "github.com/spf13/cobra"

// Command is `tallystick demo`.
func Command() *cobra.Command {
	c := &cobra.Command{
		Use:   "demo",
		Short: "Show the two stories, guarded and not, against a misbehaving provider on loopback",
	}
	c.AddCommand(providerCommand())
	return c
}
