package llvm

import "github.com/tile-opt/tile-opt/ir"

// BrDef defines llvm.br: jump.
var BrDef = &ir.OpDef{
	Name:    "llvm.br",
	Summary: "jump",
	Traits:  ir.Terminator | ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "destOperands", C: AnyLLVM, Arity: ir.Variadic},
	},
	Props: []ir.PropSlot{
		{Name: "loop_annotation", C: structAttrC("loop_annotation"), Strip: "llvm.loop_annotation", Optional: true},
	},
	Succs:  []ir.SuccSlot{{Name: "dest"}},
	Format: "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
}

// CondBrDef defines llvm.cond_br: jump by a condition.
var CondBrDef = &ir.OpDef{
	Name:    "llvm.cond_br",
	Summary: "jump by a condition",
	Traits:  ir.Terminator | ir.Pure | ir.NoMemoryEffect | ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "condition", C: ir.I1},
		{Name: "trueDestOperands", C: AnyLLVM, Arity: ir.Variadic},
		{Name: "falseDestOperands", C: AnyLLVM, Arity: ir.Variadic},
	},
	Props: []ir.PropSlot{
		{Name: "branch_weights", C: ir.I32ArrayC, Optional: true},
		{Name: "loop_annotation", C: structAttrC("loop_annotation"), Strip: "llvm.loop_annotation", Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Succs:  []ir.SuccSlot{{Name: "trueDest"}, {Name: "falseDest"}},
	Format: "$condition ( `weights` `(` $branch_weights^ `)` )? `,` $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
}

// SwitchDef defines llvm.switch: jump by the value of an integer.
var SwitchDef = &ir.OpDef{
	Name:    "llvm.switch",
	Summary: "jump by the value of an integer",
	Traits:  ir.Terminator | ir.Pure | ir.NoMemoryEffect | ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "value", C: ir.SignlessInt},
		{Name: "defaultOperands", C: ir.AnyType, Arity: ir.Variadic},
		{Name: "caseOperands", C: ir.AnyType, Arity: ir.Variadic},
	},
	Props: []ir.PropSlot{
		{Name: "case_values", C: intElementsC, Optional: true},
		{Name: "case_operand_segments", C: ir.I32ArrayC, Default: noSizes},
		{Name: "branch_weights", C: ir.I32ArrayC, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Succs:  []ir.SuccSlot{{Name: "defaultDestination"}, {Name: "caseDestinations", Variadic: true}},
	Format: "$value `:` type($value) `,` $defaultDestination (`(` $defaultOperands^ `:` type($defaultOperands) `)`)? custom<SwitchOpCases>(ref(type($value)), $case_values, $caseDestinations, $caseOperands, type($caseOperands), $case_operand_segments) attr-dict",
}

// ReturnDef defines llvm.return: leave the function.
var ReturnDef = &ir.OpDef{
	Name:    "llvm.return",
	Summary: "leave the function",
	Traits:  ir.Terminator | ir.ReturnLike | ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: AnyLLVM, Arity: ir.Optional},
	},
	Format: "attr-dict ($arg^ `:` type($arg))?",
}

// UnreachableDef defines llvm.unreachable: mark what control never reaches.
var UnreachableDef = &ir.OpDef{
	Name:    "llvm.unreachable",
	Summary: "mark what control never reaches",
	Traits:  ir.Terminator,
	Format:  "attr-dict",
}

// FuncDef defines llvm.func: function definition or declaration.
var FuncDef = &ir.OpDef{
	Name:    "llvm.func",
	Summary: "function definition or declaration",
	Traits:  ir.Symbol | ir.IsolatedFromAbove | ir.AffineScope | ir.AutoAllocScope,
	Props: []ir.PropSlot{
		{Name: "sym_name", C: ir.StrAttrC},
		{Name: "sym_visibility", C: ir.StrAttrC, Optional: true},
		{Name: "function_type", C: FuncTypeAttrC},
		{Name: "linkage", Enum: LinkageEnum, Default: LinkageEnum.Default(0)},
		{Name: "dso_local", C: ir.UnitAttrC, Optional: true},
		{Name: "CConv", Enum: CConvEnum, Default: CConvEnum.Default(0)},
		{Name: "comdat", C: symbolRefC, Optional: true},
		{Name: "convergent", C: ir.UnitAttrC, Optional: true},
		{Name: "personality", C: ir.SymbolRefC, Optional: true},
		{Name: "garbageCollector", C: ir.StrAttrC, Optional: true},
		{Name: "passthrough", C: ir.ArrayAttrC, Optional: true},
		{Name: "arg_attrs", C: DictArrayC, Optional: true},
		{Name: "res_attrs", C: DictArrayC, Optional: true},
		{Name: "function_entry_count", C: ir.I64AttrC, Type: i64Type, Optional: true},
		{Name: "memory_effects", C: structAttrC("memory_effects"), Strip: "llvm.memory_effects", Optional: true},
		{Name: "visibility_", Enum: VisibilityEnum, Default: VisibilityEnum.Default(0)},
		{Name: "section", C: ir.StrAttrC, Optional: true},
		{Name: "unnamed_addr", Enum: UnnamedAddrEnum, Optional: true},
		{Name: "alignment", C: ir.I64AttrC, Type: i64Type, Optional: true},
		{Name: "frame_pointer", Enum: FramePointerKindEnum, Optional: true},
		{Name: "target_cpu", C: ir.StrAttrC, Optional: true},
		{Name: "tune_cpu", C: ir.StrAttrC, Optional: true},
		{Name: "reciprocal_estimates", C: ir.StrAttrC, Optional: true},
		{Name: "prefer_vector_width", C: ir.StrAttrC, Optional: true},
		{Name: "target_features", C: structAttrC("target_features"), Strip: "llvm.target_features", Optional: true},
		{Name: "no_infs_fp_math", C: ir.BoolAttrC, Optional: true},
		{Name: "no_nans_fp_math", C: ir.BoolAttrC, Optional: true},
		{Name: "no_signed_zeros_fp_math", C: ir.BoolAttrC, Optional: true},
		{Name: "denormal_fp_math", C: ir.StrAttrC, Optional: true},
		{Name: "denormal_fp_math_f32", C: ir.StrAttrC, Optional: true},
		{Name: "fp_contract", C: ir.StrAttrC, Optional: true},
		{Name: "instrument_function_entry", C: ir.StrAttrC, Optional: true},
		{Name: "instrument_function_exit", C: ir.StrAttrC, Optional: true},
		{Name: "no_inline", C: ir.UnitAttrC, Optional: true},
		{Name: "always_inline", C: ir.UnitAttrC, Optional: true},
		{Name: "inline_hint", C: ir.UnitAttrC, Optional: true},
		{Name: "no_unwind", C: ir.UnitAttrC, Optional: true},
		{Name: "will_return", C: ir.UnitAttrC, Optional: true},
		{Name: "optimize_none", C: ir.UnitAttrC, Optional: true},
		{Name: "uwtable_kind", Enum: UWTableKindEnum, Optional: true},
	},
	Regions: []ir.RegionSlot{{Name: "body"}},
}

// CallDef defines llvm.call: call a function, directly or through a pointer.
var CallDef = &ir.OpDef{
	Name:    "llvm.call",
	Summary: "call a function, directly or through a pointer",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "callee_operands", C: AnyLLVM, Arity: ir.Variadic},
		{Name: "op_bundle_operands", C: AnyLLVM, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "result", C: AnyLLVM, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "var_callee_type", C: FuncTypeAttrC, Optional: true},
		{Name: "callee", C: ir.SymbolRefC, Optional: true},
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
		{Name: "CConv", Enum: CConvEnum, Default: CConvEnum.Default(0)},
		{Name: "TailCallKind", Enum: TailCallKindEnum, Default: TailCallKindEnum.Default(0)},
		{Name: "memory_effects", C: structAttrC("memory_effects"), Strip: "llvm.memory_effects", Optional: true},
		{Name: "convergent", C: ir.UnitAttrC, Optional: true},
		{Name: "no_unwind", C: ir.UnitAttrC, Optional: true},
		{Name: "will_return", C: ir.UnitAttrC, Optional: true},
		{Name: "op_bundle_sizes", C: ir.I32ArrayC, Default: noSizes},
		{Name: "op_bundle_tags", C: ir.ArrayAttrC, Optional: true},
		{Name: "arg_attrs", C: DictArrayC, Optional: true},
		{Name: "res_attrs", C: DictArrayC, Optional: true},
		{Name: "no_inline", C: ir.UnitAttrC, Optional: true},
		{Name: "always_inline", C: ir.UnitAttrC, Optional: true},
		{Name: "inline_hint", C: ir.UnitAttrC, Optional: true},
		{Name: "access_groups", C: accessGroupsC, Optional: true},
		{Name: "alias_scopes", C: aliasScopesC, Optional: true},
		{Name: "noalias_scopes", C: aliasScopesC, Optional: true},
		{Name: "tbaa", C: tbaaTagsC, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
}

// CallIntrinsicDef defines llvm.call_intrinsic: call an LLVM intrinsic by name.
var CallIntrinsicDef = &ir.OpDef{
	Name:    "llvm.call_intrinsic",
	Summary: "call an LLVM intrinsic by name",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "args", C: AnyLLVM, Arity: ir.Variadic},
		{Name: "op_bundle_operands", C: AnyLLVM, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "results", C: AnyLLVM, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "intrin", C: ir.StrAttrC},
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
		{Name: "op_bundle_sizes", C: ir.I32ArrayC, Default: noSizes},
		{Name: "op_bundle_tags", C: ir.ArrayAttrC, Optional: true},
		{Name: "arg_attrs", C: DictArrayC, Optional: true},
		{Name: "res_attrs", C: DictArrayC, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
}

// InlineAsmDef defines llvm.inline_asm: inline assembly.
var InlineAsmDef = &ir.OpDef{
	Name:    "llvm.inline_asm",
	Summary: "inline assembly",
	Doc:     "Operands are numbered after the results; the constraints say where each lives. The discardable attribute tile.convergent decides whether threads of a warp must execute it together; without it, assembly with side effects counts as convergent.",
	In: []ir.Slot{
		{Name: "operands", C: AnyLLVM, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "asm_string", C: ir.StrAttrC},
		{Name: "constraints", C: ir.StrAttrC},
		{Name: "has_side_effects", C: ir.UnitAttrC, Optional: true},
		{Name: "is_align_stack", C: ir.UnitAttrC, Optional: true},
		{Name: "tail_call_kind", Enum: TailCallKindEnum, Default: TailCallKindEnum.Default(0)},
		{Name: "asm_dialect", Enum: AsmDialectEnum, Optional: true},
		{Name: "operand_attrs", C: ir.ArrayAttrC, Optional: true},
	},
	Format: "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? (`tail_call_kind` `=` $tail_call_kind^)? (`asm_dialect` `=` $asm_dialect^)? (`operand_attrs` `=` $operand_attrs^)? attr-dict $asm_string `,` $constraints operands `:` functional-type(operands, results)",
}
