package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/tallystick/tallystick/guard/window"
)

// read takes one item of limits into l.
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
	switch {
	case err != nil:
	case name == "key" && !fingerprint.MatchString(l.Match[name]):
		// The value may be the key itself: it is not repeated.
		err = &Error{Line: value.Line, Message: "a key is named by its fingerprint, never written here", Hint: "use fp: and 12 hex digits, as tallystick recent shows it"}
	case strings.Contains(l.Match[name], "*"):
		err = &Error{Line: value.Line, Message: fmt.Sprintf("%q is no pattern: match compares whole values", clip(l.Match[name])), Hint: "leave " + name + " out to match every value, or use per: " + name}
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
