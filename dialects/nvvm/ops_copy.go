package nvvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// CpAsyncDef defines nvvm.cp.async.shared.global: asynchronous copy of 4, 8 or 16 bytes to shared memory.
var CpAsyncDef = &ir.OpDef{
	Name:    "nvvm.cp.async.shared.global",
	Summary: "asynchronous copy of 4, 8 or 16 bytes to shared memory",
	Doc:     "The optional operand is the number of bytes read; the rest is filled with zeros. PTX ISA: Data Movement and Conversion Instructions: cp.async.",
	In: []ir.Slot{
		{Name: "dst", C: ptrShared},
		{Name: "src", C: ptrGlobal},
		{Name: "cpSize", C: ir.I32, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "size", C: ir.I32AttrC, Type: i32Type},
		{Name: "modifier", Enum: LoadCacheModifierKindEnum},
	},
	Format: "$dst `,` $src `,` $size `,` `cache` `=` $modifier (`,` $cpSize^)? attr-dict `:` type(operands)",
}

// CpAsyncCommitGroupDef defines nvvm.cp.async.commit.group: make the asynchronous copies issued so far a group.
var CpAsyncCommitGroupDef = &ir.OpDef{
	Name:    "nvvm.cp.async.commit.group",
	Summary: "make the asynchronous copies issued so far a group",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.async.commit_group.",
	Format:  "attr-dict",
}

// CpAsyncWaitGroupDef defines nvvm.cp.async.wait.group: wait until at most so many groups of asynchronous copies are pending.
var CpAsyncWaitGroupDef = &ir.OpDef{
	Name:    "nvvm.cp.async.wait.group",
	Summary: "wait until at most so many groups of asynchronous copies are pending",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.async.wait_group.",
	Props: []ir.PropSlot{
		{Name: "n", C: ir.I32AttrC, Type: i32Type},
	},
	Format: "$n attr-dict",
}

// CpAsyncMBarrierArriveDef defines nvvm.cp.async.mbarrier.arrive: arrive at an mbarrier once earlier asynchronous copies are done.
var CpAsyncMBarrierArriveDef = &ir.OpDef{
	Name:    "nvvm.cp.async.mbarrier.arrive",
	Summary: "arrive at an mbarrier once earlier asynchronous copies are done",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: cp.async.mbarrier.arrive.",
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericShared},
	},
	Props: []ir.PropSlot{
		{Name: "noinc", C: ir.BoolAttrC, Default: falseAttr},
	},
	Format: "$addr attr-dict `:` type(operands)",
}

// CpAsyncBulkCommitGroupDef defines nvvm.cp.async.bulk.commit.group: make the bulk copies issued so far a group.
var CpAsyncBulkCommitGroupDef = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.commit.group",
	Summary: "make the bulk copies issued so far a group",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.async.bulk.commit_group.",
	Format:  "attr-dict",
}

// CpAsyncBulkWaitGroupDef defines nvvm.cp.async.bulk.wait_group: wait until at most so many bulk groups are pending.
var CpAsyncBulkWaitGroupDef = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.wait_group",
	Summary: "wait until at most so many bulk groups are pending",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.async.bulk.wait_group.",
	Props: []ir.PropSlot{
		{Name: "group", C: nonNegativeI32C, Type: i32Type},
		{Name: "read", C: ir.UnitAttrC, Optional: true},
	},
	Format: "$group attr-dict",
}

// CpAsyncBulkGlobalToSharedClusterDef defines nvvm.cp.async.bulk.shared.cluster.global: bulk copy from global to shared memory, counted by an mbarrier.
var CpAsyncBulkGlobalToSharedClusterDef = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.shared.cluster.global",
	Summary: "bulk copy from global to shared memory, counted by an mbarrier",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.async.bulk.",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "dstMem", C: ptrSharedCluster},
		{Name: "srcMem", C: ptrGlobal},
		{Name: "mbar", C: ptrShared},
		{Name: "size", C: ir.I32},
		{Name: "multicastMask", C: ir.I16, Arity: ir.Optional},
		{Name: "l2CacheHint", C: ir.I64, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Format: "$dstMem `,` $srcMem `,` $mbar `,` $size (`multicast_mask` `=` $multicastMask^ )? (`l2_cache_hint` `=` $l2CacheHint^ )? attr-dict `:` type($dstMem) `,` type($srcMem)",
}

// CpAsyncBulkSharedCTAToGlobalDef defines nvvm.cp.async.bulk.global.shared.cta: bulk copy from shared to global memory.
var CpAsyncBulkSharedCTAToGlobalDef = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.global.shared.cta",
	Summary: "bulk copy from shared to global memory",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.async.bulk.",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "dstMem", C: ptrGlobal},
		{Name: "srcMem", C: ptrShared},
		{Name: "size", C: ir.I32},
		{Name: "l2CacheHint", C: ir.I64, Arity: ir.Optional},
		{Name: "byteMask", C: ir.I16, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Format: "$dstMem `,` $srcMem `,` $size (`l2_cache_hint` `=` $l2CacheHint^ )? (`byte_mask` `=` $byteMask^ )? attr-dict `:` type($dstMem) `,` type($srcMem)",
}

// CpAsyncBulkSharedCTAToSharedClusterDef defines nvvm.cp.async.bulk.shared.cluster.shared.cta: bulk copy to shared memory of a block of the cluster, counted by an mbarrier.
var CpAsyncBulkSharedCTAToSharedClusterDef = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.shared.cluster.shared.cta",
	Summary: "bulk copy to shared memory of a block of the cluster, counted by an mbarrier",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.async.bulk.",
	In: []ir.Slot{
		{Name: "dstMem", C: ptrCluster},
		{Name: "srcMem", C: ptrShared},
		{Name: "mbar", C: ptrShared},
		{Name: "size", C: ir.I32},
	},
	Format: "$dstMem `,` $srcMem `,` $mbar `,` $size attr-dict `:` type($dstMem) `,` type($srcMem)",
}

// CpAsyncBulkPrefetchDef defines nvvm.cp.async.bulk.prefetch: bulk prefetch of global memory to L2.
var CpAsyncBulkPrefetchDef = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.prefetch",
	Summary: "bulk prefetch of global memory to L2",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.async.bulk.prefetch.",
	In: []ir.Slot{
		{Name: "srcMem", C: ptrGlobal},
		{Name: "size", C: ir.I32},
		{Name: "l2CacheHint", C: ir.I64, Arity: ir.Optional},
	},
	Format: "$srcMem `,` $size (`l2_cache_hint` `=` $l2CacheHint^ )? attr-dict `:` type($srcMem)",
}

// CpAsyncBulkTensorGlobalToSharedClusterDef defines nvvm.cp.async.bulk.tensor.shared.cluster.global: TMA load of a box of a tensor to shared memory, counted by an mbarrier.
var CpAsyncBulkTensorGlobalToSharedClusterDef = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
	Summary: "TMA load of a box of a tensor to shared memory, counted by an mbarrier",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.async.bulk.tensor.",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "dstMem", C: ptrSharedCluster},
		{Name: "tmaDescriptor", C: ptrGeneric},
		{Name: "coordinates", C: ir.I32, Arity: ir.Variadic},
		{Name: "mbar", C: ptrShared},
		{Name: "im2colOffsets", C: ir.I16, Arity: ir.Variadic},
		{Name: "multicastMask", C: ir.I16, Arity: ir.Optional},
		{Name: "l2CacheHint", C: ir.I64, Arity: ir.Optional},
		{Name: "predicate", C: ir.I1, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "mode", Enum: TMALoadModeEnum, Default: TMALoadModeEnum.Default(0)},
		{Name: "isCTAOnly", C: ir.BoolAttrC, Default: falseAttr},
		{Name: "group", Enum: CTAGroupKindEnum, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Format: "$dstMem `,` $tmaDescriptor `,` $mbar `,` `box` `[`$coordinates `]` (`im2col` `[` $im2colOffsets^ `]` )? (`multicast_mask` `=` $multicastMask^ )? (`l2_cache_hint` `=` $l2CacheHint^ )? (`predicate` `=` $predicate^)? attr-dict `:` type($dstMem) `,` type($tmaDescriptor)",
}

// CpAsyncBulkTensorSharedCTAToGlobalDef defines nvvm.cp.async.bulk.tensor.global.shared.cta: TMA store of a box from shared memory to a tensor.
var CpAsyncBulkTensorSharedCTAToGlobalDef = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.global.shared.cta",
	Summary: "TMA store of a box from shared memory to a tensor",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.async.bulk.tensor.",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "tmaDescriptor", C: ptrGeneric},
		{Name: "srcMem", C: ptrShared},
		{Name: "coordinates", C: ir.I32, Arity: ir.Variadic},
		{Name: "l2CacheHint", C: ir.I64, Arity: ir.Optional},
		{Name: "predicate", C: ir.I1, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "mode", Enum: TMAStoreModeEnum, Default: TMAStoreModeEnum.Default(0)},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Format: "$tmaDescriptor `,` $srcMem `,` `box` `[`$coordinates `]` (`l2_cache_hint` `=` $l2CacheHint^ )? (`,` `predicate` `=` $predicate^)? attr-dict `:` type($tmaDescriptor) `,` type($srcMem)",
}

// CpAsyncBulkTensorReduceDef defines nvvm.cp.async.bulk.tensor.reduce: TMA reduction of a box from shared memory into a tensor.
var CpAsyncBulkTensorReduceDef = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.reduce",
	Summary: "TMA reduction of a box from shared memory into a tensor",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.reduce.async.bulk.tensor.",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "tmaDescriptor", C: llvm.AnyPointer},
		{Name: "srcMem", C: ptrShared},
		{Name: "coordinates", C: ir.I32, Arity: ir.Variadic},
		{Name: "l2CacheHint", C: ir.I64, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "redKind", Enum: TMAReduxKindEnum},
		{Name: "mode", Enum: TMAStoreModeEnum, Default: TMAStoreModeEnum.Default(0)},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Format: "$tmaDescriptor `,` $srcMem `,` `box` `[`$coordinates `]` (`l2_cache_hint` `=` $l2CacheHint^ )? attr-dict `:` type($tmaDescriptor) `,` type($srcMem)",
}

// CpAsyncBulkTensorPrefetchDef defines nvvm.cp.async.bulk.tensor.prefetch: TMA prefetch of a box of a tensor to L2.
var CpAsyncBulkTensorPrefetchDef = &ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.prefetch",
	Summary: "TMA prefetch of a box of a tensor to L2",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cp.async.bulk.prefetch.tensor.",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "tmaDescriptor", C: ptrGeneric},
		{Name: "coordinates", C: ir.I32, Arity: ir.Variadic},
		{Name: "im2colOffsets", C: ir.I16, Arity: ir.Variadic},
		{Name: "l2CacheHint", C: ir.I64, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "mode", Enum: TMALoadModeEnum, Default: TMALoadModeEnum.Default(0)},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Format: "$tmaDescriptor `,` `box` `[`$coordinates `]` (`im2col` `[` $im2colOffsets^ `]` )? (`l2_cache_hint` `=` $l2CacheHint^ )? attr-dict `:` type($tmaDescriptor)",
}

// PrefetchDef defines nvvm.prefetch: bring memory or a tensor map nearer.
var PrefetchDef = &ir.OpDef{
	Name:    "nvvm.prefetch",
	Summary: "bring memory or a tensor map nearer",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: prefetch, prefetchu.",
	In: []ir.Slot{
		{Name: "addr", C: ptrGlobalLocalGenericConst},
		{Name: "predicate", C: ir.I1, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "cacheLevel", Enum: PrefetchCacheLevelEnum, Optional: true},
		{Name: "evictPriority", Enum: CacheEvictionPriorityEnum, Optional: true},
		{Name: "tensormap", C: ir.UnitAttrC, Optional: true},
		{Name: "uniform", C: ir.UnitAttrC, Optional: true},
		{Name: "in_param_space", C: ir.UnitAttrC, Optional: true},
	},
	Format: "(`level` `=` $cacheLevel^ (`uniform` $uniform^)? `,`)? (`tensormap` $tensormap^ (`in_param_space` $in_param_space^)? `,`)? (`evict_priority` `=` $evictPriority^ `,`)? $addr (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands)",
}

// MapaDef defines nvvm.mapa: address of a shared variable in another block of the cluster.
var MapaDef = &ir.OpDef{
	Name:    "nvvm.mapa",
	Summary: "address of a shared variable in another block of the cluster",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: mapa.",
	In: []ir.Slot{
		{Name: "a", C: ptrGenericShared},
		{Name: "b", C: ir.I32},
	},
	Out:    []ir.Slot{{Name: "res", C: ptrGenericCluster}},
	Format: "$a`,` $b attr-dict `:` type($a) `->` type($res)",
}
