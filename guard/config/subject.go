package config

import "strings"

// Subject is a call as limits see it: who calls, and what is called.
type Subject struct {
	Pool, Source, Task, Run string
	Provider, Key, Model    string // Key is the fingerprint, never the key
	Tags                    map[string]string
}

// tagPrefix marks a key that names a tag: "tags.team".
const tagPrefix = "tags."

// Value is the value of an attribute, "" when the call does not have it.
func (s Subject) Value(key string) string {
	switch key {
	case "pool":
		return s.Pool
	case "source":
		return s.Source
	case "task":
		return s.Task
	case "run":
		return s.Run
	case "provider":
		return s.Provider
	case "key":
		return s.Key
	case "model":
		return s.Model
	}
	if tag, ok := strings.CutPrefix(key, tagPrefix); ok {
		return s.Tags[tag]
	}
	return ""
}

// Matches says whether a limit counts this call: every attribute of Match must
// be equal. A limit without Match counts every call.
func (l Limit) Matches(s Subject) bool {
	for key, want := range l.Match {
		if s.Value(key) != want {
			return false
		}
	}
	return true
}

// PerValue names the counter of this limit the call falls into: the value of
// its `per` attribute, or "" without one. Calls that lack the attribute share
// the counter "".
func (l Limit) PerValue(s Subject) string {
	if l.Per == "" {
		return ""
	}
	return s.Value(l.Per)
}
