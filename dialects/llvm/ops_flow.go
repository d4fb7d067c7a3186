package llvm

import "github.com/tile-opt/tile-opt/ir"

// BlockAddressDef defines llvm.blockaddress: address of a tagged block of a function.
var BlockAddressDef = &ir.OpDef{
	Name:    "llvm.blockaddress",
	Summary: "address of a tagged block of a function",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	Out:     []ir.Slot{{Name: "res", C: AnyPointer}},
	Props: []ir.PropSlot{
		{Name: "block_addr", C: structAttrC("blockaddress"), Strip: "llvm.blockaddress"},
	},
	Format: "$block_addr attr-dict `:` qualified(type($res))",
}

// BlockTagDef defines llvm.blocktag: tag of the block it stands in, for blockaddress.
var BlockTagDef = &ir.OpDef{
	Name:    "llvm.blocktag",
	Summary: "tag of the block it stands in, for blockaddress",
	Props: []ir.PropSlot{
		{Name: "tag", C: structAttrC("blocktag"), Strip: "llvm.blocktag"},
	},
	Format: "$tag attr-dict",
}

// DSOLocalEquivalentDef defines llvm.dso_local_equivalent: address of a function, or of a local stand-in for it.
var DSOLocalEquivalentDef = &ir.OpDef{
	Name:    "llvm.dso_local_equivalent",
	Summary: "address of a function, or of a local stand-in for it",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	Out:     []ir.Slot{{Name: "res", C: AnyPointer}},
	Props: []ir.PropSlot{
		{Name: "function_name", C: ir.SymbolRefC},
	},
	Format: "$function_name attr-dict `:` qualified(type($res))",
}

// IndirectBrDef defines llvm.indirectbr: branch to a block address.
var IndirectBrDef = &ir.OpDef{
	Name:    "llvm.indirectbr",
	Summary: "branch to a block address",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.Terminator,
	In: []ir.Slot{
		{Name: "addr", C: AnyPointer},
		{Name: "succOperands", C: ir.AnyType, Arity: ir.Variadic},
	},
	Props: []ir.PropSlot{
		{Name: "indbr_operand_segments", C: ir.I32ArrayC},
	},
	Succs:  []ir.SuccSlot{{Name: "successors", Variadic: true}},
	Format: "$addr `:` type($addr) `,` custom<IndirectBrOpSucessors>(ref(type($addr)), $successors, $succOperands, type($succOperands), $indbr_operand_segments) attr-dict",
}

// InvokeDef defines llvm.invoke: call that continues in one of two blocks.
var InvokeDef = &ir.OpDef{
	Name:    "llvm.invoke",
	Summary: "call that continues in one of two blocks",
	Traits:  ir.SegmentedOperands | ir.Terminator,
	In: []ir.Slot{
		{Name: "callee_operands", C: AnyLLVM, Arity: ir.Variadic},
		{Name: "normalDestOperands", C: AnyLLVM, Arity: ir.Variadic},
		{Name: "unwindDestOperands", C: AnyLLVM, Arity: ir.Variadic},
		{Name: "op_bundle_operands", C: AnyLLVM, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "result", C: AnyLLVM, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "var_callee_type", C: FuncTypeAttrC, Optional: true},
		{Name: "callee", C: ir.SymbolRefC, Optional: true},
		{Name: "arg_attrs", C: DictArrayC, Optional: true},
		{Name: "res_attrs", C: DictArrayC, Optional: true},
		{Name: "branch_weights", C: ir.I32ArrayC, Optional: true},
		{Name: "CConv", Enum: CConvEnum, Default: CConvEnum.Default(0)},
		{Name: "op_bundle_sizes", C: ir.I32ArrayC, Default: noSizes},
		{Name: "op_bundle_tags", C: ir.ArrayAttrC, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Succs: []ir.SuccSlot{{Name: "normalDest"}, {Name: "unwindDest"}},
}

// LandingpadDef defines llvm.landingpad: entry of a block that handles exceptions.
var LandingpadDef = &ir.OpDef{
	Name:    "llvm.landingpad",
	Summary: "entry of a block that handles exceptions",
	In: []ir.Slot{
		{Name: "operands", C: AnyLLVM, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "cleanup", C: ir.UnitAttrC, Optional: true},
	},
}

// ResumeDef defines llvm.resume: go on unwinding.
var ResumeDef = &ir.OpDef{
	Name:    "llvm.resume",
	Summary: "go on unwinding",
	Traits:  ir.Terminator,
	In: []ir.Slot{
		{Name: "value", C: AnyLLVM},
	},
	Format: "$value attr-dict `:` type($value)",
}

// NoneTokenDef defines llvm.mlir.none: the token none.
var NoneTokenDef = &ir.OpDef{
	Name:    "llvm.mlir.none",
	Summary: "the token none",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	Out:     []ir.Slot{{Name: "res", C: tokenC}},
	Format:  "attr-dict `:` type($res)",
}

// VaArgDef defines llvm.va_arg: next variadic argument.
var VaArgDef = &ir.OpDef{
	Name:    "llvm.va_arg",
	Summary: "next variadic argument",
	In: []ir.Slot{
		{Name: "arg", C: AnyPointer},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$arg attr-dict `:` functional-type($arg, $res)",
}
