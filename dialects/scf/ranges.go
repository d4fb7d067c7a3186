package scf

import (
	"math"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis/intrange"
)

// counter is the range of a loop's counter: steps are positive.
func counter(lower, upper intrange.Range, unsigned bool) intrange.Range {
	full := intrange.Full(lower.Width)
	if !lower.Known() || lower.Width != upper.Width {
		return full
	}
	if unsigned {
		if upper.UMax == 0 || lower.UMin > upper.UMax-1 {
			return full
		}
		return intrange.Unsigned(lower.Width, lower.UMin, upper.UMax-1)
	}
	if upper.SMax == math.MinInt64 || lower.SMin > upper.SMax-1 {
		return full
	}
	return intrange.Signed(lower.Width, lower.SMin, upper.SMax-1)
}

// InferArgRange of the counter.
func (o For) InferArgRange(arg *ir.Value, in []intrange.Range) intrange.Range {
	if arg.Index() != 0 {
		return intrange.Full(intrange.WidthOf(arg.Type()))
	}
	return counter(in[0], in[1], o.IsUnsigned())
}

// InferArgRange of the counters.
func (o Parallel) InferArgRange(arg *ir.Value, in []intrange.Range) intrange.Range {
	n := len(o.Step())
	if i := arg.Index(); i < n && 2*n <= len(in) {
		return counter(in[i], in[n+i], false)
	}
	return intrange.Full(intrange.WidthOf(arg.Type()))
}
