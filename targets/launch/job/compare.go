package job

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
)

// Poison is the byte that outputs, gaps and guards are filled with before a launch: 0xff bytes are a NaN in every float
// type, one that no instruction produces, so an element that still has it was not written.
const Poison = 0xff

// Result is what was found in one output.
type Result struct {
	Arg      string `json:"arg"`
	Elements int64  `json:"elements"`
	// Unwritten counts the elements that still have the poison.
	Unwritten int64 `json:"unwritten"`
	// Overwritten counts the bytes around the output and in the gaps between its rows that lost the poison.
	Overwritten int64 `json:"overwritten"`
	// Compared says whether there was a reference; the rest is 0 without one.
	Compared bool `json:"compared,omitempty"`
	// Mismatched counts the elements that are infinite or NaN where the reference, rounded to the type of the output, is
	// something else, or the other way round. All NaNs are the same.
	Mismatched int64 `json:"mismatched,omitempty"`
	// Differing counts the elements whose bits are not those of the reference, where that is the output of another job.
	Differing int64 `json:"differing,omitempty"`
	// Absolute is the greatest |out - ref| of finite elements, Relative the Frobenius norm of out - ref over that of ref.
	Absolute float64 `json:"absolute,omitempty"`
	Relative float64 `json:"relative,omitempty"`
	// Piece is the greatest relative error of a piece of a row or column, beside its own size and the median one, and
	// PieceWorst the row-major index of the element of that piece with the greatest error.
	Piece      float64 `json:"piece,omitempty"`
	PieceWorst int64   `json:"piece_worst,omitempty"`
	// Worst is the row-major index of the element with the greatest error.
	Worst int64 `json:"worst,omitempty"`
}

// Output is one output as it came back: Data holds Guard bytes, the array, and Guard bytes.
type Output struct {
	Arg      string
	Type     elem.Type
	Dims     []int64
	Strides  []int64
	Data     []byte
	Guard    int64
	Poisoned bool      // false where the output had other contents before the launch
	Expected []float64 // row-major, nil without a reference
}

// Check looks for unwritten elements, lost guards and errors.
func (o *Output) Check() Result {
	r := Result{Arg: o.Arg, Elements: inputs.Count(o.Dims), Compared: o.Expected != nil}
	size := int64(o.Type.Size())
	poison := ^uint64(0) >> (64 - 8*size)
	array := o.Data[o.Guard : int64(len(o.Data))-o.Guard]
	// Own marks the bytes that belong to elements; it is only needed where rows have gaps.
	var own []bool
	if int64(len(array)) != r.Elements*size {
		own = make([]bool, len(array))
	}
	errors, total := 0.0, 0.0
	var parts *pieces
	if o.Expected != nil {
		parts = newPieces(o.Dims, r.Elements)
	}
	for i := range r.Elements {
		at := inputs.Offset(i, o.Dims, o.Strides) * size
		for b := at; own != nil && b < at+size; b++ {
			own[b] = true
		}
		bits := o.Type.Bits(array[at:])
		if bits == poison && o.Poisoned && (o.Type.IsFloat() || o.Expected == nil || o.Type.Decode(bits) != o.Expected[i]) {
			r.Unwritten++
		}
		if o.Expected == nil {
			continue
		}
		got, want := o.Type.Decode(bits), o.Expected[i]
		if !finite(got) || !finite(want) {
			if !o.sameSpecial(got, want) {
				r.Mismatched++
			}
			continue
		}
		d := math.Abs(got - want)
		if d > r.Absolute {
			r.Absolute, r.Worst = d, i
		}
		errors += d * d
		total += want * want
		parts.add(i, d, want)
	}
	if parts != nil && errors > 0 {
		r.Piece, r.PieceWorst = parts.worst()
	}
	if total == 0 {
		total = 1
	}
	r.Relative = math.Sqrt(errors / total)
	r.Overwritten = o.overwritten(array, own)
	return r
}

// CheckSame is Check against what another launch computed, q, of which r is the result: the elements must have the same bits.
// It is quick where they do.
func (o *Output) CheckSame(q *Output, r Result) (Result, error) {
	if o.Arg != q.Arg || o.Type != q.Type || !slices.Equal(o.Dims, q.Dims) {
		return Result{}, fmt.Errorf("output %q is %v x %s, and that of the other job, %q, %v x %s", o.Arg, o.Dims, o.Type, q.Arg, q.Dims, q.Type)
	}
	if slices.Equal(o.Strides, q.Strides) && o.Poisoned == q.Poisoned && bytes.Equal(o.Data, q.Data) {
		return Result{Arg: r.Arg, Elements: r.Elements, Unwritten: r.Unwritten, Overwritten: r.Overwritten, Compared: true}, nil
	}
	o.Expected = make([]float64, 0, inputs.Count(o.Dims))
	differing := int64(0)
	for i := range inputs.Count(o.Dims) {
		want := q.bits(i)
		o.Expected = append(o.Expected, o.Type.Decode(want))
		if o.bits(i) != want {
			differing++
		}
	}
	out := o.Check()
	out.Differing = differing
	return out, nil
}

// bits returns element i in row-major order.
func (o *Output) bits(i int64) uint64 {
	return o.Type.Bits(o.Data[o.Guard+inputs.Offset(i, o.Dims, o.Strides)*int64(o.Type.Size()):])
}

// sameSpecial compares two values of which one is infinite or NaN. The one that is wanted is rounded first: it may be
// too great for the type, and not every type has infinities.
func (o *Output) sameSpecial(got, want float64) bool {
	want = o.Type.Decode(o.Type.Encode(want))
	return got == want || math.IsNaN(got) && math.IsNaN(want)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func (o *Output) overwritten(array []byte, own []bool) int64 {
	n := int64(0)
	for _, part := range [][]byte{o.Data[:o.Guard], o.Data[int64(len(o.Data))-o.Guard:]} {
		for _, b := range part {
			if b != Poison {
				n++
			}
		}
	}
	for i, mine := range own {
		if !mine && array[i] != Poison {
			n++
		}
	}
	return n
}

// Tolerance is the relative error that is allowed by default for outputs of type t computed from inputs of the same type
// with wider sums: rounding the result once gives about a third of its unit in the last place, so this is three times
// that or more.
func Tolerance(t elem.Type) float64 {
	switch t {
	case elem.F16:
		return 1e-3
	case elem.BF16:
		return 5e-3
	case elem.F8E4M3:
		return 8e-2
	case elem.F8E5M2:
		return 0.16
	case elem.F32:
		return 1e-5
	case elem.F64:
		return 1e-12
	}
	return 0
}

// Verdict says what is wrong with r under a reference's limits (nil without one), "" where nothing is.
func (r Result) Verdict(t elem.Type, ref *Reference) string {
	switch {
	case r.Overwritten > 0:
		return fmt.Sprintf("output %q: %d bytes outside the array were written", r.Arg, r.Overwritten)
	case r.Unwritten > 0:
		return fmt.Sprintf("output %q: %d of %d elements were not written", r.Arg, r.Unwritten, r.Elements)
	case !r.Compared || ref == nil || ref.Kind == Same && r.Differing == 0:
		return ""
	case r.Differing > 0 && ref.Relative == 0:
		return fmt.Sprintf("output %q: %d of %d elements differ from those of job %q (greatest at element %d: %.3g)", r.Arg, r.Differing, r.Elements, ref.Job, r.Worst, r.Absolute)
	case r.Mismatched > 0:
		return fmt.Sprintf("output %q: %d elements differ from the reference in being finite, infinite or NaN", r.Arg, r.Mismatched)
	}
	limit := ref.Relative
	if limit == 0 {
		limit = Tolerance(t) + ref.Noise
	}
	if r.Relative > limit {
		return fmt.Sprintf("output %q: relative error %.3g, expected at most %.3g (greatest at element %d: %.3g)", r.Arg, r.Relative, limit, r.Worst, r.Absolute)
	}
	if r.Piece > PieceSlack*limit {
		return fmt.Sprintf("output %q: relative error %.3g around element %d, expected at most %d times %.3g", r.Arg, r.Piece, r.PieceWorst, PieceSlack, limit)
	}
	if ref.Absolute != 0 && r.Absolute > ref.Absolute {
		return fmt.Sprintf("output %q: absolute error %.3g at element %d, expected at most %.3g", r.Arg, r.Absolute, r.Worst, ref.Absolute)
	}
	return ""
}
