package llvm

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// Print writes "pred" lhs, rhs {attributes} : type.
func (o ICmp) Print(p *asm.OpPrinter) { printCompare(p, o.Op(), ICmpPredicateEnum) }

// Parse reads what Print writes.
func (o ICmp) Parse(p *asm.OpParser, st *ir.OpState) error {
	return parseCompare(p, st, ICmpPredicateEnum)
}

// Print writes "pred" lhs, rhs {attributes} : type.
func (o FCmp) Print(p *asm.OpPrinter) { printCompare(p, o.Op(), FCmpPredicateEnum) }

// Parse reads what Print writes.
func (o FCmp) Parse(p *asm.OpParser, st *ir.OpState) error {
	return parseCompare(p, st, FCmpPredicateEnum)
}

func printCompare(p *asm.OpPrinter, op *ir.Operation, e *ir.Enum) {
	v, _ := ir.IntValue(op.Prop("predicate"))
	kw, _ := e.Keyword(v)
	p.Byte(' ')
	p.Quoted(kw)
	p.Byte(' ')
	p.Operands(op.Operands())
	p.AttrDict(op, "predicate")
	p.Str(" : ")
	p.Type(op.Operand(0).Type())
}

func parseCompare(p *asm.OpParser, st *ir.OpState, e *ir.Enum) error {
	at := p.Here()
	kw := p.StringLit()
	v, ok := e.Value(kw)
	if !ok {
		return p.Errorf(at, "expected a predicate of %s, found '%s'", e.Keywords(), kw)
	}
	p.SetProp(st, "predicate", e.Attr(p.Context(), v))
	lhs := p.Operand()
	p.Punct(",")
	rhs := p.Operand()
	p.AttrDictInto(st)
	t := p.ColonType()
	p.Resolve(st, lhs, t)
	p.Resolve(st, rhs, t)
	st.Types = []ir.Type{boolLike(t)}
	return nil
}

// boolLike is the type of a comparison of values of type t.
func boolLike(t ir.Type) ir.Type {
	i1 := t.Context().I(1)
	if v, ok := t.(*ir.VectorType); ok {
		return ir.ScalableVectorOf(v.Shape, v.Scalable, i1)
	}
	return i1
}

// Print writes inalloca count x type {attributes} : (count type) -> pointer.
func (o Alloca) Print(p *asm.OpPrinter) {
	op := o.Op()
	if o.Inalloca() != nil {
		p.Str(" inalloca")
	}
	p.Byte(' ')
	p.Operand(o.ArraySize())
	p.Str(" x ")
	p.Attr(o.ElemType())
	elided := []string{"elem_type", "inalloca"}
	if n, ok := ir.IntValue(o.Alignment()); ok && n == 0 {
		elided = append(elided, "alignment")
	}
	p.AttrDict(op, elided...)
	p.Str(" : ")
	p.FunctionalType(op)
}

// Parse reads what Print writes.
func (o Alloca) Parse(p *asm.OpParser, st *ir.OpState) error {
	if p.OptKeyword("inalloca") {
		p.SetProp(st, "inalloca", p.Context().Unit())
	}
	n := p.Operand()
	p.Keyword("x")
	p.SetProp(st, "elem_type", ir.TypeAttrOf(p.Type()))
	p.AttrDictInto(st)
	p.Punct(":")
	at := p.Here()
	t := p.FunctionType()
	if len(t.Inputs) != 1 || len(t.Results) != 1 {
		return p.Errorf(at, "expected trailing function type with one argument and one result")
	}
	p.Resolve(st, n, t.Inputs[0])
	st.Types = t.Results
	return nil
}

// Directives are the custom parts of the formats of the dialect.
func (hooks) Directives() map[string]asm.Directive { return directives }

// directives: what stands between an operation's operands and its types is
// often known from them and then not written at all.
var directives = map[string]asm.Directive{
	"InsertExtractValueElementType": {Parse: parseFieldType, Print: printNothing},
	"ShuffleType":                   {Parse: parseShuffleType, Print: printNothing},
	"GEPIndices":                    {Parse: parseGEPIndices, Print: printGEPIndices},
	"IndirectBrOpSucessors":         {Parse: parseIndirect, Print: printIndirect},
	"LLVMLinkage":                   {Parse: parseLinkage, Print: printLinkage},
	"SwitchOpCases":                 {Parse: parseCases, Print: printCases},
	"OpBundles":                     {Parse: parseBundles, Print: printBundles, Peek: func(p *asm.OpParser) bool { return p.NextIs("[") }},
}

// parseLinkage reads a linkage, external when there is none.
func parseLinkage(p *asm.OpParser, args []*asm.DirectiveArg) error {
	v, _ := p.OptEnum(LinkageEnum)
	args[0].Attr = LinkageEnum.Attr(p.Context(), v)
	return nil
}

func printLinkage(p *asm.OpPrinter, _ *ir.Operation, args []*asm.DirectiveArg) {
	p.Str(keyword(LinkageEnum, args[0].Attr))
}

func printNothing(*asm.OpPrinter, *ir.Operation, []*asm.DirectiveArg) {}

// parseFieldType finds the type of a field by the container and the position.
func parseFieldType(p *asm.OpParser, args []*asm.DirectiveArg) error {
	position, ok := args[2].Attr.(*ir.DenseArrayAttr)
	if !ok || len(args[1].Types) != 1 {
		return p.Errorf(p.Here(), "expected a container and a position")
	}
	t, ok := ElemAt(args[1].Types[0], position.Ints())
	if !ok {
		return p.Errorf(p.Here(), "expected a position inside %s, found %s", args[1].Types[0], position)
	}
	args[0].Types = []ir.Type{t}
	return nil
}

func parseShuffleType(p *asm.OpParser, args []*asm.DirectiveArg) error {
	mask, ok := args[2].Attr.(*ir.DenseArrayAttr)
	if !ok || len(args[0].Types) != 1 {
		return p.Errorf(p.Here(), "expected vectors and a mask")
	}
	v, ok := args[0].Types[0].(*ir.VectorType)
	if !ok || len(v.Shape) != 1 {
		return p.Errorf(p.Here(), "expected an LLVM compatible vector type, found %s", args[0].Types[0])
	}
	args[1].Types = []ir.Type{ir.ScalableVectorOf([]int64{int64(mask.N)}, v.Scalable, v.Elem)}
	return nil
}

// parseGEPIndices reads constants and operands in any order.
func parseGEPIndices(p *asm.OpParser, args []*asm.DirectiveArg) error {
	var raw []int64
	var err error
	if !p.NextIs("]") {
		p.List(asm.NoDelim, func() {
			if o, ok := p.OptOperand(); ok {
				args[0].Operands = append(args[0].Operands, o)
				raw = append(raw, DynamicIndex)
				return
			}
			at := p.Here()
			v := p.Integer()
			if int64(int32(v)) != v || v == DynamicIndex {
				err = p.Errorf(at, "expected an index that fits 32 bits, found %d", v)
			}
			raw = append(raw, v)
		})
	}
	args[1].Attr = p.Context().I32Array(raw...)
	return err
}

func printGEPIndices(p *asm.OpPrinter, _ *ir.Operation, args []*asm.DirectiveArg) {
	dynamic := args[0].Values
	raw, _ := args[1].Attr.(*ir.DenseArrayAttr)
	for i, c := range raw.Ints() {
		if i > 0 {
			p.Str(", ")
		}
		if c != DynamicIndex || len(dynamic) == 0 {
			p.Int(c)
			continue
		}
		p.Operand(dynamic[0])
		dynamic = dynamic[1:]
	}
}
