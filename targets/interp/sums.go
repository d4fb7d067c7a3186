package interp

import (
	"math"

	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
)

// Sums is how much rounding a kernel asks for, where results are compared with
// others that add in another order or without rounding: a sum of n terms in a
// type with unit roundoff u is expected to be off by u sqrt(n) of its size.
type Sums struct {
	// Variance is the greatest, over the programs of the grid, of the sums of u^2
	// over all terms that a program adds.
	Variance float64
	// Terms counts, for the program with the most, the products that tile.dot adds
	// up into one element.
	Terms int64
}

// Noise is the relative error to be expected of elements, besides the rounding
// of the results themselves. Products of narrow factors that are summed up in
// another type than the kernel says count by that type's unit roundoff, 0 for
// none, once for the terms that one instruction adds.
func (s Sums) Noise(unit float64, together int64) float64 {
	return math.Sqrt(s.Variance + float64((s.Terms+together-1)/together)*unit*unit)
}

// roundoff is the unit roundoff of a float type, 0 of other types: half the gap
// between 1 and the next number.
func roundoff(t ir.Type) float64 {
	f, ok := ir.ElemOrSelf(t).(*ir.FloatType)
	if !ok {
		return 0
	}
	return math.Ldexp(1, -f.Format.Precision())
}

// adds notes n terms that are added in a type.
func (m *machine) adds(t ir.Type, n int64) {
	u := roundoff(t)
	m.sums.Variance += float64(n) * u * u
}

// program ends a program of the grid.
func (m *machine) program() {
	if s := m.opts.Sums; s != nil {
		s.Variance, s.Terms = max(s.Variance, m.sums.Variance), max(s.Terms, m.sums.Terms)
	}
	m.sums = Sums{}
}

// rounds reports whether the results of an operation on floats carry on the
// rounding of its operands, so that a chain of them adds up.
func rounds(op *ir.Operation) bool {
	switch op.Name() {
	case "arith.addf", "arith.subf", "arith.mulf", "arith.divf", "math.fma":
		return true
	}
	r, ok := tile.AsReduce(op)
	if !ok {
		return false
	}
	kind, _ := ir.StringValue(r.Kind())
	return kind == "add" || kind == "mul"
}
