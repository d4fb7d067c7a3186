// Package affine holds affine expressions, affine maps and integer sets: the
// arithmetic of index computations over dimensions (d0, d1, ...) and symbols
// (s0, s1, ...).
//
// All values are immutable and may be shared and used concurrently.
// Expressions are simplified as they are built, with the local rules that
// MLIR 22 applies, so that the same construction prints the same text there
// and here; there is no further normal form, and a + b and b + a stay
// different. Printing follows MLIR's affine_map and affine_set bodies.
//
// The package must not know about attributes, types or parsing; the IR's
// parser calls the constructors, and its context makes values unique by
// [Map.Key] and [Set.Key]. It imports the standard library only.
//
// Invariants:
//   - A node knows its size, its hash, its largest known divisor and whether
//     it contains dimensions, so that building one takes constant time but
//     for the rules that distribute over a sum.
//   - No operation panics on overflow: a fold that would overflow is left
//     undone, or wraps where MLIR wraps.
//   - Expressions may share subexpressions. [Expr.Size] counts the tree, which
//     is what printing and keys cost; equality, evaluation and substitution
//     visit shared parts of large expressions once.
package affine
