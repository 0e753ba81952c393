package guard

import (
	"context"
	"errors"

	"github.com/tallystick/tallystick/ledger"
)

// Code names an error for programs.
type Code string

// The codes of Error.
const (
	CodeInvalid        Code = "invalid"         // the question itself is wrong
	CodeNotFound       Code = "not_found"       // no such reservation
	CodeAlreadySettled Code = "already_settled" // this operation and attempt is over
	CodeLedgerBusy     Code = "ledger_busy"     // somebody holds the ledger's lock for too long
	CodeLedgerDamaged  Code = "ledger_damaged"  // bytes on disk do not check out
	CodeLedgerFull     Code = "ledger_full"     // no space left
	CodeNewerFormat    Code = "newer_format"    // written by a newer tallystick
	CodeReadOnly       Code = "read_only"       // the ledger cannot be written
	CodeNotCreated     Code = "not_created"     // there is no ledger yet
	CodeClosed         Code = "closed"          // this guard is closed
	CodeLedger         Code = "ledger"          // any other trouble of the ledger
)

// Error is a broken request or a broken guard. A refusal is never an Error: it is a Denial.
type Error struct {
	Code    Code
	Message string // what happened, for a person
	Hint    string // what to do next, may be empty
	Err     error  // the cause, may be nil
}

// Error is the message and the hint in one sentence or two.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + "; " + e.Hint
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// codes maps what the ledger says.
var codes = []struct {
	is   error
	code Code
}{
	{ledger.ErrBusy, CodeLedgerBusy},
	{ledger.ErrDamaged, CodeLedgerDamaged},
	{ledger.ErrFull, CodeLedgerFull},
	{ledger.ErrNewerFormat, CodeNewerFormat},
	{ledger.ErrReadOnly, CodeReadOnly},
	{ledger.ErrNotCreated, CodeNotCreated},
	{ledger.ErrClosed, CodeClosed},
}

// ledgerError gives the ledger's errors the guard's codes, so that rpc and cmd
// need to know one package only.
func ledgerError(err error) error {
	if err == nil {
		return nil
	}
	return coded(err)
}

func coded(err error) error {
	var known *Error
	var lost *forgotten
	switch {
	case errors.As(err, &lost):
		return &Error{
			Code: CodeLedger, Message: "the machine's clock was set to a time whose counts cannot be read: " + lost.Error(),
			Hint: "look at `date` and `tallystick verify`", Err: err,
		}
	case errors.As(err, &known), errors.Is(err, errStale), errors.Is(err, errOlder):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &Error{Code: CodeLedgerBusy, Message: "the caller gave up waiting for the ledger", Err: err}
	}
	e := &Error{Code: CodeLedger, Message: err.Error(), Hint: ledger.Hint(err), Err: err}
	for _, c := range codes {
		if errors.Is(err, c.is) {
			e.Code = c.code
			break
		}
	}
	return e
}
