package config

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/tallystick/tallystick/adapters"
	"github.com/tallystick/tallystick/adapters/verdict"
)

// Bounds of a provider's rules. A provider's rules find at most two meanings each, and
// adapters has room for so many beside its own.
const (
	MaxRules    = verdict.MaxRules
	MaxStatuses = 10
	MaxCodes    = 20
	MaxCode     = 64 // bytes
	MaxSays     = 10
)

func readRules(n *yaml.Node) ([]adapters.GatewayRule, error) {
	items, err := itemsOf(n, "rules", MaxRules)
	rules := make([]adapters.GatewayRule, len(items))
	for i, item := range items {
		if err := readRule(item, &rules[i]); err != nil {
			return nil, err
		}
	}
	return rules, err
}

func readRule(n *yaml.Node, r *adapters.GatewayRule) error {
	err := eachKey(n, map[string]func(*yaml.Node) error{
		"name":   func(n *yaml.Node) (err error) { r.Name, err = readRuleName(n); return err },
		"class":  wordInto(&r.Class, verdict.Classes()),
		"window": wordInto(&r.Window, verdict.Windows()),
		"scope":  wordInto(&r.Scope, verdict.Scopes()),
		"retry":  wordInto(&r.Retry, verdict.Answers()),
		"status": listInto(&r.Status, "status", MaxStatuses, readStatus),
		"code":   listInto(&r.Code, "code", MaxCodes, readCode),
		"says":   listInto(&r.Says, "says", MaxSays, readWay),
	})
	switch {
	case err != nil:
		return err
	case r.Name == "":
		return &Error{Line: n.Line, Key: "name", Message: "this rule has no name", Hint: "add name: it is what a verdict gives as its reason"}
	case r.Class == "":
		return &Error{Line: n.Line, Key: "class", Message: fmt.Sprintf("the rule %q has no class", r.Name), Hint: "add class: quota_exhausted, or what it means"}
	}
	if m := r.Check(); m != nil {
		return mistake(n.Line, "", m)
	}
	return nil
}

// readRuleName reads what goes to disk as the reason of a verdict, up to its first colon.
func readRuleName(n *yaml.Node) (string, error) {
	name, err := readText(n, MaxName)
	if err == nil && (name == "" || name != strings.TrimSpace(name) || strings.Contains(name, ":")) {
		err = &Error{Line: n.Line, Message: "a rule's name must not be empty, nor begin or end with a space, nor have a colon in it"}
	}
	return name, err
}

func readStatus(n *yaml.Node) (int, error) {
	v, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || n.Style != 0 || err != nil || strconv.Itoa(v) != n.Value || v != 200 && (v < 300 || v > 599) {
		return 0, &Error{Line: n.Line, Message: fmt.Sprintf("%q is no status of a failure", clip(n.Value)), Hint: "write 200, for an error inside an answer, or 300 to 599"}
	}
	return v, nil
}

func readCode(n *yaml.Node) (string, error) {
	code, err := readText(n, MaxCode)
	if err != nil {
		return "", err
	}
	if m := verdict.CheckCode(code); m != nil {
		return "", mistake(n.Line, "", m)
	}
	return code, nil
}

func readWay(n *yaml.Node) (string, error) {
	way, err := readText(n, verdict.MaxWay)
	if err != nil {
		return "", err
	}
	if m := verdict.CheckWay(way); m != nil {
		return "", mistake(n.Line, "", m)
	}
	return way, nil
}
