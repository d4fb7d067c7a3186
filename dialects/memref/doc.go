// Package memref is MLIR's dialect memref: allocation of and access to
// memrefs, and views of their memory. Names, properties, text and verification
// are those of MLIR 22; memref.dma_start and memref.dma_wait are left out.
//
// # Invariants
//
//   - Sizes, offsets and strides of views are in elements. ir.Dynamic in a
//     static_... property says that an operand holds the value.
//   - A pattern or fold that looks through a cast never makes a type claim
//     more than the memory is known to satisfy.
package memref
