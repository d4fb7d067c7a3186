// Package sim runs kernels of any level on an abstract Hopper device (package machine): modules of tile, tasync, nvvm,
// llvm, arith, math, scf, cf, func and memref operations, in any mixture, so that the module after every pass can be
// run and compared with the one before.
//
// Run takes a module, the name of a kernel and its arguments in host memory. A kernel of the tile level, which has no
// threads, is interpreted as it stands (package interp). A kernel of the async level gets the buffers directly; a
// lowered one is launched through its launch metadata as a launcher would do it, so that preconditions, parameters and
// tensor maps are tested with it. Broken rules of the memory model, races and deadlocks are faults in the report, each
// at an operation; what the simulator cannot run is an error.
//
//	rep, err := sim.Run(ctx, module, "matmul", args, sim.Options{Schedules: 10})
//	if err == nil {
//		err = rep.Err()
//	}
//
// # How it works
//
// The agents are warps. A function is compiled once to blocks of closures over numbered registers (cells): a cell holds
// 32 lanes, or one value where all lanes agree. Control flow that differs between lanes runs under masks: structured
// operations branch by branch, blocks until the immediate post-dominator, where lanes meet again. A tile with a layout
// is the registers that each thread has of it; a struct, vector or array is one cell for each element.
//
// # What it must not know
//
// Passes, llir and the tools. It reads operands, properties and the attributes that make a kernel one
// (tasync.warp_groups, tasync.shared_bytes, tile.launch, nvvm.maxntid, parameter attributes), and no hint that a pass
// left: what a kernel does depends on nothing else.
//
// # Invariants
//
//   - The same module, arguments and options give the same report and results.
//   - Steps and memory are bounded by Options, and the context ends a run. No goroutine outlives Run.
//   - The module is verified first, so that what is compiled has the operands and properties that it should.
//
// # Simplifications
//
// Diverged lanes of a warp run one side after the other: code in which one lane waits for another of its own warp does
// not make progress. A poison or undefined value reads as zero unless Options.StrictX is set. At the async level,
// pipelines and tokens are mbarriers of the simulator's own behind the kernel's shared memory, and the release of a
// pipeline slot includes the proxy fence that its lowering adds. See docs/simulator.md.
package sim
