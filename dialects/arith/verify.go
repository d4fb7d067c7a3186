package arith

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// Verify checks that the value can be a constant of the result type.
func (o Constant) Verify() error {
	t := o.ResultVal().Type()
	if v, ok := o.Value().(ir.TypedAttr); !ok || v.Type() != t {
		return o.OpError("failed to verify that all of {value, result} have same type")
	}
	if i, ok := t.(*ir.IntegerType); ok && i.Sign != ir.Signless {
		return o.OpError("integer return type must be signless")
	}
	switch v := o.Value().(type) {
	case *ir.IntegerAttr, *ir.FloatAttr, *ir.DenseStringAttr, *ir.DenseResourceAttr, *ir.SparseAttr:
	case *ir.DenseAttr:
		if vec, ok := t.(*ir.VectorType); ok && vec.Scalable != nil && !v.Splat {
			return o.OpError("intializing scalable vectors with elements attribute is not supported unless it's a vector splat")
		}
	default:
		return o.OpError("value must be an integer, float, or elements attribute")
	}
	return nil
}

// BoolLike returns i1 in the shape of t: what comparing values of type t
// gives.
func BoolLike(t ir.Type) ir.Type {
	i1 := t.Context().I(1)
	switch t := t.(type) {
	case *ir.VectorType:
		return ir.WithElem(t, i1)
	case *ir.TensorType:
		return ir.WithElem(t, i1)
	case *ir.UnrankedTensorType:
		return ir.WithElem(t, i1)
	}
	return i1
}

func inferBool(st *ir.OpState) ([]ir.Type, error) {
	if len(st.Operands) == 0 {
		return nil, errNoOperand
	}
	return []ir.Type{BoolLike(st.Operands[0].Type())}, nil
}

func verifyCompare(op *ir.Operation) error {
	if op.Result(0).Type() != BoolLike(op.Operand(0).Type()) {
		return op.OpError("failed to verify that result type has i1 element type and same shape as operands")
	}
	return nil
}

type inferError string

func (e inferError) Error() string { return string(e) }

const errNoOperand = inferError("result type cannot be inferred without an operand")

// InferTypes gives i1 in the shape of the operands.
func (CmpI) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) { return inferBool(st) }

// Verify checks the result type.
func (o CmpI) Verify() error { return verifyCompare(o.Op()) }

// InferTypes gives i1 in the shape of the operands.
func (CmpF) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) { return inferBool(st) }

// Verify checks the result type.
func (o CmpF) Verify() error { return verifyCompare(o.Op()) }

// InferTypes gives the type of the operands, and i1 in their shape.
func (AddUIExtended) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	if len(st.Operands) == 0 {
		return nil, errNoOperand
	}
	t := st.Operands[0].Type()
	return []ir.Type{t, BoolLike(t)}, nil
}

// Verify checks that the condition chooses whole values or has their shape.
func (o Select) Verify() error {
	cond, t := o.Condition().Type(), o.ResultVal().Type()
	if ir.IsInt(cond, 1) {
		return nil
	}
	if !sameShape(cond, t) {
		return o.OpError("failed to verify that condition is signless i1 or has matching shape")
	}
	if want := BoolLike(t); cond != want {
		return o.OpError("expected condition type to have the same shape as the result type, expected '%s', but got '%s'", want, cond)
	}
	return nil
}

// sameShape reports whether a and b are shapes of the same dimensions.
func sameShape(a, b ir.Type) bool {
	s, ok := a.(ir.ShapedType)
	t, ok2 := b.(ir.ShapedType)
	if !ok || !ok2 {
		return ok == ok2
	}
	x, ranked := s.Dims()
	y, ranked2 := t.Dims()
	return ranked == ranked2 && slices.Equal(x, y)
}

// tensorDims returns what MLIR compares of the types of a conversion: the
// dimensions of tensors, nothing of anything else.
func tensorDims(t ir.Type) []int64 {
	if t, ok := t.(*ir.TensorType); ok {
		return t.Shape
	}
	return nil
}

// verifyCast checks the shapes of a conversion and that the element types fit.
func verifyCast(op *ir.Operation, fits func(in, out ir.Type) bool) error {
	in, out := op.Operand(0).Type(), op.Result(0).Type()
	_, unrankedIn := in.(*ir.UnrankedTensorType)
	_, unrankedOut := out.(*ir.UnrankedTensorType)
	if unrankedIn != unrankedOut || !slices.Equal(tensorDims(in), tensorDims(out)) {
		return op.OpError("failed to verify that input and output have the same tensor dimensions")
	}
	if !ir.CompatibleShapes(in, out) {
		return op.OpError("requires the same shape for all operands and results")
	}
	if !sameKind(in, out) || !fits(memRefElem(ir.ElemOrSelf(in)), memRefElem(ir.ElemOrSelf(out))) {
		return op.OpError("operand type '%s' and result type '%s' are cast incompatible", in, out)
	}
	return nil
}

// sameKind reports whether both are scalars, vectors, tensors or memrefs.
func sameKind(a, b ir.Type) bool {
	switch a.(type) {
	case *ir.VectorType:
		_, ok := b.(*ir.VectorType)
		return ok
	case *ir.TensorType, *ir.UnrankedTensorType:
		switch b.(type) {
		case *ir.TensorType, *ir.UnrankedTensorType:
			return true
		}
		return false
	case *ir.MemRefType:
		_, ok := b.(*ir.MemRefType)
		return ok
	}
	_, shaped := b.(ir.ShapedType)
	return !shaped
}

func width(t ir.Type) uint32 {
	w, _ := ir.BitWidth(t)
	return w
}

func widens(in, out ir.Type) bool  { return width(in) < width(out) }
func narrows(in, out ir.Type) bool { return width(in) > width(out) }
func always(_, _ ir.Type) bool     { return true }
func sameWidth(in, out ir.Type) bool {
	return width(in) == width(out)
}
func crossesIndex(in, out ir.Type) bool { return ir.IsIndex(in) != ir.IsIndex(out) }

// Verify checks that the result is wider.
func (o ExtUI) Verify() error { return verifyCast(o.Op(), widens) }

// Verify checks that the result is wider.
func (o ExtSI) Verify() error { return verifyCast(o.Op(), widens) }

// Verify checks that the result is wider.
func (o ExtF) Verify() error { return verifyCast(o.Op(), widens) }

// Verify checks that the result is narrower.
func (o TruncI) Verify() error { return verifyCast(o.Op(), narrows) }

// Verify checks that the result is narrower.
func (o TruncF) Verify() error { return verifyCast(o.Op(), narrows) }

// Verify checks the shapes.
func (o UIToFP) Verify() error { return verifyCast(o.Op(), always) }

// Verify checks the shapes.
func (o SIToFP) Verify() error { return verifyCast(o.Op(), always) }

// Verify checks the shapes.
func (o FPToUI) Verify() error { return verifyCast(o.Op(), always) }

// Verify checks the shapes.
func (o FPToSI) Verify() error { return verifyCast(o.Op(), always) }

// Verify checks that one side is index and the other is not.
func (o IndexCast) Verify() error { return verifyCast(o.Op(), crossesIndex) }

// Verify checks that one side is index and the other is not.
func (o IndexCastUI) Verify() error { return verifyCast(o.Op(), crossesIndex) }

// Verify checks that both sides have one width.
func (o Bitcast) Verify() error { return verifyCast(o.Op(), sameWidth) }

func verifyScaling(op *ir.Operation, fits func(in, out ir.Type) bool) error {
	in, scale, out := op.Operand(0).Type(), op.Operand(1).Type(), op.Result(0).Type()
	if !slices.Equal(tensorDims(in), tensorDims(out)) {
		return op.OpError("failed to verify that input and output have the same tensor dimensions")
	}
	if !sameKind(in, out) || !fits(ir.ElemOrSelf(in), ir.ElemOrSelf(out)) {
		return op.OpError("operand types '%s', '%s' and result type '%s' are cast incompatible", in, scale, out)
	}
	return nil
}

// Verify checks that the result is wider.
func (o ScalingExtF) Verify() error { return verifyScaling(o.Op(), widens) }

// Verify checks that the result is narrower.
func (o ScalingTruncF) Verify() error { return verifyScaling(o.Op(), narrows) }
