package interp

import (
	"fmt"
	"math"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// Scalar is the value of an integer, index or float type: an integer of at
// most 64 bits sign-extended (i1 true is -1), or the bits of the float64 that
// has a float's value, whatever the float's own type.
type Scalar uint64

// IntScalar returns the scalar of an integer that is in the range of its type
// read as signed.
func IntScalar(v int64) Scalar { return Scalar(v) }

// FloatScalar returns the scalar of a float.
func FloatScalar(v float64) Scalar { return Scalar(math.Float64bits(v)) }

// BoolScalar returns the scalar of an i1.
func BoolScalar(v bool) Scalar {
	if v {
		return ^Scalar(0)
	}
	return 0
}

// Int returns an integer, read as signed.
func (s Scalar) Int() int64 { return int64(s) }

// Float returns a float.
func (s Scalar) Float() float64 { return math.Float64frombits(uint64(s)) }

// Bool returns an i1.
func (s Scalar) Bool() bool { return s != 0 }

// Mode says how floats are computed.
type Mode uint8

// The modes.
const (
	// Exact rounds every result to its type, to nearest even; products of
	// tile.dot are added in float32.
	Exact Mode = iota
	// Float64 computes in float64 whatever the types; only stores round.
	Float64
)

// width returns the bits of an integer type, 64 for index, and whether the
// interpreter can hold it.
func width(t ir.Type) (uint, bool) {
	switch t := t.(type) {
	case *ir.IntegerType:
		return uint(t.Width), t.Width >= 1 && t.Width <= 64
	case *ir.IndexType:
		return 64, true
	}
	return 0, false
}

// wrap sign-extends the low w bits.
func wrap(v int64, w uint) Scalar { return Scalar(v << (64 - w) >> (64 - w)) }

// unsigned returns the low w bits.
func unsigned(s Scalar, w uint) uint64 { return uint64(s) << (64 - w) >> (64 - w) }

// rounder returns the function that rounds to a float type, nil when no
// rounding is due, and whether the type is supported.
func rounder(t ir.Type, mode Mode) (func(float64) float64, bool) {
	f, ok := t.(*ir.FloatType)
	if !ok || f.Format.Width() > 64 {
		return nil, false
	}
	if mode == Float64 || f.Format == numeric.F64 {
		return nil, true
	}
	if f.Format == numeric.F32 {
		return func(x float64) float64 { return float64(float32(x)) }, true
	}
	if e := elem.Type(f.String()); e.Valid() {
		return func(x float64) float64 { return e.Decode(e.Encode(x)) }, true
	}
	format := f.Format
	return func(x float64) float64 {
		b, _ := format.FromFloat64(x)
		return format.ToFloat64(b)
	}, true
}

// constant returns the scalar of an integer or float attribute.
func constant(a ir.Attr) (Scalar, error) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		w, ok := width(a.Type())
		v, fits := a.Int64()
		if !fits {
			v = int64(a.Big().Uint64())
		}
		if ok {
			return wrap(v, w), nil
		}
	case *ir.FloatAttr:
		if a.FloatType().Format.Width() <= 64 {
			return FloatScalar(a.Float64()), nil
		}
	}
	return 0, fmt.Errorf("constant %s is not supported by the interpreter", a)
}

// toBits returns the bits of a scalar in its own type, for bit casts.
func toBits(s Scalar, t ir.Type) uint64 {
	if f, ok := t.(*ir.FloatType); ok {
		b, _ := f.Format.FromFloat64(s.Float())
		return b.Lo
	}
	w, _ := width(t)
	return unsigned(s, w)
}

// fromBits is the inverse of toBits.
func fromBits(b uint64, t ir.Type) Scalar {
	if f, ok := t.(*ir.FloatType); ok {
		return FloatScalar(f.Format.ToFloat64(numeric.Bits64(b)))
	}
	w, _ := width(t)
	return wrap(int64(b), w)
}
