package config

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// itemsOf are the items of a list that has some, and not too many.
func itemsOf(n *yaml.Node, name string, most int) ([]*yaml.Node, error) {
	switch {
	case n.Kind != yaml.SequenceNode:
		return nil, &Error{Line: n.Line, Message: name + " must be a list", Hint: fmt.Sprintf("write %s: [...], or leave it out", name)}
	case len(n.Content) == 0:
		return nil, &Error{Line: n.Line, Message: name + " is empty", Hint: "leave it out"}
	case len(n.Content) > most:
		return nil, &Error{Line: n.Line, Message: fmt.Sprintf("%d %s are more than %d", len(n.Content), name, most)}
	}
	return n.Content, nil
}

// listInto reads a list of one kind of value.
func listInto[T any](to *[]T, name string, most int, read func(*yaml.Node) (T, error)) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		items, err := itemsOf(n, name, most)
		if err != nil {
			return err
		}
		for _, item := range items {
			v, err := read(item)
			if err != nil {
				return err
			}
			*to = append(*to, v)
		}
		return nil
	}
}

// meant is the word that was probably meant: one near, or one in another spelling, or the only
// one that begins so.
func meant(text string, names []string) string {
	if near := nearest(text, names); near != "" || text == "" {
		return near
	}
	plain := func(s string) string {
		return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s))
	}
	begins := ""
	for _, name := range names {
		switch {
		case plain(name) == plain(text):
			return name
		case strings.HasPrefix(plain(name), plain(text)) && begins != "":
			return ""
		case strings.HasPrefix(plain(name), plain(text)):
			begins = name
		}
	}
	return begins
}

// wordInto reads a word out of some that are known.
func wordInto[T ~string](to *T, known []T) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		text, err := readText(n, MaxValue)
		if err != nil {
			return err
		}
		if *to = T(text); slices.Contains(known, *to) {
			return nil
		}
		e := &Error{Line: n.Line, Message: fmt.Sprintf("%q is not known here", clip(text))}
		names := make([]string, len(known))
		for i, word := range known {
			names[i] = string(word)
		}
		e.Hint = meantOr(meant(text, names), "known: "+strings.Join(names, ", "))
		return e
	}
}
