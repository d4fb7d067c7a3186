package gpu

import (
	"math"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis/intrange"
)

// The implicit bounds of MLIR: of coordinates and extents, of blocks in a
// cluster, of lanes.
const (
	maxDim        = math.MaxUint32
	maxClusterDim = 8
	maxSubgroup   = 128
)

// sizeOf returns the bound that an operation gives, or what is implied.
func sizeOf(op *ir.Operation, implied uint64) uint64 {
	if n, ok := ir.IntValue(op.Prop("upper_bound")); ok && n > 0 {
		return min(uint64(n), implied)
	}
	return implied
}

// below sets out to the coordinates below a size.
func below(op *ir.Operation, implied uint64, out []intrange.Range) {
	out[0] = intrange.Unsigned(out[0].Width, 0, sizeOf(op, implied)-1)
}

// upTo sets out to the sizes from 1 on.
func upTo(op *ir.Operation, implied uint64, out []intrange.Range) {
	out[0] = intrange.Unsigned(out[0].Width, 1, sizeOf(op, implied))
}

// InferIntRanges of the coordinate.
func (o ThreadId) InferIntRanges(_, out []intrange.Range) { below(o.Op(), maxDim, out) }

// InferIntRanges of the coordinate.
func (o BlockId) InferIntRanges(_, out []intrange.Range) { below(o.Op(), maxDim, out) }

// InferIntRanges of the coordinate.
func (o ClusterId) InferIntRanges(_, out []intrange.Range) { below(o.Op(), maxDim, out) }

// InferIntRanges of the coordinate.
func (o ClusterBlockId) InferIntRanges(_, out []intrange.Range) { below(o.Op(), maxClusterDim, out) }

// InferIntRanges of the lane.
func (o LaneId) InferIntRanges(_, out []intrange.Range) { below(o.Op(), maxSubgroup, out) }

// InferIntRanges of the warp.
func (o SubgroupId) InferIntRanges(_, out []intrange.Range) { below(o.Op(), maxDim, out) }

// InferIntRanges of the extent.
func (o BlockDim) InferIntRanges(_, out []intrange.Range) { upTo(o.Op(), maxDim, out) }

// InferIntRanges of the extent.
func (o GridDim) InferIntRanges(_, out []intrange.Range) { upTo(o.Op(), maxDim, out) }

// InferIntRanges of the extent.
func (o ClusterDim) InferIntRanges(_, out []intrange.Range) { upTo(o.Op(), maxDim, out) }

// InferIntRanges of the extent.
func (o ClusterDimBlocks) InferIntRanges(_, out []intrange.Range) { upTo(o.Op(), maxClusterDim, out) }

// InferIntRanges of the number of warps.
func (o NumSubgroups) InferIntRanges(_, out []intrange.Range) { upTo(o.Op(), maxDim, out) }

// InferIntRanges of the number of lanes.
func (o SubgroupSize) InferIntRanges(_, out []intrange.Range) { upTo(o.Op(), maxSubgroup, out) }
