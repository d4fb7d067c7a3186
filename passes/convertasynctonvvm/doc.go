// Package convertasynctonvvm is the pass convert-async-to-nvvm: what roles and
// barriers say of tiles becomes what each thread does.
//
// A kernel of the async level becomes an llvm.func of nvvm, llvm, arith, math
// and scf operations. The pass reads the old body once, in order, and builds
// the new one beside it: nothing is rewritten in place, so an error leaves the
// module as it was.
//
// What things become:
//
//   - a tile is the registers that one thread has of it (async.Map): scalars,
//     or pairs for 16-bit floats; where it crosses a region, or is a wgmma
//     accumulator, structs of them;
//   - a buffer is its shared-memory address (i32), a barrier array a pointer;
//   - a memref argument is a pointer, tensor maps, sizes and strides, each only
//     where the kernel uses it;
//   - a role is a branch on the warp number, which is uniform by a shuffle.
//
// The launch metadata (package targets/launch) stands as JSON in the attribute
// tile.launch of each kernel: one launch.Module with one entry. Entries of one
// kernel are those with the same launch.Module.Kernel, in module order.
//
// The package must not know how loops become branches or how LLVM IR is
// printed.
package convertasynctonvvm
