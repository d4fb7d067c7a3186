// Package cf is MLIR's dialect cf: branches between the blocks of a region.
// Names, properties, text and verification are those of MLIR 22.
//
// # Invariants
//
//   - Every terminator here implements analysis.Branch; operands are changed
//     through SetSuccessorOperands, which keeps the segment sizes right.
//   - Patterns never retarget a branch around a cycle of empty blocks, so
//     that canonicalization ends on infinite loops.
package cf
