package analysis

import "github.com/tile-opt/tile-opt/ir"

// SlotSplit is the view hook of operations that make memory for several values
// of known places, which may become memory for each (MLIR's
// DestructurableAllocationOpInterface).
type SlotSplit interface {
	// Parts returns the pointer to the memory and how many values it holds; ok
	// is false when it is not to be split.
	Parts() (pointer *ir.Value, n int64, ok bool)
	// NewPart makes memory for value number i at the insertion point and
	// returns the pointer to it.
	NewPart(b *ir.Builder, i int64) *ir.Value
}

// SlotPart is the view hook of operations that use one of the values that
// memory holds (MLIR's DestructurableAccessorOpInterface).
type SlotPart interface {
	// PartOf returns the value, by number, that is all that the operation and
	// the users of its results use of the memory of that SlotSplit through
	// pointer; ok is false when it may use more.
	PartOf(alloc *ir.Operation, pointer *ir.Value) (part int64, ok bool)
	// UsePart lets the operation use memory of that one value instead.
	UsePart(b *ir.Builder, pointer, part *ir.Value)
}
