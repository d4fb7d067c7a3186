// Package nvptx is the target that turns a module of the llvm and nvvm dialects
// into LLVM IR text, PTX and machine code for NVIDIA GPUs.
//
// [Translate] writes LLVM IR: one function per llvm.func, block arguments as
// phis, every operation through the entry of its name in one table (opTable).
// Operations of other dialects are errors at the operation. [Compile] goes on to
// llc and ptxas through targets/nvptx/toolchain.
//
// The package knows LLVM IR and the NVPTX back end. It must not know the tile
// and async levels, nor passes; only its internal/llx imports llir.
//
// # Invariants
//
//   - The text depends on the module alone: one function per kernel, in order,
//     names kept, declarations in the order of first use.
//   - What an nvvm operation becomes has the mnemonic that MLIR 22's own
//     translation gives it. Assembly that threads of a warp must execute
//     together is marked convergent, which MLIR cannot say.
//   - An accumulator is one struct-typed value all the way, phis included: llc
//     splits it into registers without copies.
package nvptx
