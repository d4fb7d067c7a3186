// Package arith is MLIR's dialect arith: constants, integer and float
// arithmetic, comparisons and conversions on scalars and, element by element,
// on vectors and tensors. Names, properties, text, verification and folding
// are those of MLIR 22.
//
// ops*.go hold the definitions, views_gen.go the views made from them; folds
// and canonicalization patterns are in fold_*.go and canon_*.go. Constants of
// other dialects are arith.constant: Const and its relatives make them.
//
// # Invariants
//
//   - A fold never drops undefined behaviour that could have trapped, nor
//     invents a value: what MLIR would fold to poison is left alone, since
//     the dialect ub is not part of this project.
//   - Constant folding is ir/constfold over ir/numeric, so that folders,
//     interpreter and simulator agree to the bit.
package arith
