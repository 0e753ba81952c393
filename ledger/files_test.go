package ledger

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// A process out of file descriptors is told so, not that somebody removed something.
func TestMissing(t *testing.T) {
	for _, row := range []struct {
		err  error
		want error
	}{
		{nil, ErrMissing}, {fs.ErrNotExist, ErrMissing},
		{&os.PathError{Op: "open", Path: "x", Err: syscall.EMFILE}, ErrBusy},
		{&os.PathError{Op: "open", Path: "x", Err: syscall.ENFILE}, ErrBusy},
	} {
		if got := missing("opening x", row.err); !errors.Is(got, row.want) {
			t.Errorf("%v: %v", row.err, got)
		}
	}
}
