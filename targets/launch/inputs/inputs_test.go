package inputs

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// TestPinned pins the generator: numbers that other programs were given may not change.
func TestPinned(t *testing.T) {
	t.Parallel()
	s := Source{Seed: 7, Arg: 1}
	var words [3]uint64
	for i := range words {
		words[i] = s.Word(uint64(i))
	}
	if d := cmp.Diff([3]uint64{0x2820276326fd2ad3, 0x30a1351966aac07a, 0xdfc58fd2937ba3d6}, words); d != "" {
		t.Errorf("words (-want +got):\n%s", d)
	}
}

func TestDistributions(t *testing.T) {
	t.Parallel()
	const n = 200000
	for _, c := range []struct {
		dist                Distribution
		mean, deviation     float64
		least, most, within float64
	}{
		{Normal, 0, 1, -3.47, 3.47, 0.01},
		{Uniform, 0, math.Sqrt(1. / 3), -1, 1, 0.01},
		{Integers, 0, math.Sqrt(60. / 9), -4, 4, 0.03},
		{Zeros, 0, 0, 0, 0, 0},
		{Ones, 1, 0, 1, 1, 0},
	} {
		s := Source{Seed: 3, Distribution: c.dist}
		sum, squares, lo, hi := 0.0, 0.0, math.Inf(1), math.Inf(-1)
		for i := range uint64(n) {
			x := s.At(i)
			sum += x
			squares += x * x
			lo, hi = min(lo, x), max(hi, x)
		}
		mean := sum / n
		deviation := math.Sqrt(squares/n - mean*mean)
		if math.Abs(mean-c.mean) > c.within || math.Abs(deviation-c.deviation) > c.within || lo < c.least || hi > c.most {
			t.Errorf("%s: mean %.4f, deviation %.4f, range %.3f to %.3f", c.dist, mean, deviation, lo, hi)
		}
	}
	if a, b := (Source{Distribution: Normal, Scale: 0.5}).At(9), (Source{Distribution: Normal}).At(9); a != b/2 {
		t.Errorf("scale 0.5 gives %v of %v", a, b)
	}
}

// TestFillStrided compares with the definition, for a padded, a transposed, a flat and a scalar array.
func TestFillStrided(t *testing.T) {
	t.Parallel()
	s := Source{Seed: 5, Arg: 2, Distribution: Normal}
	for _, c := range []struct{ dims, strides []int64 }{
		{[]int64{3, 5}, []int64{8, 1}}, {[]int64{3, 5}, []int64{1, 4}}, {[]int64{2, 3, 4}, []int64{20, 6, 1}},
		{[]int64{7}, []int64{2}}, {nil, nil}, {[]int64{0, 5}, []int64{5, 1}}, {[]int64{2, 40000}, []int64{40000, 1}},
	} {
		n, err := Extent(elem.BF16, c.dims, c.strides)
		if err != nil {
			t.Fatal(err)
		}
		got := bytes.Repeat([]byte{0xff}, int(n))
		want := bytes.Clone(got)
		for i := range Count(c.dims) {
			elem.BF16.Put(want[2*Offset(i, c.dims, c.strides):], elem.BF16.Encode(s.At(uint64(i))))
		}
		if err := Fill(got, elem.BF16, c.dims, c.strides, s); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("sizes %v, strides %v: not the elements of the definition", c.dims, c.strides)
		}
	}
}

func TestFillErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dims, strides []int64
		want          string
	}{
		{[]int64{3}, []int64{1}, "buffer of 4 bytes, expected 6"},
		{[]int64{3}, nil, "1 sizes and 0 strides"},
		{[]int64{-1}, []int64{1}, "size -1 with stride 1 out of range"},
		{[]int64{1 << 40}, []int64{1 << 40}, "size 1099511627776 with stride 1099511627776 out of range"},
	} {
		err := Fill(make([]byte, 4), elem.F16, c.dims, c.strides, Source{})
		if err == nil || err.Error() != c.want {
			t.Errorf("sizes %v, strides %v: error %v, want %s", c.dims, c.strides, err, c.want)
		}
	}
	if _, err := ParseDistribution("cauchy"); err == nil {
		t.Error("ParseDistribution accepted cauchy")
	}
}
