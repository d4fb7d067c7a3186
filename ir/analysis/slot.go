package analysis

import "github.com/tile-opt/tile-opt/ir"

// SlotAlloc is the view hook of operations that make memory for one value
// which may become an SSA value (MLIR's PromotableAllocationOpInterface).
type SlotAlloc interface {
	// Slot returns the pointer to the memory and the type of the value in it;
	// ok is false when it holds more than one value.
	Slot() (pointer *ir.Value, elem ir.Type, ok bool)
	// InitialValue makes the value that memory has which nothing wrote, nil
	// when that cannot be expressed.
	InitialValue(b *ir.Builder, elem ir.Type) *ir.Value
}

// SlotLoad is the view hook of operations that read a value of memory and do
// nothing else.
type SlotLoad interface {
	// LoadedFrom reports whether the one result is all of the value of type
	// elem that pointer points to.
	LoadedFrom(pointer *ir.Value, elem ir.Type) bool
}

// SlotStore is the view hook of operations that write a value to memory and do
// nothing else.
type SlotStore interface {
	// StoredTo returns the value written, when it is all of the value of type
	// elem that pointer points to.
	StoredTo(pointer *ir.Value, elem ir.Type) (value *ir.Value, ok bool)
}
