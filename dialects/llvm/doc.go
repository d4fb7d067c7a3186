// Package llvm is the llvm dialect: LLVM IR's types, functions, instructions
// and intrinsics as operations, with the names, properties and text of MLIR
// 22's dialect of the same name, as far as GPU code needs them.
//
// The package knows nothing of a target, of LLVM's textual IR or of how a
// module is compiled; targets/nvptx reads its operations.
//
// # Invariants
//
//   - Definitions (ops_*.go, enums.go) are data. Hooks are methods of the
//     views, in the file of their kind (verify_*.go, fold.go, text.go, ...).
//   - A type of the dialect holds only LLVM-compatible types (see
//     [IsCompatible]).
//   - Identified structs are unique by name in a context and are not
//     recursive: opaque pointers leave no way to be.
package llvm
