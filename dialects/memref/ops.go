package memref

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
)

//go:generate go run github.com/tile-opt/tile-opt/tools/opgen

// Properties that several definitions share.
var (
	alignment   = ir.PropSlot{Name: "alignment", C: alignmentC, Optional: true, Doc: "bytes, a power of two"}
	nontemporal = ir.PropSlot{Name: "nontemporal", C: ir.BoolAttrC, Optional: true, Default: falseAttr, Doc: "the element will not be used again soon"}
)

func falseAttr(c *ir.Context) ir.Attr { return c.Bool(false) }

func i32Type(c *ir.Context) ir.Type { return c.I(32) }

// AssumeAlignmentDef defines memref.assume_alignment: promise of an alignment.
var AssumeAlignmentDef = &ir.OpDef{
	Name:    "memref.assume_alignment",
	Summary: "promise of an alignment",
	Doc:     `The operand, with the promise that its first element is so many bytes aligned; undefined behaviour when it is not.`,
	Example: `func.func @example(%m: memref<4xf32>) {
  %r = memref.assume_alignment %m, 16 : memref<4xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes,
	In:     []ir.Slot{{Name: "memref", C: ir.AnyMemRef}},
	Out:    []ir.Slot{{Name: "result", C: ir.AnyMemRef}},
	Props:  []ir.PropSlot{{Name: "alignment", C: positiveI32, Type: i32Type, Doc: "bytes, a power of two"}},
	Format: "$memref `,` $alignment attr-dict `:` type($memref)",
}

// DistinctObjectsDef defines memref.distinct_objects: promise of no overlap.
var DistinctObjectsDef = &ir.OpDef{
	Name:    "memref.distinct_objects",
	Summary: "promise of no overlap",
	Doc:     `The operands, with the promise that accesses through different ones never meet.`,
	Example: `func.func @example(%a: memref<4xf32>, %b: memref<4xf32>) {
  %r:2 = memref.distinct_objects %a, %b : memref<4xf32>, memref<4xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "operands", C: ir.AnyMemRef, Arity: ir.Variadic}},
	Out:    []ir.Slot{{Name: "results", C: ir.AnyMemRef, Arity: ir.Variadic}},
	Format: "$operands attr-dict `:` type($operands)",
}

// AllocDef defines memref.alloc: allocation.
var AllocDef = &ir.OpDef{
	Name:    "memref.alloc",
	Summary: "allocation",
	Doc:     `Memory for the type, to be freed by memref.dealloc. One size is given for each dynamic dimension and one symbol for each of the layout.`,
	Example: `func.func @example(%n: index) {
  %r = memref.alloc(%n) {alignment = 16 : i64} : memref<4x?xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.SegmentedOperands,
	In:     []ir.Slot{{Name: "dynamicSizes", C: ir.IndexC, Arity: ir.Variadic}, {Name: "symbolOperands", C: ir.IndexC, Arity: ir.Variadic}},
	Out:    []ir.Slot{{Name: "memref", C: ir.AnyMemRef}},
	Props:  []ir.PropSlot{alignment, {Name: "operandSegmentSizes", C: ir.I32ArrayC}},
	Format: "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
}

// AllocaDef defines memref.alloca: allocation on the stack.
var AllocaDef = &ir.OpDef{
	Name:    "memref.alloca",
	Summary: "allocation on the stack",
	Doc:     `Memory for the type that lives until the enclosing function or scope ends. One size is given for each dynamic dimension and one symbol for each of the layout.`,
	Example: `func.func @example(%n: index) {
  %r = memref.alloca(%n) {alignment = 16 : i64} : memref<4x?xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.SegmentedOperands,
	In:     []ir.Slot{{Name: "dynamicSizes", C: ir.IndexC, Arity: ir.Variadic}, {Name: "symbolOperands", C: ir.IndexC, Arity: ir.Variadic}},
	Out:    []ir.Slot{{Name: "memref", C: ir.AnyMemRef}},
	Props:  []ir.PropSlot{alignment, {Name: "operandSegmentSizes", C: ir.I32ArrayC}},
	Format: "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
}

// ReallocDef defines memref.realloc: allocation of another size with the contents kept.
var ReallocDef = &ir.OpDef{
	Name:    "memref.realloc",
	Summary: "allocation of another size with the contents kept",
	Doc:     `Memory of the new size that begins with what the source held; the source is freed.`,
	Example: `func.func @example(%m: memref<4xf32>) {
  %r = memref.realloc %m : memref<4xf32> to memref<8xf32>
  return
}`,
	Since:  "0.1",
	In:     []ir.Slot{{Name: "source", C: rank1MemRef}, {Name: "dynamicResultSize", C: ir.IndexC, Arity: ir.Optional}},
	Out:    []ir.Slot{{Name: "result", C: rank1MemRef}},
	Props:  []ir.PropSlot{alignment},
	Format: "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type($result)",
}

// AllocaScopeDef defines memref.alloca_scope: scope of stack allocations.
var AllocaScopeDef = &ir.OpDef{
	Name:    "memref.alloca_scope",
	Summary: "scope of stack allocations",
	Doc:     `Executes its region once and frees what was allocated on the stack in it.`,
	Example: `func.func @example() {
  memref.alloca_scope {
    %m = memref.alloca() : memref<4xf32>
    memref.alloca_scope.return
  }
  return
}`,
	Since:              "0.1",
	Traits:             ir.SingleBlock | ir.RecursiveEffects | ir.AutoAllocScope | ir.NoRegionArguments,
	Out:                []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Regions:            []ir.RegionSlot{{Name: "bodyRegion", Sized: true}},
	ImplicitTerminator: "memref.alloca_scope.return",
}

// AllocaScopeReturnDef defines memref.alloca_scope.return: end of memref.alloca_scope.
var AllocaScopeReturnDef = &ir.OpDef{
	Name:    "memref.alloca_scope.return",
	Summary: "end of memref.alloca_scope",
	Doc:     `Hands the results over.`,
	Example: `func.func @example() {
  memref.alloca_scope {
    memref.alloca_scope.return
  }
  return
}`,
	Since:     "0.1",
	Traits:    ir.Pure | ir.ReturnLike | ir.Terminator,
	In:        []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Format:    "attr-dict ($results^ `:` type($results))?",
	HasParent: []string{"memref.alloca_scope"},
}

// CastDef defines memref.cast: memref of the same memory, more or less known.
var CastDef = &ir.OpDef{
	Name:    "memref.cast",
	Summary: "memref of the same memory, more or less known",
	Doc:     `The same memory as another type: sizes, strides and offset may become unknown, or be claimed; undefined behaviour when the claim is wrong.`,
	Example: `func.func @example(%m: memref<4xf32>) {
  %r = memref.cast %m : memref<4xf32> to memref<?xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: anyMemRef}},
	Out:    []ir.Slot{{Name: "dest", C: anyMemRef}},
	Format: "$source attr-dict `:` type($source) `to` type($dest)",
}

// CopyDef defines memref.copy: copy of all elements.
var CopyDef = &ir.OpDef{
	Name:    "memref.copy",
	Summary: "copy of all elements",
	Doc:     `Copies the elements of the source to the target; the two have one shape and do not overlap partly.`,
	Example: `func.func @example(%a: memref<4xf32>, %b: memref<4xf32>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  return
}`,
	Since:  "0.1",
	In:     []ir.Slot{{Name: "source", C: anyMemRef}, {Name: "target", C: anyMemRef}},
	Format: "$source `,` $target attr-dict `:` type($source) `to` type($target)",
}

// DeallocDef defines memref.dealloc: end of an allocation.
var DeallocDef = &ir.OpDef{
	Name:    "memref.dealloc",
	Summary: "end of an allocation",
	Doc:     `Frees memory that memref.alloc gave.`,
	Example: `func.func @example(%m: memref<4xf32>) {
  memref.dealloc %m : memref<4xf32>
  return
}`,
	Since:  "0.1",
	In:     []ir.Slot{{Name: "memref", C: anyMemRef}},
	Format: "$memref attr-dict `:` type($memref)",
}

// DimDef defines memref.dim: size of a dimension.
var DimDef = &ir.OpDef{
	Name:    "memref.dim",
	Summary: "size of a dimension",
	Doc:     `The size of the dimension of that number; undefined when there is none.`,
	Example: `func.func @example(%m: memref<4x?xf32>, %i: index) {
  %r = memref.dim %m, %i : memref<4x?xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.NoMemoryEffect,
	In:     []ir.Slot{{Name: "source", C: dimMemRef}, {Name: "index", C: ir.IndexC}},
	Out:    []ir.Slot{{Name: "result", C: ir.IndexC}},
	Format: "attr-dict $source `,` $index `:` type($source)",
}

// ExtractAlignedPointerAsIndexDef defines memref.extract_aligned_pointer_as_index: address as a number.
var ExtractAlignedPointerAsIndexDef = &ir.OpDef{
	Name:    "memref.extract_aligned_pointer_as_index",
	Summary: "address as a number",
	Doc:     `The address that the elements are counted from, as an index.`,
	Example: `func.func @example(%m: memref<4xf32>) {
  %r = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> index
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: anyMemRef}},
	Out:    []ir.Slot{{Name: "aligned_pointer", C: ir.IndexC}},
	Format: "$source `:` type($source) `->` type(results) attr-dict",
}

// ExtractStridedMetadataDef defines memref.extract_strided_metadata: base, offset, sizes and strides.
var ExtractStridedMetadataDef = &ir.OpDef{
	Name:    "memref.extract_strided_metadata",
	Summary: "base, offset, sizes and strides",
	Doc:     `What a memref is made of: a memref of rank 0 at its base, the offset, the sizes and the strides.`,
	Example: `func.func @example(%m: memref<4xf32>) {
  %b, %o, %n, %s = memref.extract_strided_metadata %m : memref<4xf32> -> memref<f32>, index, index, index
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: ir.AnyMemRef}},
	Out:    []ir.Slot{{Name: "base_buffer", C: ir.AnyMemRef}, {Name: "offset", C: ir.IndexC}, {Name: "sizes", C: ir.IndexC, Arity: ir.Variadic}, {Name: "strides", C: ir.IndexC, Arity: ir.Variadic}},
}

// GenericAtomicRMWDef defines memref.generic_atomic_rmw: atomic change by a region.
var GenericAtomicRMWDef = &ir.OpDef{
	Name:    "memref.generic_atomic_rmw",
	Summary: "atomic change by a region",
	Doc:     `Replaces an element by what the region makes of it, atomically; the result is the old value.`,
	Example: `func.func @example(%m: memref<4xf32>, %i: index) {
  %r = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %old : f32
  }
  return
}`,
	Since:              "0.1",
	Traits:             ir.SingleBlock,
	In:                 []ir.Slot{{Name: "memref", C: numberMemRef}, {Name: "indices", C: ir.IndexC, Arity: ir.Variadic}},
	Out:                []ir.Slot{{Name: "result", C: intOrFloat}},
	Regions:            []ir.RegionSlot{{Name: "atomic_body"}},
	ImplicitTerminator: "memref.atomic_yield",
}

// AtomicYieldDef defines memref.atomic_yield: end of memref.generic_atomic_rmw.
var AtomicYieldDef = &ir.OpDef{
	Name:    "memref.atomic_yield",
	Summary: "end of memref.generic_atomic_rmw",
	Doc:     `Hands over the new value.`,
	Example: `func.func @example(%m: memref<4xf32>, %i: index) {
  %r = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %old : f32
  }
  return
}`,
	Since:     "0.1",
	Traits:    ir.Pure | ir.ReturnLike | ir.Terminator,
	In:        []ir.Slot{{Name: "result", C: ir.AnyType}},
	Format:    "$result attr-dict `:` type($result)",
	HasParent: []string{"memref.generic_atomic_rmw"},
}

// GetGlobalDef defines memref.get_global: memref of a global.
var GetGlobalDef = &ir.OpDef{
	Name:    "memref.get_global",
	Summary: "memref of a global",
	Doc:     `The memory of the global of that name.`,
	Example: `memref.global @table : memref<4xf32>
func.func @example() {
  %r = memref.get_global @table : memref<4xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	Out:    []ir.Slot{{Name: "result", C: staticMemRef}},
	Props:  []ir.PropSlot{{Name: "name", C: ir.SymbolRefC, Doc: "the global"}},
	Format: "$name `:` type($result) attr-dict",
}

// GlobalDef defines memref.global: memory that lives as long as the program.
var GlobalDef = &ir.OpDef{
	Name:    "memref.global",
	Summary: "memory that lives as long as the program",
	Doc:     `Declares memory, with an initial value, without one (uninitialized), or as defined elsewhere.`,
	Example: `memref.global "private" constant @weights : memref<2xf32> = dense<[1.0, 2.0]>`,
	Since:   "0.1",
	Traits:  ir.Symbol,
	Props:   []ir.PropSlot{{Name: "sym_name", C: ir.StrAttrC, Doc: "the name"}, {Name: "sym_visibility", C: ir.StrAttrC, Optional: true, Doc: "who may use it"}, {Name: "type", C: memRefTypeAttr, Doc: "the type, of static shape"}, {Name: "initial_value", C: ir.AnyAttrC, Optional: true, Doc: "elements, or unit for none"}, {Name: "constant", C: ir.UnitAttrC, Optional: true, Doc: "never written"}, alignment},
	Format:  "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) attr-dict",
}

// LoadDef defines memref.load: read of an element.
var LoadDef = &ir.OpDef{
	Name:    "memref.load",
	Summary: "read of an element",
	Doc:     `The element at the indices; undefined behaviour outside the bounds.`,
	Example: `func.func @example(%m: memref<4xf32>, %i: index) {
  %r = memref.load %m[%i] : memref<4xf32>
  return
}`,
	Since:  "0.1",
	In:     []ir.Slot{{Name: "memref", C: ir.AnyMemRef}, {Name: "indices", C: ir.IndexC, Arity: ir.Variadic}},
	Out:    []ir.Slot{{Name: "result", C: ir.AnyType}},
	Props:  []ir.PropSlot{nontemporal, alignment},
	Format: "$memref `[` $indices `]` attr-dict `:` type($memref)",
}

// StoreDef defines memref.store: write of an element.
var StoreDef = &ir.OpDef{
	Name:    "memref.store",
	Summary: "write of an element",
	Doc:     `Writes the element at the indices; undefined behaviour outside the bounds.`,
	Example: `func.func @example(%m: memref<4xf32>, %i: index, %v: f32) {
  memref.store %v, %m[%i] : memref<4xf32>
  return
}`,
	Since:  "0.1",
	In:     []ir.Slot{{Name: "value", C: ir.AnyType}, {Name: "memref", C: ir.AnyMemRef}, {Name: "indices", C: ir.IndexC, Arity: ir.Variadic}},
	Props:  []ir.PropSlot{nontemporal, alignment},
	Format: "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)",
}

// AtomicRMWDef defines memref.atomic_rmw: atomic change of an element.
var AtomicRMWDef = &ir.OpDef{
	Name:    "memref.atomic_rmw",
	Summary: "atomic change of an element",
	Doc:     `Combines an element with a value, atomically; the result is the old value.`,
	Example: `func.func @example(%m: memref<4xf32>, %i: index, %v: f32) {
  %r = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}`,
	Since:  "0.1",
	In:     []ir.Slot{{Name: "value", C: intOrFloat}, {Name: "memref", C: numberMemRef}, {Name: "indices", C: ir.IndexC, Arity: ir.Variadic}},
	Out:    []ir.Slot{{Name: "result", C: intOrFloat}},
	Props:  []ir.PropSlot{{Name: "kind", C: arith.AtomicRMWKindC, Enum: arith.AtomicRMWKind, Doc: "how values are combined"}},
	Same:   [][]string{{"value", "result"}},
	Format: "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)",
}
