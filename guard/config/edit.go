package config

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// start is what Set writes into an empty file.
const start = `# tallystick.yaml: the budget of this machine.
# A ceiling of 0, or one that is left out, is unlimited. "tallystick pause" forbids.
version: 1
`

// Set adds a limit to the file, or changes the one with its name. Comments,
// order and every byte that is not about that limit stay as they are. From an
// empty file it writes a commented start. What a file without limits means (the
// default day) is written out, so that adding a limit never takes one away.
//
// Errors are *Error: the file is not valid as it is, the limit is not, or the
// file is written in a way that only a person can edit.
func Set(b []byte, l Limit) ([]byte, error) {
	old, _, err := parse(b)
	if err != nil {
		return nil, err
	}
	if err := l.check(); err != nil {
		return nil, err
	}
	want := old
	want.Limits = slices.Clone(old.Limits)
	i := slices.IndexFunc(old.Limits, func(o Limit) bool { return o.Name == l.Name })
	switch {
	case i >= 0:
		want.Limits[i] = l
	case len(old.Limits) == MaxLimits:
		return nil, tooMany(0, len(old.Limits)+1)
	default:
		want.Limits = append(want.Limits, l)
	}
	return edit(b, want, func(f *file) {
		if f.writeOutLimits(old.Limits); i < 0 {
			f.appendItem(l.flow())
			return
		}
		for _, c := range changes(old.Limits[i], l) {
			f.apply(i, c)
		}
	})
}

// Remove takes the limit with this name out of the file. Comments above it stay.
func Remove(b []byte, name string) ([]byte, error) {
	old, _, err := parse(b)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(old.Limits, func(l Limit) bool { return l.Name == name })
	if i < 0 {
		return nil, &Error{Message: fmt.Sprintf("there is no limit named %q", clip(name)), Hint: "the names are " + names(old.Limits)}
	}
	want := old
	want.Limits = slices.Delete(slices.Clone(old.Limits), i, i+1)
	return edit(b, want, func(f *file) {
		f.writeOutLimits(old.Limits)
		f.removeItem(i)
	})
}

// edit runs a piece of text surgery and accepts its result only if it means
// exactly what was wanted. A file too unusual for the surgery is left alone.
func edit(b []byte, want Config, operate func(*file)) ([]byte, error) {
	f := &file{b: b}
	operate(f)
	if f.err == nil && len(f.b) <= MaxBytes {
		got, _, err := parse(f.b)
		if err == nil && bytes.Equal(got.Encode(), want.Encode()) {
			return f.b, nil
		}
	}
	return nil, &Error{Message: "the file is written in a way that cannot be edited without rewriting it", Hint: "change it by hand"}
}

// check says what is wrong with a limit that did not come from a file.
func (l Limit) check() error {
	_, err := Parse([]byte("limits: [" + l.flow() + "]"))
	if e, ok := err.(*Error); ok {
		e.Line = 0
	}
	return err
}

func names(limits []Limit) string {
	var all []string
	for _, l := range limits {
		all = append(all, strconv.Quote(l.Name))
	}
	if all == nil {
		return "none"
	}
	return strings.Join(all, ", ")
}

// change is one key of a limit to set, or with an empty value to remove. path
// has a second part inside match.
type change struct {
	path  []string
	value string
}

// changes lists what must be written and then what must go, so that no mapping
// is ever empty on the way.
func changes(old, l Limit) []change {
	var set, gone []change
	note := func(value string, path ...string) {
		if c := (change{path, value}); value == "" {
			gone = append(gone, c)
		} else {
			set = append(set, c)
		}
	}
	was := old.pairs()
	for i, p := range l.pairs() {
		switch {
		case p.value == was[i].value:
		case p.key == "match" && p.value != "" && was[i].value != "":
			matchChanges(old.Match, l.Match, note)
		default:
			note(p.value, p.key)
		}
	}
	return append(set, gone...)
}

func matchChanges(old, now map[string]string, note func(value string, path ...string)) {
	for _, key := range slices.Sorted(maps.Keys(now)) {
		if was, ok := old[key]; !ok || was != now[key] {
			note(quote(now[key]), "match", key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(old)) {
		if _, ok := now[key]; !ok {
			note("", "match", key)
		}
	}
}
