package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// settleTail deals with bytes after the last whole line. Their writer is dead:
// we hold the lock. What was never finished was never answered, so it is cut;
// a line that lacks nothing but its newline gets it, for a cut must not give
// budget back. Anything else is damage.
func (l *Ledger) settleTail() error {
	size, err := l.r.size()
	if err == errEnd {
		return l.finishRescue()
	}
	if err != nil || size <= l.r.at.off {
		return err
	}
	rest, err := l.r.rest()
	if err != nil {
		return err
	}
	text := bytes.TrimRight(rest, "\x00")
	switch end := wholeLine(text, l.r.at); {
	case end == 0 && len(text) >= MaxEntry:
		return l.r.bad("its last line does not end")
	case end == 0 && l.r.at.seq < l.seen:
		return l.r.bad(fmt.Sprintf("it is torn after entry %d, %d were seen", l.r.at.seq, l.seen))
	case end == 0:
		return l.cut(l.r.at.off)
	case end < len(text):
		return l.r.bad("its last line is whole, but what follows is no newline")
	}
	if len(text) < len(rest) {
		if err := l.cut(l.r.at.off + int64(len(text))); err != nil {
			return err
		}
	}
	if err := l.write([]byte{'\n'}); err != nil {
		return err
	}
	return errAgain // and read it
}

// wholeLine is the length of the entry that text begins with, if it is the one
// that follows at, and 0 otherwise.
func wholeLine(text []byte, at place) int {
	for end := 0; ; {
		i := bytes.Index(text[end:], []byte(`"}`))
		if i < 0 {
			return 0
		}
		end += i + 2
		if line, err := decode(text[:end]); err == nil && line.entry.Seq == at.seq+1 && line.follows(at.sum) {
			return end
		}
	}
}

// cut shortens the current file to size.
func (l *Ledger) cut(size int64) error {
	l.r.win = nil
	return writeError("cutting a torn line off "+l.r.at.name, l.r.fs.Truncate(l.r.path(l.r.at.name), size))
}

// openOut opens the current file for appending.
func (l *Ledger) openOut() error {
	if l.out != nil && l.outName == l.r.at.name {
		return nil
	}
	f, err := l.r.fs.OpenFile(l.r.path(l.r.at.name), os.O_WRONLY|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return missing("day file "+l.r.at.name, err)
	}
	if err != nil {
		return writeError("opening "+l.r.at.name, err)
	}
	l.sync.retire(l.out)
	l.out, l.outName = f, l.r.at.name
	return nil
}

// write appends raw bytes to the current file, all or with an error.
func (l *Ledger) write(b []byte) error {
	_, err := l.writeSome(b)
	return err
}

func (l *Ledger) writeSome(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	if err := l.openOut(); err != nil {
		return 0, err
	}
	l.r.win = nil
	n, err := l.out.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	return n, writeError("appending to "+l.r.at.name, err)
}
