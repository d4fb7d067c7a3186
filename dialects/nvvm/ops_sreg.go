package nvvm

import "github.com/tile-opt/tile-opt/ir"

// The operations that read special registers (PTX ISA: Special Registers). Those
// of a fixed value are pure and may say in range what values they give.

// AggrSmemSizeDef defines nvvm.read.ptx.sreg.aggr.smem.size: bytes of shared memory in all.
var AggrSmemSizeDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.aggr.smem.size", Summary: "bytes of shared memory in all", Traits: ir.Pure, Out: i32Result, Format: sregFormat}

// BlockDimXDef defines nvvm.read.ptx.sreg.ntid.x: threads of the block, x.
var BlockDimXDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.ntid.x", Summary: "threads of the block, x", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// BlockDimYDef defines nvvm.read.ptx.sreg.ntid.y: threads of the block, y.
var BlockDimYDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.ntid.y", Summary: "threads of the block, y", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// BlockDimZDef defines nvvm.read.ptx.sreg.ntid.z: threads of the block, z.
var BlockDimZDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.ntid.z", Summary: "threads of the block, z", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// BlockIdXDef defines nvvm.read.ptx.sreg.ctaid.x: block in the grid, x.
var BlockIdXDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.ctaid.x", Summary: "block in the grid, x", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// BlockIdYDef defines nvvm.read.ptx.sreg.ctaid.y: block in the grid, y.
var BlockIdYDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.ctaid.y", Summary: "block in the grid, y", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// BlockIdZDef defines nvvm.read.ptx.sreg.ctaid.z: block in the grid, z.
var BlockIdZDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.ctaid.z", Summary: "block in the grid, z", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// BlockInClusterIdXDef defines nvvm.read.ptx.sreg.cluster.ctaid.x: block in the cluster, x.
var BlockInClusterIdXDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.cluster.ctaid.x", Summary: "block in the cluster, x", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// BlockInClusterIdYDef defines nvvm.read.ptx.sreg.cluster.ctaid.y: block in the cluster, y.
var BlockInClusterIdYDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.cluster.ctaid.y", Summary: "block in the cluster, y", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// BlockInClusterIdZDef defines nvvm.read.ptx.sreg.cluster.ctaid.z: block in the cluster, z.
var BlockInClusterIdZDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.cluster.ctaid.z", Summary: "block in the cluster, z", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// Clock64Def defines nvvm.read.ptx.sreg.clock64: cycle counter.
var Clock64Def = &ir.OpDef{Name: "nvvm.read.ptx.sreg.clock64", Summary: "cycle counter", Out: i64Result, Format: sregFormat}

// ClockDef defines nvvm.read.ptx.sreg.clock: cycle counter, low half.
var ClockDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.clock", Summary: "cycle counter, low half", Out: i32Result, Format: sregFormat}

// ClusterDimDef defines nvvm.read.ptx.sreg.cluster.nctarank: blocks of the cluster in all.
var ClusterDimDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.cluster.nctarank", Summary: "blocks of the cluster in all", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ClusterDimBlocksXDef defines nvvm.read.ptx.sreg.cluster.nctaid.x: blocks of the cluster, x.
var ClusterDimBlocksXDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.cluster.nctaid.x", Summary: "blocks of the cluster, x", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ClusterDimBlocksYDef defines nvvm.read.ptx.sreg.cluster.nctaid.y: blocks of the cluster, y.
var ClusterDimBlocksYDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.cluster.nctaid.y", Summary: "blocks of the cluster, y", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ClusterDimBlocksZDef defines nvvm.read.ptx.sreg.cluster.nctaid.z: blocks of the cluster, z.
var ClusterDimBlocksZDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.cluster.nctaid.z", Summary: "blocks of the cluster, z", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ClusterDimXDef defines nvvm.read.ptx.sreg.nclusterid.x: clusters of the grid, x.
var ClusterDimXDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.nclusterid.x", Summary: "clusters of the grid, x", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ClusterDimYDef defines nvvm.read.ptx.sreg.nclusterid.y: clusters of the grid, y.
var ClusterDimYDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.nclusterid.y", Summary: "clusters of the grid, y", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ClusterDimZDef defines nvvm.read.ptx.sreg.nclusterid.z: clusters of the grid, z.
var ClusterDimZDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.nclusterid.z", Summary: "clusters of the grid, z", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ClusterIdDef defines nvvm.read.ptx.sreg.cluster.ctarank: rank of the block in its cluster.
var ClusterIdDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.cluster.ctarank", Summary: "rank of the block in its cluster", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ClusterIdXDef defines nvvm.read.ptx.sreg.clusterid.x: cluster in the grid, x.
var ClusterIdXDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.clusterid.x", Summary: "cluster in the grid, x", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ClusterIdYDef defines nvvm.read.ptx.sreg.clusterid.y: cluster in the grid, y.
var ClusterIdYDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.clusterid.y", Summary: "cluster in the grid, y", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ClusterIdZDef defines nvvm.read.ptx.sreg.clusterid.z: cluster in the grid, z.
var ClusterIdZDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.clusterid.z", Summary: "cluster in the grid, z", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// DynamicSmemSizeDef defines nvvm.read.ptx.sreg.dynamic.smem.size: bytes of dynamic shared memory.
var DynamicSmemSizeDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.dynamic.smem.size", Summary: "bytes of dynamic shared memory", Traits: ir.Pure, Out: i32Result, Format: sregFormat}

// GlobalTimerLoDef defines nvvm.read.ptx.sreg.globaltimer.lo: nanosecond timer, low half.
var GlobalTimerLoDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.globaltimer.lo", Summary: "nanosecond timer, low half", Out: i32Result, Format: sregFormat}

// GlobalTimerDef defines nvvm.read.ptx.sreg.globaltimer: nanosecond timer.
var GlobalTimerDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.globaltimer", Summary: "nanosecond timer", Out: i64Result, Format: sregFormat}

// GridDimXDef defines nvvm.read.ptx.sreg.nctaid.x: blocks of the grid, x.
var GridDimXDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.nctaid.x", Summary: "blocks of the grid, x", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// GridDimYDef defines nvvm.read.ptx.sreg.nctaid.y: blocks of the grid, y.
var GridDimYDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.nctaid.y", Summary: "blocks of the grid, y", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// GridDimZDef defines nvvm.read.ptx.sreg.nctaid.z: blocks of the grid, z.
var GridDimZDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.nctaid.z", Summary: "blocks of the grid, z", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// GridIdDef defines nvvm.read.ptx.sreg.gridid: number of the grid.
var GridIdDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.gridid", Summary: "number of the grid", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// LaneIdDef defines nvvm.read.ptx.sreg.laneid: lane in the warp.
var LaneIdDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.laneid", Summary: "lane in the warp", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// LaneMaskEqDef defines nvvm.read.ptx.sreg.lanemask.eq: lanes equal to this one.
var LaneMaskEqDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.lanemask.eq", Summary: "lanes equal to this one", Traits: ir.Pure, Out: i32Result, Format: sregFormat}

// LaneMaskGeDef defines nvvm.read.ptx.sreg.lanemask.ge: lanes from and including this one.
var LaneMaskGeDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.lanemask.ge", Summary: "lanes from and including this one", Traits: ir.Pure, Out: i32Result, Format: sregFormat}

// LaneMaskGtDef defines nvvm.read.ptx.sreg.lanemask.gt: lanes above this one.
var LaneMaskGtDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.lanemask.gt", Summary: "lanes above this one", Traits: ir.Pure, Out: i32Result, Format: sregFormat}

// LaneMaskLeDef defines nvvm.read.ptx.sreg.lanemask.le: lanes up to and including this one.
var LaneMaskLeDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.lanemask.le", Summary: "lanes up to and including this one", Traits: ir.Pure, Out: i32Result, Format: sregFormat}

// LaneMaskLtDef defines nvvm.read.ptx.sreg.lanemask.lt: lanes below this one.
var LaneMaskLtDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.lanemask.lt", Summary: "lanes below this one", Traits: ir.Pure, Out: i32Result, Format: sregFormat}

// SmDimDef defines nvvm.read.ptx.sreg.nsmid: number of multiprocessors, or more.
var SmDimDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.nsmid", Summary: "number of multiprocessors, or more", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// SmIdDef defines nvvm.read.ptx.sreg.smid: multiprocessor that runs the thread.
var SmIdDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.smid", Summary: "multiprocessor that runs the thread", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ThreadIdXDef defines nvvm.read.ptx.sreg.tid.x: thread in the block, x.
var ThreadIdXDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.tid.x", Summary: "thread in the block, x", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ThreadIdYDef defines nvvm.read.ptx.sreg.tid.y: thread in the block, y.
var ThreadIdYDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.tid.y", Summary: "thread in the block, y", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// ThreadIdZDef defines nvvm.read.ptx.sreg.tid.z: thread in the block, z.
var ThreadIdZDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.tid.z", Summary: "thread in the block, z", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// TotalSmemSizeDef defines nvvm.read.ptx.sreg.total.smem.size: bytes of shared memory, reserved ones left out.
var TotalSmemSizeDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.total.smem.size", Summary: "bytes of shared memory, reserved ones left out", Traits: ir.Pure, Out: i32Result, Format: sregFormat}

// WarpDimDef defines nvvm.read.ptx.sreg.nwarpid: most warps a block can have.
var WarpDimDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.nwarpid", Summary: "most warps a block can have", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// WarpIdDef defines nvvm.read.ptx.sreg.warpid: warp in the block, as it is placed now.
var WarpIdDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.warpid", Summary: "warp in the block, as it is placed now", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}

// WarpSizeDef defines nvvm.read.ptx.sreg.warpsize: threads of a warp.
var WarpSizeDef = &ir.OpDef{Name: "nvvm.read.ptx.sreg.warpsize", Summary: "threads of a warp", Traits: ir.Pure, Out: i32Result, Props: rangeProp, Format: sregFormatRange}
