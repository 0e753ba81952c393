package config

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// file is a YAML text under the knife. The library says where each node begins;
// where it ends is found here, and only the bytes between are touched. (Its
// encoder would write the same meaning in another layout.) Every step parses the
// text anew, so no step must know what another did to positions. The first
// error ends the operation; later steps do nothing.
type file struct {
	b   []byte
	err error
}

var errUnusual = errors.New("unusual YAML")

// span is a stretch of the text, [from, to).
type span struct{ from, to int }

// splice replaces a stretch.
func (f *file) splice(s span, text string) {
	if f.err == nil {
		f.b = slices.Concat(f.b[:s.from], []byte(text), f.b[s.to:])
	}
}

// root is the top mapping; nil when the file has no content or is beyond help.
func (f *file) root() *yaml.Node {
	if f.err != nil {
		return nil
	}
	root, err := parseNode(f.b)
	if err != nil {
		f.err = err
	}
	return root
}

// limits is the list of limits; nil when there is none.
func (f *file) limits() *yaml.Node {
	if root := f.root(); root != nil {
		if i := find(root, "limits"); i >= 0 {
			return root.Content[i+1]
		}
	}
	return nil
}

// find is the index of a key in a mapping's content; -1 without it.
func find(n *yaml.Node, key string) int {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return i
		}
	}
	return -1
}

// writeOutLimits writes the limits a file without any stands for.
func (f *file) writeOutLimits(limits []Limit) {
	if f.err != nil || f.limits() != nil {
		return
	}
	var items []string
	for _, l := range limits {
		items = append(items, l.flow())
	}
	nl := f.newline()
	dash := nl + "  - "
	block := dash + strings.Join(items, dash)
	root := f.root()
	switch {
	case root == nil:
		f.begin("limits:" + block + nl)
	case root.Style&yaml.FlowStyle != 0:
		f.setKey(root, "limits", "["+strings.Join(items, ", ")+"]")
	default:
		f.setKey(root, "limits", block)
	}
}

// begin writes the first content of a file that has none.
func (f *file) begin(text string) {
	switch {
	case len(bytes.TrimSpace(bytes.TrimPrefix(f.b, bom))) == 0:
		text = strings.ReplaceAll(start, "\n", f.newline()) + text
	case !bytes.HasSuffix(f.b, []byte("\n")):
		text = f.newline() + text
	}
	f.splice(span{len(f.b), len(f.b)}, text)
}

// apply makes one change to the limit at index i.
func (f *file) apply(i int, c change) {
	list := f.limits()
	if list == nil {
		return
	}
	n := list.Content[i]
	for _, key := range c.path[:len(c.path)-1] {
		n = n.Content[find(n, key)+1]
	}
	key := c.path[len(c.path)-1]
	if c.value == "" {
		f.removeKey(n, find(n, key)/2)
		return
	}
	f.setKey(n, key, c.value)
}

// setKey gives a key of a mapping a value, adding the key at the end if needed.
func (f *file) setKey(n *yaml.Node, key, value string) {
	if i := find(n, key); i >= 0 {
		f.splice(f.extent(n.Content[i+1]), value)
		return
	}
	text := quote(key) + ":" + value
	if !strings.HasPrefix(value, "\n") && !strings.HasPrefix(value, "\r\n") {
		text = quote(key) + ": " + value
	}
	f.insertLast(n, f.pairExtents(n), text, "")
}

// appendItem adds an item at the end of the limits.
func (f *file) appendItem(text string) {
	if list := f.limits(); list != nil {
		f.insertLast(list, f.itemExtents(list), text, "- ")
	}
}

// insertLast puts text behind the last of a collection's parts. In a block each
// part begins with a mark ("- " in a list) at the column of the first.
func (f *file) insertLast(n *yaml.Node, parts []span, text, mark string) {
	if f.err != nil {
		return
	}
	flow := n.Style&yaml.FlowStyle != 0
	switch {
	case len(parts) == 0 && flow:
		f.splice(span{f.offset(n) + 1, f.offset(n) + 1}, text)
	case len(parts) == 0:
		f.err = errUnusual
	case flow:
		last := parts[len(parts)-1].to
		f.splice(span{last, last}, ", "+text)
	default:
		last := f.lineEnd(parts[len(parts)-1].to)
		f.splice(span{last, last}, f.newline()+strings.Repeat(" ", n.Column-1)+mark+text)
	}
}

// removeKey takes the i-th key and its value out of a mapping.
func (f *file) removeKey(n *yaml.Node, i int) { f.removePart(n, f.pairExtents(n), i) }

// removeItem takes the i-th limit out of the list.
func (f *file) removeItem(i int) {
	list := f.limits()
	if list == nil {
		return
	}
	parts := f.itemExtents(list)
	f.removePart(list, parts, i)
	if len(parts) == 1 && list.Style&yaml.FlowStyle == 0 {
		f.writeEmpty() // a block cannot be empty
	}
}

// writeEmpty writes limits: [] where the last item of a block has gone.
func (f *file) writeEmpty() {
	root := f.root()
	if root == nil {
		return
	}
	key := root.Content[find(root, "limits")]
	colon := f.skip(f.extent(key).to)
	if f.err == nil && (colon >= len(f.b) || f.b[colon] != ':') {
		f.err = errUnusual
	}
	f.splice(span{colon + 1, colon + 1}, " []")
}

func (f *file) removePart(n *yaml.Node, parts []span, i int) {
	if f.err != nil {
		return
	}
	if n.Style&yaml.FlowStyle != 0 {
		f.removeFlow(parts, i)
		return
	}
	part := span{parts[i].from, f.lineEnd(parts[i].to)}
	if before := f.lineBegin(part.from); len(bytes.TrimSpace(f.b[before:part.from])) > 0 {
		f.splice(part, "") // behind the "- " of its item, which stays
		return
	}
	part.from = f.lineBegin(part.from)
	part.to = f.nextLine(part.to)
	f.splice(part, "")
}

// removeFlow takes a part out of {a, b} or [a, b] with one comma. Comments
// between parts stay.
func (f *file) removeFlow(parts []span, i int) {
	part := parts[i]
	blank := func(from, to int) bool { return len(bytes.Trim(f.b[from:to], " \t,")) == 0 }
	switch last := len(parts) - 1; {
	case i < last && blank(part.to, parts[i+1].from):
		part.to = parts[i+1].from
	case i == last && i > 0 && blank(parts[i-1].to, part.from):
		part.from = parts[i-1].to
	default:
		if comma := f.skip(part.to); comma < len(f.b) && f.b[comma] == ',' {
			f.splice(span{comma, comma + 1}, "")
		}
	}
	f.splice(part, "")
}
