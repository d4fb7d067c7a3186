package cf

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// verifyBranch checks operands against the arguments of the successors.
func verifyBranch(op *ir.Operation, b analysis.Branch) error {
	for i, dest := range op.Successors() {
		lo, hi := b.SuccessorOperands(i)
		if hi-lo != dest.NumArgs() {
			return diag.Errorf(op.Loc().Pos(), "branch has %d operands for successor #%d, but target block has %d", hi-lo, i, dest.NumArgs())
		}
		for k := range dest.NumArgs() {
			if op.Operand(lo+k).Type() != dest.Arg(k).Type() {
				return diag.Errorf(op.Loc().Pos(), "type mismatch for bb argument #%d of successor #%d", k, i)
			}
		}
	}
	return nil
}

// SuccessorOperands returns the bounds of all operands.
func (o Branch) SuccessorOperands(int) (lo, hi int) { return 0, o.Op().NumOperands() }

// SetSuccessorOperands replaces the operands.
func (o Branch) SetSuccessorOperands(_ int, values []*ir.Value) { o.Op().SetOperands(values) }

// Verify checks the operands against the block's arguments.
func (o Branch) Verify() error { return verifyBranch(o.Op(), o) }

// SuccessorOperands returns the bounds of the operands for block i.
func (o CondBranch) SuccessorOperands(i int) (lo, hi int) { return o.Op().OperandRange(1 + i) }

// SetSuccessorOperands replaces the operands for block i.
func (o CondBranch) SetSuccessorOperands(i int, values []*ir.Value) {
	groups := [][]*ir.Value{o.TrueDestOperands(), o.FalseDestOperands()}
	groups[i] = values
	operands := append([]*ir.Value{o.Condition()}, groups[0]...)
	o.Op().SetOperands(append(operands, groups[1]...))
	o.Op().SetProp("operandSegmentSizes", o.Context().I32Array(1, int64(len(groups[0])), int64(len(groups[1]))))
}

// Verify checks the operands against the blocks' arguments.
func (o CondBranch) Verify() error { return verifyBranch(o.Op(), o) }

// caseSizes returns how many operands each case has.
func (o Switch) caseSizes() []int64 { return o.CaseOperandSegments().(*ir.DenseArrayAttr).Ints() }

// SuccessorOperands returns the bounds of the operands for block i; the
// default is block 0.
func (o Switch) SuccessorOperands(i int) (lo, hi int) {
	if i == 0 {
		return o.Op().OperandRange(1)
	}
	lo, _ = o.Op().OperandRange(2)
	sizes := o.caseSizes()
	for _, n := range sizes[:i-1] {
		lo += int(n)
	}
	return lo, lo + int(sizes[i-1])
}

// SetSuccessorOperands replaces the operands for block i.
func (o Switch) SetSuccessorOperands(i int, values []*ir.Value) {
	lo, hi := o.SuccessorOperands(i)
	old := o.Op().Operands()
	operands := append(append(append([]*ir.Value{}, old[:lo]...), values...), old[hi:]...)
	defaults, sizes := int64(len(o.DefaultOperands())), o.caseSizes()
	if i == 0 {
		defaults = int64(len(values))
	} else {
		sizes[i-1] = int64(len(values))
	}
	o.Op().SetOperands(operands)
	o.SetCaseOperandSegments(o.Context().I32Array(sizes...))
	o.Op().SetProp("operandSegmentSizes", o.Context().I32Array(1, defaults, int64(len(operands))-1-defaults))
}

// Cases returns the values of the cases, one a case destination.
func (o Switch) Cases() []ir.Attr {
	d, ok := o.CaseValues().(*ir.DenseAttr)
	if !ok {
		return nil
	}
	out := make([]ir.Attr, o.Op().NumSuccessors()-1)
	for i := range out {
		out[i] = d.Elem(i)
	}
	return out
}

// Verify checks the cases and the operands against the blocks' arguments.
func (o Switch) Verify() error {
	cases := o.Op().NumSuccessors() - 1
	values, ok := o.CaseValues().(*ir.DenseAttr)
	n := int64(0)
	if ok {
		n, _ = ir.NumElements(values.ShapedType())
		if t := values.ShapedType().ElemType(); t != o.Flag().Type() {
			return o.OpError("'flag' type ('%s') should match case value type ('%s')", o.Flag().Type(), t)
		}
	}
	if n != int64(cases) {
		return o.OpError("number of case values (%d) should match number of case destinations (%d)", n, cases)
	}
	sum := int64(0)
	sizes := o.caseSizes()
	for _, s := range sizes {
		if s < 0 {
			return o.OpError("'case_operand_segments' attribute cannot have negative elements")
		}
		sum += s
	}
	if have := int64(len(o.CaseOperands())); sum != have {
		return o.OpError("caseOperands count (%d) does not match with the total size (%d) specified in attribute 'case_operand_segments'", have, sum)
	}
	if len(sizes) != cases {
		return o.OpError("'case_operand_segments' attribute must have %d elements, but got %d", cases, len(sizes))
	}
	return verifyBranch(o.Op(), o)
}
