package constfold_test

import (
	"math/big"
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/constfold"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

func add(x, y numeric.Int) (numeric.Int, bool) { return x.Add(y), true }

func dense(c *ir.Context, values ...int64) *ir.DenseAttr {
	var data []byte
	for _, v := range values {
		data, _ = ir.AppendElem(data, c.I32Attr(v))
	}
	return ir.DenseOf(ir.VectorOf([]int64{int64(len(values))}, c.I(32)), false, data)
}

func TestInts(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	splat := ir.SplatOf(ir.VectorOf([]int64{3}, c.I(32)), c.I32Attr(10))
	tests := []struct {
		name string
		x, y ir.Attr
		want ir.Attr
	}{
		{"scalars", c.I32Attr(3), c.I32Attr(4), c.I32Attr(7)},
		{"wraps", ir.IntAttr(c.I(8), 127), ir.IntAttr(c.I(8), 1), ir.IntAttr(c.I(8), -128)},
		{"index", c.IndexAttr(3), c.IndexAttr(-4), c.IndexAttr(-1)},
		{"i1", c.Bool(true), c.Bool(true), c.Bool(false)},
		{"unsigned", ir.IntAttr(c.Int(8, ir.Unsigned), 250), ir.IntAttr(c.Int(8, ir.Unsigned), 3), ir.IntAttr(c.Int(8, ir.Unsigned), 253)},
		{"wide", ir.BigIntAttr(c.I(128), new(big.Int).Lsh(big.NewInt(1), 100)), ir.IntAttr(c.I(128), 1), ir.BigIntAttr(c.I(128), new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), 100), big.NewInt(1)))},
		{"two splats", splat, splat, ir.SplatOf(ir.VectorOf([]int64{3}, c.I(32)), c.I32Attr(20))},
		{"dense and splat", dense(c, 1, 2, 3), splat, dense(c, 11, 12, 13)},
		{"becomes a splat", dense(c, 1, 2, 3), dense(c, 9, 8, 7), splat},
		{"unknown", c.I32Attr(3), nil, nil},
		{"two types", c.I32Attr(3), c.I64Attr(4), nil},
		{"scalar and dense", c.I32Attr(3), splat, nil},
		{"floats", ir.FloatAttrOf(c.F32(), 1), ir.FloatAttrOf(c.F32(), 1), nil},
		{"strings", c.Str("a"), c.Str("b"), nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := constfold.Ints([]ir.Attr{test.x, test.y}, add); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestNoResult(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	args := []ir.Attr{dense(c, 1, 2, 3), dense(c, 1, 0, 3)}
	if got := constfold.Ints(args, numeric.Int.DivS); got != nil {
		t.Errorf("a division by zero among the elements folds to %v", got)
	}
}

func TestFloats(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	sum := func(f numeric.FloatFormat, x, y numeric.Bits) (numeric.Bits, bool) {
		r, _ := f.Add(x, y)
		return r, true
	}
	a, b := ir.FloatAttrOf(c.F16(), 1), ir.FloatAttrOf(c.F16(), 0.5)
	if got := constfold.Floats([]ir.Attr{a, b}, sum); got != ir.Attr(ir.FloatAttrOf(c.F16(), 1.5)) {
		t.Errorf("1 + 0.5 folds to %v", got)
	}
	if got := constfold.Floats([]ir.Attr{a, ir.FloatAttrOf(c.F32(), 1)}, sum); got != nil {
		t.Errorf("two formats fold to %v", got)
	}
	neg := func(f numeric.FloatFormat, x numeric.Bits) (numeric.Bits, bool) { return f.Neg(x), true }
	if got := constfold.Float1([]ir.Attr{a}, neg); got != ir.Attr(ir.FloatAttrOf(c.F16(), -1)) {
		t.Errorf("-1 folds to %v", got)
	}
}

func TestConstants(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	dynamic := ir.TensorOf([]int64{ir.Dynamic}, c.I(32), nil)
	static := ir.TensorOf([]int64{4}, c.I(32), nil)
	if got := constfold.OfInt(dynamic, 1); got != nil {
		t.Errorf("constant of a dynamic shape: %v", got)
	}
	if got := constfold.OfInt(c.F32(), 1); got != nil {
		t.Errorf("integer constant of a float type: %v", got)
	}
	one := constfold.OfInt(static, 1)
	if !constfold.IsInt(one, 1) || constfold.IsInt(one, 2) {
		t.Errorf("IsInt is wrong on %v", one)
	}
	if !constfold.IsInt(c.Bool(true), 1) || !constfold.IsInt(c.Bool(true), -1) {
		t.Error("true is 1 and all ones in one bit")
	}
	zero, negative := constfold.OfFloat(c.F32(), 0), ir.FloatAttrOf(c.F32(), 0)
	if !constfold.IsFloat(zero, 0) || constfold.IsFloat(zero, 1) {
		t.Errorf("IsFloat is wrong on %v and %v", zero, negative)
	}
	if got := constfold.OfFloat(static, 0); got != nil {
		t.Errorf("float constant of integers: %v", got)
	}
}
