package config

import "fmt"

// Error says what is wrong in tallystick.yaml, where, and what to do next.
type Error struct {
	Line    int    // from 1; 0: the file as a whole
	Key     string // the key it is about; may be empty
	Message string
	Hint    string // what to do next; may be empty
}

// Error is one line: "tallystick.yaml, line 7: unknown key "windw": did you mean "window"?".
func (e *Error) Error() string {
	where := "tallystick.yaml"
	if e.Line > 0 {
		where = fmt.Sprintf("%s, line %d", where, e.Line)
	}
	if e.Hint == "" {
		return fmt.Sprintf("%s: %s", where, e.Message)
	}
	return fmt.Sprintf("%s: %s: %s", where, e.Message, e.Hint)
}

// ErrEmpty is the error of a file that is empty or holds only comments.
var ErrEmpty = &Error{
	Message: "the file says nothing, so the limits stay as they were",
	Hint:    "write limits: into it, or remove it to go back to the default of 500 calls a day",
}
