// Command gen writes what other languages need to know of the wire:
//
//	protocol.go ──► model ──┬─► rpc/protocol.json                          JSON Schema, for people and any language
//	(Go source, comments)   └─► python-shim/src/tallystick/_protocol.py    TypedDicts
//
// Run it with "go generate ./rpc". A further language is one more function from
// the model to bytes, and one more row of outputs. TestGenerated fails when a
// file is older than protocol.go.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// source is the only input, and outputs are all there is to write; paths are
// seen from the folder rpc.
const source = "protocol.go"

var outputs = []struct {
	path   string
	render func(*model) ([]byte, error)
}{
	{"protocol.json", renderSchema},
	{"../python-shim/src/tallystick/_protocol.py", renderPython},
}

func main() {
	if err := generate("."); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// generate writes every output; dir is the folder rpc.
func generate(dir string) error {
	m, err := parse(filepath.Join(dir, source))
	if err != nil {
		return err
	}
	for _, o := range outputs {
		data, err := o.render(m)
		if err != nil {
			return fmt.Errorf("%s: %w", o.path, err)
		}
		path := filepath.Join(dir, o.path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
