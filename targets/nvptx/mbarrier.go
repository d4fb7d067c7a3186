package nvptx

import (
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// Address spaces of NVPTX.
const (
	generic       = 0
	sharedCTA     = 3
	sharedCluster = 7
)

// mbarrierOps are the operations on mbarriers.
var mbarrierOps = map[string]translation{
	"nvvm.mbarrier.init": func(f *function, op *ir.Operation) error {
		o, _ := nvvm.AsMBarrierInit(op)
		return f.predicated(o.Predicate(), func() error {
			return f.call(op, "llvm.nvvm.mbarrier.init"+bySpace(o.Addr()), f.val(o.Addr()), f.val(o.Count()))
		})
	},
	"nvvm.mbarrier.inval": func(f *function, op *ir.Operation) error {
		return f.call(op, "llvm.nvvm.mbarrier.inval"+bySpace(op.Operand(0)), f.operand(op, 0))
	},
	"nvvm.mbarrier.arrive": func(f *function, op *ir.Operation) error {
		o, _ := nvvm.AsMBarrierArrive(op)
		return f.arrive(op, "arrive", o.Addr(), o.Count())
	},
	"nvvm.mbarrier.arrive_drop": func(f *function, op *ir.Operation) error {
		o, _ := nvvm.AsMBarrierArriveDrop(op)
		return f.arrive(op, "arrive.drop", o.Addr(), o.Count())
	},
	"nvvm.mbarrier.arrive.nocomplete": func(f *function, op *ir.Operation) error {
		return f.call(op, "llvm.nvvm.mbarrier.arrive.noComplete"+bySpace(op.Operand(0)), f.operand(op, 0), f.operand(op, 1))
	},
	"nvvm.mbarrier.arrive_drop.nocomplete": func(f *function, op *ir.Operation) error {
		return f.call(op, "llvm.nvvm.mbarrier.arrive.drop.noComplete"+bySpace(op.Operand(0)), f.operand(op, 0), f.operand(op, 1))
	},
	"nvvm.mbarrier.arrive.expect_tx": func(f *function, op *ir.Operation) error {
		o, _ := nvvm.AsMBarrierArriveExpectTx(op)
		if o.Predicate() != nil && op.NumResults() > 0 {
			return op.OpError("cannot have both a predicate and a result")
		}
		return f.predicated(o.Predicate(), func() error {
			return f.scoped(op, "arrive.expect.tx", o.Addr(), f.val(o.Txcount()))
		})
	},
	"nvvm.mbarrier.arrive_drop.expect_tx": func(f *function, op *ir.Operation) error {
		return f.scoped(op, "arrive.drop.expect.tx", op.Operand(0), f.operand(op, 1))
	},
	"nvvm.mbarrier.expect_tx": func(f *function, op *ir.Operation) error {
		return f.scoped(op, "expect.tx", op.Operand(0), f.operand(op, 1))
	},
	"nvvm.mbarrier.complete_tx": func(f *function, op *ir.Operation) error {
		return f.scoped(op, "complete.tx", op.Operand(0), f.operand(op, 1))
	},
	"nvvm.mbarrier.test.wait":       func(f *function, op *ir.Operation) error { return f.wait(op, "test.wait", nil) },
	"nvvm.mbarrier.try_wait":        tryWait,
	"nvvm.mbarrier.try_wait.parity": spin,
}

// bySpace is the suffix of the older intrinsics, which exist for generic and
// for shared pointers.
func bySpace(ptr *ir.Value) string {
	if space(ptr) == sharedCTA {
		return ".shared"
	}
	return ""
}

// mbarrierPtr returns the pointer to an mbarrier and the name of its space. A
// generic pointer points into the block's own shared memory.
func (f *function) mbarrierPtr(v *ir.Value) (llx.Value, string) {
	p := f.val(v)
	switch space(v) {
	case sharedCluster:
		return p, "cluster"
	case generic:
		return f.b.Cast("addrspacecast", p, llx.Ptr(sharedCTA)), "cta"
	}
	return p, "cta"
}

// arrive is the plain arrival: the short intrinsic when nothing but the
// defaults is asked for, else the one with scope and count.
func (f *function) arrive(op *ir.Operation, kind string, addr, count *ir.Value) error {
	cta := keyword(nvvm.MemScopeKindEnum, op.Prop("scope")) == "cta"
	if count == nil && cta && !isSet(op.Prop("relaxed")) && space(addr) != sharedCluster {
		return f.token(op, f.intrinsic("llvm.nvvm.mbarrier."+kind+bySpace(addr), llx.I64, f.val(addr)))
	}
	n := llx.Value(i32(1))
	if count != nil {
		n = f.val(count)
	}
	return f.scoped(op, kind, addr, n)
}

// scoped calls one of the intrinsics that are named after order, scope and
// space. Arrivals at a barrier of this block give a token, others nothing.
func (f *function) scoped(op *ir.Operation, kind string, addr *ir.Value, count llx.Value) error {
	ptr, where := f.mbarrierPtr(addr)
	name := "llvm.nvvm.mbarrier." + kind + relaxed(op) + ".scope." + keyword(nvvm.MemScopeKindEnum, op.Prop("scope")) + ".space." + where
	ret := llx.Void
	if op.Info().Def.Out != nil && where == "cta" {
		ret = llx.I64
	}
	return f.token(op, f.intrinsic(name, ret, ptr, count))
}

func relaxed(op *ir.Operation) string {
	if isSet(op.Prop("relaxed")) {
		return ".relaxed"
	}
	return ""
}

// token makes the call the result of op when op wants one.
func (f *function) token(op *ir.Operation, call *llx.Inst) error {
	if op.NumResults() == 0 {
		return nil
	}
	if call.Type() == llx.Void {
		return op.OpError("has no result when the barrier is in another block of the cluster")
	}
	return f.set(op, call)
}

func tryWait(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsMBarrierTryWait(op)
	return f.wait(op, "try.wait", o.Ticks())
}

// wait asks for a phase, by its parity (i32) or by the token of an arrival
// (i64).
func (f *function) wait(op *ir.Operation, kind string, ticks *ir.Value) error {
	ptr, _ := f.mbarrierPtr(op.Operand(0))
	name := "llvm.nvvm.mbarrier." + kind
	if ir.IsInt(op.Operand(1).Type(), 32) {
		name += ".parity"
	}
	args := []llx.Value{ptr, f.operand(op, 1)}
	if ticks != nil {
		name += ".tl"
		args = append(args, f.val(ticks))
	}
	name += relaxed(op) + ".scope." + keyword(nvvm.MemScopeKindEnum, op.Prop("scope")) + ".space.cta"
	return f.call(op, name, args...)
}

// spin waits until the phase is complete. MLIR writes the loop as assembly;
// with blocks the back end sees it and keeps the threads of a warp together.
func spin(f *function, op *ir.Operation) error {
	ptr, _ := f.mbarrierPtr(op.Operand(0))
	loop, done := f.f.Block("wait"), f.f.Block("arrived")
	f.b.Br(loop, nil)
	f.b = loop
	complete := f.intrinsic("llvm.nvvm.mbarrier.try.wait.parity.tl.scope.cta.space.cta", llx.I1, ptr, f.operand(op, 1), f.operand(op, 2))
	f.b.CondBr(complete, done, loop, nil)
	f.b = done
	return nil
}
