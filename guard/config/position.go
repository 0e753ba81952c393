package config

import (
	"bytes"
	"regexp"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// pairExtents are the stretches of a mapping's pairs, from key to end of value.
func (f *file) pairExtents(n *yaml.Node) []span {
	var parts []span
	for i := 0; i+1 < len(n.Content); i += 2 {
		parts = append(parts, span{f.offset(n.Content[i]), f.extent(n.Content[i+1]).to})
	}
	return parts
}

// itemExtents are the stretches of a list's items; in a block with their dash.
func (f *file) itemExtents(n *yaml.Node) []span {
	var parts []span
	at := f.offset(n)
	for _, item := range n.Content {
		s := f.extent(item)
		if n.Style&yaml.FlowStyle == 0 {
			if s.from = f.skip(at); s.from >= len(f.b) || f.b[s.from] != '-' {
				f.err = errUnusual
			}
		}
		at = s.to
		parts = append(parts, s)
	}
	return parts
}

// extent is the stretch a node covers, comments behind it aside.
func (f *file) extent(n *yaml.Node) span {
	from := f.offset(n)
	switch {
	case f.err != nil:
		return span{from, from}
	case n.Kind == yaml.ScalarNode:
		return span{from, f.scalarEnd(n, from)}
	}
	to := from + 1
	if len(n.Content) > 0 {
		to = f.extent(n.Content[len(n.Content)-1]).to
	}
	if n.Style&yaml.FlowStyle != 0 {
		to = f.closing(to)
	}
	return span{from, to}
}

// scalarEnd is where a scalar ends. Texts over several lines are not edited.
func (f *file) scalarEnd(n *yaml.Node, from int) int {
	rest := f.b[from:]
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return from + len(doubleQuoted.Find(rest))
	case n.Style&yaml.SingleQuotedStyle != 0:
		return from + len(singleQuoted.Find(rest))
	case n.Style == 0 && bytes.HasPrefix(rest, []byte(n.Value)):
		return from + len(n.Value)
	}
	f.err = errUnusual
	return from
}

var (
	doubleQuoted = regexp.MustCompile(`^"(?:[^"\\]|\\.)*"`)
	singleQuoted = regexp.MustCompile(`^'(?:[^']|'')*'`)
)

// closing is the offset behind the bracket that closes a flow collection whose
// last part ends at i; a comma may come before it.
func (f *file) closing(i int) int {
	i = f.skip(i)
	if i < len(f.b) && f.b[i] == ',' {
		i = f.skip(i + 1)
	}
	if i >= len(f.b) || f.b[i] != '}' && f.b[i] != ']' {
		f.err = errUnusual
		return min(i, len(f.b))
	}
	return i + 1
}

// skip passes blanks, line ends and comments.
func (f *file) skip(i int) int {
	for i < len(f.b) {
		switch f.b[i] {
		case ' ', '\t', '\r', '\n':
			i++
		case '#':
			i = f.lineEnd(i)
		default:
			return i
		}
	}
	return i
}

var bom = []byte("\xef\xbb\xbf")

// offset is where a node begins: its line, and its column counted in characters.
func (f *file) offset(n *yaml.Node) int {
	at := 0
	if bytes.HasPrefix(f.b, bom) {
		at = len(bom)
	}
	for line := 1; line < n.Line; line++ {
		at = f.nextLine(f.lineEnd(at))
	}
	for column := 1; column < n.Column && at < len(f.b); column++ {
		_, size := utf8.DecodeRune(f.b[at:])
		at += size
	}
	return at
}

// lineEnd is the end of the line, without its line end.
func (f *file) lineEnd(i int) int {
	if n := bytes.IndexAny(f.b[i:], "\r\n"); n >= 0 {
		return i + n
	}
	return len(f.b)
}

// nextLine passes the line end at i.
func (f *file) nextLine(i int) int {
	switch {
	case bytes.HasPrefix(f.b[i:], []byte("\r\n")):
		return i + 2
	case i < len(f.b):
		return i + 1
	}
	return i
}

func (f *file) lineBegin(i int) int { return bytes.LastIndexAny(f.b[:i], "\r\n") + 1 }

// newline is the file's own line end.
func (f *file) newline() string {
	if bytes.Contains(f.b, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}
