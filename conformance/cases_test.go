package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestCases plays the conversations of cases/*.txtar against the binary. A file
// begins with the story and the threads it comes from; its part
// "tallystick.yaml" is the configuration, its part "talk" the conversation:
//
//	> reserve {"request": ...}       a host asks its guard (2> is another process's)
//	< {"granted": true}              every member named here must be in the answer
//	! {"data": {"code": "..."}}      or the answer must be this error
//	$ unknown release $r             a command of the binary that ends with 0 (3$: with 3)
//	| given back                     words its output must contain
//	= broken.yaml                    this part of the file is tallystick.yaml from now on
//
// In an answer "$r" stands for any text, the same one wherever $r is written
// again; "*" for anything at all, and "~words" for a text that contains them.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("cases/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			part := map[string]string{}
			for _, f := range a.Files {
				part[f.Name] = string(f.Data)
			}
			if len(strings.TrimSpace(string(a.Comment))) == 0 || part["talk"] == "" {
				t.Fatal("a case needs its story and its talk")
			}
			c := &talk{t: t, part: part, home: newHome(t, part["tallystick.yaml"]), guards: map[string]*guard{}, names: map[string]string{}}
			for n, line := range strings.Split(part["talk"], "\n") {
				c.line(n+1, strings.TrimSpace(line))
			}
		})
	}
}

// talk is one conversation under way.
type talk struct {
	t      *testing.T
	part   map[string]string // of the file
	home   string
	guards map[string]*guard
	names  map[string]string // $name -> text

	answer any   // to the last >
	err    error // or the error it got
	output string
}

var spoken = regexp.MustCompile(`^([0-9]*)([>$]) *(\S+) *(.*)$`)

func (c *talk) line(n int, line string) {
	c.t.Helper()
	switch {
	case line == "" || strings.HasPrefix(line, "#"):
	case strings.HasPrefix(line, "< "):
		if c.err != nil {
			c.t.Fatalf("line %d: the answer is the error %v", n, c.err)
		}
		c.expect(n, line[2:], c.answer)
	case strings.HasPrefix(line, "! "):
		var wire *wireError
		if !errors.As(c.err, &wire) {
			c.t.Fatalf("line %d: the answer is no error: %v, %v", n, c.answer, c.err)
		}
		text, _ := json.Marshal(wire)
		var got any
		_ = json.Unmarshal(text, &got)
		c.expect(n, line[2:], got)
	case strings.HasPrefix(line, "= "):
		must(c.t, os.WriteFile(filepath.Join(c.home, "tallystick.yaml"), []byte(c.part[line[2:]]), 0o600))
	case strings.HasPrefix(line, "| "):
		if want := c.named(line[2:]); !strings.Contains(c.output, want) {
			c.t.Errorf("line %d: the output does not say %q:\n%s", n, want, c.output)
		}
	default:
		c.say(n, line)
	}
}

func (c *talk) say(n int, line string) {
	c.t.Helper()
	m := spoken.FindStringSubmatch(c.named(line))
	switch {
	case m == nil:
		c.t.Fatalf("line %d is none of > < ! $ | =: %s", n, line)
	case m[2] == ">":
		g := c.guards[m[1]]
		if g == nil {
			g = begin(c.t, c.home)
			c.guards[m[1]] = g
		}
		if c.answer = nil; m[3] == "stream" { // the one notification
			c.err = g.tell(m[3], json.RawMessage(m[4]))
			return
		}
		c.err = g.ask(m[3], json.RawMessage(m[4]), &c.answer)
	default:
		var code int
		c.output, code = command(c.t, c.home, strings.Fields(m[3]+" "+m[4])...)
		if want := m[1]; fmt.Sprint(code) != want && !(want == "" && code == 0) {
			c.t.Fatalf("line %d ends with %d:\n%s", n, code, c.output)
		}
	}
}

// named puts texts for names.
func (c *talk) named(s string) string {
	for name, text := range c.names {
		s = strings.ReplaceAll(s, name, text)
	}
	return s
}

func (c *talk) expect(n int, want string, got any) {
	c.t.Helper()
	var w any
	if err := json.Unmarshal([]byte(c.named(want)), &w); err != nil {
		c.t.Fatalf("line %d: %v", n, err)
	}
	if err := c.match(w, got); err != nil {
		text, _ := json.MarshalIndent(got, "", "  ")
		c.t.Errorf("line %d: %v in\n%s", n, err, text)
	}
}

// match says where got is not what was wanted.
func (c *talk) match(want, got any) error {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("want an object, got %v", got)
		}
		for key, value := range w {
			if err := c.match(value, g[key]); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
		return nil
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return fmt.Errorf("want %d elements, got %v", len(w), got)
		}
		for i := range w {
			if err := c.match(w[i], g[i]); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		return nil
	case string:
		return c.matchText(w, got)
	}
	if want != got {
		return fmt.Errorf("want %v, got %v", want, got)
	}
	return nil
}

func (c *talk) matchText(want string, got any) error {
	text, ok := got.(string)
	switch {
	case want == "*" && got != nil:
		return nil
	case ok && strings.HasPrefix(want, "$"):
		c.names[want] = text
		return nil
	case ok && strings.HasPrefix(want, "~") && strings.Contains(text, want[1:]):
		return nil
	case ok && text == want:
		return nil
	}
	return fmt.Errorf("want %q, got %v", want, got)
}
