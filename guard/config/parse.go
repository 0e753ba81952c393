package config

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// Parse reads tallystick.yaml. A file that is not accepted whole is an *Error
// with the line; nothing is taken from such a file. One that says nothing is
// ErrEmpty, not Default: an editor or a full disk leaves such a file behind, and
// nobody meant the budget to change.
func Parse(b []byte) (Config, error) {
	c, said, err := parse(b)
	if err == nil && !said {
		return Config{}, ErrEmpty
	}
	return c, err
}

// parse also tells whether the file says anything.
func parse(b []byte) (c Config, said bool, err error) {
	root, err := parseNode(b)
	if err != nil {
		return Config{}, false, err
	}
	c = Default()
	if root == nil {
		return c, false, nil
	}
	if err := c.read(root); err != nil {
		return Config{}, true, err
	}
	return c, true, nil
}

// read takes the top mapping into c.
func (c *Config) read(root *yaml.Node) error {
	return eachKey(root, map[string]func(*yaml.Node) error{
		"version":            readVersion,
		"zone":               zoneInto(&c.Zone),
		"week_start":         func(n *yaml.Node) (err error) { c.WeekStart, err = readWeekday(n); return err },
		"durability":         oneOf(map[string]func(){FSync: func() { c.Durability = FSync }, OS: func() { c.Durability = OS }}),
		"per_call":           c.PerCall.read,
		"limits":             c.readLimits,
		"providers":          c.readProviders,
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
		return tooMany(n.Line, len(n.Content))
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

func tooMany(line, limits int) error {
	return &Error{Line: line, Message: fmt.Sprintf("%d limits are more than %d", limits, MaxLimits), Hint: "use per: instead of one limit for each value"}
}
