// Package inputs makes the data that kernels are tried on: deterministic, the same on every machine and in any order of
// computation, because every element is a function of its counter alone.
//
// Element i (its row-major index, whatever the strides) of argument a under seed s comes from the 64-bit word
//
//	word(s, a, i) = mix(mix(s*G + a + 1) + i*G),  G = 0x9e3779b97f4a7c15
//
// where mix is the finalizer of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA
// 2014). A Distribution turns the word into a float64 with exact integer steps and at most one rounding, and elem.Type
// rounds that once more: no library function whose last bit varies takes part.
//
// The package must not know kernels or devices.
package inputs

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// Distribution names how elements are spread.
type Distribution string

// The distributions. Normal adds four 16-bit lanes of the word (Irwin-Hall), scaled to deviation 1 and bounded by 3.47.
// Uniform is in [-1, 1). Integers are -4 to 4, whose products and short sums are exact in every float type.
const (
	Normal   Distribution = "normal"
	Uniform  Distribution = "uniform"
	Integers Distribution = "int"
	Zeros    Distribution = "zero"
	Ones     Distribution = "one"
)

// ParseDistribution returns the distribution called s.
func ParseDistribution(s string) (Distribution, error) {
	switch d := Distribution(s); d {
	case Normal, Uniform, Integers, Zeros, Ones:
		return d, nil
	}
	return "", fmt.Errorf("unknown distribution %q: expected normal, uniform, int, zero or one", s)
}

// Source is the data of one argument.
type Source struct {
	Seed         uint64
	Arg          int // index of the argument, so that arguments differ
	Distribution Distribution
	Scale        float64 // factor on every element; 0 stands for 1
}

const golden = 0x9e3779b97f4a7c15

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Word is the random word of element i.
func (s Source) Word(i uint64) uint64 {
	return mix(mix(s.Seed*golden+uint64(s.Arg)+1) + i*golden)
}

// At is element i before it is rounded to an element type.
func (s Source) At(i uint64) float64 {
	x := s.draw(i)
	if s.Scale != 0 {
		x *= s.Scale
	}
	return x
}

func (s Source) draw(i uint64) float64 {
	switch s.Distribution {
	case Zeros:
		return 0
	case Ones:
		return 1
	}
	w := s.Word(i)
	switch s.Distribution {
	case Uniform:
		return float64(int64(w)>>11) * 0x1p-52
	case Integers:
		const most = 4
		return float64(int64(w>>32*(2*most+1)>>32) - most)
	}
	const (
		mean = 2 * 65535
		// 1 over the deviation of the sum of four lanes, 65536 * sqrt(4/12).
		scale = 2.6428984430604606e-05
	)
	sum := int64(w&0xffff + w>>16&0xffff + w>>32&0xffff + w>>48)
	return float64(sum-mean) * scale
}

// Fill writes the elements of a strided array into dst, whose first byte is that of element [0, ..., 0]. Strides count
// elements and are not negative; bytes between the elements keep what they have. It fails where dst is too short.
func Fill(dst []byte, t elem.Type, dims, strides []int64, s Source) error {
	need, err := Extent(t, dims, strides)
	if err != nil {
		return err
	}
	if int64(len(dst)) < need {
		return fmt.Errorf("buffer of %d bytes, expected %d", len(dst), need)
	}
	if need == 0 {
		return nil
	}
	last := len(dims) - 1
	columns, step, rows := int64(1), int64(0), int64(1)
	if last >= 0 {
		columns, step = dims[last], strides[last]
		for _, d := range dims[:last] {
			rows *= d
		}
	}
	size := int64(t.Size())
	parallel(rows, columns, func(row, from, to int64) {
		base := Offset(row, dims[:max(last, 0)], strides)
		for j := from; j < to; j++ {
			t.Put(dst[(base+j*step)*size:], t.Encode(s.At(uint64(row*columns+j))))
		}
	})
	return nil
}

// parallel calls body for pieces of all rows, on as many goroutines as there are processors, and waits for them. Each
// element is independent of the others, so the result doesn't depend on the number.
func parallel(rows, columns int64, body func(row, from, to int64)) {
	workers := int64(runtime.GOMAXPROCS(0))
	if rows*columns < 1<<14 {
		workers = 1
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			if rows >= workers {
				for row := rows * w / workers; row < rows*(w+1)/workers; row++ {
					body(row, 0, columns)
				}
				return
			}
			for row := range rows {
				body(row, columns*w/workers, columns*(w+1)/workers)
			}
		})
	}
	wg.Wait()
}

// Offset returns how many elements lie before the element with row-major index i of an array with these sizes.
func Offset(i int64, dims, strides []int64) int64 {
	off := int64(0)
	for d := len(dims) - 1; d >= 0; d-- {
		off += i % dims[d] * strides[d]
		i /= dims[d]
	}
	return off
}

// Count returns the number of elements of an array with these sizes.
func Count(dims []int64) int64 {
	n := int64(1)
	for _, d := range dims {
		n *= d
	}
	return n
}

// Extent returns the bytes from the first to behind the last element of a strided array, 0 for an empty one. Negative
// sizes or strides, and more than 2^46 bytes, are errors.
func Extent(t elem.Type, dims, strides []int64) (int64, error) {
	const most = 1 << 46
	if len(dims) != len(strides) {
		return 0, fmt.Errorf("%d sizes and %d strides", len(dims), len(strides))
	}
	last, empty := int64(0), false
	for i, d := range dims {
		if d < 0 || strides[i] < 0 || d > most || strides[i] > most {
			return 0, fmt.Errorf("size %d with stride %d out of range", d, strides[i])
		}
		if d == 0 {
			empty = true
			continue
		}
		if strides[i] != 0 && d-1 > most/strides[i] {
			return 0, fmt.Errorf("size %d with stride %d out of range", d, strides[i])
		}
		last += (d - 1) * strides[i]
	}
	if last >= most/8 {
		return 0, fmt.Errorf("an array of %d elements is too large", last)
	}
	if empty {
		return 0, nil
	}
	return (last + 1) * int64(t.Size()), nil
}
