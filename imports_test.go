// Package tallystick_test keeps the arrows of ARCHITECTURE.md true: data flows
// wire -> guard -> ledger, adapters are pure, and nobody reaches back.
package tallystick_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tallystick/tallystick"

// arrows: no file of a package (tests aside) may import what stands behind it, and why.
// A package rule holds for everything below that folder.
var arrows = []struct{ pkg, mustNot, why string }{
	{"ledger", module + "/guard", "the ledger knows bytes; meaning would make its format depend on every policy"},
	{"ledger", module + "/adapters", "the ledger knows bytes, not providers"},
	{"ledger", module + "/rpc", "the ledger is below the wire"},
	{"ledger", module + "/cmd", "nothing imports the commands"},
	{"ledger", "encoding/json", "entries are decoded by hand: 1.2 us a line instead of 4-6, all of it inside start-up and catch-up"},
	{"adapters", module, "adapters are pure: bytes in, facts out, so any of them can be tested and fuzzed alone"},
	{"adapters", "os", "an adapter that reads the machine gives different facts on different machines"},
	{"adapters", "net", "an adapter never talks to anybody"},
	{"adapters", "net/http", "an adapter never talks to anybody; header maps are plain maps"},
	{"guard", module + "/rpc", "decisions must not depend on how they were asked for"},
	{"guard", module + "/cmd", "nothing imports the commands"},
	{"guard", "net", "the guard needs no network, ever"},
	{"guard", "net/http", "the guard needs no network, ever"},
	{"guard/window", module, "calendar arithmetic is pure"},
	{"guard/config", module + "/ledger", "a configuration is text; who stores it is not its business"},
	{"rpc", module + "/ledger", "the wire speaks to the guard; ledger errors reach it as guard errors"},
	{"rpc", module + "/guard/home", "the wire does not ask where it runs; cmd hands it an open guard"},
	{"rpc", module + "/cmd", "nothing imports the commands"},
	{"conformance/provider", module, "the misbehaving provider must not share a mistake with the thing it tests"},
}

// allowed are the few exceptions, each with its reason.
var allowed = map[string]string{
	"guard/config -> " + module + "/guard/window": "a limit names its window",
}

func TestArrowsPointOneWay(t *testing.T) {
	seen := 0
	eachFile(t, func(pkg, path string, file *ast.File) {
		seen++
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			for _, a := range arrows {
				if !within(pkg, a.pkg) || !forbids(a.mustNot, imported) || within(imported, module+"/"+a.pkg) {
					continue
				}
				if _, ok := allowed[pkg+" -> "+imported]; ok {
					continue
				}
				t.Errorf("%s imports %s: %s", path, imported, a.why)
			}
		}
	})
	if seen < 20 {
		t.Fatalf("only %d Go files looked at: the walk is broken", seen)
	}
}

func TestOnlyTheGuardAsksTheClock(t *testing.T) {
	eachFile(t, func(pkg, path string, file *ast.File) {
		if pkg != "adapters" && pkg != "guard/window" && pkg != "guard/config" {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Now" {
				if id, ok := sel.X.(*ast.Ident); ok && id.Name == "time" {
					t.Errorf("%s calls time.Now: pure packages are told the time, so that a test can be any day", path)
				}
			}
			return true
		})
	})
}

// forbids: a rule that names a standard package forbids that one; ours forbid the tree.
func forbids(rule, imported string) bool {
	if strings.HasPrefix(rule, module) {
		return within(imported, strings.TrimSuffix(rule, "/"))
	}
	return imported == rule
}

func within(path, tree string) bool { return path == tree || strings.HasPrefix(path, tree+"/") }

// eachFile parses every non-test Go file of the module; nested modules (the benchmarks) are theirs.
func eachFile(t *testing.T, fn func(pkg, path string, file *ast.File)) {
	t.Helper()
	fset := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if name := d.Name(); path != "." && (strings.HasPrefix(name, ".") || name == "build" || name == "testdata" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		fn(filepath.ToSlash(filepath.Dir(path)), path, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
