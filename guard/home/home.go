package home

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Env names the environment variable that moves the home.
const Env = "TALLYSTICK_HOME"

// Error says what is wrong with the home and what to do next.
type Error struct {
	Message string
	Hint    string // what to do next
	Err     error  // the system's word, if there is one
}

// Error is the whole sentence.
func (e *Error) Error() string {
	text := e.Message
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// Unwrap gives the system's error.
func (e *Error) Unwrap() error { return e.Err }

// Home is the directory all guards of one machine share.
type Home struct{ Dir string }

// Find says where the home is; it need not exist yet. It also makes sure that
// zone rules come from the system or this binary, whatever $ZONEINFO says.
func Find() (Home, error) {
	pinZoneRules()
	dir := os.Getenv(Env)
	if dir == "" {
		return passwdDefault()
	}
	if !filepath.IsAbs(dir) {
		return Home{}, &Error{
			Message: fmt.Sprintf("%s=%q depends on the directory a process runs in", Env, dir),
			Hint:    "give an absolute path, the same for every process that spends",
		}
	}
	return Home{filepath.Clean(dir)}, nil
}

// passwdDefault is the home of a machine that says nothing.
func passwdDefault() (Home, error) {
	u, err := lookupUser()
	if err != nil {
		return Home{}, err
	}
	if !filepath.IsAbs(u.dir) {
		return Home{}, &Error{
			Message: fmt.Sprintf("user %s has no home directory in the system's user database", u.name),
			Hint:    fmt.Sprintf("set %s to a directory that all agents of this machine share", Env),
		}
	}
	return Home{filepath.Join(u.dir, belowUser())}, nil
}

// belowUser is where each system keeps a program's state in a user's home.
func belowUser() string {
	switch runtime.GOOS {
	case "darwin":
		return filepath.Join("Library", "Application Support", "tallystick")
	case "windows":
		return filepath.Join("AppData", "Local", "tallystick")
	}
	return filepath.Join(".local", "state", "tallystick")
}

// LedgerDir holds the journal's day files.
func (h Home) LedgerDir() string { return filepath.Join(h.Dir, "ledger") }

// GuardsDir holds one life lock for each guard.
func (h Home) GuardsDir() string { return filepath.Join(h.Dir, "guards") }

// ConfigPath is the file a person edits.
func (h Home) ConfigPath() string { return filepath.Join(h.Dir, "tallystick.yaml") }

// UserName is who acts, for the entries a person causes; the number when the
// user database has no name. $USER is not asked.
func UserName() string {
	u, err := lookupUser()
	if err != nil {
		return fmt.Sprintf("user %d", os.Getuid())
	}
	return u.name
}

// account is a user as the system's database has it.
type account struct{ name, dir string }
