package tile

import "github.com/tile-opt/tile-opt/ir"

// LoadDef reads a tile from a buffer.
var LoadDef = &ir.OpDef{
	Name:    "tile.load",
	Summary: "read a tile of a buffer",
	Doc: `The indices say where in the buffer the tile starts, in elements, one for each dimension of
the buffer. The dimensions of the tile are the last ones of the buffer; in the others, the
index selects. Elements outside the buffer are zero.`,
	Example: `func.func @example(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %j: index, %n: index) {
  %t = tile.load %a[%i, %j] sizes(%n) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x64xf16>
  return
}`,
	Since:  "0.1",
	Traits: ir.SegmentedOperands | ir.Speculatable,
	In: []ir.Slot{
		{Name: "source", C: ir.AnyMemRef},
		{Name: "indices", C: ir.IndexC, Arity: ir.Variadic, Doc: "first element of the tile, outermost dimension first"},
		sizesSlot(),
	},
	Out:    []ir.Slot{{Name: "result", C: tileC}},
	Props:  []ir.PropSlot{segmentSizes()},
	Format: "$source `[` $indices `]` (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($source) `->` type($result)",
}

// StoreDef writes a tile to a buffer.
var StoreDef = &ir.OpDef{
	Name:    "tile.store",
	Summary: "write a tile to a buffer",
	Doc:     `As tile.load; elements outside the buffer are not written.`,
	Example: `func.func @example(%x: tensor<64x64xf16>, %b: memref<?x?xf16, strided<[?, 1]>>, %i: index, %j: index) {
  tile.store %x, %b[%i, %j] : tensor<64x64xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}`,
	Since: "0.1",
	In: []ir.Slot{
		{Name: "tile", C: tileC},
		{Name: "dest", C: ir.AnyMemRef},
		{Name: "indices", C: ir.IndexC, Arity: ir.Variadic, Doc: "first element of the tile, outermost dimension first"},
	},
	Format: "$tile `,` $dest `[` $indices `]` attr-dict `:` type($tile) `,` type($dest)",
}

// DotDef multiplies matrices.
var DotDef = &ir.OpDef{
	Name:    "tile.dot",
	Summary: "matrix product added to an accumulator",
	Doc: `acc + A B of a tile [M, K] and a tile [K, N] of one float type, accumulated in 32-bit floats.
In which order products are added is not defined.`,
	Example: `func.func @example(%x: tensor<64x64xf16>, %y: tensor<64x32xf16>, %acc: tensor<64x32xf32>) {
  %d = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x32xf16> -> tensor<64x32xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "a", C: floatC}, {Name: "b", C: floatC}, {Name: "acc", C: f32C}},
	Out:    []ir.Slot{{Name: "result", C: f32C}},
	Same:   [][]string{{"acc", "result"}},
	Format: "$a `,` $b `,` $acc attr-dict `:` type($a) `,` type($b) `->` type($result)",
}

// TransposeDef permutes dimensions.
var TransposeDef = &ir.OpDef{
	Name:    "tile.transpose",
	Summary: "permutation of the dimensions",
	Doc:     `Dimension i of the result is dimension permutation[i] of the source.`,
	Example: `func.func @example(%y: tensor<64x32xf16>) {
  %t = tile.transpose %y [1, 0] : tensor<64x32xf16> -> tensor<32x64xf16>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: tileC}},
	Out:    []ir.Slot{{Name: "result", C: tileC}},
	Props:  []ir.PropSlot{{Name: "permutation", C: ir.I64ArrayC, Doc: "dimension of the operand that becomes each dimension of the result"}},
	Format: "$source $permutation attr-dict `:` type($source) `->` type($result)",
}

// BroadcastDef repeats along dimensions of size 1.
var BroadcastDef = &ir.OpDef{
	Name:    "tile.broadcast",
	Summary: "repetition along dimensions of size 1",
	Doc: `Source and result have the same rank. A dimension that is statically 1 in the source takes
any size in the result; all others keep theirs.`,
	Example: `func.func @example(%col: tensor<64x1xf32>, %n: index) {
  %t = tile.broadcast %col sizes(%n) : tensor<64x1xf32> -> tensor<64x?xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: tileC}, sizesSlot()},
	Out:    []ir.Slot{{Name: "result", C: tileC}},
	Format: "$source (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($source) `->` type($result)",
}

// ExpandDimsDef adds a dimension of size 1.
var ExpandDimsDef = &ir.OpDef{
	Name:    "tile.expand_dims",
	Summary: "one more dimension, of size 1",
	Doc:     `The result has a dimension of size 1 at axis, and the dimensions of the source around it.`,
	Example: `func.func @example(%row: tensor<64xf32>) {
  %t = tile.expand_dims %row {axis = 1 : i64} : tensor<64xf32> -> tensor<64x1xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: tileC}},
	Out:    []ir.Slot{{Name: "result", C: tileC}},
	Props:  []ir.PropSlot{axisSlot()},
	Format: "$source attr-dict `:` type($source) `->` type($result)",
}

// ReduceDef combines the elements along a dimension.
var ReduceDef = &ir.OpDef{
	Name:    "tile.reduce",
	Summary: "reduction along one dimension",
	Doc: `Combines the elements along axis, which the result lacks: kind is add, mul, max or min. In
which order is not defined. max and min take integers as signed and, of floats, ignore NaN
beside numbers (arith.maxnumf, arith.minnumf).`,
	Example: `func.func @example(%x: tensor<64x32xf32>) {
  %t = tile.reduce %x {axis = 1 : i64, kind = "max"} : tensor<64x32xf32> -> tensor<64xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: tileC}},
	Out:    []ir.Slot{{Name: "result", C: tileC}},
	Props:  []ir.PropSlot{axisSlot(), {Name: "kind", C: kindC, Doc: "add, mul, max or min"}},
	Format: "$source attr-dict `:` type($source) `->` type($result)",
}

// SplatDef makes a tile of one value.
var SplatDef = &ir.OpDef{
	Name:    "tile.splat",
	Summary: "tile whose elements are all one scalar",
	Doc:     `Every element of the result is the operand.`,
	Example: `func.func @example(%f: f32, %n: index) {
  %t = tile.splat %f sizes(%n) : f32 -> tensor<?x32xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "value", C: elemC}, sizesSlot()},
	Out:    []ir.Slot{{Name: "result", C: tileC}},
	Format: "$value (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($value) `->` type($result)",
}

// IotaDef makes a tile of coordinates.
var IotaDef = &ir.OpDef{
	Name:    "tile.iota",
	Summary: "tile of the coordinates along one dimension",
	Doc:     `Each element of the result is its own coordinate along axis.`,
	Example: `func.func @example(%n: index) {
  %t = tile.iota sizes(%n) {axis = 0 : i64} : tensor<?x32xindex>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{sizesSlot()},
	Out:    []ir.Slot{{Name: "result", C: counterC}},
	Props:  []ir.PropSlot{axisSlot()},
	Format: "(`sizes` `(` $sizes^ `)`)? attr-dict `:` type($result)",
}
