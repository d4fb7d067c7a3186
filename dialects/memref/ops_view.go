package memref

import "github.com/tile-opt/tile-opt/ir"

// MemorySpaceCastDef defines memref.memory_space_cast: the same memory in another space.
var MemorySpaceCastDef = &ir.OpDef{
	Name:    "memref.memory_space_cast",
	Summary: "the same memory in another space",
	Doc:     `The same memory, addressed in another memory space.`,
	Example: `func.func @example(%m: memref<4xf32, 1>) {
  %r = memref.memory_space_cast %m : memref<4xf32, 1> to memref<4xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: anyMemRef}},
	Out:    []ir.Slot{{Name: "dest", C: anyMemRef}},
	Format: "$source attr-dict `:` type($source) `to` type($dest)",
}

// PrefetchDef defines memref.prefetch: hint of an access to come.
var PrefetchDef = &ir.OpDef{
	Name:    "memref.prefetch",
	Summary: "hint of an access to come",
	Doc:     `Hints that an element will be read or written soon, with a locality from 0 (none) to 3.`,
	Example: `func.func @example(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, data : memref<4xf32>
  return
}`,
	Since: "0.1",
	In:    []ir.Slot{{Name: "memref", C: ir.AnyMemRef}, {Name: "indices", C: ir.IndexC, Arity: ir.Variadic}},
	Props: []ir.PropSlot{{Name: "isWrite", C: ir.BoolAttrC, Doc: "a write will come"}, {Name: "localityHint", C: localityC, Doc: "0 to 3"}, {Name: "isDataCache", C: ir.BoolAttrC, Doc: "the cache of data, not of instructions"}},
}

// RankDef defines memref.rank: number of dimensions.
var RankDef = &ir.OpDef{
	Name:    "memref.rank",
	Summary: "number of dimensions",
	Doc:     `The number of dimensions.`,
	Example: `func.func @example(%m: memref<*xf32>) {
  %r = memref.rank %m : memref<*xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "memref", C: anyMemRef}},
	Out:    []ir.Slot{{Name: "result", C: ir.IndexC}},
	Format: "$memref attr-dict `:` type($memref)",
}

// ReinterpretCastDef defines memref.reinterpret_cast: memref of given offset, sizes and strides.
var ReinterpretCastDef = &ir.OpDef{
	Name:    "memref.reinterpret_cast",
	Summary: "memref of given offset, sizes and strides",
	Doc:     `The memory of the source with another offset, other sizes and strides, counted from its base.`,
	Example: `func.func @example(%m: memref<8x16xf32>, %n: index) {
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [4, %n], strides: [16, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[16, 1]>>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SegmentedOperands,
	In:     []ir.Slot{{Name: "source", C: anyMemRef}, {Name: "offsets", C: ir.IndexC, Arity: ir.Variadic}, {Name: "sizes", C: ir.IndexC, Arity: ir.Variadic}, {Name: "strides", C: ir.IndexC, Arity: ir.Variadic}},
	Out:    []ir.Slot{{Name: "result", C: ir.AnyMemRef}},
	Props:  []ir.PropSlot{{Name: "static_offsets", C: ir.I64ArrayC, Doc: "offsets, the smallest number where an operand says"}, {Name: "static_sizes", C: ir.I64ArrayC, Doc: "sizes, likewise"}, {Name: "static_strides", C: ir.I64ArrayC, Doc: "strides, likewise"}, {Name: "operandSegmentSizes", C: ir.I32ArrayC}},
	Format: "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) `` `,` `sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes) `` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
}

// ReshapeDef defines memref.reshape: memref of a shape known at run time.
var ReshapeDef = &ir.OpDef{
	Name:    "memref.reshape",
	Summary: "memref of a shape known at run time",
	Doc:     `The memory of the source, contiguous, with the shape that the second operand holds.`,
	Example: `func.func @example(%m: memref<4xf32>, %s: memref<2xindex>) {
  %r = memref.reshape %m(%s) : (memref<4xf32>, memref<2xindex>) -> memref<?x?xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: anyMemRef}, {Name: "shape", C: shapeMemRef}},
	Out:    []ir.Slot{{Name: "result", C: anyMemRef}},
	Format: "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
}

// ExpandShapeDef defines memref.expand_shape: memref of a higher rank.
var ExpandShapeDef = &ir.OpDef{
	Name:    "memref.expand_shape",
	Summary: "memref of a higher rank",
	Doc:     `The same elements with each dimension split into a group of dimensions.`,
	Example: `func.func @example(%m: memref<8x16xf32>) {
  %r = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "src", C: ir.AnyMemRef}, {Name: "output_shape", C: ir.IndexC, Arity: ir.Variadic}},
	Out:    []ir.Slot{{Name: "result", C: ir.AnyMemRef}},
	Props:  []ir.PropSlot{{Name: "reassociation", C: reassociationC, Doc: "which dimensions belong together"}, {Name: "static_output_shape", C: ir.I64ArrayC, Doc: "sizes, the smallest number where an operand says"}},
	Format: "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:` type($src) `into` type($result)",
}

// CollapseShapeDef defines memref.collapse_shape: memref of a lower rank.
var CollapseShapeDef = &ir.OpDef{
	Name:    "memref.collapse_shape",
	Summary: "memref of a lower rank",
	Doc:     `The same elements with each group of contiguous dimensions joined into one.`,
	Example: `func.func @example(%m: memref<8x16xf32>) {
  %r = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "src", C: ir.AnyMemRef}},
	Out:    []ir.Slot{{Name: "result", C: ir.AnyMemRef}},
	Props:  []ir.PropSlot{{Name: "reassociation", C: reassociationC, Doc: "which dimensions belong together"}},
	Format: "$src $reassociation attr-dict `:` type($src) `into` type($result)",
}

// SubviewDef defines memref.subview: part of a memref.
var SubviewDef = &ir.OpDef{
	Name:    "memref.subview",
	Summary: "part of a memref",
	Doc:     `Every stride-th element from the offsets on, as many as the sizes say. Dimensions of size 1 may be missing in the result.`,
	Example: `func.func @example(%m: memref<8x16xf32>, %i: index) {
  %r = memref.subview %m[%i, 2] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SegmentedOperands,
	In:     []ir.Slot{{Name: "source", C: ir.AnyMemRef}, {Name: "offsets", C: ir.IndexC, Arity: ir.Variadic}, {Name: "sizes", C: ir.IndexC, Arity: ir.Variadic}, {Name: "strides", C: ir.IndexC, Arity: ir.Variadic}},
	Out:    []ir.Slot{{Name: "result", C: ir.AnyMemRef}},
	Props:  []ir.PropSlot{{Name: "static_offsets", C: ir.I64ArrayC, Doc: "offsets, the smallest number where an operand says"}, {Name: "static_sizes", C: ir.I64ArrayC, Doc: "sizes, likewise"}, {Name: "static_strides", C: ir.I64ArrayC, Doc: "strides, likewise"}, {Name: "operandSegmentSizes", C: ir.I32ArrayC}},
	Format: "$source `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
}

// TransposeDef defines memref.transpose: memref with dimensions in another order.
var TransposeDef = &ir.OpDef{
	Name:    "memref.transpose",
	Summary: "memref with dimensions in another order",
	Doc:     `The same elements with the dimensions in the order of the permutation.`,
	Example: `func.func @example(%m: memref<4x8xf32>) {
  %r = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "in", C: ir.AnyMemRef}},
	Out:    []ir.Slot{{Name: "result", C: ir.AnyMemRef}},
	Props:  []ir.PropSlot{{Name: "permutation", C: affineMapC, Doc: "the order"}},
}

// ViewDef defines memref.view: typed view of bytes.
var ViewDef = &ir.OpDef{
	Name:    "memref.view",
	Summary: "typed view of bytes",
	Doc:     `A contiguous memref over part of a buffer of bytes, from a byte on.`,
	Example: `func.func @example(%m: memref<2048xi8>, %b: index, %n: index) {
  %r = memref.view %m[%b][%n] : memref<2048xi8> to memref<?x4xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: byteMemRef}, {Name: "byte_shift", C: ir.IndexC}, {Name: "sizes", C: ir.IndexC, Arity: ir.Variadic}},
	Out:    []ir.Slot{{Name: "result", C: ir.AnyMemRef}},
	Format: "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)",
}
