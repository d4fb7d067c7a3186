package irdl

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// Dialect is the dialect irdl.
var Dialect = &ir.Dialect{
	Name:    "irdl",
	Summary: "definitions of dialects, as operations",
	Doc:     "A definition says of operands, results, attributes, regions and parameters which constraints they satisfy. A constraint is a value: mentioned twice, it stands for one and the same type or attribute.",
	Ops: []ir.OpBinding{
		ir.Bind[definition](container("irdl.dialect", "Define a new dialect", "", ir.SymbolTable|ir.IsolatedFromAbove)),
		ir.Bind[definition](container("irdl.type", "Define a new type", "irdl.dialect", ir.NoRegionArguments)),
		ir.Bind[definition](container("irdl.attribute", "Define a new attribute", "irdl.dialect", ir.NoRegionArguments)),
		ir.Bind[definition](container("irdl.operation", "Define a new operation", "irdl.dialect", ir.NoRegionArguments)),
		ir.Bind[list](named("irdl.parameters", "Define the constraints on parameters", attribute, "irdl.type", "irdl.attribute")),
		ir.Bind[list](variadics("irdl.operands", "Define the operands of an operation")),
		ir.Bind[list](variadics("irdl.results", "Define the results of an operation")),
		ir.Bind[list](named("irdl.regions", "Define the regions of an operation", region, "irdl.operation")),
		ir.Bind[attributes](attributesDef),
		ir.Bind[regionOp](regionDef),
		ir.Bind[is](constraintOp("irdl.is", "Accept one type or attribute", nil, ir.PropSlot{Name: "expected"})),
		ir.Bind[base](constraintOp("irdl.base", "Accept the types or attributes of one base", nil,
			ir.PropSlot{Name: "base_ref", Optional: true, C: symbolRef}, ir.PropSlot{Name: "base_name", Optional: true, C: ir.StrAttrC})),
		ir.Bind[parametric](constraintOp("irdl.parametric", "Accept one base with constraints on its parameters", args, ir.PropSlot{Name: "base_type", C: symbolRef})),
		ir.Bind[anyOp](constraintOp("irdl.any", "Accept any type or attribute", nil)),
		ir.Bind[choice](constraintOp("irdl.any_of", "Accept what satisfies one of the constraints", args)),
		ir.Bind[choice](constraintOp("irdl.all_of", "Accept what satisfies all of the constraints", args)),
	},
	Types: []ir.Description{
		{Name: "attribute", Summary: "a constraint on a type or an attribute", Doc: "The value of a constraint. A type counts as an attribute here.", Example: "!irdl.attribute", Since: "0.1"},
		{Name: "region", Summary: "a constraint on a region", Doc: "The value of irdl.region.", Example: "!irdl.region", Since: "0.1"},
	},
	Hooks: hooks{},
}

var (
	attribute  = kindConstraint("attribute")
	region     = kindConstraint("region")
	symbolRef  = &ir.Constraint{Desc: "symbol reference attribute", Attr: func(a ir.Attr) bool { _, ok := a.(*ir.SymbolRefAttr); return ok }}
	args       = []ir.Slot{{Name: "args", C: attribute, Arity: ir.Variadic}}
	strings1   = &ir.Constraint{Desc: "string array attribute", Attr: isStringArray}
	containers = []string{"irdl.type", "irdl.attribute", "irdl.operation"}
)

func kindConstraint(name string) *ir.Constraint {
	return &ir.Constraint{
		Desc:  "IRDL handle to a " + name,
		Type:  func(t ir.Type) bool { h, ok := t.(*handle); return ok && h.name == name },
		Build: func(c *ir.Context) ir.Type { return handleOf(c, name) },
	}
}

func isStringArray(a ir.Attr) bool {
	l, ok := a.(*ir.ArrayAttr)
	if !ok {
		return false
	}
	for _, e := range l.Elems {
		if _, ok := ir.StringValue(e); !ok {
			return false
		}
	}
	return true
}

func container(name, summary, parent string, t ir.Trait) *ir.OpDef {
	def := &ir.OpDef{
		Name: name, Summary: summary, Doc: docs[name].doc, Example: example(name), Since: "0.1", Traits: t | ir.NoTerminator | ir.Symbol,
		Props:   []ir.PropSlot{{Name: "sym_name", C: ir.StrAttrC}},
		Regions: []ir.RegionSlot{{Name: "body", Sized: true}},
	}
	if parent != "" {
		def.HasParent = []string{parent}
	}
	return def
}

func named(name, summary string, c *ir.Constraint, parents ...string) *ir.OpDef {
	return &ir.OpDef{
		Name: name, Summary: summary, Doc: docs[name].doc, Example: example(name), Since: "0.1", HasParent: parents,
		In:    []ir.Slot{{Name: "args", C: c, Arity: ir.Variadic}},
		Props: []ir.PropSlot{{Name: "names", C: strings1}},
	}
}

func variadics(name, summary string) *ir.OpDef {
	def := named(name, summary, attribute, "irdl.operation")
	def.Props = append(def.Props, ir.PropSlot{Name: "variadicity", C: &ir.Constraint{Desc: "variadicity array", Attr: func(a ir.Attr) bool { _, ok := a.(*variadicityArray); return ok }}})
	return def
}

func constraintOp(name, summary string, in []ir.Slot, props ...ir.PropSlot) *ir.OpDef {
	return &ir.OpDef{
		Name: name, Summary: summary, Doc: docs[name].doc, Example: example(name), Since: "0.1", Traits: ir.Pure, HasParent: containers,
		In: in, Out: []ir.Slot{{Name: "output", C: attribute}}, Props: props,
	}
}

var attributesDef = &ir.OpDef{
	Name: "irdl.attributes", Summary: "Define the attributes of an operation", Doc: docs["irdl.attributes"].doc, Example: example("irdl.attributes"),
	Since: "0.1", HasParent: []string{"irdl.operation"},
	In:    []ir.Slot{{Name: "attributeValues", C: attribute, Arity: ir.Variadic}},
	Props: []ir.PropSlot{{Name: "attributeValueNames", C: strings1}},
}

var regionDef = &ir.OpDef{
	Name: "irdl.region", Summary: "Define a region of an operation", Doc: docs["irdl.region"].doc, Example: example("irdl.region"),
	Since: "0.1", HasParent: []string{"irdl.operation"},
	In:    []ir.Slot{{Name: "entryBlockArgs", C: attribute, Arity: ir.Variadic}},
	Out:   []ir.Slot{{Name: "output", C: region}},
	Props: []ir.PropSlot{{Name: "numberOfBlocks", Optional: true, C: ir.I32AttrC}, {Name: "constrainedArguments", Optional: true, C: ir.UnitAttrC}},
}

// handle is !irdl.attribute or !irdl.region, the type of constraints.
type handle struct {
	ir.TypeBase
	name string
}

func handleOf(c *ir.Context, name string) *handle {
	return ir.InternType(c, "irdl."+name, func() *handle { return &handle{name: name} })
}

// String returns the type as text.
func (t *handle) String() string { return ir.TypeText(t) }

// DialectName returns irdl.
func (*handle) DialectName() string { return "irdl" }

// PrintBody writes the mnemonic.
func (t *handle) PrintBody(p *ir.Printer) { p.Str(t.name) }

// variadicity says how many values an operand or result stands for.
type variadicity int

const (
	single variadicity = iota
	optional
	variadic
)

var keywords = [...]string{"single", "optional", "variadic"}

// variadicityArray is #irdl<variadicity_array[ ...]>.
type variadicityArray struct {
	ir.AttrBase
	values []variadicity
}

func variadicityArrayOf(c *ir.Context, values []variadicity) *variadicityArray {
	key := fmt.Sprintf("irdl.variadicity_array%v", values)
	return ir.InternAttr(c, key, func() *variadicityArray { return &variadicityArray{values: values} })
}

// String returns the attribute as text.
func (a *variadicityArray) String() string { return ir.AttrText(a) }

// DialectName returns irdl.
func (*variadicityArray) DialectName() string { return "irdl" }

// BodyInBrackets is true: square brackets follow the mnemonic.
func (*variadicityArray) BodyInBrackets() bool { return true }

// PrintBody writes MLIR's form, with its blanks.
func (a *variadicityArray) PrintBody(p *ir.Printer) {
	p.Str("variadicity_array[")
	for i, v := range a.values {
		if i > 0 {
			p.Str(", ")
		}
		p.Str(" " + keywords[v])
	}
	p.Byte(']')
}

type hooks struct{}

// ParseType reads !irdl.attribute and !irdl.region.
func (hooks) ParseType(p *asm.DialectParser, mnemonic string) (ir.Type, error) {
	if mnemonic == "attribute" || mnemonic == "region" {
		return handleOf(p.Context(), mnemonic), nil
	}
	return p.UnknownType(mnemonic)
}

// ParseAttr reads variadicity_array[...].
func (hooks) ParseAttr(p *asm.DialectParser, mnemonic string, _ ir.Type) (ir.Attr, error) {
	if mnemonic != "variadicity_array" {
		return p.UnknownAttr(mnemonic)
	}
	var values []variadicity
	p.List(asm.Square, func() { values = append(values, parseVariadicity(p)) })
	return variadicityArrayOf(p.Context(), values), nil
}

func parseVariadicity(p *asm.DialectParser) variadicity {
	kw := p.OneOf(keywords[:]...)
	for i, k := range keywords {
		if k == kw {
			return variadicity(i)
		}
	}
	return single
}

// namesOf returns the strings of an array property.
func namesOf(op *ir.Operation, prop string) []string {
	l, _ := op.Prop(prop).(*ir.ArrayAttr)
	if l == nil {
		return nil
	}
	out := make([]string, len(l.Elems))
	for i, e := range l.Elems {
		out[i], _ = ir.StringValue(e)
	}
	return out
}

// kindOf returns what an operation defines: operand, result, parameter or region.
func kindOf(op *ir.Operation) string {
	return strings.TrimSuffix(strings.TrimPrefix(op.Name(), "irdl."), "s")
}
