// Package interp runs the tile level, and ordinary functions of arith, math,
// scf, cf, memref and func, in sequence: it says what a kernel means, and
// everything that is compiled is compared with it.
//
// Run executes a kernel over its whole grid on arguments in host memory, Call
// a function on values. Two modes of arithmetic are there: Exact rounds every
// result to its type, Float64 computes with float64 throughout and rounds only
// when an element is stored, as the reference for errors.
//
// The package must not know the compiler's passes, lower levels or a device.
// It interprets what it is given as it stands: attributes other than those
// that define an operation are not read.
//
// # Invariants
//
//   - Reading or writing outside a buffer with tile.load and tile.store does
//     what the tile level says; with memref.load and memref.store it is an
//     error at the operation.
//   - Undefined behaviour that an operation alone can tell (division by zero,
//     a loop without progress) is an error at the operation. A poison value
//     (a shift by the width or more, a float out of an integer's range) is 0.
//   - Steps, memory and depth of calls are bounded by Options, and the context
//     ends a run: no input makes it hang.
//   - Tiles are immutable once made. A run leaves no goroutine behind, and runs
//     on different buffers do not touch each other.
package interp
