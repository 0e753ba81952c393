package home

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/tallystick/tallystick/guard/config"
)

// Source is where a guard reads the configuration from.
type Source struct{ path string }

// Source watches and reads tallystick.yaml.
func (h Home) Source() *Source { return &Source{path: h.ConfigPath()} }

// Signature changes when the file changes or is replaced; "" says there is no file.
func (s *Source) Signature() (string, error) {
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d-%d-%d", info.ModTime().UnixNano(), info.Size(), inode(info)), nil
}

// Read gives the whole file, and of a file that is too large enough for the
// parser to say so. Only a regular file is opened: a pipe would block the guard.
func (s *Source) Read() ([]byte, error) {
	info, err := os.Stat(s.path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{Message: s.path + " is not a file", Hint: "move it away; without it the default budget counts"}
	}
	f, err := os.Open(s.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, config.MaxBytes+1))
}
