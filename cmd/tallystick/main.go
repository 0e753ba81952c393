// Command tallystick is everything that speaks to a person, and the child that
// the shims start.
//
//	a person ──► status recent unknown explain verify     read the ledger
//	         ──► budget pause resume init                 change what counts
//	         ──► classify                                 judge a pasted response
//	         ──► providers                                what is known of them
//	a shim   ──► serve                                    JSON-RPC on stdin and stdout
//
// Every command prints text that reads well at 80 columns, or JSON with
// --json. Nothing but what a command was asked for goes to stdout; errors end
// with what to do next.
package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/tallystick/tallystick/cmd/tallystick/demo"
)

// version is set by the linker in a release build.
var version = "0.1.0-dev"

func main() { os.Exit(run(os.Args[1:])) }

// run is one command from its arguments to its exit code.
func run(args []string) int {
	u := newUI(os.Stdout, os.Stderr)
	err := execute(u, args)
	if err == nil {
		err = u.lost()
	}
	if err != nil {
		return u.report(err)
	}
	return exitOK
}

func execute(u *ui, args []string) error {
	if len(args) == 1 && args[0] == "serve" {
		return serveHost(context.Background(), u) // an agent waits: no command is even made
	}
	root := newRoot(u)
	addGroups(root, u)
	root.SetArgs(args)
	return root.Execute()
}

func newRoot(u *ui) *cobra.Command {
	root := &cobra.Command{
		Use:   "tallystick",
		Short: "One budget for every LLM call of this machine",
		Long: prose("tallystick keeps one budget for every LLM call of this machine: each attempt takes " +
			"its place in a ledger on disk before it is sent, whatever process it comes from."),
		Args:                       onlySub,
		RunE:                       func(c *cobra.Command, _ []string) error { return c.Help() },
		SilenceErrors:              true,
		SilenceUsage:               true,
		SuggestionsMinimumDistance: 2,
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(wrongFlag)
	root.SetOut(u.out)
	root.SetErr(u.err)
	root.PersistentFlags().BoolVar(&u.json, "json", false, "print JSON instead of text")
	return root
}

func addGroups(root *cobra.Command, u *ui) {
	groups := []struct {
		id, title string
		cmds      []*cobra.Command
	}{
		{"see", "What is left, who ate it, why:", []*cobra.Command{
			statusCommand(u), recentCommand(u), unknownCommand(u), explainCommand(u), verifyCommand(u)}},
		{"set", "What counts:", []*cobra.Command{
			budgetCommand(u), pauseCommand(u), resumeCommand(u), initCommand(u)}},
		{"more", "More:", []*cobra.Command{
			demo.Command(), classifyCommand(u), providersCommand(u), serveCommand(u), versionCommand(u)}},
	}
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.cmds {
			c.GroupID = g.id
			root.AddCommand(c)
		}
	}
	root.SetHelpCommandGroupID("more")
	root.AddCommand(exitCodesTopic())
}
