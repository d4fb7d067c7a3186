package llvm

import "github.com/tile-opt/tile-opt/ir"

// Slot returns the pointer when one element is reserved.
func (o Alloca) Slot() (*ir.Value, ir.Type, bool) {
	elem, ok := o.ElemType().(*ir.TypeAttr)
	if !ok || o.Inalloca() != nil {
		return nil, nil, false
	}
	def := o.ArraySize().Def()
	if def == nil || !def.Is("llvm.mlir.constant") {
		return nil, nil, false
	}
	n, ok := ir.IntValue(def.Prop("value"))
	return o.Res(), elem.Value, ok && n == 1
}

// InitialValue makes llvm.mlir.undef.
func (o Alloca) InitialValue(b *ir.Builder, elem ir.Type) *ir.Value {
	return b.Op("llvm.mlir.undef", nil, []ir.Type{elem}).Result(0)
}

// ordinary reports whether an access is neither volatile nor atomic.
func ordinary(op *ir.Operation) bool {
	return op.Prop("volatile_") == nil && keyword(AtomicOrderingEnum, op.Prop("ordering")) == "not_atomic"
}

// LoadedFrom reports whether the pointer is loaded from.
func (o Load) LoadedFrom(pointer *ir.Value, elem ir.Type) bool {
	return o.Addr() == pointer && o.Res().Type() == elem && ordinary(o.Op())
}

// StoredTo returns the value stored through the pointer.
func (o Store) StoredTo(pointer *ir.Value, elem ir.Type) (*ir.Value, bool) {
	return o.Value(), o.Addr() == pointer && o.Value() != pointer && o.Value().Type() == elem && ordinary(o.Op())
}
