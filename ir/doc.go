// Package ir is the core of the infrastructure: operations, regions, blocks,
// values with intrusive use lists, uniqued types and attributes, operation
// definitions, builders, cloning and the verifier.
//
// The package knows no dialect but the builtin types and attributes, whose
// syntax every dialect shares. Text is read and written by ir/asm; rewriting
// lives in ir/rewrite; read-only analyses in ir/analysis.
//
// # Invariants
//
//   - Types and attributes are uniqued in one Context and immutable; two are
//     equal exactly when the interface values are equal.
//   - An Operation is owned by one Block (or is detached), a Block by one
//     Region, a Region by one Operation.
//   - Every operand is a Use in the use list of its value, and no other Use
//     is. The order of a use list carries no meaning.
//   - An erased operation is unlinked and poisoned, and its memory is never
//     handed out again: touching it panics instead of corrupting.
//   - Nothing here is safe for concurrent mutation of one operation tree.
//     Creating types and attributes is safe from any goroutine, and disjoint
//     isolated operations may be mutated concurrently.
package ir
