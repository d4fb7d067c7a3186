package llvm

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// The arguments of SwitchOpCases: the type of the value, the case values, the
// blocks, their operands, the types of these and how many each block has.
const (
	caseFlag = iota
	caseValues
	caseBlocks
	caseOperands
	caseTypes
	caseSegments
)

func parseCases(p *asm.OpParser, args []*asm.DirectiveArg) error {
	if len(args[caseFlag].Types) != 1 || !isSignless(args[caseFlag].Types[0]) {
		return p.Errorf(p.Here(), "expected a signless integer to switch on")
	}
	flag := args[caseFlag].Types[0]
	var data []byte
	var sizes []int64
	n := int64(0)
	p.Punct("[")
	for !p.OptPunct("]") {
		if n > 0 {
			p.Punct(",")
		}
		data, _ = ir.AppendElem(data, ir.IntAttr(flag, p.Integer()))
		p.Punct(":")
		args[caseBlocks].Successors = append(args[caseBlocks].Successors, p.Successor())
		sizes = append(sizes, int64(caseArguments(p, args)))
		n++
	}
	args[caseSegments].Attr = p.Context().I32Array(sizes...)
	if n > 0 {
		args[caseValues].Attr = ir.DenseOf(ir.VectorOf([]int64{n}, flag), false, data)
	}
	return nil
}

// caseArguments reads (%a, %b : t, u) and returns how many there were.
func caseArguments(p *asm.OpParser, args []*asm.DirectiveArg) int {
	if !p.OptPunct("(") {
		return 0
	}
	os := p.OperandList(asm.NoDelim)
	args[caseOperands].Operands = append(args[caseOperands].Operands, os...)
	args[caseTypes].Types = append(args[caseTypes].Types, p.ColonTypes()...)
	p.Punct(")")
	return len(os)
}

func printCases(p *asm.OpPrinter, op *ir.Operation, _ []*asm.DirectiveArg) {
	o, _ := AsSwitch(op)
	values, _ := o.CaseValues().(*ir.DenseAttr)
	operands := SwitchCaseOperands(o)
	p.Byte('[')
	for i, args := range operands {
		p.Newline()
		p.Str("  ")
		p.AttrNoType(values.Elem(i))
		p.Str(": ")
		p.SuccessorAndOperands(op.Successor(i+1), args)
		if i < len(operands)-1 {
			p.Byte(',')
		}
	}
	p.Newline()
	p.Byte(']')
}

// The arguments of OpBundles: the operands, their types, the tags and how many
// operands each tag has.
const (
	bundleOperands = iota
	bundleTypes
	bundleTags
	bundleSizes
)

func parseBundles(p *asm.OpParser, args []*asm.DirectiveArg) error {
	b := bundles{}
	b.parse(p)
	args[bundleOperands].Operands = b.operands
	args[bundleTypes].Types = b.types
	args[bundleTags].Attr = p.Context().ArrayOf(b.tags...)
	args[bundleSizes].Attr = p.Context().I32Array(b.sizes...)
	return nil
}

// bundles are operand bundles being read.
type bundles struct {
	tags     []ir.Attr
	sizes    []int64
	operands []asm.Operand
	types    []ir.Type
}

// parse reads ["tag"(%a : t), ...].
func (b *bundles) parse(p *asm.OpParser) {
	p.List(asm.Square, func() {
		b.tags = append(b.tags, p.Context().Str(p.StringLit()))
		n := 0
		p.Punct("(")
		if !p.OptPunct(")") {
			os := p.OperandList(asm.NoDelim)
			n = len(os)
			b.operands = append(b.operands, os...)
			b.types = append(b.types, p.ColonTypes()...)
			p.Punct(")")
		}
		b.sizes = append(b.sizes, int64(n))
	})
}

func printBundles(p *asm.OpPrinter, op *ir.Operation, _ []*asm.DirectiveArg) {
	tags, _ := op.Prop("op_bundle_tags").(*ir.ArrayAttr)
	sizes, _ := op.Prop("op_bundle_sizes").(*ir.DenseArrayAttr)
	if tags == nil || sizes == nil {
		return
	}
	lo, hi := op.OperandRange(bundleSlot(op))
	all := op.Operands()[lo:hi]
	p.Byte('[')
	for i, n := range sizes.Ints() {
		if i > 0 {
			p.Str(", ")
		}
		p.Attr(tags.Elems[i])
		p.Byte('(')
		part := all[:n]
		all = all[n:]
		if len(part) > 0 {
			p.Operands(part)
			p.Str(" : ")
			p.TypesOf(part)
		}
		p.Byte(')')
	}
	p.Byte(']')
}

// bundleSlot is the number of the operand slot of the bundles.
func bundleSlot(op *ir.Operation) int {
	for i, s := range op.Info().Def.In {
		if s.Name == "op_bundle_operands" {
			return i
		}
	}
	panic("internal: " + op.Name() + " has no operand bundles")
}
