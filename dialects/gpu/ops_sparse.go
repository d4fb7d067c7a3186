package gpu

import "github.com/tile-opt/tile-opt/ir"

// Create2to4SpmatDef defines gpu.create_2to4_spmat: sparse matrix of two in four.
var Create2to4SpmatDef = &ir.OpDef{
	Name:    "gpu.create_2to4_spmat",
	Summary: "sparse matrix of two in four",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "rows", C: ir.IndexC},
		{Name: "cols", C: ir.IndexC},
		{Name: "memref", C: ir.AnyMemRef},
	},
	Out: []ir.Slot{
		{Name: "spMat", C: spMat},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "pruneFlag", Enum: pruneFlagEnum, Default: pruneFlagEnum.Default(2)},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) `{` $pruneFlag `}` $rows `,` $cols `,` $memref attr-dict `:` type($memref)",
}

// CreateBsrDef defines gpu.create_bsr: sparse matrix in blocks.
var CreateBsrDef = &ir.OpDef{
	Name:    "gpu.create_bsr",
	Summary: "sparse matrix in blocks",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "brows", C: ir.IndexC},
		{Name: "bcols", C: ir.IndexC},
		{Name: "bnnz", C: ir.IndexC},
		{Name: "rBlockSize", C: ir.IndexC},
		{Name: "cBlockSize", C: ir.IndexC},
		{Name: "bRowPos", C: ir.AnyMemRef},
		{Name: "bColIdxs", C: ir.AnyMemRef},
		{Name: "values", C: ir.AnyMemRef},
	},
	Out: []ir.Slot{
		{Name: "spmat", C: spMat},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $brows `,` $bcols `,` $bnnz `,` $rBlockSize `,` $cBlockSize `,` $bRowPos `,` $bColIdxs `,` $values attr-dict `:` type($bRowPos) `,` type($bColIdxs) `,` type($values)",
}

// CreateCooDef defines gpu.create_coo: sparse matrix of coordinates.
var CreateCooDef = &ir.OpDef{
	Name:    "gpu.create_coo",
	Summary: "sparse matrix of coordinates",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "rows", C: ir.IndexC},
		{Name: "cols", C: ir.IndexC},
		{Name: "nnz", C: ir.IndexC},
		{Name: "rowIdxs", C: ir.AnyMemRef},
		{Name: "colIdxs", C: ir.AnyMemRef},
		{Name: "values", C: ir.AnyMemRef},
	},
	Out: []ir.Slot{
		{Name: "spmat", C: spMat},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $rowIdxs `,` $colIdxs `,` $values attr-dict `:` type($rowIdxs) `,` type($colIdxs) `,` type($values)",
}

// CreateCooAosDef defines gpu.create_coo_aos: sparse matrix of coordinates, interleaved.
var CreateCooAosDef = &ir.OpDef{
	Name:    "gpu.create_coo_aos",
	Summary: "sparse matrix of coordinates, interleaved",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "rows", C: ir.IndexC},
		{Name: "cols", C: ir.IndexC},
		{Name: "nnz", C: ir.IndexC},
		{Name: "idxs", C: ir.AnyMemRef},
		{Name: "values", C: ir.AnyMemRef},
	},
	Out: []ir.Slot{
		{Name: "spmat", C: spMat},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $idxs `,` $values attr-dict `:` type($idxs) `,` type($values)",
}

// CreateCscDef defines gpu.create_csc: sparse matrix by columns.
var CreateCscDef = &ir.OpDef{
	Name:    "gpu.create_csc",
	Summary: "sparse matrix by columns",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "rows", C: ir.IndexC},
		{Name: "cols", C: ir.IndexC},
		{Name: "nnz", C: ir.IndexC},
		{Name: "colPos", C: ir.AnyMemRef},
		{Name: "rowIdxs", C: ir.AnyMemRef},
		{Name: "values", C: ir.AnyMemRef},
	},
	Out: []ir.Slot{
		{Name: "spmat", C: spMat},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $colPos `,` $rowIdxs `,` $values attr-dict `:` type($colPos) `,` type($rowIdxs) `,` type($values)",
}

// CreateCsrDef defines gpu.create_csr: sparse matrix by rows.
var CreateCsrDef = &ir.OpDef{
	Name:    "gpu.create_csr",
	Summary: "sparse matrix by rows",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "rows", C: ir.IndexC},
		{Name: "cols", C: ir.IndexC},
		{Name: "nnz", C: ir.IndexC},
		{Name: "rowPos", C: ir.AnyMemRef},
		{Name: "colIdxs", C: ir.AnyMemRef},
		{Name: "values", C: ir.AnyMemRef},
	},
	Out: []ir.Slot{
		{Name: "spmat", C: spMat},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $rowPos `,` $colIdxs `,` $values attr-dict `:` type($rowPos) `,` type($colIdxs) `,` type($values)",
}

// CreateDnTensorDef defines gpu.create_dn_tensor: dense tensor for sparse products.
var CreateDnTensorDef = &ir.OpDef{
	Name:    "gpu.create_dn_tensor",
	Summary: "dense tensor for sparse products",
	Since:   "0.1",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "memref", C: ir.AnyMemRef},
		{Name: "dims", C: ir.IndexC, Arity: ir.Variadic},
	},
	Out: []ir.Slot{
		{Name: "dnTensor", C: dnTensor},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "operandSegmentSizes", C: ir.I32ArrayC},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $memref `,` $dims attr-dict `:` type($dims) `into` type($memref)",
}

// DestroyDnTensorDef defines gpu.destroy_dn_tensor: end of a dense tensor.
var DestroyDnTensorDef = &ir.OpDef{
	Name:    "gpu.destroy_dn_tensor",
	Summary: "end of a dense tensor",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "dnTensor", C: dnTensor},
	},
	Out:    []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $dnTensor attr-dict",
}

// DestroySpMatDef defines gpu.destroy_sp_mat: end of a sparse matrix.
var DestroySpMatDef = &ir.OpDef{
	Name:    "gpu.destroy_sp_mat",
	Summary: "end of a sparse matrix",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "spmat", C: spMat},
	},
	Out:    []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmat attr-dict",
}

// SddmmDef defines gpu.sddmm: sampled dense product.
var SddmmDef = &ir.OpDef{
	Name:    "gpu.sddmm",
	Summary: "sampled dense product",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "dnmatA", C: dnTensor},
		{Name: "dnmatB", C: dnTensor},
		{Name: "spmatC", C: spMat},
		{Name: "buffer", C: ir.AnyMemRef},
	},
	Out: []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "modeA", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "modeB", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "computeType", C: ir.TypeAttrC},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $buffer attr-dict `:` type($buffer) `into` $computeType",
}

// SddmmBufferSizeDef defines gpu.sddmm_buffer_size: workspace of gpu.sddmm.
var SddmmBufferSizeDef = &ir.OpDef{
	Name:    "gpu.sddmm_buffer_size",
	Summary: "workspace of gpu.sddmm",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "dnmatA", C: dnTensor},
		{Name: "dnmatB", C: dnTensor},
		{Name: "spmatC", C: spMat},
	},
	Out: []ir.Slot{
		{Name: "bufferSz", C: ir.IndexC},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "modeA", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "modeB", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "computeType", C: ir.TypeAttrC},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $spmatC attr-dict `into` $computeType",
}

// SetCsrPointersDef defines gpu.set_csr_pointers: memory of a sparse matrix.
var SetCsrPointersDef = &ir.OpDef{
	Name:    "gpu.set_csr_pointers",
	Summary: "memory of a sparse matrix",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "spmat", C: spMat},
		{Name: "positions", C: ir.AnyMemRef},
		{Name: "coordinates", C: ir.AnyMemRef},
		{Name: "values", C: ir.AnyMemRef},
	},
	Out:    []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmat `,` $positions `,` $coordinates `,` $values attr-dict `:` type($positions) `,` type($coordinates) `,` type($values)",
}

// SpgemmCopyDef defines gpu.spgemm_copy: result of a sparse product.
var SpgemmCopyDef = &ir.OpDef{
	Name:    "gpu.spgemm_copy",
	Summary: "result of a sparse product",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "desc", C: spGEMMOp},
		{Name: "spmatA", C: spMat},
		{Name: "spmatB", C: spMat},
		{Name: "spmatC", C: spMat},
	},
	Out: []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "modeA", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "modeB", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "computeType", C: ir.TypeAttrC},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $desc attr-dict `:` $computeType",
}

// SpgemmCreateDescrDef defines gpu.spgemm_create_descr: description of a sparse product.
var SpgemmCreateDescrDef = &ir.OpDef{
	Name:    "gpu.spgemm_create_descr",
	Summary: "description of a sparse product",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
	},
	Out: []ir.Slot{
		{Name: "desc", C: spGEMMOp},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) attr-dict",
}

// SpgemmDestroyDescrDef defines gpu.spgemm_destroy_descr: end of a description.
var SpgemmDestroyDescrDef = &ir.OpDef{
	Name:    "gpu.spgemm_destroy_descr",
	Summary: "end of a description",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "desc", C: spGEMMOp},
	},
	Out:    []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $desc attr-dict",
}

// SpgemmWorkEstimationOrComputeDef defines gpu.spgemm_work_estimation_or_compute: step of a sparse product.
var SpgemmWorkEstimationOrComputeDef = &ir.OpDef{
	Name:    "gpu.spgemm_work_estimation_or_compute",
	Summary: "step of a sparse product",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "desc", C: spGEMMOp},
		{Name: "spmatA", C: spMat},
		{Name: "spmatB", C: spMat},
		{Name: "spmatC", C: spMat},
		{Name: "bufferSz", C: ir.IndexC},
		{Name: "buffer", C: ir.AnyMemRef},
	},
	Out: []ir.Slot{
		{Name: "bufferSzNew", C: ir.IndexC},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "modeA", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "modeB", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "computeType", C: ir.TypeAttrC},
		{Name: "kind", Enum: spGEMMKindEnum},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) `{` $kind `}` $spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $desc `,` $bufferSz `,` $buffer attr-dict `:` $computeType `into` type($buffer)",
}

// SpmatGetSizeDef defines gpu.spmat_get_size: extents of a sparse matrix.
var SpmatGetSizeDef = &ir.OpDef{
	Name:    "gpu.spmat_get_size",
	Summary: "extents of a sparse matrix",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "spmat", C: spMat},
	},
	Out: []ir.Slot{
		{Name: "rows", C: ir.IndexC},
		{Name: "cols", C: ir.IndexC},
		{Name: "nnz", C: ir.IndexC},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmat attr-dict",
}

// SpmmDef defines gpu.spmm: product of sparse and dense.
var SpmmDef = &ir.OpDef{
	Name:    "gpu.spmm",
	Summary: "product of sparse and dense",
	Since:   "0.1",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "spmatA", C: spMat},
		{Name: "dnmatB", C: dnTensor},
		{Name: "dnmatC", C: dnTensor},
		{Name: "buffers", C: ir.AnyMemRef, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "modeA", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "modeB", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "computeType", C: ir.TypeAttrC},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $dnmatC `,` $buffers attr-dict `:` type($buffers) `into` $computeType",
}

// SpmmBufferSizeDef defines gpu.spmm_buffer_size: workspace of gpu.spmm.
var SpmmBufferSizeDef = &ir.OpDef{
	Name:    "gpu.spmm_buffer_size",
	Summary: "workspace of gpu.spmm",
	Since:   "0.1",
	Traits:  ir.SegmentedResults,
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "spmatA", C: spMat},
		{Name: "dnmatB", C: dnTensor},
		{Name: "dnmatC", C: dnTensor},
	},
	Out: []ir.Slot{
		{Name: "bufferSzs", C: ir.IndexC, Arity: ir.Variadic},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "modeA", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "modeB", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "computeType", C: ir.TypeAttrC},
		{Name: "resultSegmentSizes", C: ir.I32ArrayC},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $dnmatC attr-dict `:` type($bufferSzs) `into` $computeType",
}

// SpmvDef defines gpu.spmv: product of a sparse matrix and a vector.
var SpmvDef = &ir.OpDef{
	Name:    "gpu.spmv",
	Summary: "product of a sparse matrix and a vector",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "spmatA", C: spMat},
		{Name: "dnX", C: dnTensor},
		{Name: "dnY", C: dnTensor},
		{Name: "buffer", C: ir.AnyMemRef},
	},
	Out: []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "modeA", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "computeType", C: ir.TypeAttrC},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY `,` $buffer attr-dict `:` type($buffer) `into` $computeType",
}

// SpmvBufferSizeDef defines gpu.spmv_buffer_size: workspace of gpu.spmv.
var SpmvBufferSizeDef = &ir.OpDef{
	Name:    "gpu.spmv_buffer_size",
	Summary: "workspace of gpu.spmv",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "spmatA", C: spMat},
		{Name: "dnX", C: dnTensor},
		{Name: "dnY", C: dnTensor},
	},
	Out: []ir.Slot{
		{Name: "bufferSz", C: ir.IndexC},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "modeA", Enum: transposeModeEnum, Default: transposeModeEnum.Default(0)},
		{Name: "computeType", C: ir.TypeAttrC},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY attr-dict `into` $computeType",
}
