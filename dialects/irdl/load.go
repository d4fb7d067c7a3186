package irdl

import (
	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// Load returns the dialects that a text defines; file names it in positions, and
// others are the dialects whose types and attributes it may mention. The error is
// a diag.List. What is returned belongs to no context and can be given to any,
// several times.
func Load(file string, text []byte, others ...*ir.Dialect) ([]*ir.Dialect, error) {
	c := ir.NewContext(others...)
	for _, d := range []*ir.Dialect{builtin.Dialect, Dialect} {
		c.Load(d)
	}
	m, err := asm.Parse(c, file, text, asm.ParseOptions{})
	if err != nil {
		return nil, err
	}
	if err := ir.Verify(m); err != nil {
		return nil, err
	}
	var out []*ir.Dialect
	var errs diag.List
	for op := range ir.Walk(m) {
		if !op.Is("irdl.dialect") {
			continue
		}
		name, _ := ir.SymbolName(op)
		if c.Dialect(name) != nil {
			errs = append(errs, diag.Errorf(op.Loc().Pos(), "a dialect with namespace '%s' has already been registered", name))
			continue
		}
		out = append(out, makeDialect(op, name))
	}
	return out, errs.Err()
}

// makeDialect turns a verified irdl.dialect into a dialect.
func makeDialect(op *ir.Operation, name string) *ir.Dialect {
	hooks := &dynamicHooks{name: name, types: make(map[string]*parameterized), attrs: make(map[string]*parameterized)}
	d := &ir.Dialect{Name: name, Summary: "defined at run time", Hooks: hooks}
	for def := range op.RegionAt(0).Entry().Ops() {
		own, _ := ir.SymbolName(def)
		switch def.Name() {
		case "irdl.type":
			hooks.types[own] = makeParameterized(def)
			d.Types = append(d.Types, ir.Description{Name: own, Summary: "type defined at run time"})
		case "irdl.attribute":
			hooks.attrs[own] = makeParameterized(def)
			d.Attrs = append(d.Attrs, ir.Description{Name: own, Summary: "attribute defined at run time"})
		case "irdl.operation":
			o := makeOperation(def)
			d.Ops = append(d.Ops, ir.BindVerifier(o.def(name+"."+own), o.verify))
		}
	}
	return d
}

// constraintsOf returns the constraints of a definition in order, and the number of
// each value.
func constraintsOf(def *ir.Operation) ([]constraint, map[*ir.Value]int) {
	var all []constraint
	number := make(map[*ir.Value]int)
	numbers := func(op *ir.Operation) []int {
		out := make([]int, op.NumOperands())
		for i, v := range op.Operands() {
			out[i] = number[v]
		}
		return out
	}
	for op := range def.RegionAt(0).Entry().Ops() {
		var k constraint
		switch op.Name() {
		case "irdl.is":
			k = isConstraint{op.Prop("expected").String()}
		case "irdl.any":
			k = anyConstraint{}
		case "irdl.any_of":
			k = anyOfConstraint{numbers(op)}
		case "irdl.all_of":
			k = allOfConstraint{numbers(op)}
		case "irdl.base":
			name, byName := ir.StringValue(op.Prop("base_name"))
			if !byName {
				name = baseOf(op, op.Prop("base_ref"))
			}
			k = baseConstraint{name: name}
		case "irdl.parametric":
			k = baseConstraint{name: baseOf(op, op.Prop("base_type")), parametric: true, params: numbers(op)}
		default:
			continue
		}
		number[op.Result(0)] = len(all)
		all = append(all, k)
	}
	return all, number
}

// baseOf returns the name of what a reference defines, which the verifier found.
func baseOf(op *ir.Operation, ref ir.Attr) string {
	def := ir.ResolveSymbol(op, ref.(*ir.SymbolRefAttr))
	dialect, _ := ir.SymbolName(def.Parent())
	name, _ := ir.SymbolName(def)
	if def.Is("irdl.type") {
		return "!" + dialect + "." + name
	}
	return "#" + dialect + "." + name
}

// partsOf returns the operation of that name in a definition, or nil.
func partOf(def *ir.Operation, name string) *ir.Operation {
	for op := range def.RegionAt(0).Entry().Ops() {
		if op.Is(name) {
			return op
		}
	}
	return nil
}

func makeParameterized(def *ir.Operation) *parameterized {
	all, number := constraintsOf(def)
	d := &parameterized{all: all}
	if p := partOf(def, "irdl.parameters"); p != nil {
		for _, v := range p.Operands() {
			d.params = append(d.params, number[v])
		}
	}
	return d
}
