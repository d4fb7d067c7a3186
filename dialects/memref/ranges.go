package memref

import (
	"math"

	"github.com/tile-opt/tile-opt/ir/analysis/intrange"
)

// InferIntRanges of a size: it is not negative.
func (Dim) InferIntRanges(_, out []intrange.Range) {
	out[0] = intrange.Signed(out[0].Width, 0, math.MaxInt64)
}
