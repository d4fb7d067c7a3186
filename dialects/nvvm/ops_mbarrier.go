package nvvm

import "github.com/tile-opt/tile-opt/ir"

// MBarrierInitDef defines nvvm.mbarrier.init: make an mbarrier of so many arrivals.
var MBarrierInitDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.init",
	Summary: "make an mbarrier of so many arrivals",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.init.",
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericShared},
		{Name: "count", C: ir.I32},
		{Name: "predicate", C: ir.I1, Arity: ir.Optional},
	},
	Format: "$addr `,` $count (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands)",
}

// MBarrierInvalDef defines nvvm.mbarrier.inval: give up an mbarrier.
var MBarrierInvalDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.inval",
	Summary: "give up an mbarrier",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.inval.",
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericShared},
	},
	Format: "$addr attr-dict `:` type(operands)",
}

// MBarrierArriveDef defines nvvm.mbarrier.arrive: arrive at an mbarrier.
var MBarrierArriveDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.arrive",
	Summary: "arrive at an mbarrier",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.arrive.",
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericSharedCluster},
		{Name: "count", C: ir.I32, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I64, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "scope", Enum: MemScopeKindEnum, Default: MemScopeKindEnum.Default(0)},
		{Name: "relaxed", C: ir.BoolAttrC, Default: falseAttr},
	},
	Format: "$addr (`,` $count^)? attr-dict `:` type($addr) (`->` type($res)^)?",
}

// MBarrierArriveNocompleteDef defines nvvm.mbarrier.arrive.nocomplete: arrive without completing the phase.
var MBarrierArriveNocompleteDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.arrive.nocomplete",
	Summary: "arrive without completing the phase",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.arrive.",
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericShared},
		{Name: "count", C: ir.I32},
	},
	Out:    []ir.Slot{{Name: "res", C: ir.I64}},
	Format: "$addr `,` $count attr-dict `:` type(operands) `->` type($res)",
}

// MBarrierArriveExpectTxDef defines nvvm.mbarrier.arrive.expect_tx: expect bytes and arrive.
var MBarrierArriveExpectTxDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.arrive.expect_tx",
	Summary: "expect bytes and arrive",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.arrive.",
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericSharedCluster},
		{Name: "txcount", C: ir.I32},
		{Name: "predicate", C: ir.I1, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I64, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "scope", Enum: MemScopeKindEnum, Default: MemScopeKindEnum.Default(0)},
		{Name: "relaxed", C: ir.BoolAttrC, Default: falseAttr},
	},
	Format: "$addr `,` $txcount (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands) (`->` type($res)^)?",
}

// MBarrierArriveDropDef defines nvvm.mbarrier.arrive_drop: arrive and leave all later phases.
var MBarrierArriveDropDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.arrive_drop",
	Summary: "arrive and leave all later phases",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.arrive_drop.",
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericSharedCluster},
		{Name: "count", C: ir.I32, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I64, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "scope", Enum: MemScopeKindEnum, Default: MemScopeKindEnum.Default(0)},
		{Name: "relaxed", C: ir.BoolAttrC, Default: falseAttr},
	},
	Format: "$addr (`,` $count^)? attr-dict `:` type($addr) (`->` type($res)^)?",
}

// MBarrierArriveDropNocompleteDef defines nvvm.mbarrier.arrive_drop.nocomplete: arrive without completing, and leave all later phases.
var MBarrierArriveDropNocompleteDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.arrive_drop.nocomplete",
	Summary: "arrive without completing, and leave all later phases",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.arrive_drop.",
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericShared},
		{Name: "count", C: ir.I32},
	},
	Out:    []ir.Slot{{Name: "res", C: ir.I64}},
	Format: "$addr `,` $count attr-dict `:` type(operands) `->` type($res)",
}

// MBarrierArriveDropExpectTxDef defines nvvm.mbarrier.arrive_drop.expect_tx: expect bytes, arrive, and leave all later phases.
var MBarrierArriveDropExpectTxDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.arrive_drop.expect_tx",
	Summary: "expect bytes, arrive, and leave all later phases",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.arrive_drop.",
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericSharedCluster},
		{Name: "txcount", C: ir.I32},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I64, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "scope", Enum: MemScopeKindEnum, Default: MemScopeKindEnum.Default(0)},
		{Name: "relaxed", C: ir.BoolAttrC, Default: falseAttr},
	},
	Format: "$addr `,` $txcount attr-dict `:` type(operands) (`->` type($res)^)?",
}

// MBarrierExpectTxDef defines nvvm.mbarrier.expect_tx: expect bytes.
var MBarrierExpectTxDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.expect_tx",
	Summary: "expect bytes",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.expect_tx.",
	In: []ir.Slot{
		{Name: "addr", C: ptrSharedCluster},
		{Name: "txcount", C: ir.I32},
	},
	Props: []ir.PropSlot{
		{Name: "scope", Enum: MemScopeKindEnum, Default: MemScopeKindEnum.Default(0)},
	},
	Format: "$addr `,` $txcount attr-dict `:` type(operands)",
}

// MBarrierCompleteTxDef defines nvvm.mbarrier.complete_tx: count bytes as arrived.
var MBarrierCompleteTxDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.complete_tx",
	Summary: "count bytes as arrived",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.complete_tx.",
	In: []ir.Slot{
		{Name: "addr", C: ptrSharedCluster},
		{Name: "txcount", C: ir.I32},
	},
	Props: []ir.PropSlot{
		{Name: "scope", Enum: MemScopeKindEnum, Default: MemScopeKindEnum.Default(0)},
	},
	Format: "$addr `,` $txcount attr-dict `:` type(operands)",
}

// MBarrierTestWaitDef defines nvvm.mbarrier.test.wait: whether a phase is complete, without waiting.
var MBarrierTestWaitDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.test.wait",
	Summary: "whether a phase is complete, without waiting",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.test_wait, mbarrier.try_wait.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericShared},
		{Name: "stateOrPhase", C: i64OrI32},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I1}},
	Props: []ir.PropSlot{
		{Name: "scope", Enum: MemScopeKindEnum, Default: MemScopeKindEnum.Default(0)},
		{Name: "relaxed", C: ir.BoolAttrC, Default: falseAttr},
	},
	Format: "$addr `,` $stateOrPhase attr-dict `:` type(operands) `->` type($res)",
}

// MBarrierTryWaitDef defines nvvm.mbarrier.try_wait: wait for a phase for a while.
var MBarrierTryWaitDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.try_wait",
	Summary: "wait for a phase for a while; whether it is complete",
	Doc:     "A 32-bit operand is a parity, a 64-bit one the token of an arrival. PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.test_wait, mbarrier.try_wait.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericShared},
		{Name: "stateOrPhase", C: i64OrI32},
		{Name: "ticks", C: ir.I32, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I1}},
	Props: []ir.PropSlot{
		{Name: "scope", Enum: MemScopeKindEnum, Default: MemScopeKindEnum.Default(0)},
		{Name: "relaxed", C: ir.BoolAttrC, Default: falseAttr},
	},
	Format: "$addr `,` $stateOrPhase (`,` $ticks^)? attr-dict `:` type(operands) `->` type($res)",
}

// MBarrierTryWaitParityDef defines nvvm.mbarrier.try_wait.parity: wait until a phase of that parity is complete.
var MBarrierTryWaitParityDef = &ir.OpDef{
	Name:    "nvvm.mbarrier.try_wait.parity",
	Summary: "wait until a phase of that parity is complete",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: mbarrier.test_wait, mbarrier.try_wait.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "addr", C: ptrGenericShared},
		{Name: "phase", C: ir.I32},
		{Name: "ticks", C: ir.I32},
	},
	Format: "$addr `,` $phase `,` $ticks attr-dict `:` type(operands)",
}
