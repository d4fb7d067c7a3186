package llvm

import "github.com/tile-opt/tile-opt/ir"

// AllocaDef defines llvm.alloca: reserve memory in the stack frame.
var AllocaDef = &ir.OpDef{
	Name:    "llvm.alloca",
	Summary: "reserve memory in the stack frame",
	In: []ir.Slot{
		{Name: "arraySize", C: ir.SignlessInt},
	},
	Out: []ir.Slot{{Name: "res", C: AnyPointer}},
	Props: []ir.PropSlot{
		{Name: "alignment", C: ir.I64AttrC, Type: i64Type, Optional: true},
		{Name: "elem_type", C: ir.TypeAttrC},
		{Name: "inalloca", C: ir.UnitAttrC, Optional: true},
	},
}

// GEPDef defines llvm.getelementptr: address of an element inside a type.
var GEPDef = &ir.OpDef{
	Name:    "llvm.getelementptr",
	Summary: "address of an element inside a type",
	Doc:     "Constant indices stand in rawConstantIndices; the marker value there stands for the next dynamic operand.",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "base", C: PointerLike},
		{Name: "dynamicIndices", C: IntLike, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "res", C: PointerLike}},
	Props: []ir.PropSlot{
		{Name: "rawConstantIndices", C: ir.I32ArrayC},
		{Name: "elem_type", C: ir.TypeAttrC},
		{Name: "noWrapFlags", Enum: GEPNoWrapFlagsEnum, Default: GEPNoWrapFlagsEnum.Default(0), Native: true},
	},
	Format: "($noWrapFlags^)? $base `[` custom<GEPIndices>($dynamicIndices, $rawConstantIndices) `]` attr-dict `:` functional-type(operands, results) `,` $elem_type",
}

// LoadDef defines llvm.load: read memory.
var LoadDef = &ir.OpDef{
	Name:    "llvm.load",
	Summary: "read memory",
	In: []ir.Slot{
		{Name: "addr", C: AnyPointer},
	},
	Out: []ir.Slot{{Name: "res", C: Loadable}},
	Props: []ir.PropSlot{
		{Name: "alignment", C: ir.I64AttrC, Type: i64Type, Optional: true},
		{Name: "volatile_", C: ir.UnitAttrC, Optional: true},
		{Name: "nontemporal", C: ir.UnitAttrC, Optional: true},
		{Name: "invariant", C: ir.UnitAttrC, Optional: true},
		{Name: "invariantGroup", C: ir.UnitAttrC, Optional: true},
		{Name: "ordering", Enum: AtomicOrderingEnum, Default: AtomicOrderingEnum.Default(0)},
		{Name: "syncscope", C: ir.StrAttrC, Optional: true},
		{Name: "dereferenceable", C: structAttrC("dereferenceable"), Strip: "llvm.dereferenceable", Optional: true},
		{Name: "access_groups", C: accessGroupsC, Optional: true},
		{Name: "alias_scopes", C: aliasScopesC, Optional: true},
		{Name: "noalias_scopes", C: aliasScopesC, Optional: true},
		{Name: "tbaa", C: tbaaTagsC, Optional: true},
	},
	Format: "(`volatile` $volatile_^)? $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? (`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? (`dereferenceable` `` $dereferenceable^)? attr-dict `:` qualified(type($addr)) `->` type($res)",
}

// StoreDef defines llvm.store: write memory.
var StoreDef = &ir.OpDef{
	Name:    "llvm.store",
	Summary: "write memory",
	In: []ir.Slot{
		{Name: "value", C: Loadable},
		{Name: "addr", C: AnyPointer},
	},
	Props: []ir.PropSlot{
		{Name: "alignment", C: ir.I64AttrC, Type: i64Type, Optional: true},
		{Name: "volatile_", C: ir.UnitAttrC, Optional: true},
		{Name: "nontemporal", C: ir.UnitAttrC, Optional: true},
		{Name: "invariantGroup", C: ir.UnitAttrC, Optional: true},
		{Name: "ordering", Enum: AtomicOrderingEnum, Default: AtomicOrderingEnum.Default(0)},
		{Name: "syncscope", C: ir.StrAttrC, Optional: true},
		{Name: "access_groups", C: accessGroupsC, Optional: true},
		{Name: "alias_scopes", C: aliasScopesC, Optional: true},
		{Name: "noalias_scopes", C: aliasScopesC, Optional: true},
		{Name: "tbaa", C: tbaaTagsC, Optional: true},
	},
	Format: "(`volatile` $volatile_^)? $value `,` $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? (`invariant_group` $invariantGroup^)? attr-dict `:` type($value) `,` qualified(type($addr))",
}

// AtomicRMWDef defines llvm.atomicrmw: atomic read-modify-write.
var AtomicRMWDef = &ir.OpDef{
	Name:    "llvm.atomicrmw",
	Summary: "atomic read-modify-write; gives the old value",
	In: []ir.Slot{
		{Name: "ptr", C: AnyPointer},
		{Name: "val", C: AtomicRMWType},
	},
	Out: []ir.Slot{{Name: "res", C: AtomicRMWType}},
	Props: []ir.PropSlot{
		{Name: "bin_op", Enum: AtomicBinOpEnum},
		{Name: "ordering", Enum: AtomicOrderingEnum},
		{Name: "syncscope", C: ir.StrAttrC, Optional: true},
		{Name: "alignment", C: ir.I64AttrC, Type: i64Type, Optional: true},
		{Name: "volatile_", C: ir.UnitAttrC, Optional: true},
		{Name: "access_groups", C: accessGroupsC, Optional: true},
		{Name: "alias_scopes", C: aliasScopesC, Optional: true},
		{Name: "noalias_scopes", C: aliasScopesC, Optional: true},
		{Name: "tbaa", C: tbaaTagsC, Optional: true},
	},
	Same:   [][]string{{"val", "res"}},
	Format: "(`volatile` $volatile_^)? $bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict `:` qualified(type($ptr)) `,` type($val)",
}

// AtomicCmpXchgDef defines llvm.cmpxchg: atomic compare and exchange.
var AtomicCmpXchgDef = &ir.OpDef{
	Name:    "llvm.cmpxchg",
	Summary: "atomic compare and exchange; gives the old value and whether it was replaced",
	In: []ir.Slot{
		{Name: "ptr", C: AnyPointer},
		{Name: "cmp", C: CmpXchgType},
		{Name: "val", C: CmpXchgType},
	},
	Out: []ir.Slot{{Name: "res", C: AnyStruct}},
	Props: []ir.PropSlot{
		{Name: "success_ordering", Enum: AtomicOrderingEnum},
		{Name: "failure_ordering", Enum: AtomicOrderingEnum},
		{Name: "syncscope", C: ir.StrAttrC, Optional: true},
		{Name: "alignment", C: ir.I64AttrC, Type: i64Type, Optional: true},
		{Name: "weak", C: ir.UnitAttrC, Optional: true},
		{Name: "volatile_", C: ir.UnitAttrC, Optional: true},
		{Name: "access_groups", C: accessGroupsC, Optional: true},
		{Name: "alias_scopes", C: aliasScopesC, Optional: true},
		{Name: "noalias_scopes", C: aliasScopesC, Optional: true},
		{Name: "tbaa", C: tbaaTagsC, Optional: true},
	},
	Same:   [][]string{{"cmp", "val"}},
	Format: "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val (`syncscope` `(` $syncscope^ `)`)? $success_ordering $failure_ordering attr-dict `:` qualified(type($ptr)) `,` type($val)",
}

// FenceDef defines llvm.fence: order memory accesses between threads.
var FenceDef = &ir.OpDef{
	Name:    "llvm.fence",
	Summary: "order memory accesses between threads",
	Props: []ir.PropSlot{
		{Name: "ordering", Enum: AtomicOrderingEnum},
		{Name: "syncscope", C: ir.StrAttrC, Optional: true},
	},
	Format: "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict",
}

// GlobalDef defines llvm.mlir.global: global variable or constant.
var GlobalDef = &ir.OpDef{
	Name:    "llvm.mlir.global",
	Summary: "global variable or constant",
	Traits:  ir.Symbol | ir.IsolatedFromAbove,
	Props: []ir.PropSlot{
		{Name: "global_type", C: ir.TypeAttrC},
		{Name: "constant", C: ir.UnitAttrC, Optional: true},
		{Name: "sym_name", C: ir.StrAttrC},
		{Name: "linkage", Enum: LinkageEnum},
		{Name: "dso_local", C: ir.UnitAttrC, Optional: true},
		{Name: "thread_local_", C: ir.UnitAttrC, Optional: true},
		{Name: "externally_initialized", C: ir.UnitAttrC, Optional: true},
		{Name: "value", C: ir.AnyAttrC, Optional: true},
		{Name: "alignment", C: ir.I64AttrC, Type: i64Type, Optional: true},
		{Name: "addr_space", C: nonNegativeI32C, Type: i32Type, Default: zeroI32},
		{Name: "unnamed_addr", Enum: UnnamedAddrEnum, Optional: true},
		{Name: "section", C: ir.StrAttrC, Optional: true},
		{Name: "comdat", C: symbolRefC, Optional: true},
		{Name: "dbg_exprs", C: ir.ArrayAttrC, Optional: true},
		{Name: "visibility_", Enum: VisibilityEnum, Default: VisibilityEnum.Default(0)},
		{Name: "target_specific_attrs", C: ir.ArrayAttrC, Optional: true},
	},
	Regions: []ir.RegionSlot{{Name: "initializer"}},
}

// AddressOfDef defines llvm.mlir.addressof: address of a global or function.
var AddressOfDef = &ir.OpDef{
	Name:    "llvm.mlir.addressof",
	Summary: "address of a global or function",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.ConstantLike,
	Out:     []ir.Slot{{Name: "res", C: AnyPointer}},
	Props: []ir.PropSlot{
		{Name: "global_name", C: ir.SymbolRefC},
	},
	Format: "$global_name attr-dict `:` qualified(type($res))",
}
