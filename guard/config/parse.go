package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/tallystick/tallystick/guard/window"
)

// Parse reads tallystick.yaml. A file that is not accepted whole is an *Error
// with the line; nothing is taken from such a file. An empty one is Default.
func Parse(b []byte) (Config, error) {
	root, err := parseNode(b)
	if err != nil {
		return Config{}, err
	}
	c := Default()
	if root == nil {
		return c, nil
	}
	if err := c.read(root); err != nil {
		return Config{}, err
	}
	return c, nil
}

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

// read takes the top mapping into c.
func (c *Config) read(root *yaml.Node) error {
	return eachKey(root, map[string]func(*yaml.Node) error{
		"version":            readVersion,
		"zone":               zoneInto(&c.Zone),
		"week_start":         func(n *yaml.Node) (err error) { c.WeekStart, err = readWeekday(n); return err },
		"durability":         oneOf(map[string]func(){FSync: func() { c.Durability = FSync }, OS: func() { c.Durability = OS }}),
		"per_call":           c.PerCall.read,
		"limits":             c.readLimits,
		"allow_network_home": oneOf(map[string]func(){"true": func() { c.AllowNetworkHome = true }, "false": func() { c.AllowNetworkHome = false }}),
	})
}

func readVersion(n *yaml.Node) error {
	v, err := readAmount(n)
	if err != nil {
		return err
	}
	if v != 1 {
		return &Error{Line: n.Line, Message: fmt.Sprintf("version %d is not known to this program", v), Hint: "it reads version 1; a newer tallystick may have written this file"}
	}
	return nil
}

func (p *PerCall) read(n *yaml.Node) error {
	return eachKey(n, map[string]func(*yaml.Node) error{
		"tokens": amountInto(&p.Tokens),
		"cost":   refuseCost,
	})
}

func refuseCost(n *yaml.Node) error {
	return &Error{Line: n.Line, Message: "cost ceilings need prices, which this version does not have", Hint: "use calls or tokens"}
}

func (c *Config) readLimits(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode {
		return &Error{Line: n.Line, Message: "limits must be a list", Hint: "write limits: [] for none"}
	}
	if len(n.Content) > MaxLimits {
		return &Error{Line: n.Line, Message: fmt.Sprintf("%d limits are more than %d", len(n.Content), MaxLimits), Hint: "use per: instead of one limit for each value"}
	}
	c.Limits = make([]Limit, len(n.Content))
	lines := map[string]int{}
	for i, item := range n.Content {
		l := &c.Limits[i]
		if err := l.read(item); err != nil {
			return err
		}
		if first, ok := lines[l.Name]; ok {
			return &Error{Line: item.Line, Message: fmt.Sprintf("the name %q is taken by the limit in line %d", l.Name, first), Hint: "give each limit its own name"}
		}
		lines[l.Name] = item.Line
	}
	return nil
}

func (l *Limit) read(n *yaml.Node) error {
	err := eachKey(n, map[string]func(*yaml.Node) error{
		"name":       l.readName,
		"match":      l.readMatch,
		"per":        func(n *yaml.Node) (err error) { l.Per, err = readAttribute(n); return err },
		"window":     l.readWindow,
		"calls":      amountInto(&l.Calls),
		"tokens":     amountInto(&l.Tokens),
		"cost":       refuseCost,
		"warn_at":    l.readWarnAt,
		"mode":       oneOf(map[string]func(){"enforce": func() { l.Shadow = false }, "shadow": func() { l.Shadow = true }}),
		"zone":       zoneInto(&l.Zone),
		"week_start": l.readWeekStart,
	})
	if err != nil {
		return err
	}
	return l.complete(n)
}

// complete says what a limit lacks.
func (l *Limit) complete(n *yaml.Node) error {
	given := map[string]bool{}
	for i := 0; i < len(n.Content); i += 2 {
		given[n.Content[i].Value] = true
	}
	switch {
	case !given["name"]:
		return &Error{Line: n.Line, Key: "name", Message: "this limit has no name", Hint: "add name: day, or what it is for"}
	case !given["window"]:
		return &Error{Line: n.Line, Key: "window", Message: fmt.Sprintf("the limit %q has no window", l.Name), Hint: "add window: day (or minute, hour, week, month, total, rolling:5h)"}
	case !given["calls"] && !given["tokens"]:
		return &Error{Line: n.Line, Key: "calls", Message: fmt.Sprintf("the limit %q has no ceiling", l.Name), Hint: "add calls: or tokens: (0 counts without a ceiling)"}
	}
	return nil
}

func (l *Limit) readName(n *yaml.Node) (err error) {
	l.Name, err = readText(n, MaxName)
	if err == nil && l.Name != strings.TrimSpace(l.Name) || err == nil && l.Name == "" {
		err = &Error{Line: n.Line, Message: "a name must not be empty, nor begin or end with a space"}
	}
	return err
}

func (l *Limit) readWindow(n *yaml.Node) error {
	text, err := readText(n, MaxValue)
	if err != nil {
		return err
	}
	if l.Window, err = window.ParseSpec(text); err != nil {
		return &Error{Line: n.Line, Message: err.Error()}
	}
	return nil
}

func (l *Limit) readWeekStart(n *yaml.Node) error {
	day, err := readWeekday(n)
	l.WeekStart = &day
	return err
}

func (l *Limit) readMatch(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		return &Error{Line: n.Line, Message: "match must be a mapping", Hint: "write match: {source: cron}, or leave it out to match every call"}
	}
	if len(n.Content)/2 > MaxMatch {
		return &Error{Line: n.Line, Message: fmt.Sprintf("match has more than %d attributes", MaxMatch)}
	}
	l.Match = make(map[string]string, len(n.Content)/2)
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if err := l.readPair(key, value); err != nil {
			return within(err, key)
		}
	}
	return nil
}

var fingerprint = regexp.MustCompile(`^fp:[0-9a-f]{12}$`)

func (l *Limit) readPair(key, value *yaml.Node) error {
	name, err := readAttribute(key)
	if err != nil {
		return err
	}
	if _, twice := l.Match[name]; twice {
		return &Error{Line: key.Line, Message: fmt.Sprintf("%q is given twice", name)}
	}
	l.Match[name], err = readText(value, MaxValue)
	if err == nil && name == "key" && !fingerprint.MatchString(l.Match[name]) {
		// The value may be the key itself: it is not repeated.
		err = &Error{Line: value.Line, Message: "a key is named by its fingerprint, never written here", Hint: "use fp: and 12 hex digits, as tallystick recent shows it"}
	}
	return err
}

func (l *Limit) readWarnAt(n *yaml.Node) error {
	bad := &Error{Line: n.Line, Message: fmt.Sprintf("warn_at must be a list of at most %d rising numbers above 0 and up to 1", MaxWarnAt), Hint: "write warn_at: [0.8]"}
	if n.Kind != yaml.SequenceNode || len(n.Content) > MaxWarnAt {
		return bad
	}
	l.WarnAt = nil
	last := 0.0
	for _, item := range n.Content {
		f, err := strconv.ParseFloat(item.Value, 64)
		if item.Kind != yaml.ScalarNode || item.Style != 0 || err != nil || !(f > last && f <= 1) {
			bad.Line = item.Line
			return bad
		}
		last = f
		l.WarnAt = append(l.WarnAt, f)
	}
	return nil
}

func readWeekday(n *yaml.Node) (time.Weekday, error) {
	text, err := readText(n, MaxValue)
	if err != nil {
		return 0, err
	}
	day, err := parseWeekday(text)
	if err != nil {
		return 0, &Error{Line: n.Line, Message: err.Error()}
	}
	return day, nil
}

func zoneInto(zone *string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		text, err := readText(n, MaxValue)
		if err != nil {
			return err
		}
		if _, err := window.Load(text); err != nil {
			return &Error{Line: n.Line, Message: err.Error()}
		}
		*zone = text
		return nil
	}
}
