package cf

import (
	"math/big"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// Print writes each case on a line of its own.
func (o Switch) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	p.Operand(o.Flag())
	p.Str(" : ")
	p.Type(o.Flag().Type())
	p.Str(", [")
	p.Newline()
	p.Str("  default: ")
	p.SuccessorAndOperands(o.DefaultDestination(), o.DefaultOperands())
	for i, v := range o.Cases() {
		p.Byte(',')
		p.Newline()
		p.Str("  ")
		p.Str(unsigned(v).String())
		p.Str(": ")
		lo, hi := o.SuccessorOperands(i + 1)
		p.SuccessorAndOperands(o.Op().Successor(i+1), o.Op().Operands()[lo:hi])
	}
	if o.Op().NumSuccessors() > 1 {
		p.Newline()
	}
	p.Byte(']')
	p.AttrDict(o.Op(), "operandSegmentSizes", "case_operand_segments", "case_values")
}

// unsigned returns the value of a case as MLIR prints it: the low 64 bits
// without a sign.
func unsigned(a ir.Attr) *big.Int {
	i := a.(*ir.IntegerAttr)
	v := i.Big()
	if v.Sign() < 0 {
		w, _ := ir.BitWidth(i.Type())
		v = new(big.Int).Add(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return v
}

// Parse reads what Print writes.
func (Switch) Parse(p *asm.OpParser, st *ir.OpState) error {
	at := p.Here()
	flag := p.Operand()
	t := p.ColonType()
	elem, ok := t.(*ir.IntegerType)
	if !ok {
		return p.Errorf(at, "expected the flag to be an integer, found '%s'", t)
	}
	p.Resolve(st, flag, t)
	p.Punct(",")
	p.Punct("[")
	p.Keyword("default")
	p.Punct(":")
	dest, operands := p.SuccessorAndOperands()
	st.Successors = append(st.Successors, dest)
	st.Operands = append(st.Operands, operands...)
	defaults := len(operands)
	var sizes []int64
	var values []byte
	for p.OptPunct(",") {
		at := p.Here()
		i := caseValue(p, elem)
		if i == nil {
			return p.Errorf(at, "expected integer value")
		}
		p.Punct(":")
		dest, operands := p.SuccessorAndOperands()
		st.Successors = append(st.Successors, dest)
		st.Operands = append(st.Operands, operands...)
		sizes = append(sizes, int64(len(operands)))
		values, _ = ir.AppendElem(values, i)
	}
	p.Punct("]")
	if len(sizes) > 0 {
		p.SetProp(st, "case_values", ir.DenseOf(ir.VectorOf([]int64{int64(len(sizes))}, elem), false, values))
	}
	p.SetProp(st, "case_operand_segments", p.Context().I32Array(sizes...))
	p.SetSegments(st, 1, defaults, len(st.Operands)-1-defaults)
	p.AttrDictInto(st)
	return nil
}

// caseValue reads the value of a case, nil when there is none. The words true
// and false stand for all ones and zero in any width, as in MLIR.
func caseValue(p *asm.OpParser, t *ir.IntegerType) *ir.IntegerAttr {
	v, _ := p.OptAttr(t)
	if b, isBool := ir.BoolValue(v); isBool && v.(*ir.IntegerAttr).Type() != t {
		if b {
			return ir.IntAttr(t, -1)
		}
		return ir.IntAttr(t, 0)
	}
	i, ok := v.(*ir.IntegerAttr)
	if !ok || i.Type() != t {
		return nil
	}
	return i
}
