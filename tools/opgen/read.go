package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// dialect is what opgen knows of a package: the definitions in order.
type dialect struct {
	name string // of the Go package
	ops  []opDef

	fset *token.FileSet
	vars map[string]ast.Expr // package variables and results of functions, for named slots
}

// opDef is one definition, as far as views need it.
type opDef struct {
	view    string // AddI
	name    string // arith.addi
	summary string
	in, out []slot
	props   []slot
	regions []slot
	succs   []slot
}

type arity uint8

const (
	one arity = iota
	optional
	variadic
)

type slot struct {
	name  string
	arity arity
}

func readPackage(dir string) (*dialect, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	d := &dialect{fset: token.NewFileSet(), vars: make(map[string]ast.Expr)}
	var defs []*ast.File
	for _, e := range entries {
		n := e.Name()
		if !strings.HasSuffix(n, ".go") || strings.HasSuffix(n, "_test.go") || n == outputName {
			continue
		}
		f, err := parser.ParseFile(d.fset, filepath.Join(dir, n), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		d.name = f.Name.Name
		d.collectVars(f)
		if isDefFile(n) {
			defs = append(defs, f)
		}
	}
	if len(defs) == 0 {
		return nil, fmt.Errorf("%s has no ops.go", dir)
	}
	for _, f := range defs {
		if err := d.readDefs(f); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// isDefFile reports whether a file of that name may hold definitions.
func isDefFile(n string) bool { return n == "ops.go" || strings.HasPrefix(n, "ops_") }

func (d *dialect) collectVars(f *ast.File) {
	for name, value := range variables(f) {
		d.vars[name] = value
	}
	for _, decl := range f.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || fn.Body == nil || len(fn.Body.List) != 1 {
			continue
		}
		if ret, ok := fn.Body.List[0].(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			d.vars[fn.Name.Name+"()"] = ret.Results[0]
		}
	}
}

// variables iterates over the initialised package variables of a file.
func variables(f *ast.File) func(func(string, ast.Expr) bool) {
	return func(yield func(string, ast.Expr) bool) {
		for _, decl := range f.Decls {
			g, ok := decl.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				for i, n := range v.Names {
					if i < len(v.Values) && !yield(n.Name, v.Values[i]) {
						return
					}
				}
			}
		}
	}
}

func (d *dialect) readDefs(f *ast.File) error {
	for name, value := range variables(f) {
		view, ok := strings.CutSuffix(name, "Def")
		u, isPtr := value.(*ast.UnaryExpr)
		if !ok || !isPtr {
			continue
		}
		lit, ok := u.X.(*ast.CompositeLit)
		if !ok || typeName(lit.Type) != "OpDef" {
			continue
		}
		op, err := d.readDef(view, lit)
		if err != nil {
			return err
		}
		d.ops = append(d.ops, op)
	}
	return nil
}

// typeName returns the last component of a type such as ir.OpDef.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func (d *dialect) readDef(view string, lit *ast.CompositeLit) (opDef, error) {
	op := opDef{view: view}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return op, d.errorf(e, "the fields of a definition must be named")
		}
		if err := d.readField(&op, typeName(kv.Key), kv.Value); err != nil {
			return op, err
		}
	}
	if op.name == "" {
		return op, d.errorf(lit, "a definition needs a Name")
	}
	return op, nil
}

func (d *dialect) readField(op *opDef, field string, v ast.Expr) (err error) {
	switch field {
	case "Name":
		op.name, err = d.text(v)
	case "Summary":
		op.summary, err = d.text(v)
	case "In":
		op.in, err = d.slots(v)
	case "Out":
		op.out, err = d.slots(v)
	case "Props":
		op.props, err = d.slots(v)
	case "Regions":
		op.regions, err = d.slots(v)
	case "Succs":
		op.succs, err = d.slots(v)
	}
	return err
}

func (d *dialect) text(e ast.Expr) (string, error) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", d.errorf(e, "expected a string literal")
	}
	return strconv.Unquote(l.Value)
}

// slots reads a slot list: a literal or a variable that holds one.
func (d *dialect) slots(e ast.Expr) ([]slot, error) {
	lit, err := d.literal(e)
	if err != nil {
		return nil, err
	}
	var out []slot
	for _, elt := range lit.Elts {
		s, err := d.slot(elt)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func (d *dialect) literal(e ast.Expr) (*ast.CompositeLit, error) {
	switch v := e.(type) {
	case *ast.CompositeLit:
		return v, nil
	case *ast.Ident:
		if lit, ok := d.vars[v.Name].(*ast.CompositeLit); ok {
			return lit, nil
		}
	case *ast.CallExpr:
		if lit, ok := d.vars[typeName(v.Fun)+"()"].(*ast.CompositeLit); ok {
			return lit, nil
		}
	}
	return nil, d.errorf(e, "expected a literal or the name of a package variable or function that holds one")
}

func (d *dialect) slot(e ast.Expr) (slot, error) {
	lit, err := d.literal(e)
	if err != nil {
		return slot{}, err
	}
	var s slot
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return s, d.errorf(elt, "the fields of a slot must be named")
		}
		switch typeName(kv.Key) {
		case "Name":
			s.name, err = d.text(kv.Value)
		case "Arity":
			s.arity, err = d.arity(kv.Value)
		case "Variadic":
			if typeName(kv.Value) == "true" {
				s.arity = variadic
			}
		}
		if err != nil {
			return s, err
		}
	}
	if s.name == "" {
		return s, d.errorf(lit, "a slot needs a Name")
	}
	return s, nil
}

func (d *dialect) arity(e ast.Expr) (arity, error) {
	names := []string{"One", "Optional", "Variadic"}
	if i := slices.Index(names, typeName(e)); i >= 0 {
		return arity(i), nil
	}
	return one, d.errorf(e, "expected ir.One, ir.Optional or ir.Variadic")
}

func (d *dialect) errorf(at ast.Node, format string, args ...any) error {
	return fmt.Errorf("%s: %s", d.fset.Position(at.Pos()), fmt.Sprintf(format, args...))
}
