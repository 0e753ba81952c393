package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// What can be wrong, for errors.Is. Every error of this package is one of
// these with a sentence around it and, by Hint, what to do next.
var (
	ErrBusy        = errors.New("ledger is busy")
	ErrDamaged     = errors.New("ledger is damaged")
	ErrNewerFormat = errors.New("ledger was written by a newer tallystick")
	ErrFull        = errors.New("no space left for the ledger")
	ErrReadOnly    = errors.New("ledger cannot be written")
	ErrNetworkFS   = errors.New("ledger is on a network file system")
	ErrNotCreated  = errors.New("there is no ledger")
	ErrMissing     = errors.New("part of the ledger is missing")
	ErrSync        = errors.New("ledger could not be made durable")
	ErrClosed      = errors.New("ledger is closed")
	ErrTooLarge    = errors.New("entry is too large")
	ErrInvalid     = errors.New("entry is not valid")
)

// Error is a failure with its sentence. Unwrap gives both the sentinel above
// and the operating system's own error.
type Error struct {
	Is   error  // one of the sentinels
	Text string // what happened, with names and numbers
	Next string // what to do about it
	Err  error  // the cause below, may be nil
}

func (e *Error) Error() string {
	text := e.Is.Error()
	if e.Text != "" {
		text += ": " + e.Text
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Hint says what a person can do next.
func (e *Error) Hint() string { return e.Next }

func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Is}
	}
	return []error{e.Is, e.Err}
}

// Hint finds the advice inside any error of this package, "" if there is none.
func Hint(err error) string {
	var h interface{ Hint() string }
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}

// Span is a closed interval of sequence numbers.
type Span struct{ First, Last uint64 }

// Count is how many numbers the span holds.
func (s Span) Count() uint64 { return s.Last - s.First + 1 }

// DamageError says which bytes do not check out. It is ErrDamaged.
type DamageError struct {
	File     string // name inside the ledger's folder
	From, To int64  // byte range [From, To) that is not counted any more
	Missing  []Span // the numbers that were in it
	Copy     string // the file as it was found, "" if no copy was made
	Repaired bool   // a "repaired" entry covers it: the next call can go on
	Reason   string // what did not check out
}

func (e *DamageError) Error() string {
	text := fmt.Sprintf("%v: %s, bytes %d to %d: %s", ErrDamaged, e.File, e.From, e.To, e.Reason)
	for _, m := range e.Missing {
		text += fmt.Sprintf("; entries %d to %d are missing", m.First, m.Last)
	}
	return text
}

// Hint says what was done and what a person should do.
func (e *DamageError) Hint() string {
	if e.Repaired {
		return "nothing was rewritten; the damaged file was kept as " + e.Copy +
			" and every missing entry counts as one unknown call until you settle it (tallystick unknown). Try again; check the disk"
	}
	return "the next reserve keeps a copy and reads past it; `tallystick verify` shows all of it. Check the disk"
}

func (e *DamageError) Unwrap() error { return ErrDamaged }

// writeError gives an operating system's error its name and its advice.
func writeError(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC) || isQuota(err):
		return &Error{ErrFull, doing, "free some space on that disk, then try again; nothing is lost", err}
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS):
		return &Error{ErrReadOnly, doing, "make the folder writable for this user, or run the guard as its owner, then try again", err}
	case errors.Is(err, fs.ErrNotExist):
		return &Error{ErrMissing, doing, "put the folder back as it was; if it is gone for good, `tallystick init` begins a new ledger", err}
	}
	return &Error{ErrSync, doing, "look at the disk (dmesg shows what the kernel thinks of it), then try again", err}
}
