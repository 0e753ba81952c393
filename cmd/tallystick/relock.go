package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/home"
	"github.com/tallystick/tallystick/ledger"
)

// relock makes the lock file of a ledger again that somebody removed; true when
// it had to. A guard that runs still holds the old file and would not see the
// new one: then nothing is made.
func relock(h home.Home) (bool, error) {
	days, _ := filepath.Glob(filepath.Join(h.LedgerDir(), "*.jsonl"))
	if _, err := os.Stat(filepath.Join(h.LedgerDir(), "lock")); err == nil || len(days) == 0 {
		return false, nil
	}
	lives, _ := filepath.Glob(filepath.Join(h.GuardsDir(), "*.lock"))
	for _, path := range lives {
		id := strings.TrimSuffix(filepath.Base(path), ".lock")
		if dead, err := ledger.Dead(h.GuardsDir(), id); err != nil || !dead {
			return false, &guard.Error{Code: guard.CodeLedger, Err: err,
				Message: "the ledger's lock file is gone, and a guard that held it still runs",
				Hint:    "end all agents of this home, then run `tallystick init` again"}
		}
	}
	return true, ledger.Relock(h.LedgerDir(), ledger.Options{SharedGroup: h.Shared()})
}
