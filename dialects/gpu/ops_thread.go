package gpu

import "github.com/tile-opt/tile-opt/ir"

// AllReduceDef defines gpu.all_reduce: reduction over all threads of the block.
var AllReduceDef = &ir.OpDef{
	Name:    "gpu.all_reduce",
	Summary: "reduction over all threads of the block",
	Since:   "0.1",
	Traits:  ir.Convergent | ir.SameTypes | ir.IsolatedFromAbove,
	In: []ir.Slot{
		{Name: "value", C: intOrFloat},
	},
	Out: []ir.Slot{{Name: "result", C: intOrFloat}},
	Props: []ir.PropSlot{
		{Name: "op", Enum: AllReduceOperationEnum, Optional: true},
		{Name: "uniform", C: ir.UnitAttrC, Optional: true},
	},
	Regions: []ir.RegionSlot{{Name: "body"}},
	Format:  "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? $body attr-dict `:` functional-type(operands, results)",
}

// BarrierDef defines gpu.barrier: barrier of all threads of the block.
var BarrierDef = &ir.OpDef{
	Name:    "gpu.barrier",
	Summary: "barrier of all threads of the block",
	Since:   "0.1",
	Traits:  ir.Convergent,
	Format:  "attr-dict",
}

// BlockDimDef defines gpu.block_dim: threads of a block.
var BlockDimDef = &ir.OpDef{
	Name:    "gpu.block_dim",
	Summary: "threads of a block",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "dimension", Enum: DimensionEnum},
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
}

// BlockIdDef defines gpu.block_id: coordinate of the block in the grid.
var BlockIdDef = &ir.OpDef{
	Name:    "gpu.block_id",
	Summary: "coordinate of the block in the grid",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "dimension", Enum: DimensionEnum},
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
}

// ClusterBlockIdDef defines gpu.cluster_block_id: coordinate of the block in its cluster.
var ClusterBlockIdDef = &ir.OpDef{
	Name:    "gpu.cluster_block_id",
	Summary: "coordinate of the block in its cluster",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "dimension", Enum: DimensionEnum},
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
}

// ClusterDimDef defines gpu.cluster_dim: clusters of the grid.
var ClusterDimDef = &ir.OpDef{
	Name:    "gpu.cluster_dim",
	Summary: "clusters of the grid",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "dimension", Enum: DimensionEnum},
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
}

// ClusterDimBlocksDef defines gpu.cluster_dim_blocks: blocks of a cluster.
var ClusterDimBlocksDef = &ir.OpDef{
	Name:    "gpu.cluster_dim_blocks",
	Summary: "blocks of a cluster",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "dimension", Enum: DimensionEnum},
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
}

// ClusterIdDef defines gpu.cluster_id: coordinate of the cluster in the grid.
var ClusterIdDef = &ir.OpDef{
	Name:    "gpu.cluster_id",
	Summary: "coordinate of the cluster in the grid",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "dimension", Enum: DimensionEnum},
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
}

// DynamicSharedMemoryDef defines gpu.dynamic_shared_memory: the shared memory whose size the launch gives.
var DynamicSharedMemoryDef = &ir.OpDef{
	Name:    "gpu.dynamic_shared_memory",
	Summary: "the shared memory whose size the launch gives",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "resultMemref", C: byteMemRef}},
	Format:  "attr-dict `:` type($resultMemref)",
}

// GlobalIdDef defines gpu.global_id: coordinate of the thread in the grid.
var GlobalIdDef = &ir.OpDef{
	Name:    "gpu.global_id",
	Summary: "coordinate of the thread in the grid",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "dimension", Enum: DimensionEnum},
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
}

// GridDimDef defines gpu.grid_dim: blocks of the grid.
var GridDimDef = &ir.OpDef{
	Name:    "gpu.grid_dim",
	Summary: "blocks of the grid",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "dimension", Enum: DimensionEnum},
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
}

// LaneIdDef defines gpu.lane_id: number of the thread in its warp.
var LaneIdDef = &ir.OpDef{
	Name:    "gpu.lane_id",
	Summary: "number of the thread in its warp",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "(`upper_bound` $upper_bound^)? attr-dict",
}

// NumSubgroupsDef defines gpu.num_subgroups: warps of the block.
var NumSubgroupsDef = &ir.OpDef{
	Name:    "gpu.num_subgroups",
	Summary: "warps of the block",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)",
}

// RotateDef defines gpu.rotate: value of the lane a number of lanes further on.
var RotateDef = &ir.OpDef{
	Name:    "gpu.rotate",
	Summary: "value of the lane a number of lanes further on",
	Since:   "0.1",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "value", C: intOrFloatOr1D},
	},
	Out: []ir.Slot{
		{Name: "rotateResult", C: intOrFloatOr1D},
		{Name: "valid", C: ir.I1},
	},
	Props: []ir.PropSlot{
		{Name: "offset", C: notNegative, Type: i32Type},
		{Name: "width", C: powerOf2, Type: i32Type},
	},
	Same:   [][]string{{"value", "rotateResult"}},
	Format: "$value `,` $offset `,` $width attr-dict `:` type($value)",
}

// ShuffleDef defines gpu.shuffle: value of another lane.
var ShuffleDef = &ir.OpDef{
	Name:    "gpu.shuffle",
	Summary: "value of another lane",
	Since:   "0.1",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "value", C: intOrFloatOr1D},
		{Name: "offset", C: ir.I32},
		{Name: "width", C: ir.I32},
	},
	Out: []ir.Slot{
		{Name: "shuffleResult", C: intOrFloatOr1D},
		{Name: "valid", C: ir.I1},
	},
	Props: []ir.PropSlot{
		{Name: "mode", Enum: ShuffleModeEnum},
	},
	Same:   [][]string{{"value", "shuffleResult"}},
	Format: "$mode $value `,` $offset `,` $width attr-dict `:` type($value)",
}

// SubgroupBroadcastDef defines gpu.subgroup_broadcast: value of one lane in all lanes.
var SubgroupBroadcastDef = &ir.OpDef{
	Name:    "gpu.subgroup_broadcast",
	Summary: "value of one lane in all lanes",
	Since:   "0.1",
	Traits:  ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "src", C: ir.AnyType},
		{Name: "lane", C: ir.I32, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "result", C: ir.AnyType}},
	Props: []ir.PropSlot{
		{Name: "broadcast_type", Enum: BroadcastTypeEnum},
	},
	Same:   [][]string{{"src", "result"}},
	Format: "$src `,` $broadcast_type ($lane^)? attr-dict `:` type($result)",
}

// SubgroupIdDef defines gpu.subgroup_id: number of the warp in its block.
var SubgroupIdDef = &ir.OpDef{
	Name:    "gpu.subgroup_id",
	Summary: "number of the warp in its block",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)",
}

// SubgroupReduceDef defines gpu.subgroup_reduce: reduction over the lanes of a warp.
var SubgroupReduceDef = &ir.OpDef{
	Name:    "gpu.subgroup_reduce",
	Summary: "reduction over the lanes of a warp",
	Since:   "0.1",
	Traits:  ir.Convergent | ir.SameTypes,
	In: []ir.Slot{
		{Name: "value", C: intOrFloatOr1D},
	},
	Out: []ir.Slot{{Name: "result", C: intOrFloatOr1D}},
	Props: []ir.PropSlot{
		{Name: "op", Enum: AllReduceOperationEnum},
		{Name: "uniform", C: ir.UnitAttrC, Optional: true},
		{Name: "cluster_size", C: ir.I32AttrC, Type: i32Type, Optional: true},
		{Name: "cluster_stride", C: ir.I32AttrC, Type: i32Type, Default: oneI32},
	},
	Format: "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? (`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? attr-dict `:` functional-type(operands, results)",
}

// SubgroupSizeDef defines gpu.subgroup_size: threads of a warp.
var SubgroupSizeDef = &ir.OpDef{
	Name:    "gpu.subgroup_size",
	Summary: "threads of a warp",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)",
}

// ThreadIdDef defines gpu.thread_id: coordinate of the thread in its block.
var ThreadIdDef = &ir.OpDef{
	Name:    "gpu.thread_id",
	Summary: "coordinate of the thread in its block",
	Since:   "0.1",
	Traits:  ir.Pure,
	Out:     []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props: []ir.PropSlot{
		{Name: "dimension", Enum: DimensionEnum},
		{Name: "upper_bound", C: ir.IndexAttrC, Type: indexType, Optional: true},
	},
	Format: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
}
