package main

import (
	"fmt"
	"go/ast"
	goconst "go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"unicode"
)

// parse reads protocol.go. What breaks one of the restrictions written there is
// an error with its line.
func parse(path string) (*model, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	p := &reader{fset: fset, m: &model{}}
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok {
			p.declaration(d)
		}
	}
	p.checkRefs()
	return p.m, p.err
}

// reader fills a model and keeps the first error.
type reader struct {
	fset *token.FileSet
	m    *model
	err  error
}

func (p *reader) fail(at token.Pos, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%s: %s", p.fset.Position(at), fmt.Sprintf(format, args...))
	}
}

func (p *reader) declaration(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.ValueSpec:
			if d.Tok == token.CONST {
				p.constant(s, text(d.Doc, s.Doc))
			}
		case *ast.TypeSpec:
			p.typeSpec(s, text(s.Doc, d.Doc))
		}
	}
}

func (p *reader) constant(s *ast.ValueSpec, doc string) {
	if s.Doc != nil {
		doc = text(s.Doc)
	}
	if len(s.Names) != 1 || len(s.Values) != 1 {
		p.fail(s.Pos(), "one name and one value a constant")
		return
	}
	v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, types.ExprString(s.Values[0]))
	if err != nil {
		p.fail(s.Pos(), "%v", err)
		return
	}
	n, ok := goconst.Int64Val(goconst.ToInt(v.Value))
	if !ok {
		p.fail(s.Pos(), "%s is no whole number", s.Names[0].Name)
		return
	}
	c := constant{Name: s.Names[0].Name, Doc: doc, Value: n}
	if name, ok := strings.CutPrefix(c.Name, "Code"); ok {
		c.Name = name
		p.m.Codes = append(p.m.Codes, c)
		return
	}
	p.m.Consts = append(p.m.Consts, c)
}

func (p *reader) typeSpec(s *ast.TypeSpec, doc string) {
	switch t := s.Type.(type) {
	case *ast.InterfaceType:
		for _, f := range t.Methods.List {
			p.method(f, s.Name.Name == "Host")
		}
	case *ast.StructType:
		o := object{Name: s.Name.Name, Doc: doc}
		for _, f := range t.Fields.List {
			o.Fields = append(o.Fields, p.field(f))
		}
		p.m.Types = append(p.m.Types, o)
	default:
		if s.Name.Name != "OneOrMany" {
			p.fail(s.Pos(), "type %s is no struct", s.Name.Name)
		}
	}
}

func (p *reader) method(f *ast.Field, toHost bool) {
	fn := f.Type.(*ast.FuncType)
	name := f.Names[0].Name
	params, results := fn.Params.List, []*ast.Field(nil)
	if fn.Results != nil {
		results = fn.Results.List
	}
	if len(params) != 2 || len(results) < 1 || len(results) > 2 {
		p.fail(f.Pos(), "method %s: want (context, *Params) (*Result, error) or (context, *Params) error", name)
		return
	}
	m := method{Name: snake(name), Doc: text(f.Doc), ToHost: toHost, Params: p.pointee(params[1].Type)}
	if len(results) == 2 {
		m.Result = p.pointee(results[0].Type)
	}
	p.m.Methods = append(p.m.Methods, m)
}

func (p *reader) pointee(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		if id, ok := star.X.(*ast.Ident); ok {
			return id.Name
		}
	}
	p.fail(e.Pos(), "want a pointer to a struct of this file")
	return ""
}

func (p *reader) field(f *ast.Field) field {
	if f.Tag == nil || len(f.Names) != 1 {
		p.fail(f.Pos(), "want one name and a json tag")
		return field{}
	}
	tag := reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json")
	name, opts, _ := strings.Cut(tag, ",")
	if name != snake(f.Names[0].Name) {
		p.fail(f.Pos(), "the json name of %s should be %q", f.Names[0].Name, snake(f.Names[0].Name))
	}
	doc := text(f.Doc)
	if rest, ok := strings.CutPrefix(doc, f.Names[0].Name+" "); ok {
		doc = name + " " + rest
	}
	return field{Name: name, Doc: doc, Type: p.typ(f.Type), Optional: opts != ""}
}

var basic = map[string]kind{"string": kindString, "bool": kindBool, "int64": kindInt, "float64": kindFloat, "OneOrMany": kindOneOrMany}

func (p *reader) typ(e ast.Expr) typ {
	switch t := e.(type) {
	case *ast.Ident:
		if k, ok := basic[t.Name]; ok {
			return typ{Kind: k}
		}
		return typ{Kind: kindRef, Ref: t.Name}
	case *ast.StarExpr:
		return p.typ(t.X)
	case *ast.ArrayType:
		elem := p.typ(t.Elt)
		return typ{Kind: kindList, Elem: &elem}
	case *ast.MapType:
		elem := p.typ(t.Value)
		return typ{Kind: kindMap, Elem: &elem}
	}
	p.fail(e.Pos(), "a member cannot have the type %s", types.ExprString(e))
	return typ{}
}

// checkRefs finds a struct that is used and not there.
func (p *reader) checkRefs() {
	known := map[string]bool{"": true}
	for _, o := range p.m.Types {
		known[o.Name] = true
	}
	need := func(name, by string) {
		if !known[name] && p.err == nil {
			p.err = fmt.Errorf("%s needs the type %s, which is not in this file", by, name)
		}
	}
	for _, m := range p.m.Methods {
		need(m.Params, m.Name)
		need(m.Result, m.Name)
	}
	for _, o := range p.m.Types {
		for _, f := range o.Fields {
			t := f.Type
			for t.Elem != nil {
				t = *t.Elem
			}
			need(t.Ref, o.Name)
		}
	}
}

// text is the first comment there is, without its line breaks.
func text(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if g != nil {
			return strings.TrimSpace(g.Text())
		}
	}
	return ""
}

// snake turns MaxIDBytes into max_id_bytes.
func snake(name string) string {
	var b strings.Builder
	r := []rune(name)
	for i, c := range r {
		upper := unicode.IsUpper(c)
		if upper && i > 0 && (!unicode.IsUpper(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}
