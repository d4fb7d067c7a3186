// Package gpu is MLIR's dialect of code for a GPU: modules of device code,
// their functions with memory of a block and of a thread, what a thread knows
// of its place, barriers and exchanges between threads, and what the host does
// to launch kernels and to move memory.
//
// It must not know which hardware runs the code: passes lower it to nvvm.
//
// Invariant: names, operands, properties and text are those of MLIR 22, so a
// module can go to mlir-opt and back at any point.
package gpu
