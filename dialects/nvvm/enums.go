package nvvm

import "github.com/tile-opt/tile-opt/ir"

// The enums of the dialect: keyword and value as MLIR has them.
var (
	// BarrierReductionEnum has the keywords and values of NVVM barrier reduction operation.
	BarrierReductionEnum = &ir.Enum{Name: "NVVM barrier reduction operation", Dialect: "nvvm", Mnemonic: "reduction", Cases: cases([]kv{
		{"popc", 0}, {"and", 1}, {"or", 2},
	})}
	// CTAGroupKindEnum has the keywords and values of NVVM CTA group kind.
	CTAGroupKindEnum = &ir.Enum{Name: "NVVM CTA group kind", Dialect: "nvvm", Mnemonic: "cta_group", Cases: cases([]kv{
		{"cta_1", 0}, {"cta_2", 1},
	})}
	// CacheEvictionPriorityEnum has the keywords and values of NVVM Cache Eviction Priority.
	CacheEvictionPriorityEnum = &ir.Enum{Name: "NVVM Cache Eviction Priority", Dialect: "nvvm", Mnemonic: "cache_eviction_priority", Bare: true, Cases: cases([]kv{
		{"evict_normal", 0}, {"evict_first", 1}, {"evict_last", 2}, {"evict_unchanged", 3}, {"no_allocate", 4},
	})}
	// DotAccumulateTypeEnum has the keywords and values of NVVM DotAccumulateType.
	DotAccumulateTypeEnum = &ir.Enum{Name: "NVVM DotAccumulateType", Dialect: "nvvm", Mnemonic: "dot_accumulate_type", Cases: cases([]kv{
		{"signed", 1}, {"unsigned", 0},
	})}
	// FPRoundingModeEnum has the keywords and values of NVVM FPRoundingMode kind.
	FPRoundingModeEnum = &ir.Enum{Name: "NVVM FPRoundingMode kind", Dialect: "nvvm", Mnemonic: "fp_rnd_mode", Cases: cases([]kv{
		{"none", 0}, {"rn", 1}, {"rm", 2}, {"rp", 3}, {"rz", 4}, {"rna", 5}, {"rs", 6},
	})}
	// GridDepActionKindEnum has the keywords and values of Action kind for grid dependency control.
	GridDepActionKindEnum = &ir.Enum{Name: "Action kind for grid dependency control", Dialect: "nvvm", Mnemonic: "grid_dep_action", Bare: true, Cases: cases([]kv{
		{"wait", 0}, {"launch_dependents", 1},
	})}
	// LdStMatrixEltTypeEnum has the keywords and values of Element type for ldmatrix and stmatrix.
	LdStMatrixEltTypeEnum = &ir.Enum{Name: "Element type for ldmatrix and stmatrix", Dialect: "nvvm", Mnemonic: "ld_st_matrix_elt_type", Cases: cases([]kv{
		{"b16", 0}, {"b8", 1}, {"b8x16.b6x16_p32", 2}, {"b8x16.b4x16_p64", 3},
	})}
	// LoadCacheModifierKindEnum has the keywords and values of NVVM load cache modifier kind.
	LoadCacheModifierKindEnum = &ir.Enum{Name: "NVVM load cache modifier kind", Dialect: "nvvm", Mnemonic: "load_cache_modifier", Bare: true, Cases: cases([]kv{
		{"ca", 0}, {"cg", 1}, {"cs", 2}, {"lu", 3}, {"cv", 4},
	})}
	// MMAB1OpEnum has the keywords and values of MMA binary operations.
	MMAB1OpEnum = &ir.Enum{Name: "MMA binary operations", Dialect: "nvvm", Mnemonic: "mma_b1op", Cases: cases([]kv{
		{"none", 0}, {"xor_popc", 1}, {"and_popc", 2},
	})}
	// MMAIntOverflowEnum has the keywords and values of MMA overflow options.
	MMAIntOverflowEnum = &ir.Enum{Name: "MMA overflow options", Dialect: "nvvm", Mnemonic: "mma_int_overflow", Cases: cases([]kv{
		{"satfinite", 1}, {"wrapped", 0},
	})}
	// MMALayoutEnum has the keywords and values of NVVM MMA layout.
	MMALayoutEnum = &ir.Enum{Name: "NVVM MMA layout", Dialect: "nvvm", Mnemonic: "mma_layout", Cases: cases([]kv{
		{"row", 0}, {"col", 1},
	})}
	// MMATypesEnum has the keywords and values of NVVM MMA types.
	MMATypesEnum = &ir.Enum{Name: "NVVM MMA types", Dialect: "nvvm", Mnemonic: "mma_type", Cases: cases([]kv{
		{"f16", 0}, {"f32", 1}, {"tf32", 2}, {"bf16", 9}, {"s8", 4}, {"u8", 3}, {"s32", 5}, {"s4", 8}, {"u4", 7}, {"b1", 6}, {"f64", 10}, {"e4m3", 11}, {"e5m2", 12}, {"e3m2", 13}, {"e2m3", 14}, {"e2m1", 15},
	})}
	// MatchSyncKindEnum has the keywords and values of NVVM match sync kind.
	MatchSyncKindEnum = &ir.Enum{Name: "NVVM match sync kind", Dialect: "nvvm", Mnemonic: "match_sync_kind", Bare: true, Cases: cases([]kv{
		{"any", 0}, {"all", 1},
	})}
	// MemScopeKindEnum has the keywords and values of NVVM Memory Scope kind.
	MemScopeKindEnum = &ir.Enum{Name: "NVVM Memory Scope kind", Dialect: "nvvm", Mnemonic: "mem_scope", Cases: cases([]kv{
		{"cta", 0}, {"cluster", 1}, {"gpu", 2}, {"sys", 3},
	})}
	// PermuteModeEnum has the keywords and values of NVVM permute mode.
	PermuteModeEnum = &ir.Enum{Name: "NVVM permute mode", Dialect: "nvvm", Mnemonic: "permute_mode", Cases: cases([]kv{
		{"default", 0}, {"f4e", 1}, {"b4e", 2}, {"rc8", 3}, {"ecl", 4}, {"ecr", 5}, {"rc16", 6},
	})}
	// PrefetchCacheLevelEnum has the keywords and values of NVVM Prefetch Cache Level.
	PrefetchCacheLevelEnum = &ir.Enum{Name: "NVVM Prefetch Cache Level", Dialect: "nvvm", Mnemonic: "prefetch_cache_level", Bare: true, Cases: cases([]kv{
		{"L1", 0}, {"L2", 1},
	})}
	// ProxyKindEnum has the keywords and values of Proxy kind.
	ProxyKindEnum = &ir.Enum{Name: "Proxy kind", Dialect: "nvvm", Mnemonic: "proxy_kind", Cases: cases([]kv{
		{"alias", 0}, {"async", 1}, {"async.global", 2}, {"async.shared", 3}, {"tensormap", 4}, {"generic", 5},
	})}
	// ReduxKindEnum has the keywords and values of NVVM redux kind.
	ReduxKindEnum = &ir.Enum{Name: "NVVM redux kind", Dialect: "nvvm", Mnemonic: "redux_kind", Bare: true, Cases: cases([]kv{
		{"add", 1}, {"and", 2}, {"max", 3}, {"min", 4}, {"or", 5}, {"umax", 6}, {"umin", 7}, {"xor", 8}, {"fmin", 9}, {"fmax", 10},
	})}
	// SaturationModeEnum has the keywords and values of NVVM SaturationMode kind.
	SaturationModeEnum = &ir.Enum{Name: "NVVM SaturationMode kind", Dialect: "nvvm", Mnemonic: "sat_mode", Cases: cases([]kv{
		{"none", 0}, {"satfinite", 1},
	})}
	// SetMaxRegisterActionEnum has the keywords and values of NVVM set max register action.
	SetMaxRegisterActionEnum = &ir.Enum{Name: "NVVM set max register action", Dialect: "nvvm", Mnemonic: "action", Bare: true, Cases: cases([]kv{
		{"decrease", 1}, {"increase", 0},
	})}
	// SharedSpaceEnum has the keywords and values of Shared memory space.
	SharedSpaceEnum = &ir.Enum{Name: "Shared memory space", Dialect: "nvvm", Mnemonic: "shared_space", Cases: cases([]kv{
		{"cta", 0}, {"cluster", 1},
	})}
	// ShflKindEnum has the keywords and values of NVVM shuffle kind.
	ShflKindEnum = &ir.Enum{Name: "NVVM shuffle kind", Dialect: "nvvm", Mnemonic: "shfl_kind", Bare: true, Cases: cases([]kv{
		{"bfly", 0}, {"up", 1}, {"down", 2}, {"idx", 3},
	})}
	// TMALoadModeEnum has the keywords and values of NVVM TMA Load Mode.
	TMALoadModeEnum = &ir.Enum{Name: "NVVM TMA Load Mode", Dialect: "nvvm", Mnemonic: "tma_load_mode", Cases: cases([]kv{
		{"tile", 0}, {"im2col", 1}, {"im2col_w", 2}, {"im2col_w_128", 3}, {"tile_gather4", 4},
	})}
	// TMAReduxKindEnum has the keywords and values of NVVM TMA redux kind.
	TMAReduxKindEnum = &ir.Enum{Name: "NVVM TMA redux kind", Dialect: "nvvm", Mnemonic: "tma_redux_kind", Cases: cases([]kv{
		{"add", 0}, {"max", 2}, {"min", 1}, {"inc", 3}, {"dec", 4}, {"and", 5}, {"or", 6}, {"xor", 7},
	})}
	// TMAStoreModeEnum has the keywords and values of NVVM TMA Store Mode.
	TMAStoreModeEnum = &ir.Enum{Name: "NVVM TMA Store Mode", Dialect: "nvvm", Mnemonic: "tma_store_mode", Cases: cases([]kv{
		{"tile", 0}, {"im2col", 1}, {"tile_scatter4", 2},
	})}
	// VoteSyncKindEnum has the keywords and values of NVVM vote sync kind.
	VoteSyncKindEnum = &ir.Enum{Name: "NVVM vote sync kind", Dialect: "nvvm", Mnemonic: "vote_sync_kind", Bare: true, Cases: cases([]kv{
		{"any", 0}, {"all", 1}, {"ballot", 2}, {"uni", 3},
	})}
	// WGMMAScaleInEnum has the keywords and values of WGMMA overflow options.
	WGMMAScaleInEnum = &ir.Enum{Name: "WGMMA overflow options", Dialect: "nvvm", Mnemonic: "wgmma_scale_in", Cases: cases([]kv{
		{"one", 1}, {"neg", -1},
	})}
	// WGMMAScaleOutEnum has the keywords and values of WGMMA input predicate.
	WGMMAScaleOutEnum = &ir.Enum{Name: "WGMMA input predicate", Dialect: "nvvm", Mnemonic: "wgmma_scale_out", Cases: cases([]kv{
		{"zero", 0}, {"one", 1},
	})}
	// WGMMATypesEnum has the keywords and values of NVVM WGMMA types.
	WGMMATypesEnum = &ir.Enum{Name: "NVVM WGMMA types", Dialect: "nvvm", Mnemonic: "wgmma_type", Cases: cases([]kv{
		{"f16", 0}, {"tf32", 1}, {"u8", 2}, {"s8", 3}, {"b1", 4}, {"bf16", 5}, {"e4m3", 6}, {"e5m2", 7}, {"f32", 8}, {"s32", 9},
	})}
)

// enums are those with a mnemonic, which text may name.
var enums = []*ir.Enum{
	BarrierReductionEnum,
	BlockScaleFormatEnum,
	CTAGroupKindEnum,
	CacheEvictionPriorityEnum,
	ClusterLaunchControlQueryTypeEnum,
	DotAccumulateTypeEnum,
	FPRoundingModeEnum,
	GridDepActionKindEnum,
	LdStMatrixEltTypeEnum,
	LoadCacheModifierKindEnum,
	MMAB1OpEnum,
	MMABlockScaleKindEnum,
	MMAFragEnum,
	MMAIntOverflowEnum,
	MMAKindEnum,
	MMALayoutEnum,
	MMATypesEnum,
	MatchSyncKindEnum,
	MemOrderKindEnum,
	MemScopeKindEnum,
	NVVMMemorySpaceEnum,
	PermuteModeEnum,
	PrefetchCacheLevelEnum,
	ProxyKindEnum,
	ReduxKindEnum,
	SaturationModeEnum,
	ScaleVecSizeEnum,
	SetMaxRegisterActionEnum,
	SharedSpaceEnum,
	ShflKindEnum,
	TMALoadModeEnum,
	TMAReduxKindEnum,
	TMAStoreModeEnum,
	Tcgen05CpMulticastEnum,
	Tcgen05CpShapeEnum,
	Tcgen05CpSrcFormatEnum,
	Tcgen05FenceKindEnum,
	Tcgen05LdStShapeEnum,
	Tcgen05MMABlockScaleEnum,
	Tcgen05MMACollectorBBufferEnum,
	Tcgen05MMACollectorOpEnum,
	Tcgen05MMAKindEnum,
	Tcgen05WaitKindEnum,
	VoteSyncKindEnum,
	WGMMAScaleInEnum,
	WGMMAScaleOutEnum,
	WGMMATypesEnum,
}

// kv is a keyword and its value.
type kv struct {
	keyword string
	value   int64
}

func cases(list []kv) []ir.EnumCase {
	out := make([]ir.EnumCase, len(list))
	for i, c := range list {
		out[i] = ir.EnumCase{Keyword: c.keyword, Value: c.value}
	}
	return out
}
