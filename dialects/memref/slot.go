package memref

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
)

// Slot returns the memref when it has one element.
func (o Alloca) Slot() (*ir.Value, ir.Type, bool) {
	t := memRefType(o.Memref())
	n, ok := ir.NumElements(t)
	return o.Memref(), t.Elem, ok && n == 1 && len(o.DynamicSizes()) == 0 && t.Layout == nil
}

// InitialValue makes a zero: memory that nothing wrote may hold anything.
func (o Alloca) InitialValue(b *ir.Builder, elem ir.Type) *ir.Value {
	zero := zeroOf(elem)
	if zero == nil {
		return nil
	}
	op := arith.MaterializeConstant(b, zero, elem, o.Op().Loc())
	if op == nil {
		return nil
	}
	return op.Result(0)
}

func zeroOf(t ir.Type) ir.Attr {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return ir.IntAttr(t, 0)
	case *ir.FloatType:
		return ir.FloatAttrOf(t, 0)
	case *ir.VectorType:
		if zero := zeroOf(t.ElemType()); zero != nil {
			return ir.SplatOf(t, zero)
		}
	}
	return nil
}

// LoadedFrom reports whether the memref is loaded from: with one element the
// indices can only be zeros.
func (o Load) LoadedFrom(pointer *ir.Value, elem ir.Type) bool {
	return o.Memref() == pointer && o.ResultVal().Type() == elem
}

// StoredTo returns the value stored in the memref.
func (o Store) StoredTo(pointer *ir.Value, elem ir.Type) (*ir.Value, bool) {
	return o.Value(), o.Memref() == pointer && o.Value() != pointer && o.Value().Type() == elem
}
