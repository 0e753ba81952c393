package main

import "strings"

// model is protocol.go without Go: what a renderer needs to know.
type model struct {
	Consts  []constant // limits and the version
	Codes   []constant // error codes, names without "Code"
	Methods []method   // in the order of the interface
	Types   []object   // in the order of the file
}

// spelled is the model with the names of constants, which comments mention,
// written as a language writes them.
func (m *model) spelled(spell func(string) string) *model {
	var pairs []string
	for _, c := range m.Consts {
		pairs = append(pairs, c.Name, spell(c.Name))
	}
	r := strings.NewReplacer(pairs...)
	out := &model{Methods: m.Methods}
	for _, c := range m.Consts {
		out.Consts = append(out.Consts, constant{c.Name, r.Replace(c.Doc), c.Value})
	}
	for _, c := range m.Codes {
		out.Codes = append(out.Codes, constant{c.Name, r.Replace(c.Doc), c.Value})
	}
	for _, t := range m.Types {
		t.Fields = append([]field(nil), t.Fields...)
		for i := range t.Fields {
			t.Fields[i].Doc = r.Replace(t.Fields[i].Doc)
		}
		t.Doc = r.Replace(t.Doc)
		out.Types = append(out.Types, t)
	}
	return out
}

// constant is a whole number with a name.
type constant struct {
	Name  string // Go's: MaxMessageBytes
	Doc   string
	Value int64
}

// method is one call or notification.
type method struct {
	Name   string // on the wire: "reserve"
	Doc    string
	Params string // name of an object
	Result string // name of an object, "" for a notification
	ToHost bool   // the guard says it to the host
}

// object is a JSON object with named members.
type object struct {
	Name   string
	Doc    string
	Fields []field
}

// field is one member of an object.
type field struct {
	Name     string // on the wire
	Doc      string
	Type     typ
	Optional bool
}

// kind is what a member can be.
type kind int

const (
	kindString kind = iota
	kindBool
	kindInt
	kindFloat
	kindOneOrMany // a string or a list of strings
	kindList      // of Elem
	kindMap       // from string to Elem
	kindRef       // the object Ref
)

// typ is the type of a member.
type typ struct {
	Kind kind
	Elem *typ
	Ref  string
}
