package home

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Env names the environment variable that moves the home.
const Env = "TALLYSTICK_HOME"

// Home is the directory all guards of one machine share.
type Home struct{ Dir string }

// LedgerDir holds the journal's day files.
func (h Home) LedgerDir() string { return filepath.Join(h.Dir, "ledger") }

// GuardsDir holds one life lock for each guard.
func (h Home) GuardsDir() string { return filepath.Join(h.Dir, "guards") }

// ConfigPath is the file a person edits.
func (h Home) ConfigPath() string { return filepath.Join(h.Dir, "tallystick.yaml") }

// Source is where a guard reads the config from.
func (h Home) Source() *Source { return &Source{path: h.ConfigPath()} }

// Source watches and reads tallystick.yaml.
type Source struct{ path string }

// Read gives the whole file; an error that is fs.ErrNotExist means there is none.
func (s *Source) Read() ([]byte, error) { return os.ReadFile(s.path) }

// Signature changes when the file changes; "" says there is no file.
func (s *Source) Signature() (string, error) {
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return info.ModTime().String(), nil
}

// Find says where the home is.
func Find() (Home, error) {
	if dir := os.Getenv(Env); dir != "" {
		return Home{dir}, nil
	}
	dir, err := passwdHome()
	return Home{filepath.Join(dir, ".local", "state", "tallystick")}, err
}

// Prepare makes the directories, or checks those that are there.
func (h Home) Prepare(create bool, group string) error {
	return errors.Join(os.MkdirAll(h.LedgerDir(), 0o700), os.MkdirAll(h.GuardsDir(), 0o700))
}
