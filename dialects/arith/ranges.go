package arith

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis/intrange"
)

// The ranges of results; operands of types without ranges give none.

// binaryRange sets out by a function of two ranges of one width.
func binaryRange(in, out []intrange.Range, f func(x, y intrange.Range) intrange.Range) {
	if in[0].Known() && in[0].Width == in[1].Width {
		out[0] = f(in[0], in[1])
	}
}

// noUnsignedWrap reports whether an operation has the flag nuw.
func noUnsignedWrap(op *ir.Operation) bool {
	v, _ := Overflow.Of(op.Prop("overflowFlags"))
	return v&NoUnsignedWrap != 0
}

// InferIntRanges of the value.
func (o Constant) InferIntRanges(_, out []intrange.Range) {
	a, ok := o.Value().(*ir.IntegerAttr)
	if !ok || !out[0].Known() {
		return
	}
	if n, ok := a.Int64(); ok {
		out[0] = intrange.Const(out[0].Width, uint64(n))
	}
}

// InferIntRanges of the sum.
func (o AddI) InferIntRanges(in, out []intrange.Range) {
	binaryRange(in, out, func(x, y intrange.Range) intrange.Range { return intrange.Add(x, y, noUnsignedWrap(o.Op())) })
}

// InferIntRanges of the difference.
func (SubI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.Sub) }

// InferIntRanges of the product.
func (o MulI) InferIntRanges(in, out []intrange.Range) {
	binaryRange(in, out, func(x, y intrange.Range) intrange.Range { return intrange.Mul(x, y, noUnsignedWrap(o.Op())) })
}

// InferIntRanges of the quotient.
func (DivUI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.DivU) }

// InferIntRanges of the quotient.
func (DivSI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.DivS) }

// InferIntRanges of the quotient.
func (CeilDivUI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.CeilDivU) }

// InferIntRanges of the quotient.
func (CeilDivSI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.CeilDivS) }

// InferIntRanges of the quotient.
func (FloorDivSI) InferIntRanges(in, out []intrange.Range) {
	binaryRange(in, out, intrange.FloorDivS)
}

// InferIntRanges of the remainder.
func (RemUI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.RemU) }

// InferIntRanges of the remainder.
func (RemSI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.RemS) }

// InferIntRanges of the bits that both have.
func (AndI) InferIntRanges(in, out []intrange.Range) {
	binaryRange(in, out, func(x, y intrange.Range) intrange.Range {
		return intrange.Bitwise(x, y, func(a, b uint64) uint64 { return a & b })
	})
}

// InferIntRanges of the bits that either has.
func (OrI) InferIntRanges(in, out []intrange.Range) {
	binaryRange(in, out, func(x, y intrange.Range) intrange.Range {
		return intrange.Bitwise(x, y, func(a, b uint64) uint64 { return a | b })
	})
}

// InferIntRanges of the bits that differ.
func (XOrI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.Xor) }

// InferIntRanges of the shifted value.
func (ShLI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.Shl) }

// InferIntRanges of the shifted value.
func (ShRUI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.ShrU) }

// InferIntRanges of the shifted value.
func (ShRSI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.ShrS) }

// InferIntRanges of the greater value.
func (MaxSI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.MaxS) }

// InferIntRanges of the smaller value.
func (MinSI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.MinS) }

// InferIntRanges of the greater value.
func (MaxUI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.MaxU) }

// InferIntRanges of the smaller value.
func (MinUI) InferIntRanges(in, out []intrange.Range) { binaryRange(in, out, intrange.MinU) }

// resized sets out to the operand in the width of the result.
func resized(in, out []intrange.Range, signed bool) {
	if in[0].Known() && out[0].Known() {
		out[0] = intrange.Resize(in[0], out[0].Width, signed)
	}
}

// InferIntRanges of the wider value.
func (ExtUI) InferIntRanges(in, out []intrange.Range) { resized(in, out, false) }

// InferIntRanges of the wider value.
func (ExtSI) InferIntRanges(in, out []intrange.Range) { resized(in, out, true) }

// InferIntRanges of the low bits.
func (TruncI) InferIntRanges(in, out []intrange.Range) { resized(in, out, false) }

// InferIntRanges of the value as an index or from one.
func (IndexCast) InferIntRanges(in, out []intrange.Range) { resized(in, out, true) }

// InferIntRanges of the value as an index or from one.
func (IndexCastUI) InferIntRanges(in, out []intrange.Range) { resized(in, out, false) }

// InferIntRanges of either value.
func (Select) InferIntRanges(in, out []intrange.Range) {
	yes, no := in[1], in[2]
	if !yes.Known() || yes.Width != no.Width {
		return
	}
	switch c, known := in[0].Value(); {
	case known && c == 1:
		out[0] = yes
	case known:
		out[0] = no
	default:
		out[0] = yes.Union(no)
	}
}

// InferIntRanges of what the comparison must give.
func (o CmpI) InferIntRanges(in, out []intrange.Range) {
	x, y := in[0], in[1]
	if !out[0].Known() || !x.Known() || x.Width != y.Width {
		return
	}
	p, _ := CmpIPredicate.Of(o.Predicate())
	var yes, no bool
	switch p {
	case CmpEQ:
		yes, no = intrange.Equal(x, y)
	case CmpNE:
		no, yes = intrange.Equal(x, y)
	case CmpSLT, CmpSLE:
		yes, no = intrange.Less(x, y, true, p == CmpSLE)
	case CmpULT, CmpULE:
		yes, no = intrange.Less(x, y, false, p == CmpULE)
	case CmpSGT, CmpSGE:
		yes, no = intrange.Less(y, x, true, p == CmpSGE)
	case CmpUGT, CmpUGE:
		yes, no = intrange.Less(y, x, false, p == CmpUGE)
	}
	switch {
	case yes:
		out[0] = intrange.Const(1, 1)
	case no:
		out[0] = intrange.Const(1, 0)
	}
}
