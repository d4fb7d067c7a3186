package gpu

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// unitRows reports whether the elements of a row lie side by side.
func unitRows(t *ir.MemRefType) bool {
	switch l := t.Layout.(type) {
	case nil:
		return true
	case *ir.StridedLayoutAttr:
		return len(l.Strides) > 0 && l.Strides[len(l.Strides)-1] == 1
	}
	return false
}

// errorAt is an error at an operation without its name, as MLIR has it here.
func errorAt(op *ir.Operation, words string) error {
	return diag.Errorf(op.Loc().Pos(), "%s", words)
}

// Verify checks the memory and the operand that the matrix is.
func (o SubgroupMmaLoadMatrix) Verify() error {
	if !unitRows(o.SrcMemref().Type().(*ir.MemRefType)) {
		return errorAt(o.Op(), "expected source memref most minor dim must have unit stride")
	}
	return nil
}

// Verify checks the memory and the operand that the matrix is.
func (o SubgroupMmaStoreMatrix) Verify() error {
	if !unitRows(o.DstMemref().Type().(*ir.MemRefType)) {
		return errorAt(o.Op(), "expected destination memref most minor dim must have unit stride")
	}
	if o.Src().Type().(*MMAMatrixType).Operand != "COp" {
		return errorAt(o.Op(), "expected the operand matrix being stored to have 'COp' operand type")
	}
	return nil
}

// Verify checks the order and the shapes of the operands.
func (o SubgroupMmaCompute) Verify() error {
	a, b, c := o.OpA().Type().(*MMAMatrixType), o.OpB().Type().(*MMAMatrixType), o.OpC().Type().(*MMAMatrixType)
	if a.Operand != "AOp" || b.Operand != "BOp" || c.Operand != "COp" {
		return errorAt(o.Op(), "operands must be in the order AOp, BOp, COp")
	}
	if a.Shape[1] != b.Shape[0] || a.Shape[0] != c.Shape[0] || b.Shape[1] != c.Shape[1] {
		return errorAt(o.Op(), "operand shapes do not satisfy matmul constraints")
	}
	return nil
}

// verifyElement checks a value against the elements of a matrix.
func verifyElement(op *ir.Operation, v *ir.Value, m ir.Type) error {
	if v.Type() != m.(*MMAMatrixType).Elem {
		return op.OpError("failed to verify that value type matches element type of mma_matrix")
	}
	return nil
}

// Verify checks the value.
func (o SubgroupMmaConstantMatrix) Verify() error {
	return verifyElement(o.Op(), o.Value(), o.Res().Type())
}

// Verify checks the value.
func (o SubgroupMmaExtractThreadLocal) Verify() error {
	return verifyElement(o.Op(), o.Res(), o.Matrix().Type())
}

// Verify checks the value.
func (o SubgroupMmaInsertThreadLocal) Verify() error {
	return verifyElement(o.Op(), o.Value(), o.Matrix().Type())
}

// InferSlotTypes gives the value the type of the elements.
func (SubgroupMmaConstantMatrix) InferSlotTypes(t *asm.SlotTypes) error {
	m, ok := t.Get("res").(*MMAMatrixType)
	if !ok {
		return t.Errorf("expected a matrix of a warp, found '%s'", t.Get("res"))
	}
	t.SetAll("value", []ir.Type{m.Elem})
	return nil
}
