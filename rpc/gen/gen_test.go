package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGenerated keeps the schema and the types of other languages in step with
// protocol.go.
func TestGenerated(t *testing.T) {
	m, err := parse(filepath.Join("..", source))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outputs {
		want, err := o.render(m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", o.path))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("rpc/%s is older than rpc/protocol.go (%s)\nremedy: go generate ./rpc", o.path, firstDifference(got, want))
		}
	}
}

func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range w {
		if i >= len(g) {
			return "it ends before: " + w[i]
		}
		if g[i] != w[i] {
			return "it has: " + g[i] + ", and should have: " + w[i]
		}
	}
	return "it goes on after its end"
}

// TestRestrictions shows what the reader of protocol.go refuses, with the line.
func TestRestrictions(t *testing.T) {
	for _, row := range []struct{ name, source, want string }{
		{"no tag", "type A struct { X string }", "json tag"},
		{"another name", "type A struct { XY string `json:\"xY\"` }", `should be "xy"`},
		{"a channel", "type A struct { X chan int `json:\"x\"` }", "cannot have the type chan int"},
		{"an unknown struct", "type A struct { X []B `json:\"x\"` }", "needs the type B"},
		{"two results", "type Service interface { Do(int) }", "method Do"},
		{"no pointer", "type Service interface { Do(c C, a A) error }", "pointer to a struct"},
		{"a fraction", "const A = 1.5", "no whole number"},
		{"another kind of type", "type A map[string]string", "no struct"},
	} {
		t.Run(row.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), source)
			if err := os.WriteFile(path, []byte("package rpc\n"+row.source+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := parse(path)
			if err == nil || !strings.Contains(err.Error(), row.want) || !strings.Contains(err.Error(), source) && row.name != "an unknown struct" {
				t.Fatalf("got %v, want %q with the place", err, row.want)
			}
		})
	}
}

func TestSnake(t *testing.T) {
	for in, want := range map[string]string{
		"ID": "id", "TimeoutMS": "timeout_ms", "MaxIDBytes": "max_id_bytes", "BodyB64": "body_b64", "PerHour": "per_hour", "URL": "url",
	} {
		if got := snake(in); got != want {
			t.Errorf("snake(%q) = %q, want %q", in, got, want)
		}
	}
}
