// Package machine is an abstract Hopper (sm_90a) device for a simulator: blocks and clusters of warps, shared and
// global memory, mbarriers, bulk and tensor copies, wgmma, named barriers and register reallocation, with a race and
// protocol checker. docs/memory-model.md lists the rules, their ids and the switches between readings of them.
//
// It knows nothing of any IR, text or compiler. An interpreter runs each warp's program as an ordinary recursive Go
// function, and calls the methods of Warp for everything that touches memory, synchronisation or time:
//
//	m := machine.New()
//	a, err := m.Alloc("a", 1<<20)
//	...
//	rep, err := m.Run(ctx, machine.Launch{Block: machine.Dim3{X: 128}, SharedBytes: 49152}, func(w *machine.Warp) error {
//		w.At(machine.Site{At: op, Tag: iteration})
//		w.WaitParity(machine.FullMask, &bar, machine.Wait{Parity: 0})
//		w.LoadShared(machine.FullMask, &addr, 16, data)
//		return nil
//	})
//
// err tells that the simulation itself failed: a bad launch, an error from a program, cancellation, an exhausted
// budget. Broken rules are in the report: rep.Err, rep.Faults, rep.Warnings.
//
// # How it works
//
// Agents are warps. Each is a coroutine, and exactly one runs at a time: a warp hands over before every operation that
// another warp can observe, and wherever it blocks. A Chooser then picks among the warps that can move and the
// asynchronous operations in flight. Run ends all coroutines before it returns.
//
// Values are computed at issue: a bulk copy moves its bytes and a wgmma computes its result when the program issues
// them. What they may not be relied on for is found by happens-before clocks, one for each proxy, and never by timing:
// a race is reported in every schedule that reaches it, and a program without races computes the same values in all.
// Schedules matter for control only: parity aliasing, missed phases, deadlocks. Random, Starve, AsyncFirst and
// AsyncLast vary them, and Explore enumerates those of a small program.
//
// # Conventions
//
// Shared addresses are uint32: an offset in the executing block, or a result of MapA for a block of the cluster. Global
// addresses are uint64. Per-lane operands are arrays of 32; lanes outside the mask are ignored, and so are lanes that
// have exited. The site set with Warp.At holds until the next call.
//
// # Invariants
//
// The same Launch (with a fresh Chooser of the same kind) on the same memory gives the same Report. Memory and steps
// are bounded by Launch.MaxMemory and MaxSteps. A method of Warp that finds what the hardware traps on ends the run by
// unwinding the program with a private panic value; programs must let it pass.
//
// # Simplifications
//
// Lanes of one warp do not race with each other. Global memory is checked between blocks, and inside a block only for
// proxies and for the completion of asynchronous operations. Atomics are not remembered. The tensor map proxy is not
// modelled: maps are values. Interleave, im2col, sparse wgmma, b1 wgmma, base offsets of descriptors and partial
// completion of one copy are not modelled. try_wait has no time limit of its own: it returns False only when nothing
// else can move. cp.async groups are per warp.
package machine
