package gpu

import "github.com/tile-opt/tile-opt/ir"

// SubgroupMmaComputeDef defines gpu.subgroup_mma_compute: matrix product of a warp.
var SubgroupMmaComputeDef = &ir.OpDef{
	Name:    "gpu.subgroup_mma_compute",
	Summary: "matrix product of a warp",
	Since:   "0.1",
	Traits:  ir.Pure,
	In: []ir.Slot{
		{Name: "opA", C: mmaInput},
		{Name: "opB", C: mmaInput},
		{Name: "opC", C: mmaSum},
	},
	Out: []ir.Slot{{Name: "res", C: mmaMatrix}},
	Props: []ir.PropSlot{
		{Name: "a_transpose", C: ir.UnitAttrC, Optional: true},
		{Name: "b_transpose", C: ir.UnitAttrC, Optional: true},
	},
	Same:   [][]string{{"opC", "res"}},
	Format: "$opA`,` $opB`,` $opC attr-dict `:` type($opA)`,` type($opB) `->` type($res)",
}

// SubgroupMmaConstantMatrixDef defines gpu.subgroup_mma_constant_matrix: matrix of one value.
var SubgroupMmaConstantMatrixDef = &ir.OpDef{
	Name:    "gpu.subgroup_mma_constant_matrix",
	Summary: "matrix of one value",
	Since:   "0.1",
	Traits:  ir.Pure,
	In: []ir.Slot{
		{Name: "value", C: mmaElement},
	},
	Out:    []ir.Slot{{Name: "res", C: mmaMatrix}},
	Format: "$value attr-dict `:` type($res)",
}

// SubgroupMmaElementwiseDef defines gpu.subgroup_mma_elementwise: elementwise operation on matrices of a warp.
var SubgroupMmaElementwiseDef = &ir.OpDef{
	Name:    "gpu.subgroup_mma_elementwise",
	Summary: "elementwise operation on matrices of a warp",
	Since:   "0.1",
	Traits:  ir.Pure,
	In: []ir.Slot{
		{Name: "args", C: mmaMatrix, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "res", C: mmaMatrix}},
	Props: []ir.PropSlot{
		{Name: "opType", Enum: mmaElementwiseEnum},
	},
	Format: "$opType $args attr-dict `:` functional-type($args, $res)",
}

// SubgroupMmaExtractThreadLocalDef defines gpu.subgroup_mma_extract_thread_local: one of the thread's elements of a matrix.
var SubgroupMmaExtractThreadLocalDef = &ir.OpDef{
	Name:    "gpu.subgroup_mma_extract_thread_local",
	Summary: "one of the thread's elements of a matrix",
	Since:   "0.1",
	Traits:  ir.Pure,
	In: []ir.Slot{
		{Name: "matrix", C: mmaMatrix},
		{Name: "indices", C: ir.IndexC, Arity: ir.Variadic},
	},
	Out:    []ir.Slot{{Name: "res", C: intOrFloat}},
	Format: "$matrix`[`$indices`]` attr-dict `:` type($matrix) `->` type($res)",
}

// SubgroupMmaInsertThreadLocalDef defines gpu.subgroup_mma_insert_thread_local: matrix with one of the thread's elements replaced.
var SubgroupMmaInsertThreadLocalDef = &ir.OpDef{
	Name:    "gpu.subgroup_mma_insert_thread_local",
	Summary: "matrix with one of the thread's elements replaced",
	Since:   "0.1",
	Traits:  ir.Pure,
	In: []ir.Slot{
		{Name: "value", C: intOrFloat},
		{Name: "matrix", C: mmaMatrix},
		{Name: "indices", C: ir.IndexC, Arity: ir.Variadic},
	},
	Out:    []ir.Slot{{Name: "res", C: mmaMatrix}},
	Format: "$value`,` $matrix`[`$indices`]` attr-dict `:` type($value)`,` type($matrix) `->` type($res)",
}

// SubgroupMmaLoadMatrixDef defines gpu.subgroup_mma_load_matrix: load of a matrix by a warp.
var SubgroupMmaLoadMatrixDef = &ir.OpDef{
	Name:    "gpu.subgroup_mma_load_matrix",
	Summary: "load of a matrix by a warp",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "srcMemref", C: mmaMemRef},
		{Name: "indices", C: ir.IndexC, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "res", C: mmaMatrix}},
	Props: []ir.PropSlot{
		{Name: "leadDimension", C: ir.IndexAttrC, Type: indexType},
		{Name: "transpose", C: ir.UnitAttrC, Optional: true},
	},
	Format: "$srcMemref`[`$indices`]` attr-dict `:` type($srcMemref) `->` type($res)",
}

// SubgroupMmaStoreMatrixDef defines gpu.subgroup_mma_store_matrix: store of a matrix by a warp.
var SubgroupMmaStoreMatrixDef = &ir.OpDef{
	Name:    "gpu.subgroup_mma_store_matrix",
	Summary: "store of a matrix by a warp",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "src", C: mmaStored},
		{Name: "dstMemref", C: mmaMemRef},
		{Name: "indices", C: ir.IndexC, Arity: ir.Variadic},
	},
	Props: []ir.PropSlot{
		{Name: "leadDimension", C: ir.IndexAttrC, Type: indexType},
		{Name: "transpose", C: ir.UnitAttrC, Optional: true},
	},
	Format: "$src`,` $dstMemref`[`$indices`]` attr-dict `:` type($src)`,` type($dstMemref)",
}
