// Package math is MLIR's dialect math: functions of real numbers, and some of
// integers, on scalars and, element by element, on vectors and tensors. Names,
// properties and text are those of MLIR 22.
//
// # Invariants
//
//   - Constants are folded only where the result is known to the last bit
//     (absolute values, rounding, counting) or the type is f32 or f64, as in
//     MLIR; transcendental functions are then computed in float64 and rounded.
package math
