// Package hostdata holds the arguments of a kernel in the memory of this process: what the interpreter and the simulator
// run on, and what their results are compared in.
//
// It must not know the IR or a device. A Buffer is a strided array over bytes laid out as on the device; nothing in it is
// shared with another Buffer unless the caller does so, and it is not safe for writing by two goroutines.
package hostdata

import (
	"fmt"
	"math"

	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
)

// Buffer is a strided array. The first of Bytes is that of element [0, ..., 0].
type Buffer struct {
	Elem    elem.Type
	Dims    []int64 // sizes in elements
	Strides []int64 // strides in elements, not negative
	Bytes   []byte  // little-endian elements
}

// Arg is the value of one kernel argument: a buffer, or without one a scalar, whose value is Float where its type is a
// float and Int otherwise.
type Arg struct {
	Buffer *Buffer
	Int    int64
	Float  float64
}

// Of returns the argument that is a buffer.
func Of(b *Buffer) Arg { return Arg{Buffer: b} }

// RowMajor returns the strides of an array without gaps.
func RowMajor(dims []int64) []int64 {
	strides := make([]int64, len(dims))
	step := int64(1)
	for i := len(dims) - 1; i >= 0; i-- {
		strides[i] = step
		step *= max(dims[i], 1)
	}
	return strides
}

// maxBytes bounds one buffer, so that a wrong size is an error and not the end of the process.
const maxBytes = 1 << 34

// New returns a zeroed buffer; nil strides stand for RowMajor. Sizes that are negative, or more than 2^34 bytes, are errors.
func New(t elem.Type, dims, strides []int64) (*Buffer, error) {
	if strides == nil {
		strides = RowMajor(dims)
	}
	if !t.Valid() {
		_, err := elem.Parse(string(t))
		return nil, err
	}
	n, err := inputs.Extent(t, dims, strides)
	if err != nil {
		return nil, err
	}
	if n > maxBytes {
		return nil, fmt.Errorf("a buffer of %d bytes is too large, expected at most %d", n, int64(maxBytes))
	}
	return &Buffer{Elem: t, Dims: append([]int64(nil), dims...), Strides: append([]int64(nil), strides...), Bytes: make([]byte, n)}, nil
}

// Fill writes the elements of a source.
func (b *Buffer) Fill(s inputs.Source) error {
	return inputs.Fill(b.Bytes, b.Elem, b.Dims, b.Strides, s)
}

// FillBytes sets every byte, gaps included.
func (b *Buffer) FillBytes(v byte) {
	for i := range b.Bytes {
		b.Bytes[i] = v
	}
}

// Clone returns a copy.
func (b *Buffer) Clone() *Buffer {
	c := *b
	c.Bytes = append([]byte(nil), b.Bytes...)
	return &c
}

// Len returns the number of elements.
func (b *Buffer) Len() int64 { return inputs.Count(b.Dims) }

// Bits returns the bits of the element at an offset in elements.
func (b *Buffer) Bits(offset int64) uint64 { return b.Elem.Bits(b.Bytes[offset*int64(b.Elem.Size()):]) }

// SetBits stores the bits of the element at an offset in elements.
func (b *Buffer) SetBits(offset int64, bits uint64) {
	b.Elem.Put(b.Bytes[offset*int64(b.Elem.Size()):], bits)
}

// At returns the element with that row-major number as a float64.
func (b *Buffer) At(i int64) float64 {
	return b.Elem.Decode(b.Bits(inputs.Offset(i, b.Dims, b.Strides)))
}

// Set stores x, rounded, as the element with that row-major number.
func (b *Buffer) Set(i int64, x float64) {
	b.SetBits(inputs.Offset(i, b.Dims, b.Strides), b.Elem.Encode(x))
}

// Float64s returns all elements in row-major order.
func (b *Buffer) Float64s() []float64 {
	out := make([]float64, b.Len())
	for i := range out {
		out[i] = b.At(int64(i))
	}
	return out
}

// Launch returns the value of the argument for launch metadata; ptr is the device address of a buffer's first element.
func (a Arg) Launch(ptr uint64) launch.Value {
	v := launch.Value{Int: a.Int, Float: a.Float}
	if b := a.Buffer; b != nil {
		v.Pointer, v.Dims, v.Strides = ptr, b.Dims, b.Strides
	}
	return v
}

// Difference compares two arrays in row-major order.
type Difference struct {
	// Elements is how many were compared, Mismatched how many are finite in one array only or differ among infinities.
	Elements, Mismatched int64
	// Absolute is the greatest |got - want| of finite elements and Worst the number of that element.
	Absolute float64
	Worst    int64
	// Relative is the Frobenius norm of got - want over that of want.
	Relative float64
}

// Compare returns the difference between two arrays of one length.
func Compare(got, want []float64) (Difference, error) {
	if len(got) != len(want) {
		return Difference{}, fmt.Errorf("%d elements, expected %d", len(got), len(want))
	}
	d := Difference{Elements: int64(len(got))}
	diff, norm := 0.0, 0.0
	for i, w := range want {
		g := got[i]
		if math.IsNaN(g) || math.IsInf(g, 0) || math.IsNaN(w) || math.IsInf(w, 0) {
			if g != w && !(math.IsNaN(g) && math.IsNaN(w)) {
				d.Mismatched++
			}
			continue
		}
		e := math.Abs(g - w)
		if e > d.Absolute {
			d.Absolute, d.Worst = e, int64(i)
		}
		diff += e * e
		norm += w * w
	}
	switch {
	case diff == 0:
	case norm == 0:
		d.Relative = math.Inf(1)
	default:
		d.Relative = math.Sqrt(diff / norm)
	}
	return d, nil
}
