// Package llx builds LLVM IR text for llc 22 on top of github.com/llir/llvm.
//
// llir v0.3.6 models LLVM 14: it has no opaque pointers, no bfloat, none of the
// newer flags (disjoint, nneg, samesign, nusw), and its constructors for store,
// getelementptr, atomicrmw, cmpxchg, calls through pointers and compares of
// pointers panic on any pointer that is not a typed one. It also prints wrong
// bits for half and float constants. llx keeps llir's module, functions,
// parameters, blocks, globals, terminators, types and metadata, and adds the
// rest as its own implementations of llir's interfaces: [Raw] types, [Const]
// constants and one instruction kind, [Inst], that prints any instruction.
//
// The package knows LLVM IR and nothing else: no dialect of this project, no
// GPU, no instruction selection. It is the only importer of llir.
//
// Invariants:
//   - Printing is deterministic: declarations come in the order of first use,
//     numbers are assigned at print time, no map is ranged over.
//   - A misuse (operand types that differ, an unknown opcode or flag, a block
//     without terminator) is a bug of the caller and panics with "llx: ".
//   - A [Module] and what belongs to it must not be used by two goroutines at
//     the same time; distinct modules share nothing.
//
// A small kernel:
//
//	m := llx.NewModule()
//	f := m.Func("k", llx.Void, llx.Ptr(1), llx.I32).Kernel()
//	b := f.Block("entry")
//	p := b.GEP(llx.F32, f.Param(0), f.Param(1)).Flags("inbounds")
//	x := b.Load(llx.F32, p, llx.Mem{Align: 4})
//	b.Store(b.Binary("fmul", x, llx.Float(llx.F32, 2)).Flags("contract"), p, llx.Mem{Align: 4})
//	b.Ret(nil)
//	m.WriteTo(os.Stdout)
package llx
