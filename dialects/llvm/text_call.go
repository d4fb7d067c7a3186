package llvm

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// Print writes convention tail @callee(operands) vararg(type) [bundles]
// {attributes} : type.
func (o Call) Print(p *asm.OpPrinter) {
	op := o.Op()
	p.Byte(' ')
	c := o.Context()
	if o.CConv() != CConvEnum.Attr(c, 0) {
		p.Str(keyword(CConvEnum, o.CConv()))
		p.Byte(' ')
	}
	if o.TailCallKind() != TailCallKindEnum.Attr(c, 0) {
		p.Str(keyword(TailCallKindEnum, o.TailCallKind()))
		p.Byte(' ')
	}
	args := o.CalleeOperands()
	callee := o.Callee()
	if callee != nil {
		p.Attr(callee)
	} else {
		p.Operand(args[0])
		args = args[1:]
	}
	p.Byte('(')
	p.Operands(args)
	p.Byte(')')
	if t := o.VarCalleeType(); t != nil {
		p.Str(" vararg(")
		p.Attr(t)
		p.Byte(')')
	}
	printCallTail(p, op)
	if callee == nil {
		p.Type(op.Operand(0).Type())
		p.Str(", ")
	}
	printSignature(p, op, args)
}

// printCallTail writes what calls of functions and of intrinsics share: the
// bundles, the attributes and a colon.
func printCallTail(p *asm.OpPrinter, op *ir.Operation) {
	if tags, ok := op.Prop("op_bundle_tags").(*ir.ArrayAttr); ok && len(tags.Elems) > 0 {
		p.Byte(' ')
		printBundles(p, op, nil)
	}
	p.AttrDict(op, "callee", "intrin", "CConv", "TailCallKind", "var_callee_type", "op_bundle_sizes", "op_bundle_tags", "arg_attrs", "res_attrs")
	p.Str(" : ")
}

// printSignature writes (types) -> types, each with its attributes.
func printSignature(p *asm.OpPrinter, op *ir.Operation, args []*ir.Value) {
	p.Byte('(')
	for i, a := range args {
		if i > 0 {
			p.Str(", ")
		}
		p.Type(a.Type())
		p.NamedAttrDict(attrsAt(op.Prop("arg_attrs"), i))
	}
	p.Str(") -> ")
	if op.NumResults() == 0 {
		p.Str("()")
		return
	}
	if attrs := attrsAt(op.Prop("res_attrs"), 0); len(attrs) > 0 {
		p.Byte('(')
		p.Type(op.Result(0).Type())
		p.NamedAttrDict(attrs)
		p.Byte(')')
		return
	}
	p.ResultTypes(op.ResultTypes())
}

// attrsAt returns dictionary i of an array of dictionaries.
func attrsAt(a ir.Attr, i int) []ir.NamedAttr {
	l, ok := a.(*ir.ArrayAttr)
	if !ok || i >= len(l.Elems) {
		return nil
	}
	d, _ := l.Elems[i].(*ir.DictAttr)
	if d == nil {
		return nil
	}
	return d.Entries
}

// keyword returns the keyword of an attribute of an enum, empty for none.
func keyword(e *ir.Enum, a ir.Attr) string {
	v, ok := e.Of(a)
	if !ok {
		return ""
	}
	kw, _ := e.Keyword(v)
	return kw
}

// Parse reads what Print writes.
func (o Call) Parse(p *asm.OpParser, st *ir.OpState) error {
	if v, ok := p.OptEnum(CConvEnum); ok {
		p.SetProp(st, "CConv", CConvEnum.Attr(p.Context(), v))
	}
	if v, ok := p.OptEnum(TailCallKindEnum); ok {
		p.SetProp(st, "TailCallKind", TailCallKindEnum.Attr(p.Context(), v))
	}
	var operands []asm.Operand
	if ptr, indirect := p.OptOperand(); indirect {
		operands = []asm.Operand{ptr}
	} else {
		p.SetProp(st, "callee", p.Context().SymbolRef(p.SymbolName()))
	}
	indirect := len(operands)
	operands = append(operands, p.OperandList(asm.Paren)...)
	if p.OptKeyword("vararg") {
		p.Punct("(")
		p.SetProp(st, "var_callee_type", ir.TypeAttrOf(p.Type()))
		p.Punct(")")
	}
	return parseCallTail(p, st, operands, indirect)
}

// parseCallTail reads bundles, attributes and types. The first so many
// operands have types of their own in front of the signature. The operands of
// targets come behind those of the call.
func parseCallTail(p *asm.OpParser, st *ir.OpState, operands []asm.Operand, extra int, targets ...target) error {
	b := bundles{}
	if p.NextIs("[") {
		b.parse(p)
		p.SetProp(st, "op_bundle_tags", p.Context().ArrayOf(b.tags...))
	}
	p.SetProp(st, "op_bundle_sizes", p.Context().I32Array(b.sizes...))
	p.AttrDictInto(st)
	p.Punct(":")
	at := p.Here()
	types := make([]ir.Type, 0, len(operands))
	for range extra {
		types = append(types, p.Type())
		p.Punct(",")
	}
	s := signature{}
	s.parse(p)
	if len(s.outs) > 1 {
		return p.Errorf(at, "expected function with 0 or 1 result, found %d", len(s.outs))
	}
	if len(s.outs) == 1 && isSimple(s.outs[0], "void") {
		return p.Errorf(at, "expected a non-void result type")
	}
	types = append(types, s.ins...)
	p.ResolveAll(st, at, operands, types)
	segments := []int{len(operands)}
	for _, t := range targets {
		p.ResolveAll(st, at, t.operands, t.types)
		segments = append(segments, len(t.operands))
	}
	p.ResolveAll(st, at, b.operands, b.types)
	s.set(p, st)
	p.SetSegments(st, append(segments, len(b.operands))...)
	st.Types = s.outs
	return nil
}

// signature is (t {attributes}, ...) -> t {attributes} being read.
type signature struct {
	ins, outs         []ir.Type
	inAttrs, outAttrs [][]ir.NamedAttr
}

func (s *signature) parse(p *asm.OpParser) {
	p.List(asm.Paren, func() {
		s.ins = append(s.ins, p.Type())
		s.inAttrs = append(s.inAttrs, p.AttrDict())
	})
	p.Punct("->")
	s.results(p)
}

// results reads one type, or a list in parentheses of types with attributes.
func (s *signature) results(p *asm.OpParser) {
	if !p.NextIs("(") {
		s.outs, s.outAttrs = []ir.Type{p.Type()}, [][]ir.NamedAttr{nil}
		return
	}
	p.List(asm.Paren, func() {
		s.outs = append(s.outs, p.Type())
		s.outAttrs = append(s.outAttrs, p.AttrDict())
	})
}

// set puts the attributes, if there are any, into arg_attrs and res_attrs.
func (s *signature) set(p *asm.OpParser, st *ir.OpState) {
	if a := dictArray(p.Context(), s.inAttrs); a != nil {
		p.SetProp(st, "arg_attrs", a)
	}
	if a := dictArray(p.Context(), s.outAttrs); a != nil {
		p.SetProp(st, "res_attrs", a)
	}
}

// dictArray returns one dictionary a list, nil when all are empty.
func dictArray(c *ir.Context, lists [][]ir.NamedAttr) ir.Attr {
	some := false
	dicts := make([]ir.Attr, len(lists))
	for i, l := range lists {
		some = some || len(l) > 0
		dicts[i] = ir.DictOf(c, l...)
	}
	if !some {
		return nil
	}
	return c.ArrayOf(dicts...)
}

// Print writes "intrinsic"(operands) [bundles] {attributes} : type.
func (o CallIntrinsic) Print(p *asm.OpPrinter) {
	args := o.Args()
	p.Byte(' ')
	p.AttrNoType(o.Intrin())
	p.Byte('(')
	p.Operands(args)
	p.Byte(')')
	printCallTail(p, o.Op())
	printSignature(p, o.Op(), args)
}

// Parse reads what Print writes.
func (o CallIntrinsic) Parse(p *asm.OpParser, st *ir.OpState) error {
	p.SetProp(st, "intrin", p.Context().Str(p.StringLit()))
	return parseCallTail(p, st, p.OperandList(asm.Paren), 0)
}
