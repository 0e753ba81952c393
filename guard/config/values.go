package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// eachKey reads a mapping strictly: every key known, none twice. An error in a
// value carries the key.
func eachKey(n *yaml.Node, readers map[string]func(*yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return &Error{Line: n.Line, Message: fmt.Sprintf("here must be keys and values, such as %s", example(readers))}
	}
	lines := map[string]int{}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		read, ok := readers[key.Value]
		if key.Kind != yaml.ScalarNode || !ok {
			return unknownKey(key, readers)
		}
		if first, ok := lines[key.Value]; ok {
			return &Error{Line: key.Line, Key: key.Value, Message: fmt.Sprintf("%q is already given in line %d", key.Value, first)}
		}
		lines[key.Value] = key.Line
		if isNull(value) {
			return &Error{Line: key.Line, Key: key.Value, Message: fmt.Sprintf("%q has no value", key.Value), Hint: "give one or remove the line"}
		}
		if err := read(value); err != nil {
			return within(err, key)
		}
	}
	return nil
}

// within gives an error the key it happened under, if it has none yet.
func within(err error, key *yaml.Node) error {
	var e *Error
	if errors.As(err, &e) && e.Key == "" {
		e.Key = key.Value
	}
	return err
}

func example(readers map[string]func(*yaml.Node) error) string {
	return slices.Min(known(readers)) + ": ..."
}

func known[V any](m map[string]V) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func unknownKey(key *yaml.Node, readers map[string]func(*yaml.Node) error) error {
	names := known(readers)
	e := &Error{Line: key.Line, Key: clip(key.Value), Message: fmt.Sprintf("the key %q is not known", clip(key.Value))}
	e.Hint = meantOr(nearest(key.Value, names), "known here: "+strings.Join(names, ", "))
	return e
}

// meantOr asks for the word that was probably meant, or says something else where none was.
func meantOr(near, otherwise string) string {
	if near == "" {
		return otherwise
	}
	return fmt.Sprintf("did you mean %q?", near)
}

// oneOf reads a word out of a few.
func oneOf(words map[string]func()) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if take, ok := words[n.Value]; ok && n.Kind == yaml.ScalarNode {
			take()
			return nil
		}
		return &Error{Line: n.Line, Message: fmt.Sprintf("%q is not known here", clip(n.Value)), Hint: "use " + strings.Join(known(words), " or ")}
	}
}

func amountInto(to *int64) func(*yaml.Node) error {
	return func(n *yaml.Node) (err error) {
		*to, err = readAmount(n)
		return err
	}
}

// plainNumber leaves out what YAML would read in a way no person expects: 0500
// is 320 there, 5e5 a fraction.
var plainNumber = regexp.MustCompile(`^(0|[1-9][0-9]*(_[0-9]+)*)$`)

// readAmount reads a whole number from 0 to MaxAmount; 500_000 is allowed.
func readAmount(n *yaml.Node) (int64, error) {
	if n.Kind == yaml.ScalarNode && n.Style == 0 && plainNumber.MatchString(n.Value) {
		v, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 10, 64)
		if err == nil && v <= MaxAmount {
			return v, nil
		}
	}
	return 0, &Error{Line: n.Line, Message: fmt.Sprintf("%q is not a whole number from 0 to %d", clip(n.Value), int64(MaxAmount)), Hint: "write it like 500000; 0 means no ceiling"}
}

// readText reads a short word or name. Control characters are refused: names
// are printed on terminals.
func readText(n *yaml.Node, most int) (string, error) {
	switch {
	case n.Kind != yaml.ScalarNode || isNull(n):
		return "", &Error{Line: n.Line, Message: "here must be a word or a quoted text"}
	case len(n.Value) > most:
		return "", &Error{Line: n.Line, Message: fmt.Sprintf("the text has %d bytes, more than %d", len(n.Value), most)}
	case strings.ContainsFunc(n.Value, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "", &Error{Line: n.Line, Message: "the text has characters that cannot be seen"}
	}
	return n.Value, nil
}

var attributes = []string{"source", "task", "run", "pool", "provider", "key", "model"}

// readAttribute reads the name of an attribute: one of ours, or tags.NAME.
func readAttribute(n *yaml.Node) (string, error) {
	name, err := readText(n, MaxTagName+len(tagPrefix))
	if err != nil {
		return "", err
	}
	tag, isTag := strings.CutPrefix(name, tagPrefix)
	if slices.Contains(attributes, name) || isTag && tag != "" {
		return name, nil
	}
	e := &Error{Line: n.Line, Message: fmt.Sprintf("%q is no attribute of a call", clip(name))}
	e.Hint = meantOr(nearest(name, attributes), "use "+strings.Join(attributes, ", ")+" or tags.NAME")
	return "", e
}

// clip keeps a sentence about bad input short.
func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}

// nearest is the name that was probably meant: at most two letters away, and
// not more than half of the word.
func nearest(word string, names []string) string {
	best, most := "", min(2, len(word)/2)
	if len(word) > MaxName {
		return ""
	}
	for _, name := range names {
		if d := distance(word, name); d <= most {
			best, most = name, d-1
		}
	}
	return best
}

// distance is how many letters must be added, taken away or replaced (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := left
			if a[i] != b[j] {
				cost = 1 + min(left, row[j], row[j+1])
			}
			left, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
