package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// How wrong words are answered: with the one that was probably meant.

// wrongFlag answers a flag that does not parse with the one that was meant.
func wrongFlag(c *cobra.Command, err error) error {
	hint := c.CommandPath() + " --help"
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		if meant := nearest(unknown.GetSpecifiedName(), flagNames(c)); meant != "" {
			hint = "--" + meant + ", or " + hint
		}
	}
	return wrong(hint, "%s", err)
}

func flagNames(c *cobra.Command) []string {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// nearest is the known word somebody probably meant, "" when none is near. The
// distance is cobra's, so flags and commands are judged alike.
func nearest(typed string, known []string) string {
	words := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, k := range known {
		words.AddCommand(&cobra.Command{Use: k, Run: func(*cobra.Command, []string) {}})
	}
	if meant := words.SuggestionsFor(typed); len(meant) > 0 {
		return meant[0]
	}
	return ""
}

// onlySub is the argument rule of a command that is only a family: what
// follows must be one of its members.
func onlySub(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := c.CommandPath() + " --help"
	if meant := c.SuggestionsFor(args[0]); len(meant) > 0 {
		hint = c.CommandPath() + " " + strings.Join(meant, ", or ")
	}
	return wrong(hint, "%q is no command of %s", args[0], c.CommandPath())
}

// atMost refuses surplus arguments with the way the command is used.
func atMost(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return wrong(usage(c), "%s does not know what to do with %q", c.CommandPath(), args[n])
	}
}

// exactly asks for the arguments that are missing.
func exactly(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < n {
			return wrong(usage(c), "%s needs %s", c.CommandPath(), count(int64(n), "argument"))
		}
		return atMost(n)(c, args)
	}
}

func usage(c *cobra.Command) string { return strings.TrimSuffix(c.UseLine(), " [flags]") }
