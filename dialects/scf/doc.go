// Package scf is MLIR's dialect scf: loops and conditionals that hold what
// they repeat or choose in regions. Names, properties, text and verification
// are those of MLIR 22.
//
// Of MLIR's operations scf.forall and its terminator are left out: nothing
// here has a use for them.
//
// # Invariants
//
//   - Values leave a region only through its terminator; the verifier checks
//     every way control can take between an operation and its regions.
//   - Loops implement analysis.LoopLike.
package scf
