package gpu

import "github.com/tile-opt/tile-opt/ir"

// BinaryDef defines gpu.binary: compiled device code.
var BinaryDef = &ir.OpDef{
	Name:    "gpu.binary",
	Summary: "compiled device code",
	Since:   "0.1",
	Traits:  ir.Symbol,
	Props: []ir.PropSlot{
		{Name: "sym_name", C: ir.StrAttrC},
		{Name: "offloadingHandler", C: ir.AnyAttrC, Optional: true},
		{Name: "objects", C: objectArray},
	},
	Format: "$sym_name custom<OffloadingHandler>($offloadingHandler) attr-dict $objects",
}

// FuncDef defines gpu.func: a function that runs on the GPU.
var FuncDef = &ir.OpDef{
	Name:    "gpu.func",
	Summary: "a function that runs on the GPU",
	Since:   "0.1",
	Traits:  ir.Symbol | ir.AutoAllocScope | ir.IsolatedFromAbove | ir.AffineScope,
	Props: []ir.PropSlot{
		{Name: "function_type", C: functionTypeAttr},
		{Name: "arg_attrs", C: dictArray, Optional: true},
		{Name: "res_attrs", C: dictArray, Optional: true},
		{Name: "workgroup_attrib_attrs", C: dictArray, Optional: true},
		{Name: "private_attrib_attrs", C: dictArray, Optional: true},
		{Name: "known_block_size", C: dimSizes, Optional: true},
		{Name: "known_grid_size", C: dimSizes, Optional: true},
		{Name: "known_cluster_size", C: dimSizes, Optional: true},
	},
	HasParent: []string{"gpu.module"},
	Regions:   []ir.RegionSlot{{Name: "body"}},
}

// LaunchDef defines gpu.launch: launch of a kernel whose body stands here.
var LaunchDef = &ir.OpDef{
	Name:    "gpu.launch",
	Summary: "launch of a kernel whose body stands here",
	Since:   "0.1",
	Traits:  ir.AffineScope | ir.AutoAllocScope | ir.SegmentedOperands | ir.RecursiveEffects,
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "gridSizeX", C: ir.IndexC},
		{Name: "gridSizeY", C: ir.IndexC},
		{Name: "gridSizeZ", C: ir.IndexC},
		{Name: "blockSizeX", C: ir.IndexC},
		{Name: "blockSizeY", C: ir.IndexC},
		{Name: "blockSizeZ", C: ir.IndexC},
		{Name: "clusterSizeX", C: ir.IndexC, Arity: ir.Optional},
		{Name: "clusterSizeY", C: ir.IndexC, Arity: ir.Optional},
		{Name: "clusterSizeZ", C: ir.IndexC, Arity: ir.Optional},
		{Name: "dynamicSharedMemorySize", C: ir.I32, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "module", C: ir.SymbolRefC, Optional: true},
		{Name: "function", C: ir.SymbolRefC, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC},
	},
	Regions: []ir.RegionSlot{{Name: "body"}},
}

// LaunchFuncDef defines gpu.launch_func: launch of a kernel.
var LaunchFuncDef = &ir.OpDef{
	Name:    "gpu.launch_func",
	Summary: "launch of a kernel",
	Since:   "0.1",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "gridSizeX", C: launchIndex},
		{Name: "gridSizeY", C: launchIndex},
		{Name: "gridSizeZ", C: launchIndex},
		{Name: "blockSizeX", C: launchIndex},
		{Name: "blockSizeY", C: launchIndex},
		{Name: "blockSizeZ", C: launchIndex},
		{Name: "clusterSizeX", C: launchIndex, Arity: ir.Optional},
		{Name: "clusterSizeY", C: launchIndex, Arity: ir.Optional},
		{Name: "clusterSizeZ", C: launchIndex, Arity: ir.Optional},
		{Name: "dynamicSharedMemorySize", C: ir.I32, Arity: ir.Optional},
		{Name: "kernelOperands", C: ir.AnyType, Arity: ir.Variadic},
		{Name: "asyncObject", C: ir.AnyType, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "kernel", C: symbolRef},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC},
	},
	Same:   [][]string{{"gridSizeX", "gridSizeY", "gridSizeZ", "blockSizeX", "blockSizeY", "blockSizeZ"}},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) (`<` $asyncObject^ `:` type($asyncObject) `>`)? $kernel ( `clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)` )? `blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` `threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` custom<LaunchDimType>(type($gridSizeX), ref($clusterSizeX), type($clusterSizeX), type($clusterSizeY), type($clusterSizeZ)) (`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? custom<LaunchFuncOperands>($kernelOperands, type($kernelOperands)) attr-dict",
}

// ModuleDef defines gpu.module: a compilation unit of device code.
var ModuleDef = &ir.OpDef{
	Name:    "gpu.module",
	Summary: "a compilation unit of device code",
	Since:   "0.1",
	Traits:  ir.IsolatedFromAbove | ir.NoRegionArguments | ir.SymbolTable | ir.Symbol | ir.NoTerminator | ir.SingleBlock | ir.GraphRegion,
	Props: []ir.PropSlot{
		{Name: "sym_name", C: ir.StrAttrC},
		{Name: "targets", C: targetArray, Optional: true},
		{Name: "offloadingHandler", C: ir.AnyAttrC, Optional: true},
	},
	Regions: []ir.RegionSlot{{Name: "bodyRegion", Sized: true}},
	Format:  "$sym_name (`<` $offloadingHandler^ `>`)? ($targets^)? attr-dict-with-keyword $bodyRegion",
}

// PrintfDef defines gpu.printf: text printed by a thread.
var PrintfDef = &ir.OpDef{
	Name:    "gpu.printf",
	Summary: "text printed by a thread",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "args", C: printable, Arity: ir.Variadic},
	},
	Props: []ir.PropSlot{
		{Name: "format", C: ir.StrAttrC},
	},
	Format: "$format attr-dict (`,` $args^ `:` type($args))?",
}

// ReturnDef defines gpu.return: end of a gpu.func.
var ReturnDef = &ir.OpDef{
	Name:    "gpu.return",
	Summary: "end of a gpu.func",
	Since:   "0.1",
	Traits:  ir.Pure | ir.Terminator,
	In: []ir.Slot{
		{Name: "operands", C: ir.AnyType, Arity: ir.Variadic},
	},
	HasParent: []string{"gpu.func"},
	Format:    "attr-dict ($operands^ `:` type($operands))?",
}

// TerminatorDef defines gpu.terminator: end of the body of gpu.launch.
var TerminatorDef = &ir.OpDef{
	Name:      "gpu.terminator",
	Summary:   "end of the body of gpu.launch",
	Since:     "0.1",
	Traits:    ir.Pure | ir.Terminator,
	HasParent: []string{"gpu.launch"},
	Format:    "attr-dict",
}

// WarpExecuteOnLane0Def defines gpu.warp_execute_on_lane_0: code that only lane 0 executes.
var WarpExecuteOnLane0Def = &ir.OpDef{
	Name:    "gpu.warp_execute_on_lane_0",
	Summary: "code that only lane 0 executes",
	Since:   "0.1",
	Traits:  ir.RecursiveEffects,
	In: []ir.Slot{
		{Name: "laneid", C: ir.IndexC},
		{Name: "args", C: ir.AnyType, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Props: []ir.PropSlot{
		{Name: "warp_size", C: ir.I64AttrC, Type: i64Type},
	},
	Regions: []ir.RegionSlot{{Name: "warpRegion", Sized: true}},
}

// YieldDef defines gpu.yield: value of a region.
var YieldDef = &ir.OpDef{
	Name:    "gpu.yield",
	Summary: "value of a region",
	Since:   "0.1",
	Traits:  ir.Pure | ir.ReturnLike | ir.Terminator,
	In: []ir.Slot{
		{Name: "values", C: ir.AnyType, Arity: ir.Variadic},
	},
	Format: "attr-dict ($values^ `:` type($values))?",
}
