package arith

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/constfold"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// convert folds a conversion of a constant; f gets the element type of the
// result and returns nil where the result is not defined.
func convert(op *ir.Operation, consts []ir.Attr, f func(x ir.Attr, to ir.Type) ir.Attr) []ir.FoldResult {
	if consts[0] == nil {
		return nil
	}
	to := ir.ElemOrSelf(op.Result(0).Type())
	return toAttr(constfold.Map(op.Result(0).Type(), consts[:1], func(e []ir.Attr) ir.Attr { return f(e[0], to) }))
}

// resize changes the width of an integer.
func resize(grow func(x numeric.Int, width int) numeric.Int) func(ir.Attr, ir.Type) ir.Attr {
	return func(x ir.Attr, to ir.Type) ir.Attr {
		i, ok := x.(*ir.IntegerAttr)
		if !ok {
			return nil
		}
		v, w := constfold.Int(i), int(width(to))
		if w <= v.Width() {
			return constfold.IntAttr(to, v.Trunc(w))
		}
		return constfold.IntAttr(to, grow(v, w))
	}
}

var (
	zeroExtend = resize(numeric.Int.ZExt)
	signExtend = resize(numeric.Int.SExt)
)

// Fold: an extension of an extension is one; constants.
func (o ExtUI) Fold(consts []ir.Attr) []ir.FoldResult {
	if e, ok := defOf(o.Operand(0), AsExtUI); ok {
		o.Op().SetOperand(0, e.Operand(0))
		return ir.FoldedInPlace
	}
	return convert(o.Op(), consts, zeroExtend)
}

// Fold: an extension of an extension is one; constants.
func (o ExtSI) Fold(consts []ir.Attr) []ir.FoldResult {
	if e, ok := defOf(o.Operand(0), AsExtSI); ok {
		o.Op().SetOperand(0, e.Operand(0))
		return ir.FoldedInPlace
	}
	return convert(o.Op(), consts, signExtend)
}

func hasFlag(e *ir.Enum, a ir.Attr, flag int64) bool {
	if a == nil {
		return false
	}
	v, ok := e.Of(a)
	return ok && v&flag == flag
}

// Fold: widening what was narrowed from the same type under contract gives
// the original; constants.
func (o ExtF) Fold(consts []ir.Attr) []ir.FoldResult {
	if t, ok := defOf(o.Operand(0), AsTruncF); ok && t.Operand(0).Type() == o.Result(0).Type() &&
		hasFlag(FastMath, o.Fastmath(), FastContract) && hasFlag(FastMath, t.Fastmath(), FastContract) {
		return toValue(t.Operand(0))
	}
	return convert(o.Op(), consts, convertExactly)
}

// convertExactly changes the format of a float when no bit is lost.
func convertExactly(x ir.Attr, to ir.Type) ir.Attr {
	v, ok := x.(*ir.FloatAttr)
	if !ok {
		return nil
	}
	f := to.(*ir.FloatType)
	r, status := numeric.Convert(v.FloatType().Format, f.Format, v.Bits)
	if status != 0 {
		return nil
	}
	return ir.FloatBits(f, r)
}

// Fold: narrowing what was widened looks through it; constants.
func (o TruncI) Fold(consts []ir.Attr) []ir.FoldResult {
	in, to := o.Operand(0), o.Result(0).Type()
	if d := in.Def(); d != nil && (d.Info().Def == ExtUIDef || d.Info().Def == ExtSIDef) {
		src := d.Operand(0)
		switch {
		case width(ir.ElemOrSelf(src.Type())) > width(ir.ElemOrSelf(to)):
			o.Op().SetOperand(0, src)
			return ir.FoldedInPlace
		case src.Type() == to:
			return toValue(src)
		}
	}
	if t, ok := defOf(in, AsTruncI); ok {
		a, _ := Overflow.Of(o.OverflowFlags())
		b, _ := Overflow.Of(t.OverflowFlags())
		o.SetOverflowFlags(Overflow.Attr(o.Context(), a&b))
		o.Op().SetOperand(0, t.Operand(0))
		return ir.FoldedInPlace
	}
	return convert(o.Op(), consts, zeroExtend)
}

// Fold: narrowing back what was widened from the same type gives the
// original; constants that nothing is lost of.
func (o TruncF) Fold(consts []ir.Attr) []ir.FoldResult {
	if e, ok := defOf(o.Operand(0), AsExtF); ok && e.Operand(0).Type() == o.Result(0).Type() {
		return toValue(e.Operand(0))
	}
	return convert(o.Op(), consts, convertExactly)
}

func intToFloat(signed bool) func(ir.Attr, ir.Type) ir.Attr {
	return func(x ir.Attr, to ir.Type) ir.Attr {
		i, ok := x.(*ir.IntegerAttr)
		if !ok {
			return nil
		}
		f := to.(*ir.FloatType)
		r, _ := f.Format.FromInt(constfold.Int(i), signed)
		return ir.FloatBits(f, r)
	}
}

func floatToInt(signed bool) func(ir.Attr, ir.Type) ir.Attr {
	return func(x ir.Attr, to ir.Type) ir.Attr {
		v, ok := x.(*ir.FloatAttr)
		if !ok {
			return nil
		}
		r, status := v.FloatType().Format.ToInt(v.Bits, int(width(to)), signed)
		if status&numeric.Invalid != 0 {
			return nil
		}
		return constfold.IntAttr(to, r)
	}
}

// Fold: constants.
func (o UIToFP) Fold(consts []ir.Attr) []ir.FoldResult {
	return convert(o.Op(), consts, intToFloat(false))
}

// Fold: constants.
func (o SIToFP) Fold(consts []ir.Attr) []ir.FoldResult {
	return convert(o.Op(), consts, intToFloat(true))
}

// Fold: constants that are in range.
func (o FPToUI) Fold(consts []ir.Attr) []ir.FoldResult {
	return convert(o.Op(), consts, floatToInt(false))
}

// Fold: constants that are in range.
func (o FPToSI) Fold(consts []ir.Attr) []ir.FoldResult {
	return convert(o.Op(), consts, floatToInt(true))
}

// Fold: constants.
func (o IndexCast) Fold(consts []ir.Attr) []ir.FoldResult {
	return convert(o.Op(), consts, signExtend)
}

// Fold: constants.
func (o IndexCastUI) Fold(consts []ir.Attr) []ir.FoldResult {
	return convert(o.Op(), consts, zeroExtend)
}

// Fold: to the same type; constants.
func (o Bitcast) Fold(consts []ir.Attr) []ir.FoldResult {
	if o.Operand(0).Type() == o.Result(0).Type() {
		return toValue(o.Operand(0))
	}
	return convert(o.Op(), consts, func(x ir.Attr, to ir.Type) ir.Attr {
		data, ok := ir.AppendElem(nil, x)
		if size, known := ir.ElemBytes(to); !ok || !known || size != len(data) {
			return nil
		}
		return ir.DecodeElem(to, string(data))
	})
}
