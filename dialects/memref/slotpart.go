package memref

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// maxParts is the most elements of a memref that is split into one memref
// each, as in MLIR.
const maxParts = 16

// Parts: the elements, of a memref of a few whose shape is known.
func (o Alloca) Parts() (*ir.Value, int64, bool) {
	t := memRefType(o.Memref())
	n, ok := ir.NumElements(t)
	return o.Memref(), n, ok && n > 1 && n <= maxParts && t.Layout == nil
}

// NewPart makes a memref of one element.
func (o Alloca) NewPart(b *ir.Builder, _ int64) *ir.Value {
	t := memRefType(o.Memref())
	return NewAlloca(b, []ir.Type{ir.MemRefOf(nil, t.Elem, nil, t.MemSpace)}, nil, nil, AllocaProps{}).Memref()
}

// elementOf returns the row-major number of the element that constant indices
// name.
func elementOf(t *ir.MemRefType, indices []*ir.Value) (int64, bool) {
	at := int64(0)
	for i, v := range indices {
		n, ok := rewrite.IntConst(v)
		if !ok || n < 0 || n >= t.Shape[i] {
			return 0, false
		}
		at = at*t.Shape[i] + n
	}
	return at, true
}

// PartOf: the element loaded.
func (o Load) PartOf(_ *ir.Operation, pointer *ir.Value) (int64, bool) {
	if o.Memref() != pointer {
		return 0, false
	}
	return elementOf(memRefType(pointer), o.Indices())
}

// UsePart loads the one element.
func (o Load) UsePart(_ *ir.Builder, _, part *ir.Value) { o.Op().SetOperands([]*ir.Value{part}) }

// PartOf: the element stored to.
func (o Store) PartOf(_ *ir.Operation, pointer *ir.Value) (int64, bool) {
	if o.Memref() != pointer || o.Value() == pointer {
		return 0, false
	}
	return elementOf(memRefType(pointer), o.Indices())
}

// UsePart stores to the one element.
func (o Store) UsePart(_ *ir.Builder, _, part *ir.Value) {
	o.Op().SetOperands([]*ir.Value{o.Value(), part})
}
