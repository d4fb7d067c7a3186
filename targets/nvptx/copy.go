package nvptx

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// ptxCTAOnly is the PTX version that copies to shared::cta need.
const ptxCTAOnly = 86

// paramSpace is the address space of kernel parameters.
const paramSpace = 101

// copyOps are the asynchronous copies without a tensor map, and prefetches.
var copyOps = map[string]translation{
	"nvvm.cp.async.shared.global": cpAsync,
	"nvvm.cp.async.commit.group":  plain("llvm.nvvm.cp.async.commit.group"),
	"nvvm.cp.async.wait.group": func(f *function, op *ir.Operation) error {
		n, _ := ir.IntValue(op.Prop("n"))
		return f.call(op, "llvm.nvvm.cp.async.wait.group", i32(n))
	},
	"nvvm.cp.async.mbarrier.arrive": func(f *function, op *ir.Operation) error {
		name := "llvm.nvvm.cp.async.mbarrier.arrive"
		if isSet(op.Prop("noinc")) {
			name += ".noinc"
		}
		return f.call(op, name+bySpace(op.Operand(0)), f.operand(op, 0))
	},
	"nvvm.cp.async.bulk.commit.group":              plain("llvm.nvvm.cp.async.bulk.commit.group"),
	"nvvm.cp.async.bulk.wait_group":                bulkWait,
	"nvvm.cp.async.bulk.shared.cluster.global":     bulkLoad,
	"nvvm.cp.async.bulk.global.shared.cta":         bulkStore,
	"nvvm.cp.async.bulk.shared.cluster.shared.cta": bulkShared,
	"nvvm.cp.async.bulk.prefetch":                  bulkPrefetch,
	"nvvm.prefetch":                                prefetch,
	"nvvm.mapa":                                    mapa,
}

func cpAsync(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsCpAsync(op)
	size, _ := ir.IntValue(o.Size())
	name := fmt.Sprintf("llvm.nvvm.cp.async.%s.shared.global.%d", keyword(nvvm.LoadCacheModifierKindEnum, o.Modifier()), size)
	args := []llx.Value{f.val(o.Dst()), f.val(o.Src())}
	if n := o.CpSize(); n != nil {
		name += ".s"
		args = append(args, f.val(n))
	}
	return f.call(op, name, args...)
}

func bulkWait(f *function, op *ir.Operation) error {
	n, _ := ir.IntValue(op.Prop("group"))
	if op.Prop("read") != nil {
		return f.call(op, "llvm.nvvm.cp.async.bulk.wait.group.read", i32(n))
	}
	return f.call(op, "llvm.nvvm.cp.async.bulk.wait.group", i32(n))
}

// optional returns the LLVM value of an optional operand, zero of type t when
// it is absent, and the i1 constant that says whether it is there.
func (f *function) optional(v *ir.Value, t llx.Type) (value, present llx.Value) {
	if v == nil {
		return llx.Zero(t), llx.Bool(false)
	}
	return f.val(v), llx.Bool(true)
}

func bulkLoad(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsCpAsyncBulkGlobalToSharedCluster(op)
	mask, hasMask := f.optional(o.MulticastMask(), llx.I16)
	hint, hasHint := f.optional(o.L2CacheHint(), llx.I64)
	dst, mbar, src, size := f.val(o.DstMem()), f.val(o.Mbar()), f.val(o.SrcMem()), f.val(o.Size())
	if space(o.DstMem()) == sharedCTA {
		f.m.needPTX(ptxCTAOnly)
		return f.call(op, "llvm.nvvm.cp.async.bulk.global.to.shared.cta", dst, mbar, src, size, hint, hasHint)
	}
	return f.call(op, "llvm.nvvm.cp.async.bulk.global.to.shared.cluster", dst, mbar, src, size, mask, hint, hasMask, hasHint)
}

func bulkStore(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsCpAsyncBulkSharedCTAToGlobal(op)
	hint, hasHint := f.optional(o.L2CacheHint(), llx.I64)
	args := []llx.Value{f.val(o.DstMem()), f.val(o.SrcMem()), f.val(o.Size()), hint, hasHint}
	if m := o.ByteMask(); m != nil {
		f.m.needPTX(ptxCTAOnly)
		return f.call(op, "llvm.nvvm.cp.async.bulk.shared.cta.to.global.bytemask", append(args, f.val(m))...)
	}
	return f.call(op, "llvm.nvvm.cp.async.bulk.shared.cta.to.global", args...)
}

func bulkShared(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsCpAsyncBulkSharedCTAToSharedCluster(op)
	return f.call(op, "llvm.nvvm.cp.async.bulk.shared.cta.to.cluster", f.val(o.DstMem()), f.val(o.Mbar()), f.val(o.SrcMem()), f.val(o.Size()))
}

func bulkPrefetch(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsCpAsyncBulkPrefetch(op)
	hint, hasHint := f.optional(o.L2CacheHint(), llx.I64)
	return f.call(op, "llvm.nvvm.cp.async.bulk.prefetch.L2", f.val(o.SrcMem()), f.val(o.Size()), hint, hasHint)
}

func prefetch(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsPrefetch(op)
	return f.predicated(o.Predicate(), func() error {
		addr := f.val(o.Addr())
		if o.Tensormap() == nil {
			return f.call(op, prefetchName(o), addr)
		}
		s := int(space(o.Addr()))
		if o.InParamSpace() != nil {
			s = paramSpace
			addr = f.b.Cast("addrspacecast", addr, llx.Ptr(s))
		}
		return f.call(op, fmt.Sprintf("llvm.nvvm.prefetch.tensormap.p%d", s), addr)
	})
}

func prefetchName(o nvvm.Prefetch) string {
	level := keyword(nvvm.PrefetchCacheLevelEnum, o.CacheLevel())
	if o.Uniform() != nil {
		return "llvm.nvvm.prefetchu." + level
	}
	name := "llvm.nvvm.prefetch." + map[uint32]string{1: "global.", 5: "local."}[space(o.Addr())] + level
	switch keyword(nvvm.CacheEvictionPriorityEnum, o.EvictPriority()) {
	case "evict_last":
		name += ".evict.last"
	case "evict_normal":
		name += ".evict.normal"
	}
	return name
}

func mapa(f *function, op *ir.Operation) error {
	if space(op.Operand(0)) == sharedCTA {
		return f.call(op, "llvm.nvvm.mapa.shared.cluster", f.operand(op, 0), f.operand(op, 1))
	}
	return f.call(op, "llvm.nvvm.mapa", f.operand(op, 0), f.operand(op, 1))
}
