package nvvm

import "github.com/tile-opt/tile-opt/ir"

// The enums of the operations that need more than an sm_90a, of wmma and of mma
// with sparse or scaled operands: keyword and value as MLIR has them.
var (
	// BlockScaleFormatEnum has the keywords and values of MMA Block Scale Format.
	BlockScaleFormatEnum = &ir.Enum{Name: "MMA Block Scale Format", Dialect: "nvvm", Mnemonic: "block_scale_format", Cases: cases([]kv{
		{"ue8m0", 0}, {"ue4m3", 1},
	})}
	// ClusterLaunchControlQueryTypeEnum has the keywords and values of NVVM ClusterLaunchControlQueryType.
	ClusterLaunchControlQueryTypeEnum = &ir.Enum{Name: "NVVM ClusterLaunchControlQueryType", Dialect: "nvvm", Mnemonic: "cluster_launch_control_query_type", Bare: true, Cases: cases([]kv{
		{"is_canceled", 0}, {"get_first_cta_id_x", 1}, {"get_first_cta_id_y", 2}, {"get_first_cta_id_z", 3},
	})}
	// MMABlockScaleKindEnum has the keywords and values of Block Scale Kind.
	MMABlockScaleKindEnum = &ir.Enum{Name: "Block Scale Kind", Dialect: "nvvm", Mnemonic: "block_scale_kind", Cases: cases([]kv{
		{"mxf8f6f4", 0}, {"mxf4", 1}, {"mxf4nvf4", 2},
	})}
	// MMAFragEnum has the keywords and values of NVVM MMA frag type.
	MMAFragEnum = &ir.Enum{Name: "NVVM MMA frag type", Dialect: "nvvm", Mnemonic: "mma_frag", Cases: cases([]kv{
		{"a", 0}, {"b", 1}, {"c", 2},
	})}
	// MMAKindEnum has the keywords and values of MMA operation kind.
	MMAKindEnum = &ir.Enum{Name: "MMA operation kind", Dialect: "nvvm", Mnemonic: "mma_kind", Cases: cases([]kv{
		{"f8f6f4", 0},
	})}
	// MemOrderKindEnum has the keywords and values of NVVM Memory Ordering kind.
	MemOrderKindEnum = &ir.Enum{Name: "NVVM Memory Ordering kind", Dialect: "nvvm", Mnemonic: "mem_order", Cases: cases([]kv{
		{"weak", 0}, {"relaxed", 1}, {"acquire", 2}, {"release", 3}, {"acq_rel", 4}, {"sc", 5}, {"mmio", 6}, {"volatile", 7},
	})}
	// ScaleVecSizeEnum has the keywords and values of MMA Scale Vector Sizes.
	ScaleVecSizeEnum = &ir.Enum{Name: "MMA Scale Vector Sizes", Dialect: "nvvm", Mnemonic: "scale_vec_size", Cases: cases([]kv{
		{"x1", 0}, {"x2", 1}, {"x4", 2},
	})}
	// Tcgen05CpMulticastEnum has the keywords and values of tcgen05 cp multicast.
	Tcgen05CpMulticastEnum = &ir.Enum{Name: "tcgen05 cp multicast", Dialect: "nvvm", Mnemonic: "tcgen05_cp_multicast", Cases: cases([]kv{
		{"none", 0}, {"warpx2_02_13", 1}, {"warpx2_01_23", 2}, {"warpx4", 3},
	})}
	// Tcgen05CpShapeEnum has the keywords and values of tcgen05 cp shapes.
	Tcgen05CpShapeEnum = &ir.Enum{Name: "tcgen05 cp shapes", Dialect: "nvvm", Mnemonic: "tcgen05_cp_shape", Cases: cases([]kv{
		{"shape_128x256b", 0}, {"shape_4x256b", 1}, {"shape_128x128b", 2}, {"shape_64x128b", 3}, {"shape_32x128b", 4},
	})}
	// Tcgen05CpSrcFormatEnum has the keywords and values of tcgen05 cp source format.
	Tcgen05CpSrcFormatEnum = &ir.Enum{Name: "tcgen05 cp source format", Dialect: "nvvm", Mnemonic: "tcgen05_cp_src_fmt", Cases: cases([]kv{
		{"b6x16_p32", 0}, {"b4x16_p64", 1},
	})}
	// Tcgen05FenceKindEnum has the keywords and values of NVVM Tcgen05 fence kind.
	Tcgen05FenceKindEnum = &ir.Enum{Name: "NVVM Tcgen05 fence kind", Dialect: "nvvm", Mnemonic: "tcgen05_fence", Cases: cases([]kv{
		{"before", 0}, {"after", 1},
	})}
	// Tcgen05LdStShapeEnum has the keywords and values of allowed 32-bit signless integer cases: 0, 1, 2, 3, 4.
	Tcgen05LdStShapeEnum = &ir.Enum{Name: "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4", Dialect: "nvvm", Mnemonic: "tcgen05_ldst_shape", Cases: cases([]kv{
		{"shape_16x64b", 0}, {"shape_16x128b", 1}, {"shape_16x256b", 2}, {"shape_32x32b", 3}, {"shape_16x32bx2", 4},
	})}
	// Tcgen05MMABlockScaleEnum has the keywords and values of tcgen05.mma block scale attribute.
	Tcgen05MMABlockScaleEnum = &ir.Enum{Name: "tcgen05.mma block scale attribute", Dialect: "nvvm", Mnemonic: "tcgen05_mma_block_scale", Cases: cases([]kv{
		{"default", 0}, {"block16", 1}, {"block32", 2},
	})}
	// Tcgen05MMACollectorBBufferEnum has the keywords and values of tcgen05 MMA Collector Buffer B Attribute.
	Tcgen05MMACollectorBBufferEnum = &ir.Enum{Name: "tcgen05 MMA Collector Buffer B Attribute", Dialect: "nvvm", Mnemonic: "tcgen05_mma_collectorb", Cases: cases([]kv{
		{"b0", 0}, {"b1", 1}, {"b2", 2}, {"b3", 3},
	})}
	// Tcgen05MMACollectorOpEnum has the keywords and values of tcgen05.mma Collector Buffer Operation.
	Tcgen05MMACollectorOpEnum = &ir.Enum{Name: "tcgen05.mma Collector Buffer Operation", Dialect: "nvvm", Mnemonic: "tcgen05_mma_collectorop", Cases: cases([]kv{
		{"discard", 0}, {"lastuse", 1}, {"fill", 2}, {"use", 3},
	})}
	// Tcgen05MMAKindEnum has the keywords and values of tcgen05 MMA Supported Types.
	Tcgen05MMAKindEnum = &ir.Enum{Name: "tcgen05 MMA Supported Types", Dialect: "nvvm", Mnemonic: "tcgen05_mma_kind", Cases: cases([]kv{
		{"f8f6f4", 2}, {"i8", 3}, {"f16", 0}, {"tf32", 1},
	})}
	// Tcgen05WaitKindEnum has the keywords and values of NVVM Tcgen05 wait kind.
	Tcgen05WaitKindEnum = &ir.Enum{Name: "NVVM Tcgen05 wait kind", Dialect: "nvvm", Mnemonic: "tcgen05_wait", Cases: cases([]kv{
		{"load", 0}, {"store", 1},
	})}
	// NVVMMemorySpaceEnum has the keywords and values of NVVM Memory Space.
	NVVMMemorySpaceEnum = &ir.Enum{Name: "NVVM Memory Space", Dialect: "nvvm", Mnemonic: "memory_space", Cases: cases([]kv{
		{"generic", 0}, {"global", 1}, {"shared", 3}, {"constant", 4}, {"local", 5}, {"tensor", 6}, {"shared_cluster", 7},
	})}
)
