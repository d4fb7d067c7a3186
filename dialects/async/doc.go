// Package async is the middle level: when things happen and who does them.
//
// Its textual prefix is tasync, since async is taken in MLIR. A kernel at
// this level is a func.func with the attribute tasync.warp_groups. Its tensors
// carry a layout as encoding: the value is distributed over the threads of
// the role that executes the operation. Shared memory is named by buffers,
// asynchronous work by tokens, rings of buffers by pipelines, and, one step
// further down, by mbarriers with explicit slots and phases.
//
// An operation is executed by all warps of its role together; what the
// hardware wants from one thread (copies, expect-tx) is issued by an elected
// one. Outside tasync.warp_specialize the whole block is the one role.
//
// The package must not know passes or targets; the address and register
// arithmetic that the lowering and the simulator share (layouts, swizzles,
// matrix descriptors) is here, as pure functions.
package async
