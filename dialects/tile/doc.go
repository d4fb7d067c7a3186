// Package tile is the top level: what a kernel computes, on tiles, in
// sequential order. There are no threads, no memory spaces and no
// synchronisation here.
//
// A kernel is a func.func with the attribute tile.kernel and without results.
// Its arguments are memrefs (global buffers, usually of dynamic sizes and
// strides) and scalars; an argument's name for the host is its attribute
// tile.name. One run of the body is one program; tile.program_id says which of
// them, and its operands say how many there are. A tile is a builtin tensor.
// Elementwise work is arith and math on tensors, control flow is scf carrying
// tiles.
//
// Sizes of tiles and the element type are parameters with defaults
// (tile.param, tile.type_param) until the pass tile-bind makes them constants;
// up to then tiles have dynamic dimensions.
//
// The package must not know other levels, passes or targets. The operations
// stay in use one level down on tensors with an encoding, so no verifier here
// looks at encodings.
//
// # Invariants
//
//   - Reading outside a buffer gives zero and writing there does nothing, in
//     whichever dimension and direction.
//   - Programs may run in any order or at once: no program depends on what
//     another one writes.
//   - Attributes that are hints never change the meaning.
package tile
