package nvvm

import "github.com/tile-opt/tile-opt/ir"

// BulkStoreDef defines nvvm.st.bulk: zero a range of shared memory.
var BulkStoreDef = &ir.OpDef{
	Name:    "nvvm.st.bulk",
	Summary: "zero a range of shared memory",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: st.bulk.",
	In: []ir.Slot{
		{Name: "addr", C: either(ptrGeneric, ptrShared)},
		{Name: "size", C: ir.I64},
	},
	Props: []ir.PropSlot{
		{Name: "initVal", C: ir.I64AttrC, Type: i64Type, Default: zeroI64},
	},
	Format: "$addr `,` `size` `=` $size (`,` `init` `=` $initVal^)? attr-dict `:` type($addr)",
}

// ClusterLaunchControlQueryCancelDef defines nvvm.clusterlaunchcontrol.query.cancel: what a request to take over a cluster gave.
var ClusterLaunchControlQueryCancelDef = &ir.OpDef{
	Name:    "nvvm.clusterlaunchcontrol.query.cancel",
	Summary: "what a request to take over a cluster gave",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: clusterlaunchcontrol.query_cancel.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "try_cancel_response", C: i128C},
	},
	Out: []ir.Slot{{Name: "res", C: either(ir.I1, ir.I32)}},
	Props: []ir.PropSlot{
		{Name: "query_type", Enum: ClusterLaunchControlQueryTypeEnum},
	},
	Format: "`query` `=` $query_type `,` $try_cancel_response attr-dict `:` type($res)",
}

// ClusterLaunchControlTryCancelDef defines nvvm.clusterlaunchcontrol.try.cancel: ask to take over a cluster that has not started.
var ClusterLaunchControlTryCancelDef = &ir.OpDef{
	Name:    "nvvm.clusterlaunchcontrol.try.cancel",
	Summary: "ask to take over a cluster that has not started",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: clusterlaunchcontrol.try_cancel.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "smemAddress", C: ptrShared},
		{Name: "mbarrier", C: ptrShared},
	},
	Props: []ir.PropSlot{
		{Name: "multicast", C: ir.UnitAttrC, Optional: true},
	},
	Format: "(`multicast` $multicast^ `,`)? $smemAddress `,` $mbarrier attr-dict",
}

// FenceProxySyncRestrictDef defines nvvm.fence.proxy.sync_restrict: fence between proxies over barriers of the cluster only.
var FenceProxySyncRestrictDef = &ir.OpDef{
	Name:    "nvvm.fence.proxy.sync_restrict",
	Summary: "fence between proxies over barriers of the cluster only",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: membar, fence.",
	Traits:  ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "order", Enum: MemOrderKindEnum},
		{Name: "fromProxy", Enum: ProxyKindEnum, Default: ProxyKindEnum.Default(5)},
		{Name: "toProxy", Enum: ProxyKindEnum, Default: ProxyKindEnum.Default(1)},
	},
	Format: "attr-dict",
}

// FenceSyncRestrictDef defines nvvm.fence.sync_restrict: fence over barriers of the cluster only.
var FenceSyncRestrictDef = &ir.OpDef{
	Name:    "nvvm.fence.sync_restrict",
	Summary: "fence over barriers of the cluster only",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: membar, fence.",
	Traits:  ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "order", Enum: MemOrderKindEnum},
	},
	Format: "attr-dict",
}
