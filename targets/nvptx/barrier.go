package nvptx

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// barrierOps are the barriers of threads and the fences.
var barrierOps = map[string]translation{
	"nvvm.barrier0": func(f *function, op *ir.Operation) error {
		return f.call(op, "llvm.nvvm.barrier.cta.sync.aligned.all", i32(0))
	},
	"nvvm.barrier": barrier,
	"nvvm.barrier.arrive": func(f *function, op *ir.Operation) error {
		o, _ := nvvm.AsBarrierArrive(op)
		return f.call(op, "llvm.nvvm.barrier.cta.arrive.aligned.count", f.orZero(o.BarrierId()), f.val(o.NumberOfThreads()))
	},
	"nvvm.bar.warp.sync":          plain("llvm.nvvm.bar.warp.sync"),
	"nvvm.cluster.arrive":         aligned("llvm.nvvm.barrier.cluster.arrive"),
	"nvvm.cluster.arrive.relaxed": aligned("llvm.nvvm.barrier.cluster.arrive.relaxed"),
	"nvvm.cluster.wait":           aligned("llvm.nvvm.barrier.cluster.wait"),
	"nvvm.fence.mbarrier.init":    plain("llvm.nvvm.fence.mbarrier_init.release.cluster"),
	"nvvm.fence.proxy":            fenceProxy,
	"nvvm.fence.proxy.acquire": func(f *function, op *ir.Operation) error {
		return f.call(op, "llvm.nvvm.fence.proxy.tensormap_generic.acquire."+keyword(nvvm.MemScopeKindEnum, op.Prop("scope")), f.operand(op, 0), f.operand(op, 1))
	},
	"nvvm.fence.proxy.release": func(f *function, op *ir.Operation) error {
		return f.call(op, "llvm.nvvm.fence.proxy.tensormap_generic.release."+keyword(nvvm.MemScopeKindEnum, op.Prop("scope")))
	},
	"nvvm.fence.sc.cluster": plain("llvm.nvvm.fence.sc.cluster"),
	"nvvm.memory.barrier":   memoryBarrier,
	"nvvm.griddepcontrol":   griddepcontrol,
}

// plain calls one intrinsic with the operands as they are.
func plain(intrinsic string) translation {
	return func(f *function, op *ir.Operation) error {
		return f.call(op, intrinsic, f.valueList(op.Operands())...)
	}
}

// aligned is plain for the cluster barriers, whose property aligned promises
// that all threads of a warp arrive together.
func aligned(intrinsic string) translation {
	return func(f *function, op *ir.Operation) error {
		if op.Prop("aligned") != nil {
			return f.call(op, intrinsic+".aligned")
		}
		return f.call(op, intrinsic)
	}
}

// orZero returns the LLVM value of an optional i32 operand, 0 when absent.
func (f *function) orZero(v *ir.Value) llx.Value {
	if v == nil {
		return i32(0)
	}
	return f.val(v)
}

func barrier(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsBarrier(op)
	args := []llx.Value{f.orZero(o.BarrierId())}
	count := "all"
	if n := o.NumberOfThreads(); n != nil {
		count = "count"
		args = append(args, f.val(n))
	}
	if o.ReductionOp() == nil {
		return f.call(op, "llvm.nvvm.barrier.cta.sync.aligned."+count, args...)
	}
	kind := keyword(nvvm.BarrierReductionEnum, o.ReductionOp())
	ret := llx.I1
	if kind == "popc" {
		ret = llx.I32
	}
	pred := f.b.ICmp("ne", f.val(o.ReductionPredicate()), i32(0))
	r := f.intrinsic("llvm.nvvm.barrier.cta.red."+kind+".aligned."+count, ret, append(args, pred)...)
	if op.NumResults() == 0 {
		return nil
	}
	if kind != "popc" {
		r = f.b.Cast("zext", r, llx.I32)
	}
	return f.set(op, r)
}

func fenceProxy(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsFenceProxy(op)
	kind := keyword(nvvm.ProxyKindEnum, o.Kind())
	switch kind {
	case "alias", "async", "async.global":
		return f.call(op, "llvm.nvvm.fence.proxy."+kind)
	case "async.shared":
		return f.call(op, "llvm.nvvm.fence.proxy.async.shared_"+keyword(nvvm.SharedSpaceEnum, o.Space()))
	}
	return op.OpError("proxy kind '%s' has no fence of its own", kind)
}

func memoryBarrier(f *function, op *ir.Operation) error {
	scope := keyword(nvvm.MemScopeKindEnum, op.Prop("scope"))
	name, ok := map[string]string{
		"cta": "llvm.nvvm.membar.cta", "cluster": "llvm.nvvm.fence.sc.cluster", "gpu": "llvm.nvvm.membar.gl", "sys": "llvm.nvvm.membar.sys",
	}[scope]
	if !ok {
		return op.OpError("scope '%s' has no fence", scope)
	}
	return f.call(op, name)
}

func griddepcontrol(f *function, op *ir.Operation) error {
	if keyword(nvvm.GridDepActionKindEnum, op.Prop("kind")) == "wait" {
		return f.call(op, "llvm.nvvm.griddepcontrol.wait")
	}
	return f.call(op, "llvm.nvvm.griddepcontrol.launch.dependents")
}

// space returns the address space of a pointer value.
func space(v *ir.Value) uint32 {
	s, _ := llvm.PtrSpace(v.Type())
	return s
}
