package rpc

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/tallystick/tallystick/guard"
)

// TestWordsOfCodes: the words a program branches on are those of protocol.json.
func TestWordsOfCodes(t *testing.T) {
	data, err := os.ReadFile("protocol.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Codes   map[string]struct{ Value int64 }
		Methods map[string]struct{ From string }
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	for word, c := range doc.Codes {
		if words[c.Value] != word {
			t.Errorf("code %d is %q here and %q in protocol.json", c.Value, words[c.Value], word)
		}
	}
	if len(doc.Codes) != len(words) {
		t.Errorf("%d codes here, %d in protocol.json", len(words), len(doc.Codes))
	}
	for name, m := range doc.Methods {
		if _, ok := methods[name]; ok != (m.From == "host") {
			t.Errorf("method %q: served: %v, but it comes from the %s", name, ok, m.From)
		}
	}
}

// TestEveryGuardCodeTravels: a code of guard/errors.go that is not in the table
// would reach the host as a bug of the guard.
func TestEveryGuardCodeTravels(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../guard/errors.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, "Code") {
			return true
		}
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		seen++
		if _, ok := guardCodes[guard.Code(value)]; !ok {
			t.Errorf("guard.%s has no code on the wire", spec.Names[0].Name)
		}
		return true
	})
	if seen != len(guardCodes) {
		t.Errorf("%d codes in guard/errors.go, %d in the table", seen, len(guardCodes))
	}
}

// TestToWire: an error keeps its code however deep it is wrapped. jsonrpc2 would
// have sent each of these as code 0.
func TestToWire(t *testing.T) {
	busy := &guard.Error{Code: guard.CodeLedgerBusy, Message: "pid 7 holds the lock", Hint: "try again"}
	for _, row := range []struct {
		name    string
		err     error
		code    int64
		message string
	}{
		{"of the guard", busy, CodeLedgerBusy, "pid 7 holds the lock; try again"},
		{"wrapped twice", fmt.Errorf("a: %w", fmt.Errorf("b: %w", busy)), CodeLedgerBusy, "pid 7 holds the lock; try again"},
		{"joined", errors.Join(errors.New("x"), busy), CodeLedgerBusy, "pid 7 holds the lock; try again"},
		{"a code of tomorrow", &guard.Error{Code: "tomorrow", Message: "m"}, CodeInternal, "m"},
		{"our own", fmt.Errorf("a: %w", newError(CodeClosed, "m", "")), CodeClosed, "m"},
		{"any other", os.ErrDeadlineExceeded, CodeInternal, "the guard is broken: i/o timeout; please report this"},
	} {
		got := toWire(row.err)
		if got.Code != row.code || got.Message != row.message {
			t.Errorf("%s: %d %q", row.name, got.Code, got.Message)
		}
		if got.Data == nil {
			t.Errorf("%s: no data", row.name)
		}
	}
	if reflect.TypeOf(toWire(busy)) != reflect.TypeFor[*jsonrpc2.Error]() {
		t.Error("not what jsonrpc2 asserts")
	}
}
