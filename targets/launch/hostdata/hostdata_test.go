package hostdata

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
)

func TestBuffer(t *testing.T) {
	t.Parallel()
	b, err := New(elem.BF16, []int64{3, 5}, []int64{8, 1})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(b.Bytes), 2*(2*8+5); got != want {
		t.Errorf("%d bytes, expected %d", got, want)
	}
	b.FillBytes(0xff)
	if err := b.Fill(inputs.Source{Distribution: inputs.Integers, Seed: 3}); err != nil {
		t.Fatal(err)
	}
	for i, x := range b.Float64s() {
		if x != math.Trunc(x) || math.Abs(x) > 4 {
			t.Errorf("element %d is %v", i, x)
		}
	}
	if b.Bits(5) != 0xffff {
		t.Error("the gap between rows was written")
	}
	b.Set(6, 1.5)
	if got := b.At(6); got != 1.5 || b.Elem.Decode(b.Bits(9)) != 1.5 {
		t.Errorf("element [1, 1] is %v", got)
	}
	c := b.Clone()
	c.Set(0, 7)
	if b.At(0) == 7 {
		t.Error("a clone shares bytes")
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		t       elem.Type
		dims, s []int64
	}{
		{"f12", []int64{1}, nil},
		{elem.F32, []int64{-1}, nil},
		{elem.F32, []int64{1 << 20, 1 << 20}, nil},
		{elem.F32, []int64{2}, []int64{1, 1}},
	} {
		if _, err := New(c.t, c.dims, c.s); err == nil {
			t.Errorf("%s%v: no error", c.t, c.dims)
		}
	}
}

func TestRowMajor(t *testing.T) {
	t.Parallel()
	if d := cmp.Diff([]int64{20, 5, 1}, RowMajor([]int64{3, 4, 5})); d != "" {
		t.Error(d)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		got, want []float64
		exp       Difference
	}{
		{[]float64{1, 2}, []float64{1, 2}, Difference{Elements: 2}},
		{[]float64{3, 4.5}, []float64{3, 4}, Difference{Elements: 2, Absolute: 0.5, Worst: 1, Relative: 0.1}},
		{[]float64{inf, nan, 0, -inf}, []float64{inf, nan, inf, inf}, Difference{Elements: 4, Mismatched: 2}},
		{[]float64{1}, []float64{0}, Difference{Elements: 1, Absolute: 1, Relative: inf}},
	} {
		got, err := Compare(c.got, c.want)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.exp, got); d != "" {
			t.Errorf("%v, %v: %s", c.got, c.want, d)
		}
	}
	if _, err := Compare([]float64{1}, nil); err == nil {
		t.Error("different lengths: no error")
	}
}
