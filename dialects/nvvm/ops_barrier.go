package nvvm

import "github.com/tile-opt/tile-opt/ir"

// Barrier0Def defines nvvm.barrier0: barrier 0 over all threads of the block.
var Barrier0Def = &ir.OpDef{
	Name:    "nvvm.barrier0",
	Summary: "barrier 0 over all threads of the block",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: bar, barrier.",
	Traits:  ir.Convergent,
	Format:  "attr-dict",
}

// BarrierDef defines nvvm.barrier: named barrier over all or a number of threads.
var BarrierDef = &ir.OpDef{
	Name:    "nvvm.barrier",
	Summary: "named barrier over all or a number of threads",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: bar, barrier.",
	Traits:  ir.SegmentedOperands | ir.Convergent,
	In: []ir.Slot{
		{Name: "barrierId", C: ir.I32, Arity: ir.Optional},
		{Name: "numberOfThreads", C: ir.I32, Arity: ir.Optional},
		{Name: "reductionPredicate", C: ir.I32, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I32, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "reductionOp", Enum: BarrierReductionEnum, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Format: "(`id` `=` $barrierId^)? (`number_of_threads` `=` $numberOfThreads^)? (qualified($reductionOp)^ $reductionPredicate)? (`->` type($res)^)? attr-dict",
}

// BarrierArriveDef defines nvvm.barrier.arrive: arrive at a named barrier without waiting.
var BarrierArriveDef = &ir.OpDef{
	Name:    "nvvm.barrier.arrive",
	Summary: "arrive at a named barrier without waiting",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: bar, barrier.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "barrierId", C: ir.I32, Arity: ir.Optional},
		{Name: "numberOfThreads", C: ir.I32},
	},
	Format: "(`id` `=` $barrierId^)? `number_of_threads` `=` $numberOfThreads attr-dict",
}

// SyncWarpDef defines nvvm.bar.warp.sync: barrier over lanes of a warp.
var SyncWarpDef = &ir.OpDef{
	Name:    "nvvm.bar.warp.sync",
	Summary: "barrier over lanes of a warp",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: bar.warp.sync.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "mask", C: ir.I32},
	},
	Format: "$mask attr-dict `:` type($mask)",
}

// ClusterArriveDef defines nvvm.cluster.arrive: arrive at the barrier of the cluster, releasing memory.
var ClusterArriveDef = &ir.OpDef{
	Name:    "nvvm.cluster.arrive",
	Summary: "arrive at the barrier of the cluster, releasing memory",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: barrier.cluster.",
	Traits:  ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "aligned", C: ir.UnitAttrC, Optional: true},
	},
	Format: "attr-dict",
}

// ClusterArriveRelaxedDef defines nvvm.cluster.arrive.relaxed: arrive at the barrier of the cluster without ordering memory.
var ClusterArriveRelaxedDef = &ir.OpDef{
	Name:    "nvvm.cluster.arrive.relaxed",
	Summary: "arrive at the barrier of the cluster without ordering memory",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: barrier.cluster.",
	Traits:  ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "aligned", C: ir.UnitAttrC, Optional: true},
	},
	Format: "attr-dict",
}

// ClusterWaitDef defines nvvm.cluster.wait: wait at the barrier of the cluster, acquiring memory.
var ClusterWaitDef = &ir.OpDef{
	Name:    "nvvm.cluster.wait",
	Summary: "wait at the barrier of the cluster, acquiring memory",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: barrier.cluster.",
	Traits:  ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "aligned", C: ir.UnitAttrC, Optional: true},
	},
	Format: "attr-dict",
}

// FenceMbarrierInitDef defines nvvm.fence.mbarrier.init: make mbarrier initialisation visible to the cluster.
var FenceMbarrierInitDef = &ir.OpDef{
	Name:    "nvvm.fence.mbarrier.init",
	Summary: "make mbarrier initialisation visible to the cluster",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: membar, fence.",
	Format:  "attr-dict",
}

// FenceProxyDef defines nvvm.fence.proxy: order accesses of two proxies.
var FenceProxyDef = &ir.OpDef{
	Name:    "nvvm.fence.proxy",
	Summary: "order accesses of two proxies",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: membar, fence.",
	Props: []ir.PropSlot{
		{Name: "kind", Enum: ProxyKindEnum},
		{Name: "space", Enum: SharedSpaceEnum, Optional: true},
	},
	Format: "attr-dict",
}

// FenceProxyAcquireDef defines nvvm.fence.proxy.acquire: acquire what another proxy wrote.
var FenceProxyAcquireDef = &ir.OpDef{
	Name:    "nvvm.fence.proxy.acquire",
	Summary: "acquire what another proxy wrote",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: membar, fence.",
	In: []ir.Slot{
		{Name: "addr", C: ptrGeneric},
		{Name: "size", C: ir.I32},
	},
	Props: []ir.PropSlot{
		{Name: "scope", Enum: MemScopeKindEnum},
		{Name: "fromProxy", Enum: ProxyKindEnum, Default: ProxyKindEnum.Default(5)},
		{Name: "toProxy", Enum: ProxyKindEnum, Default: ProxyKindEnum.Default(4)},
	},
	Format: "$scope $addr `,` $size (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? attr-dict",
}

// FenceProxyReleaseDef defines nvvm.fence.proxy.release: release to another proxy.
var FenceProxyReleaseDef = &ir.OpDef{
	Name:    "nvvm.fence.proxy.release",
	Summary: "release to another proxy",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: membar, fence.",
	Props: []ir.PropSlot{
		{Name: "scope", Enum: MemScopeKindEnum},
		{Name: "fromProxy", Enum: ProxyKindEnum, Default: ProxyKindEnum.Default(5)},
		{Name: "toProxy", Enum: ProxyKindEnum, Default: ProxyKindEnum.Default(4)},
	},
	Format: "$scope (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? attr-dict",
}

// FenceScClusterDef defines nvvm.fence.sc.cluster: sequentially consistent fence over the cluster.
var FenceScClusterDef = &ir.OpDef{
	Name:    "nvvm.fence.sc.cluster",
	Summary: "sequentially consistent fence over the cluster",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: membar, fence.",
	Format:  "attr-dict",
}

// MembarDef defines nvvm.memory.barrier: fence over a scope.
var MembarDef = &ir.OpDef{
	Name:    "nvvm.memory.barrier",
	Summary: "fence over a scope",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: membar, fence.",
	Props: []ir.PropSlot{
		{Name: "scope", Enum: MemScopeKindEnum},
	},
	Format: "$scope attr-dict",
}

// GriddepcontrolDef defines nvvm.griddepcontrol: wait for, or let start, the dependent grid.
var GriddepcontrolDef = &ir.OpDef{
	Name:    "nvvm.griddepcontrol",
	Summary: "wait for, or let start, the dependent grid",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: griddepcontrol.",
	Props: []ir.PropSlot{
		{Name: "kind", Enum: GridDepActionKindEnum},
	},
	Format: "$kind attr-dict",
}
