package llvm

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// Print writes convention @callee(operands) to ^block(values) unwind
// ^block(values) vararg(type) [bundles] {attributes} : type.
func (o Invoke) Print(p *asm.OpPrinter) {
	op := o.Op()
	p.Byte(' ')
	if o.CConv() != CConvEnum.Attr(o.Context(), 0) {
		p.Str(keyword(CConvEnum, o.CConv()))
		p.Byte(' ')
	}
	args := o.CalleeOperands()
	callee := o.Callee()
	if callee != nil {
		p.Attr(callee)
	} else if len(args) > 0 {
		p.Operand(args[0])
		args = args[1:]
	}
	p.Byte('(')
	p.Operands(args)
	p.Str(") to ")
	p.SuccessorAndOperands(o.NormalDest(), o.NormalDestOperands())
	p.Str(" unwind ")
	p.SuccessorAndOperands(o.UnwindDest(), o.UnwindDestOperands())
	if t := o.VarCalleeType(); t != nil {
		p.Str(" vararg(")
		p.Attr(t)
		p.Byte(')')
	}
	printCallTail(p, op)
	if callee == nil && op.NumOperands() > 0 {
		p.Type(op.Operand(0).Type())
		p.Str(", ")
	}
	printSignature(p, op, args)
}

// Parse reads what Print writes.
func (o Invoke) Parse(p *asm.OpParser, st *ir.OpState) error {
	if v, ok := p.OptEnum(CConvEnum); ok {
		p.SetProp(st, "CConv", CConvEnum.Attr(p.Context(), v))
	}
	var operands []asm.Operand
	if ptr, indirect := p.OptOperand(); indirect {
		operands = []asm.Operand{ptr}
	} else {
		p.SetProp(st, "callee", p.Context().SymbolRef(p.SymbolName()))
	}
	extra := len(operands)
	operands = append(operands, p.OperandList(asm.Paren)...)
	p.Keyword("to")
	normal := parseTarget(p, st)
	p.Keyword("unwind")
	unwind := parseTarget(p, st)
	if p.OptKeyword("vararg") {
		p.Punct("(")
		p.SetProp(st, "var_callee_type", ir.TypeAttrOf(p.Type()))
		p.Punct(")")
	}
	return parseCallTail(p, st, operands, extra, normal, unwind)
}

// target is a block with the values for it, being read.
type target struct {
	operands []asm.Operand
	types    []ir.Type
}

// parseTarget reads ^block(%a, %b : t, u).
func parseTarget(p *asm.OpParser, st *ir.OpState) target {
	st.Successors = append(st.Successors, p.Successor())
	t := target{}
	if p.OptPunct("(") {
		t.operands = p.OperandList(asm.NoDelim)
		t.types = p.ColonTypes()
		p.Punct(")")
	}
	return t
}

// isFilter: an array is a filter of types, a pointer a type to catch.
func isFilter(t ir.Type) bool { _, ok := t.(*ArrayType); return ok }

// Print writes cleanup (catch %a : type) (filter %b : type) {attributes} : type.
func (o Landingpad) Print(p *asm.OpPrinter) {
	op := o.Op()
	if o.Cleanup() != nil {
		p.Str(" cleanup")
	}
	p.Byte(' ')
	for _, v := range op.Operands() {
		kind := "(catch "
		if isFilter(v.Type()) {
			kind = "(filter "
		}
		p.Str(kind)
		p.Operand(v)
		p.Str(" : ")
		p.Type(v.Type())
		p.Str(") ")
	}
	p.AttrDict(op, "cleanup")
	p.Str(": ")
	p.Type(op.Result(0).Type())
}

// Parse reads what Print writes.
func (o Landingpad) Parse(p *asm.OpParser, st *ir.OpState) error {
	if p.OptKeyword("cleanup") {
		p.SetProp(st, "cleanup", p.Context().Unit())
	}
	for p.OptPunct("(") {
		at := p.Here()
		filter := p.OneOf("catch", "filter") == "filter"
		v := p.Operand()
		t := p.ColonType()
		if isFilter(t) != filter {
			return p.Errorf(at, "expected an array behind 'filter' and another type behind 'catch', found %s", t)
		}
		p.Resolve(st, v, t)
		p.Punct(")")
	}
	p.AttrDictInto(st)
	st.Types = []ir.Type{p.ColonType()}
	return nil
}

// The arguments of IndirectBrOpSucessors: the type of the address, the blocks,
// their operands and the types of these.
const (
	indirectFlag = iota
	indirectBlocks
	indirectOperands
	indirectTypes
)

// parseIndirect reads [^a, ^b(%x : t)]. How many operands each block has is a
// property that has no place in the text of its own.
func parseIndirect(p *asm.OpParser, args []*asm.DirectiveArg) error {
	var sizes []int64
	p.List(asm.Square, func() {
		args[indirectBlocks].Successors = append(args[indirectBlocks].Successors, p.Successor())
		n := 0
		if p.OptPunct("(") {
			os := p.OperandList(asm.NoDelim)
			n = len(os)
			args[indirectOperands].Operands = append(args[indirectOperands].Operands, os...)
			args[indirectTypes].Types = append(args[indirectTypes].Types, p.ColonTypes()...)
			p.Punct(")")
		}
		sizes = append(sizes, int64(n))
	})
	args[indirectSizes].Attr = p.Context().I32Array(sizes...)
	return nil
}

// indirectSizes is the argument behind those of MLIR's text.
const indirectSizes = indirectTypes + 1

func printIndirect(p *asm.OpPrinter, op *ir.Operation, _ []*asm.DirectiveArg) {
	o, _ := AsIndirectBr(op)
	p.Byte('[')
	for i := range op.NumSuccessors() {
		p.Newline()
		p.SuccessorAndOperands(op.Successor(i), o.targetOperands(i))
		if i < op.NumSuccessors()-1 {
			p.Byte(',')
		}
	}
	if op.NumSuccessors() > 0 {
		p.Newline()
	}
	p.Byte(']')
}

// targetRange returns the bounds of the operands for block i among all operands.
func (o IndirectBr) targetRange(i int) (lo, hi int) {
	n := o.Op().NumOperands()
	lo = 1
	sizes, _ := o.IndbrOperandSegments().(*ir.DenseArrayAttr)
	if sizes == nil {
		return n, n
	}
	for k, size := range sizes.Ints() {
		if k == i {
			return min(lo, n), min(lo+int(size), n)
		}
		lo += int(size)
	}
	return n, n
}

func (o IndirectBr) targetOperands(i int) []*ir.Value {
	lo, hi := o.targetRange(i)
	return o.Op().Operands()[lo:hi]
}

// Print writes linkage visibility thread_local unnamed_addr @name {attributes}
// : type {initialiser}.
func (o Alias) Print(p *asm.OpPrinter) {
	op := o.Op()
	p.Byte(' ')
	p.Str(keyword(LinkageEnum, o.Linkage()))
	p.Byte(' ')
	printWord(p, VisibilityEnum, o.Visibility())
	if o.ThreadLocal() != nil {
		p.Str("thread_local ")
	}
	printWord(p, UnnamedAddrEnum, o.UnnamedAddr())
	symbol, _ := ir.StringValue(o.SymName())
	p.SymbolName(symbol)
	p.AttrDict(op, "sym_name", "alias_type", "linkage", "unnamed_addr", "thread_local_", "visibility_")
	p.Str(" : ")
	p.Attr(o.AliasType())
	p.Byte(' ')
	p.Region(o.Initializer(), false, true)
}

// Parse reads what Print writes.
func (o Alias) Parse(p *asm.OpParser, st *ir.OpState) error {
	c := p.Context()
	linkage, _ := p.OptEnum(LinkageEnum)
	p.SetProp(st, "linkage", LinkageEnum.Attr(c, linkage))
	parseWord(p, st, "visibility_", VisibilityEnum)
	if p.OptKeyword("thread_local") {
		p.SetProp(st, "thread_local_", c.Unit())
	}
	parseWord(p, st, "unnamed_addr", UnnamedAddrEnum)
	p.SetProp(st, "sym_name", c.Str(p.SymbolName()))
	p.AttrDictInto(st)
	p.Punct(":")
	p.SetProp(st, "alias_type", ir.TypeAttrOf(p.Type()))
	body := ir.NewRegion()
	if r, ok := p.OptRegion(nil); ok {
		body = r
	}
	st.Regions = append(st.Regions, body)
	return nil
}
