package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/tallystick/tallystick/guard"
	"github.com/tallystick/tallystick/guard/config"
)

// The exit codes, for scripts and schedulers. exitTable says them to people,
// and a test keeps the two together.
const (
	exitOK      = 0
	exitFailed  = 1
	exitUsage   = 2
	exitRefused = 3
	exitDamaged = 4
	exitLedger  = 5
)

var exitTable = []struct {
	code    int
	meaning string
}{
	{exitOK, "done"},
	{exitFailed, "failed for a reason that has no code of its own"},
	{exitUsage, "a wrong command, flag or input: nothing was done"},
	{exitRefused, "refused by the budget: a retry before the reset is useless"},
	{exitDamaged, "the ledger is damaged, or its sums do not check out"},
	{exitLedger, "the ledger cannot be used now: busy, full, read-only, not there, or newer"},
}

// failure is an error for a person: what happened, what to do next, and the exit code.
type failure struct {
	exit    int
	message string
	hint    string
	cause   error
}

func (f *failure) Error() string { return f.message }
func (f *failure) Unwrap() error { return f.cause }

// wrong is a mistake in what was typed or pasted.
func wrong(hint, format string, args ...any) error {
	return &failure{exit: exitUsage, message: fmt.Sprintf(format, args...), hint: hint}
}

// failed is trouble while doing something, with the way out.
func failed(cause error, doing, hint string) error {
	return &failure{exit: exitFailed, message: doing + ": " + cause.Error(), hint: hint, cause: cause}
}

// asFailure gives any error its exit code and its hint.
func asFailure(err error) *failure {
	var own *failure
	var trouble *guard.Error
	var conf *config.Error
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &trouble):
		return &failure{exit: exitFor(trouble.Code), message: trouble.Message, hint: trouble.Hint, cause: err}
	case errors.As(err, &conf):
		bare := *conf
		bare.Hint = ""
		return &failure{exit: exitUsage, message: bare.Error(), hint: conf.Hint, cause: err}
	case errors.Is(err, fs.ErrPermission):
		return &failure{exit: exitLedger, message: err.Error(), cause: err,
			hint: "several users share one home only after `tallystick init --group NAME`"}
	}
	return &failure{exit: exitFailed, message: err.Error(), cause: err}
}

func exitFor(code guard.Code) int {
	switch code {
	case guard.CodeLedgerDamaged:
		return exitDamaged
	case guard.CodeInvalid, guard.CodeNotFound, guard.CodeAlreadySettled:
		return exitFailed
	}
	return exitLedger
}

// report says an error on stderr; with --json as one object.
func (u *ui) report(err error) int {
	f := asFailure(err)
	if u.json {
		b := errorImage{}
		b.Error.Message, b.Error.Hint, b.Error.Exit = f.message, f.hint, f.exit
		(&ui{out: u.err}).image(b)
		return f.exit
	}
	fmt.Fprintf(u.err, "tallystick: %s\n", visible(f.message))
	if f.hint != "" {
		fmt.Fprintf(u.err, "  try: %s\n", visible(f.hint))
	}
	return f.exit
}

type errorImage struct {
	Error struct {
		Message string `json:"message"`
		Hint    string `json:"hint,omitempty"`
		Exit    int    `json:"exit"`
	} `json:"error"`
}
