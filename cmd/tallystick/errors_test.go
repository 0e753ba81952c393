package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/config"
)

func TestEveryErrorHasItsExitCode(t *testing.T) {
	for _, row := range []struct {
		err  error
		exit int
	}{
		{wrong("", "typed badly"), exitUsage},
		{&config.Error{Line: 3, Message: "bad window"}, exitUsage},
		{&failure{exit: exitRefused}, exitRefused},
		{&guard.Error{Code: guard.CodeLedgerDamaged}, exitDamaged},
		{&guard.Error{Code: guard.CodeLedgerBusy}, exitLedger},
		{&guard.Error{Code: guard.CodeLedgerFull}, exitLedger},
		{&guard.Error{Code: guard.CodeReadOnly}, exitLedger},
		{&guard.Error{Code: guard.CodeNewerFormat}, exitLedger},
		{&guard.Error{Code: guard.CodeNotFound}, exitFailed},
		{fmt.Errorf("opening: %w", &guard.Error{Code: guard.CodeNotCreated}), exitLedger},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}, exitLedger},
		{errors.New("anything"), exitFailed},
	} {
		if got := asFailure(row.err).exit; got != row.exit {
			t.Errorf("%v: exit %d, want %d", row.err, got, row.exit)
		}
	}
}

func TestExitCodesAreDocumentedOnce(t *testing.T) {
	help := exitCodesTopic().Long
	seen := map[int]bool{}
	for _, row := range exitTable {
		if seen[row.code] {
			t.Errorf("code %d stands twice", row.code)
		}
		seen[row.code] = true
		if !strings.Contains(help, fmt.Sprintf("  %d  %s\n", row.code, row.meaning)) {
			t.Errorf("`tallystick exit-codes` does not say %d", row.code)
		}
	}
	for _, code := range []int{exitOK, exitFailed, exitUsage, exitRefused, exitDamaged, exitLedger} {
		if !seen[code] {
			t.Errorf("code %d is not documented", code)
		}
	}
}

// Help is read on a terminal of 80 columns too.
func TestHelpFits80Columns(t *testing.T) {
	u := &ui{width: plainWidth}
	root := newRoot(u)
	addGroups(root, u)
	for _, c := range append(root.Commands(), root) {
		for _, sub := range append(c.Commands(), c) {
			for _, line := range strings.Split(sub.Long+"\n"+sub.Example+"\n"+sub.UsageString(), "\n") {
				if cells(line) > plainWidth {
					t.Errorf("%s: %d cells: %s", sub.CommandPath(), cells(line), line)
				}
			}
		}
	}
}
