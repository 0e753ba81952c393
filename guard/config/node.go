package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// parseNode is the YAML tree of a file: its top mapping, or nil when the file
// has no content.
func parseNode(b []byte) (*yaml.Node, error) {
	switch {
	case len(b) > MaxBytes:
		return nil, &Error{Message: fmt.Sprintf("the file has %d bytes, more than %d", len(b), MaxBytes)}
	case !utf8.Valid(b):
		return nil, &Error{Line: badUTF8(b), Message: "this is not UTF-8 text", Hint: "save the file as UTF-8"}
	}
	doc, err := decodeOne(b)
	if err != nil || doc == nil {
		return nil, err
	}
	root := doc.Content[0]
	if isNull(root) && root.Anchor == "" && root.Style&yaml.TaggedStyle == 0 {
		return nil, nil
	}
	if root.Kind != yaml.MappingNode {
		return nil, &Error{Line: root.Line, Message: "the file must be a mapping", Hint: "begin it with: version: 1"}
	}
	return root, refuseIndirect(root)
}

// decodeOne reads the only document of a file; nil when there is none.
func decodeOne(b []byte) (doc *yaml.Node, err error) {
	// The library reports what it finds by an error. Should some bytes make it
	// panic all the same, that is a file it cannot read and not the end of the guard.
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, &Error{Message: fmt.Sprintf("this is not YAML: %v", p)}
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(b))
	var first, second yaml.Node
	if err := dec.Decode(&first); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, yamlError(err)
	}
	if err := dec.Decode(&second); err == nil {
		return nil, &Error{Line: second.Line, Message: "there is a second document", Hint: "remove the line ---"}
	} else if !errors.Is(err, io.EOF) {
		return nil, yamlError(err)
	}
	return &first, nil
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// yamlError turns the library's message into ours.
func yamlError(err error) *Error {
	text := err.Error()
	m := yamlLine.FindStringSubmatch(text)
	if m == nil {
		return &Error{Message: "this is not YAML: " + text}
	}
	line, _ := strconv.Atoi(m[1])
	return &Error{Line: line, Message: "this is not YAML: " + text[len(m[0]):]}
}

func badUTF8(b []byte) int {
	line := 1
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			break
		}
		if r == '\n' {
			line++
		}
		b = b[n:]
	}
	return line
}

// refuseIndirect refuses what would make a file mean more than it shows.
func refuseIndirect(n *yaml.Node) error {
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		return &Error{Line: n.Line, Message: "anchors and aliases are not used here", Hint: "write the value out"}
	case n.Style&yaml.TaggedStyle != 0:
		return &Error{Line: n.Line, Message: "tags such as !!str are not used here", Hint: "write the plain value"}
	}
	for _, child := range n.Content {
		if err := refuseIndirect(child); err != nil {
			return err
		}
	}
	return nil
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }
