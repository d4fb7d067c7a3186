package analysis

import "github.com/tile-opt/tile-opt/ir"

// Branch is the view hook of terminators that hand operands to the arguments
// of their successor blocks (MLIR's BranchOpInterface).
type Branch interface {
	// SuccessorOperands returns the bounds [lo, hi) of the operands that
	// become the arguments of successor i, in order.
	SuccessorOperands(i int) (lo, hi int)
	// SetSuccessorOperands replaces the operands handed to successor i,
	// together with whatever counts them.
	SetSuccessorOperands(i int, values []*ir.Value)
}

// LoopLike is the view hook of loops (MLIR's LoopLikeOpInterface).
type LoopLike interface {
	// LoopRegions returns the regions that are executed repeatedly.
	LoopRegions() []*ir.Region
}
