package gpu

import "github.com/tile-opt/tile-opt/ir"

func enum(name, mnemonic string, keywords ...string) *ir.Enum {
	e := &ir.Enum{Name: name, Dialect: dialectName, Mnemonic: mnemonic, Bare: true}
	for i, k := range keywords {
		e.Cases = append(e.Cases, ir.EnumCase{Keyword: k, Value: int64(i)})
	}
	return e
}

// The enums of the dialect: keywords and values are MLIR's.
var (
	// DimensionEnum names a dimension of the grid, of a block or of a cluster.
	DimensionEnum = enum("a dimension, either 'x', 'y', or 'z'", "dim", "x", "y", "z")
	// AllReduceOperationEnum names how two values are combined.
	AllReduceOperationEnum = enum("built-in reduction operations supported by gpu.allreduce.", "all_reduce_op",
		"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf", "maximumf")
	// ShuffleModeEnum says how the lane that is read follows from the lane
	// that reads.
	ShuffleModeEnum = &ir.Enum{Name: "Indexing modes supported by gpu.shuffle.", Dialect: dialectName, Mnemonic: "shuffle_mode", Bare: true, Cases: []ir.EnumCase{
		{Keyword: "xor", Value: 0}, {Keyword: "up", Value: 2}, {Keyword: "down", Value: 1}, {Keyword: "idx", Value: 3},
	}}
	// BroadcastTypeEnum says whose value is broadcast.
	BroadcastTypeEnum = enum("a lane to broadcast from", "broadcast", "first_active_lane", "specific_lane")
	// AddressSpaceEnum names the memories of the GPU.
	AddressSpaceEnum = &ir.Enum{Name: "GPU address space", Dialect: dialectName, Mnemonic: "address_space", Cases: []ir.EnumCase{
		{Keyword: "global", Value: GlobalSpace}, {Keyword: "workgroup", Value: WorkgroupSpace}, {Keyword: "private", Value: PrivateSpace},
	}}

	mmaElementwiseEnum = enum("elementwise operation to apply to mma matrix", "mma_element_wise",
		"addf", "mulf", "subf", "maxf", "minf", "divf", "addi", "muli", "subi", "divs", "divu", "negatef", "negates", "extf")
	transposeModeEnum = enum("transpose mode of sparse matrix supported by sparse tensor ops", "mat_transpose_mode",
		"NON_TRANSPOSE", "TRANSPOSE", "CONJUGATE_TRANSPOSE")
	pruneFlagEnum  = enum("pruning strategy for 2:4 sparse matrix", "prune_2to4_spmat_flag", "NONE", "PRUNE_ONLY", "PRUNE_AND_CHECK")
	spGEMMKindEnum = enum("choose whether spgemm_work_estimation_or_compute does work estimation or compute", "spgemm_work_estimation_or_compute_kind", "WORK_ESTIMATION", "COMPUTE")
)

// The values of AddressSpaceEnum.
const (
	// GlobalSpace is memory of the device.
	GlobalSpace = 1
	// WorkgroupSpace is memory of a block.
	WorkgroupSpace = 2
	// PrivateSpace is memory of a thread.
	PrivateSpace = 3
)

// The values of DimensionEnum.
const (
	DimX = iota
	DimY
	DimZ
)

// The values of ShuffleModeEnum.
const (
	ShuffleXor  = 0
	ShuffleDown = 1
	ShuffleUp   = 2
	ShuffleIdx  = 3
)

// mappingEnums are the attributes that say which part of the GPU runs an
// iteration of a loop.
var mappingEnums = []*ir.Enum{mapping("block"), mapping("warpgroup"), mapping("warp"), mapping("thread"), mapping("lane")}

func mapping(mnemonic string) *ir.Enum {
	e := enum("Mapping ids for loop mapping", mnemonic, "x", "y", "z", "linear_dim_0", "linear_dim_1", "linear_dim_2",
		"linear_dim_3", "linear_dim_4", "linear_dim_5", "linear_dim_6", "linear_dim_7", "linear_dim_8", "linear_dim_9")
	e.Bare = false
	return e
}

func enums() []*ir.Enum {
	return append([]*ir.Enum{DimensionEnum, AllReduceOperationEnum, ShuffleModeEnum, BroadcastTypeEnum, AddressSpaceEnum,
		mmaElementwiseEnum, transposeModeEnum, pruneFlagEnum, spGEMMKindEnum}, mappingEnums...)
}
