package llvm

import (
	"errors"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

var errShape = errors.New("result types cannot be inferred from these operands")

// one wraps an inferred type.
func one(t ir.Type, ok bool) ([]ir.Type, error) {
	if !ok {
		return nil, errShape
	}
	return []ir.Type{t}, nil
}

// prop returns a property of an operation in the making.
func prop(st *ir.OpState, name string) ir.Attr {
	if i := st.Info.PropIndex(name); i >= 0 && i < len(st.Props) {
		return st.Props[i]
	}
	return nil
}

// InferTypes returns i1, or the vector of it that matches the operands.
func (o ICmp) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	return one(boolLike(st.Operands[0].Type()), true)
}

// InferTypes returns i1, or the vector of it that matches the operands.
func (o FCmp) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	return one(boolLike(st.Operands[0].Type()), true)
}

// InferTypes returns the type of the field.
func (o ExtractValue) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	position, ok := prop(st, "position").(*ir.DenseArrayAttr)
	if !ok {
		return nil, errShape
	}
	return one(ElemAt(st.Operands[0].Type(), position.Ints()))
}

// InferTypes returns the element type of the vector.
func (o ExtractElement) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	return one(scalar(st.Operands[0].Type()), true)
}

// InferSlotTypes takes the result from the vector.
func (o ExtractElement) InferSlotTypes(t *asm.SlotTypes) error {
	if v := t.Get("vector"); v != nil {
		t.Set("res", scalar(v))
	}
	return nil
}

// InferSlotTypes takes the element from the vector.
func (o InsertElement) InferSlotTypes(t *asm.SlotTypes) error {
	if v := t.Get("vector"); v != nil {
		t.Set("value", scalar(v))
	}
	return nil
}

// InferTypes returns the vector of as many elements as the mask has.
func (o ShuffleVector) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	mask, ok := prop(st, "mask").(*ir.DenseArrayAttr)
	v, isVec := st.Operands[0].Type().(*ir.VectorType)
	if !ok || !isVec {
		return nil, errShape
	}
	return one(ir.ScalableVectorOf([]int64{int64(mask.N)}, v.Scalable, v.Elem), true)
}

// InferTypes returns the pair of the old value and whether it was replaced.
func (o AtomicCmpXchg) InferTypes(c *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	return one(StructOf(c, st.Operands[2].Type(), c.I(1)), true)
}

// InferSlotTypes takes the result from the value.
func (o AtomicCmpXchg) InferSlotTypes(t *asm.SlotTypes) error {
	if v := t.Get("val"); v != nil {
		t.Set("res", StructOf(t.Context(), v, t.Context().I(1)))
	}
	return nil
}
