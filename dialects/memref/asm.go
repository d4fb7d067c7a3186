package memref

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// parseIndexList reads [2, %n, 4] into operands (argument 0) and their static
// values (argument 1).
func parseIndexList(p *asm.OpParser, args []*asm.DirectiveArg) error {
	var static []int64
	p.List(asm.Square, func() {
		if o, ok := p.OptOperand(); ok {
			args[0].Operands = append(args[0].Operands, o)
			static = append(static, ir.Dynamic)
			return
		}
		static = append(static, p.Integer())
	})
	args[1].Attr = p.Context().I64Array(static...)
	return nil
}

func printIndexList(p *asm.OpPrinter, _ *ir.Operation, args []*asm.DirectiveArg) {
	values := args[0].Values
	p.Byte('[')
	for i, s := range args[1].Attr.(*ir.DenseArrayAttr).Ints() {
		if i > 0 {
			p.Str(", ")
		}
		if s != ir.Dynamic {
			p.Int(s)
			continue
		}
		if len(values) == 0 {
			// Invalid IR is printed too.
			p.Str("<<NULL VALUE>>")
			continue
		}
		p.Operand(values[0])
		values = values[1:]
	}
	p.Byte(']')
}

// parseGlobalValue reads the type of a global (argument 0) and its initial
// value (argument 1).
func parseGlobalValue(p *asm.OpParser, args []*asm.DirectiveArg) error {
	at := p.Here()
	t := p.Type()
	m, ok := t.(*ir.MemRefType)
	if !ok || !ir.HasStaticShape(m) {
		return p.Errorf(at, "type should be static shaped memref, but got '%s'", t)
	}
	args[0].Attr = ir.TypeAttrOf(m)
	if !p.OptPunct("=") {
		return nil
	}
	if p.OptKeyword("uninitialized") {
		args[1].Attr = p.Context().Unit()
		return nil
	}
	args[1].Attr = p.Attr(ir.TensorOf(m.Shape, m.Elem, nil))
	return nil
}

func printGlobalValue(p *asm.OpPrinter, _ *ir.Operation, args []*asm.DirectiveArg) {
	p.Type(args[0].Attr.(*ir.TypeAttr).Value)
	switch v := args[1].Attr.(type) {
	case nil:
	case *ir.UnitAttr:
		p.Str(" = uninitialized")
	default:
		p.Str(" = ")
		p.AttrNoType(v)
	}
}

// Print writes the source and the types of the results.
func (o ExtractStridedMetadata) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	p.Operand(o.Source())
	p.Str(" : ")
	p.Type(o.Source().Type())
	p.Str(" -> ")
	p.TypesOf(o.Op().Results())
	p.AttrDict(o.Op())
}

// Parse reads what Print writes.
func (ExtractStridedMetadata) Parse(p *asm.OpParser, st *ir.OpState) error {
	src := p.Operand()
	t := p.ColonType()
	p.Resolve(st, src, t)
	p.Punct("->")
	st.Types = p.TypeList()
	p.AttrDictInto(st)
	return nil
}

// Print writes the order as (d0, d1) -> (d1, d0).
func (o Transpose) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	p.Operand(o.Operand(0))
	p.Byte(' ')
	p.Str(o.Permutation().(*ir.AffineMapAttr).Map.String())
	p.AttrDict(o.Op(), "permutation")
	p.Str(" : ")
	p.Type(o.Operand(0).Type())
	p.Str(" to ")
	p.Type(o.Result(0).Type())
}

// Parse reads what Print writes.
func (Transpose) Parse(p *asm.OpParser, st *ir.OpState) error {
	in := p.Operand()
	p.SetProp(st, "permutation", p.Context().AffineMapOf(p.AffineMap()))
	p.AttrDictInto(st)
	t := p.ColonType()
	p.Keyword("to")
	st.Types = []ir.Type{p.Type()}
	p.Resolve(st, in, t)
	return nil
}

// Print writes %m[%i], read or write, locality<n>, data or instr.
func (o Prefetch) Print(p *asm.OpPrinter) {
	word := func(a ir.Attr, yes, no string) string {
		if v, _ := ir.BoolValue(a); v {
			return yes
		}
		return no
	}
	p.Byte(' ')
	p.Operand(o.Memref())
	p.Byte('[')
	p.Operands(o.Indices())
	p.Str("], ")
	p.Str(word(o.IsWrite(), "write", "read"))
	p.Str(", locality<")
	n, _ := ir.IntValue(o.LocalityHint())
	p.Int(n)
	p.Str(">, ")
	p.Str(word(o.IsDataCache(), "data", "instr"))
	p.AttrDict(o.Op(), "isWrite", "localityHint", "isDataCache")
	p.Str(" : ")
	p.Type(o.Memref().Type())
}

// Parse reads what Print writes.
func (Prefetch) Parse(p *asm.OpParser, st *ir.OpState) error {
	c := p.Context()
	m := p.Operand()
	indices := p.OperandList(asm.Square)
	p.Punct(",")
	p.SetProp(st, "isWrite", c.Bool(p.OneOf("read", "write") == "write"))
	p.Punct(",")
	p.Keyword("locality")
	p.Punct("<")
	p.SetProp(st, "localityHint", c.I32Attr(p.Integer()))
	p.Punct(">")
	p.Punct(",")
	p.SetProp(st, "isDataCache", c.Bool(p.OneOf("data", "instr") == "data"))
	p.AttrDictInto(st)
	t := p.ColonType()
	p.Resolve(st, m, t)
	p.ResolveSame(st, indices, c.Index())
	return nil
}

// Print writes %m[%i], the type and the region.
func (o GenericAtomicRMW) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	p.Operand(o.Memref())
	p.Byte('[')
	p.Operands(o.Indices())
	p.Str("] : ")
	p.Type(o.Memref().Type())
	p.Byte(' ')
	p.Region(o.AtomicBody(), true, true)
	p.AttrDict(o.Op())
}

// Parse reads what Print writes.
func (GenericAtomicRMW) Parse(p *asm.OpParser, st *ir.OpState) error {
	m := p.Operand()
	indices := p.OperandList(asm.Square)
	at := p.Here()
	t, ok := p.ColonType().(*ir.MemRefType)
	if !ok {
		return p.Errorf(at, "expected a memref type")
	}
	p.Resolve(st, m, t)
	p.ResolveSame(st, indices, p.Context().Index())
	st.Types = []ir.Type{t.Elem}
	st.Regions = append(st.Regions, p.Region(nil))
	p.AttrDictInto(st)
	return nil
}

// Print writes the types of the results and the region.
func (o AllocaScope) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	if o.Op().NumResults() > 0 {
		p.Str(" -> (")
		p.TypesOf(o.Op().Results())
		p.Byte(')')
	}
	p.Byte(' ')
	p.Region(o.BodyRegion(), true, o.Op().NumResults() > 0)
	p.AttrDict(o.Op())
}

// Parse reads what Print writes.
func (AllocaScope) Parse(p *asm.OpParser, st *ir.OpState) error {
	st.Types = p.OptArrowTypes()
	st.Regions = append(st.Regions, p.Region(nil))
	p.AttrDictInto(st)
	return nil
}

// named is the hook by which an operation calls its one result.
func named(op *ir.Operation, name string, set func(v *ir.Value, name string)) {
	set(op.Result(0), name)
}

// OpAsmResultNames calls the result assume_align.
func (o AssumeAlignment) OpAsmResultNames(set func(*ir.Value, string)) {
	named(o.Op(), "assume_align", set)
}

// OpAsmResultNames calls the result alloc.
func (o Alloc) OpAsmResultNames(set func(*ir.Value, string)) { named(o.Op(), "alloc", set) }

// OpAsmResultNames calls the result alloca.
func (o Alloca) OpAsmResultNames(set func(*ir.Value, string)) { named(o.Op(), "alloca", set) }

// OpAsmResultNames calls the result cast.
func (o Cast) OpAsmResultNames(set func(*ir.Value, string)) { named(o.Op(), "cast", set) }

// OpAsmResultNames calls the result dim.
func (o Dim) OpAsmResultNames(set func(*ir.Value, string)) { named(o.Op(), "dim", set) }

// OpAsmResultNames calls the result intptr.
func (o ExtractAlignedPointerAsIndex) OpAsmResultNames(set func(*ir.Value, string)) {
	named(o.Op(), "intptr", set)
}

// OpAsmResultNames calls the result memspacecast.
func (o MemorySpaceCast) OpAsmResultNames(set func(*ir.Value, string)) {
	named(o.Op(), "memspacecast", set)
}

// OpAsmResultNames calls the result reinterpret_cast.
func (o ReinterpretCast) OpAsmResultNames(set func(*ir.Value, string)) {
	named(o.Op(), "reinterpret_cast", set)
}

// OpAsmResultNames calls the result reshape.
func (o Reshape) OpAsmResultNames(set func(*ir.Value, string)) { named(o.Op(), "reshape", set) }

// OpAsmResultNames calls the result expand_shape.
func (o ExpandShape) OpAsmResultNames(set func(*ir.Value, string)) {
	named(o.Op(), "expand_shape", set)
}

// OpAsmResultNames calls the result collapse_shape.
func (o CollapseShape) OpAsmResultNames(set func(*ir.Value, string)) {
	named(o.Op(), "collapse_shape", set)
}

// OpAsmResultNames calls the result subview.
func (o Subview) OpAsmResultNames(set func(*ir.Value, string)) { named(o.Op(), "subview", set) }

// OpAsmResultNames calls the result transpose.
func (o Transpose) OpAsmResultNames(set func(*ir.Value, string)) {
	named(o.Op(), "transpose", set)
}

// OpAsmResultNames calls the result view.
func (o View) OpAsmResultNames(set func(*ir.Value, string)) { named(o.Op(), "view", set) }
