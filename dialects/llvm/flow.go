package llvm

import "github.com/tile-opt/tile-opt/ir"

// SuccessorOperands returns the bounds of all operands.
func (o Br) SuccessorOperands(int) (lo, hi int) { return 0, o.Op().NumOperands() }

// SetSuccessorOperands replaces the operands.
func (o Br) SetSuccessorOperands(_ int, values []*ir.Value) { o.Op().SetOperands(values) }

// SuccessorOperands returns the bounds of the operands for block i.
func (o CondBr) SuccessorOperands(i int) (lo, hi int) { return o.Op().OperandRange(1 + i) }

// SetSuccessorOperands replaces the operands for block i.
func (o CondBr) SetSuccessorOperands(i int, values []*ir.Value) {
	groups := [][]*ir.Value{o.TrueDestOperands(), o.FalseDestOperands()}
	groups[i] = values
	operands := append([]*ir.Value{o.Condition()}, groups[0]...)
	o.Op().SetOperands(append(operands, groups[1]...))
	o.Op().SetProp("operandSegmentSizes", o.Context().I32Array(1, int64(len(groups[0])), int64(len(groups[1]))))
}

// SuccessorFor returns the block that a constant condition chooses.
func (o CondBr) SuccessorFor(consts []ir.Attr) int {
	c, ok := ir.BoolValue(consts[0])
	switch {
	case !ok:
		return -1
	case c:
		return 0
	}
	return 1
}

// SuccessorOperands returns the bounds of the operands for block i.
func (o Invoke) SuccessorOperands(i int) (lo, hi int) { return o.Op().OperandRange(1 + i) }

// SetSuccessorOperands replaces the operands for block i.
func (o Invoke) SetSuccessorOperands(i int, values []*ir.Value) {
	groups := [][]*ir.Value{o.CalleeOperands(), o.NormalDestOperands(), o.UnwindDestOperands(), o.OpBundleOperands()}
	groups[1+i] = values
	var operands []*ir.Value
	sizes := make([]int64, len(groups))
	for k, g := range groups {
		operands = append(operands, g...)
		sizes[k] = int64(len(g))
	}
	o.Op().SetOperands(operands)
	o.Op().SetProp("operandSegmentSizes", o.Context().I32Array(sizes...))
}

// SuccessorOperands returns the bounds of the operands for block i.
func (o IndirectBr) SuccessorOperands(i int) (lo, hi int) { return o.targetRange(i) }

// SetSuccessorOperands replaces the operands for block i.
func (o IndirectBr) SetSuccessorOperands(i int, values []*ir.Value) {
	op := o.Op()
	operands := []*ir.Value{o.Addr()}
	sizes := make([]int64, op.NumSuccessors())
	for k := range sizes {
		group := o.targetOperands(k)
		if k == i {
			group = values
		}
		operands = append(operands, group...)
		sizes[k] = int64(len(group))
	}
	op.SetOperands(operands)
	op.SetProp("indbr_operand_segments", o.Context().I32Array(sizes...))
}
