package llvm

import "github.com/tile-opt/tile-opt/ir"

// ComdatDef defines llvm.comdat: table of comdat groups.
var ComdatDef = &ir.OpDef{
	Name:    "llvm.comdat",
	Summary: "table of comdat groups",
	Traits:  ir.NoTerminator | ir.NoRegionArguments | ir.SymbolTable | ir.Symbol,
	Props: []ir.PropSlot{
		{Name: "sym_name", C: ir.StrAttrC},
	},
	Regions: []ir.RegionSlot{{Name: "body"}},
	Format:  "$sym_name $body attr-dict",
}

// ComdatSelectorDef defines llvm.comdat_selector: comdat group.
var ComdatSelectorDef = &ir.OpDef{
	Name:    "llvm.comdat_selector",
	Summary: "comdat group",
	Traits:  ir.Symbol,
	Props: []ir.PropSlot{
		{Name: "sym_name", C: ir.StrAttrC},
		{Name: "comdat", Enum: ComdatEnum},
	},
	Format: "$sym_name $comdat attr-dict",
}

// GlobalCtorsDef defines llvm.mlir.global_ctors: functions that run before main.
var GlobalCtorsDef = &ir.OpDef{
	Name:    "llvm.mlir.global_ctors",
	Summary: "functions that run before main",
	Props: []ir.PropSlot{
		{Name: "ctors", C: symbolArrayC},
		{Name: "priorities", C: i32ArrayAttrC},
		{Name: "data", C: ir.ArrayAttrC},
	},
	Format: "`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict",
}

// GlobalDtorsDef defines llvm.mlir.global_dtors: functions that run after main.
var GlobalDtorsDef = &ir.OpDef{
	Name:    "llvm.mlir.global_dtors",
	Summary: "functions that run after main",
	Props: []ir.PropSlot{
		{Name: "dtors", C: symbolArrayC},
		{Name: "priorities", C: i32ArrayAttrC},
		{Name: "data", C: ir.ArrayAttrC},
	},
	Format: "`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict",
}

// AliasDef defines llvm.mlir.alias: second name of a global.
var AliasDef = &ir.OpDef{
	Name:    "llvm.mlir.alias",
	Summary: "second name of a global",
	Traits:  ir.IsolatedFromAbove | ir.Symbol,
	Props: []ir.PropSlot{
		{Name: "alias_type", C: ir.TypeAttrC},
		{Name: "sym_name", C: ir.StrAttrC},
		{Name: "linkage", Enum: LinkageEnum},
		{Name: "dso_local", C: ir.UnitAttrC, Optional: true},
		{Name: "thread_local_", C: ir.UnitAttrC, Optional: true},
		{Name: "unnamed_addr", Enum: UnnamedAddrEnum, Optional: true},
		{Name: "visibility_", Enum: VisibilityEnum, Default: VisibilityEnum.Default(0)},
	},
	Regions: []ir.RegionSlot{{Name: "initializer"}},
}

// IFuncDef defines llvm.mlir.ifunc: function that a resolver picks when it is loaded.
var IFuncDef = &ir.OpDef{
	Name:    "llvm.mlir.ifunc",
	Summary: "function that a resolver picks when it is loaded",
	Traits:  ir.IsolatedFromAbove | ir.Symbol,
	Props: []ir.PropSlot{
		{Name: "sym_name", C: ir.StrAttrC},
		{Name: "i_func_type", C: ir.TypeAttrC},
		{Name: "resolver", C: ir.SymbolRefC},
		{Name: "resolver_type", C: ir.TypeAttrC},
		{Name: "linkage", Enum: LinkageEnum},
		{Name: "dso_local", C: ir.UnitAttrC, Optional: true},
		{Name: "address_space", C: nonNegativeI32C, Type: i32Type, Default: zeroI32},
		{Name: "unnamed_addr", Enum: UnnamedAddrEnum, Default: UnnamedAddrEnum.Default(0)},
		{Name: "visibility_", Enum: VisibilityEnum, Default: VisibilityEnum.Default(0)},
	},
	Format: "custom<LLVMLinkage>($linkage) ($visibility_^)? ($unnamed_addr^)? $sym_name `:` $i_func_type `,` $resolver_type $resolver attr-dict",
}

// LinkerOptionsDef defines llvm.linker_options: options for the linker.
var LinkerOptionsDef = &ir.OpDef{
	Name:    "llvm.linker_options",
	Summary: "options for the linker",
	Props: []ir.PropSlot{
		{Name: "options", C: strArrayC},
	},
	Format: "$options attr-dict",
}

// ModuleFlagsDef defines llvm.module_flags: metadata flags of the module.
var ModuleFlagsDef = &ir.OpDef{
	Name:    "llvm.module_flags",
	Summary: "metadata flags of the module",
	Props: []ir.PropSlot{
		{Name: "flags", C: ir.ArrayAttrC},
	},
	Format: "$flags attr-dict",
}
