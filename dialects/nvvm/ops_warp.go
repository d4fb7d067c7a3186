package nvvm

import "github.com/tile-opt/tile-opt/ir"

// ElectSyncDef defines nvvm.elect.sync: true in exactly one lane of the warp.
var ElectSyncDef = &ir.OpDef{
	Name:    "nvvm.elect.sync",
	Summary: "true in exactly one lane of the warp",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: elect.sync.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "membermask", C: ir.I32, Arity: ir.Optional},
	},
	Out:    []ir.Slot{{Name: "pred", C: ir.I1}},
	Format: "($membermask^)? attr-dict `->` type(results)",
}

// ShflDef defines nvvm.shfl.sync: exchange a register between lanes.
var ShflDef = &ir.OpDef{
	Name:    "nvvm.shfl.sync",
	Summary: "exchange a register between lanes",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: shfl.sync.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "thread_mask", C: ir.I32},
		{Name: "val", C: i32OrF32},
		{Name: "offset", C: ir.I32},
		{Name: "mask_and_clamp", C: ir.I32},
	},
	Out: []ir.Slot{{Name: "res", C: shflResult}},
	Props: []ir.PropSlot{
		{Name: "kind", Enum: ShflKindEnum},
		{Name: "return_value_and_is_valid", C: ir.UnitAttrC, Optional: true},
	},
	Format: "$kind $thread_mask `,` $val `,` $offset `,` $mask_and_clamp attr-dict `:` type($val) `->` type($res)",
}

// ReduxDef defines nvvm.redux.sync: reduction over lanes of a warp.
var ReduxDef = &ir.OpDef{
	Name:    "nvvm.redux.sync",
	Summary: "reduction over lanes of a warp",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: redux.sync.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "val", C: i32OrF32},
		{Name: "mask_and_clamp", C: ir.I32},
	},
	Out: []ir.Slot{{Name: "res", C: i32OrF32}},
	Props: []ir.PropSlot{
		{Name: "kind", Enum: ReduxKindEnum},
		{Name: "abs", C: ir.BoolAttrC, Default: falseAttr},
		{Name: "nan", C: ir.BoolAttrC, Default: falseAttr},
	},
	Same:   [][]string{{"res", "val"}},
	Format: "$kind $val `,` $mask_and_clamp attr-dict `:` type($val) `->` type($res)",
}

// VoteSyncDef defines nvvm.vote.sync: vote over lanes of a warp.
var VoteSyncDef = &ir.OpDef{
	Name:    "nvvm.vote.sync",
	Summary: "vote over lanes of a warp",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: vote.sync.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "mask", C: ir.I32},
		{Name: "pred", C: ir.I1},
	},
	Out: []ir.Slot{{Name: "res", C: i32OrI1}},
	Props: []ir.PropSlot{
		{Name: "kind", Enum: VoteSyncKindEnum},
	},
	Format: "$kind $mask `,` $pred attr-dict `->` type($res)",
}

// MatchSyncDef defines nvvm.match.sync: lanes that hold the same value.
var MatchSyncDef = &ir.OpDef{
	Name:    "nvvm.match.sync",
	Summary: "lanes that hold the same value",
	Doc:     "PTX ISA: Parallel Synchronization and Communication Instructions: match.sync.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "thread_mask", C: ir.I32},
		{Name: "val", C: i32OrI64},
	},
	Out: []ir.Slot{{Name: "res", C: i32OrStruct}},
	Props: []ir.PropSlot{
		{Name: "kind", Enum: MatchSyncKindEnum},
	},
	Format: "$kind $thread_mask `,` $val attr-dict `:` type($val) `->` type($res)",
}

// SetMaxRegisterDef defines nvvm.setmaxregister: give registers of the warp group back, or take more.
var SetMaxRegisterDef = &ir.OpDef{
	Name:    "nvvm.setmaxregister",
	Summary: "give registers of the warp group back, or take more",
	Doc:     "PTX ISA: Miscellaneous Instructions: setmaxnreg.",
	Traits:  ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "regCount", C: ir.I32AttrC, Type: i32Type},
		{Name: "action", Enum: SetMaxRegisterActionEnum},
	},
	Format: "$action $regCount attr-dict",
}

// NanosleepDef defines nvvm.nanosleep: suspend the thread for about so many nanoseconds.
var NanosleepDef = &ir.OpDef{
	Name:    "nvvm.nanosleep",
	Summary: "suspend the thread for about so many nanoseconds",
	Doc:     "PTX ISA: Miscellaneous Instructions: nanosleep.",
	In: []ir.Slot{
		{Name: "duration", C: ir.I32},
	},
	Format: "attr-dict $duration",
}

// PMEventDef defines nvvm.pmevent: trigger performance monitor events.
var PMEventDef = &ir.OpDef{
	Name:    "nvvm.pmevent",
	Summary: "trigger performance monitor events",
	Doc:     "PTX ISA: Miscellaneous Instructions: pmevent.",
	Props: []ir.PropSlot{
		{Name: "maskedEventId", C: i16AttrC, Type: i16Type, Optional: true},
		{Name: "eventId", C: ir.I32AttrC, Type: i32Type, Optional: true},
	},
	Format: "attr-dict (`id` `=` $eventId^)? (`mask` `=` $maskedEventId^)?",
}

// ExitDef defines nvvm.exit: end the thread.
var ExitDef = &ir.OpDef{
	Name:    "nvvm.exit",
	Summary: "end the thread",
	Doc:     "PTX ISA: Control Flow Instructions: exit.",
	Format:  "attr-dict",
}

// BreakpointDef defines nvvm.breakpoint: stop in a debugger.
var BreakpointDef = &ir.OpDef{
	Name:    "nvvm.breakpoint",
	Summary: "stop in a debugger",
	Doc:     "PTX ISA: Miscellaneous Instructions: brkpt.",
	Format:  "attr-dict",
}
