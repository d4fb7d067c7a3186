// Package nvvm is the nvvm dialect: NVIDIA's instructions and special
// registers as operations over the llvm dialect's types, with the names,
// properties and text of MLIR 22's dialect of the same name, as far as kernels
// for sm_90a need them.
//
// The package knows what an operation means and what it may be given. How it
// is translated is the business of targets/nvptx, what it does when it runs
// that of targets/sim.
//
// # Invariants
//
//   - Definitions (ops_*.go, enums.go) are data. Hooks are methods of the
//     views, in verify.go and text.go.
//   - Operations that need the whole warp or warp group are ir.Convergent.
package nvvm
