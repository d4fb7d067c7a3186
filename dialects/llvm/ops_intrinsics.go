package llvm

import "github.com/tile-opt/tile-opt/ir"

// AssumeDef defines llvm.intr.assume: promise that a condition holds.
var AssumeDef = &ir.OpDef{
	Name:    "llvm.intr.assume",
	Summary: "promise that a condition holds",
	In: []ir.Slot{
		{Name: "cond", C: ir.I1},
		{Name: "op_bundle_operands", C: AnyLLVM, Arity: ir.Variadic},
	},
	Props: []ir.PropSlot{
		{Name: "op_bundle_sizes", C: ir.I32ArrayC, Default: noSizes},
		{Name: "op_bundle_tags", C: ir.ArrayAttrC, Optional: true},
	},
	Format: "$cond ( custom<OpBundles>($op_bundle_operands, type($op_bundle_operands), $op_bundle_tags, $op_bundle_sizes)^ )? `:` type($cond) attr-dict",
}

// DebugTrapDef defines llvm.intr.debugtrap: stop in a debugger.
var DebugTrapDef = &ir.OpDef{
	Name:    "llvm.intr.debugtrap",
	Summary: "stop in a debugger",
	Format:  "attr-dict",
}

// ExpectDef defines llvm.intr.expect: value that is likely another.
var ExpectDef = &ir.OpDef{
	Name:    "llvm.intr.expect",
	Summary: "value that is likely another",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "val", C: ir.SignlessInt},
		{Name: "expected", C: ir.SignlessInt},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$val `,` $expected attr-dict `:` type($val)",
}

// IsConstantDef defines llvm.intr.is.constant: whether a value is known at compile time.
var IsConstantDef = &ir.OpDef{
	Name:    "llvm.intr.is.constant",
	Summary: "whether a value is known at compile time",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "val", C: AnyLLVM},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I1}},
}

// LaunderInvariantGroupDef defines llvm.intr.launder.invariant.group: pointer free of invariant-group facts.
var LaunderInvariantGroupDef = &ir.OpDef{
	Name:    "llvm.intr.launder.invariant.group",
	Summary: "pointer free of invariant-group facts",
	Traits:  ir.SameTypes,
	In: []ir.Slot{
		{Name: "ptr", C: AnyPointer},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyPointer}},
	Format: "$ptr attr-dict `:` qualified(type($ptr))",
}

// LifetimeEndDef defines llvm.intr.lifetime.end: end of the life of a stack object.
var LifetimeEndDef = &ir.OpDef{
	Name:    "llvm.intr.lifetime.end",
	Summary: "end of the life of a stack object",
	In: []ir.Slot{
		{Name: "ptr", C: AnyPointer},
	},
	Format: "$ptr attr-dict `:` qualified(type($ptr))",
}

// LifetimeStartDef defines llvm.intr.lifetime.start: begin of the life of a stack object.
var LifetimeStartDef = &ir.OpDef{
	Name:    "llvm.intr.lifetime.start",
	Summary: "begin of the life of a stack object",
	In: []ir.Slot{
		{Name: "ptr", C: AnyPointer},
	},
	Format: "$ptr attr-dict `:` qualified(type($ptr))",
}

// MemcpyDef defines llvm.intr.memcpy: copy memory that does not overlap.
var MemcpyDef = &ir.OpDef{
	Name:    "llvm.intr.memcpy",
	Summary: "copy memory that does not overlap",
	In: []ir.Slot{
		{Name: "dst", C: AnyPointer},
		{Name: "src", C: AnyPointer},
		{Name: "len", C: ir.SignlessInt},
	},
	Props: []ir.PropSlot{
		{Name: "isVolatile", C: ir.BoolAttrC},
		{Name: "access_groups", C: accessGroupsC, Optional: true},
		{Name: "alias_scopes", C: aliasScopesC, Optional: true},
		{Name: "noalias_scopes", C: aliasScopesC, Optional: true},
		{Name: "tbaa", C: tbaaTagsC, Optional: true},
		{Name: "arg_attrs", C: DictArrayC, Optional: true},
		{Name: "res_attrs", C: DictArrayC, Optional: true},
	},
}

// MemmoveDef defines llvm.intr.memmove: copy memory that may overlap.
var MemmoveDef = &ir.OpDef{
	Name:    "llvm.intr.memmove",
	Summary: "copy memory that may overlap",
	In: []ir.Slot{
		{Name: "dst", C: AnyPointer},
		{Name: "src", C: AnyPointer},
		{Name: "len", C: ir.SignlessInt},
	},
	Props: []ir.PropSlot{
		{Name: "isVolatile", C: ir.BoolAttrC},
		{Name: "access_groups", C: accessGroupsC, Optional: true},
		{Name: "alias_scopes", C: aliasScopesC, Optional: true},
		{Name: "noalias_scopes", C: aliasScopesC, Optional: true},
		{Name: "tbaa", C: tbaaTagsC, Optional: true},
		{Name: "arg_attrs", C: DictArrayC, Optional: true},
		{Name: "res_attrs", C: DictArrayC, Optional: true},
	},
}

// MemsetDef defines llvm.intr.memset: fill memory with a byte.
var MemsetDef = &ir.OpDef{
	Name:    "llvm.intr.memset",
	Summary: "fill memory with a byte",
	In: []ir.Slot{
		{Name: "dst", C: AnyPointer},
		{Name: "val", C: ir.I8},
		{Name: "len", C: ir.SignlessInt},
	},
	Props: []ir.PropSlot{
		{Name: "isVolatile", C: ir.BoolAttrC},
		{Name: "access_groups", C: accessGroupsC, Optional: true},
		{Name: "alias_scopes", C: aliasScopesC, Optional: true},
		{Name: "noalias_scopes", C: aliasScopesC, Optional: true},
		{Name: "tbaa", C: tbaaTagsC, Optional: true},
		{Name: "arg_attrs", C: DictArrayC, Optional: true},
		{Name: "res_attrs", C: DictArrayC, Optional: true},
	},
}

// PrefetchDef defines llvm.intr.prefetch: bring memory nearer.
var PrefetchDef = &ir.OpDef{
	Name:    "llvm.intr.prefetch",
	Summary: "bring memory nearer",
	In: []ir.Slot{
		{Name: "addr", C: AnyPointer},
	},
	Props: []ir.PropSlot{
		{Name: "rw", C: ir.I32AttrC, Type: i32Type},
		{Name: "hint", C: ir.I32AttrC, Type: i32Type},
		{Name: "cache", C: ir.I32AttrC, Type: i32Type},
	},
}

// StackRestoreDef defines llvm.intr.stackrestore: drop stack memory reserved since stacksave.
var StackRestoreDef = &ir.OpDef{
	Name:    "llvm.intr.stackrestore",
	Summary: "drop stack memory reserved since stacksave",
	In: []ir.Slot{
		{Name: "ptr", C: AnyPointer},
	},
	Format: "$ptr attr-dict `:` qualified(type($ptr))",
}

// StackSaveDef defines llvm.intr.stacksave: state of the stack.
var StackSaveDef = &ir.OpDef{
	Name:    "llvm.intr.stacksave",
	Summary: "state of the stack",
	Out:     []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format:  "attr-dict `:` qualified(type($res))",
}

// StripInvariantGroupDef defines llvm.intr.strip.invariant.group: pointer without invariant-group facts.
var StripInvariantGroupDef = &ir.OpDef{
	Name:    "llvm.intr.strip.invariant.group",
	Summary: "pointer without invariant-group facts",
	Traits:  ir.SameTypes,
	In: []ir.Slot{
		{Name: "ptr", C: AnyPointer},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyPointer}},
	Format: "$ptr attr-dict `:` qualified(type($ptr))",
}

// TrapDef defines llvm.intr.trap: stop with a fault.
var TrapDef = &ir.OpDef{
	Name:    "llvm.intr.trap",
	Summary: "stop with a fault",
	Format:  "attr-dict",
}
