package memref

import (
	"errors"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// elemOf returns the element type of a memref, or any other type unchanged.
func elemOf(t ir.Type) ir.Type {
	if m, ok := t.(*ir.MemRefType); ok {
		return m.Elem
	}
	return t
}

var errNoMemRef = errors.New("result type cannot be inferred without a memref")

// InferTypes gives the element type.
func (Load) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	if len(st.Operands) == 0 {
		return nil, errNoMemRef
	}
	return []ir.Type{elemOf(st.Operands[0].Type())}, nil
}

// InferSlotTypes gives the value stored the element type.
func (Store) InferSlotTypes(t *asm.SlotTypes) error {
	if m := t.Get("memref"); m != nil {
		t.Set("value", elemOf(m))
	}
	return nil
}

// InferTypes gives the types of the operands.
func (DistinctObjects) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	types := make([]ir.Type, len(st.Operands))
	for i, v := range st.Operands {
		types[i] = v.Type()
	}
	return types, nil
}

// InferTypes gives the base, an index and one size and stride a dimension.
func (ExtractStridedMetadata) InferTypes(c *ir.Context, st *ir.OpState) ([]ir.Type, error) {
	if len(st.Operands) != 1 {
		return nil, errNoMemRef
	}
	m, ok := st.Operands[0].Type().(*ir.MemRefType)
	if !ok {
		return nil, errNoMemRef
	}
	types := []ir.Type{ir.MemRefOf(nil, m.Elem, nil, m.MemSpace), c.Index()}
	for range 2 * len(m.Shape) {
		types = append(types, c.Index())
	}
	return types, nil
}
