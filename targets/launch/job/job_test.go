package job

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
)

func TestReadWrite(t *testing.T) {
	t.Parallel()
	const text = `
# two jobs
{"name": "a", "code": "k.ptx", "args": {"A": {"dims": [3, 4], "fill": "int"}, "x": {"value": 3}}, "reference": {"kind": "file", "files": {"C": "c.raw"}}}
{"name": "b", "code": "/abs/k.cubin", "metadata": "other.json", "args": {}, "time_limit": 2, "timing": {"rounds": 5}}
`
	jobs, err := Read(strings.NewReader(text), "dir")
	if err != nil {
		t.Fatal(err)
	}
	want := []Job{
		{Name: "a", Code: "dir/k.ptx", Metadata: "dir/k.json", TimeLimit: 20,
			Args:      map[string]Arg{"A": {Dims: []int64{3, 4}, Fill: inputs.Integers}, "x": {Value: "3"}},
			Reference: &Reference{Kind: File, Files: map[string]string{"C": "dir/c.raw"}}},
		{Name: "b", Code: "/abs/k.cubin", Metadata: "dir/other.json", TimeLimit: 2, Args: map[string]Arg{}, Timing: &Timing{Rounds: 5}},
	}
	if d := cmp.Diff(want, jobs); d != "" {
		t.Errorf("jobs (-want +got):\n%s", d)
	}
	var b bytes.Buffer
	if err := Write(&b, jobs); err != nil {
		t.Fatal(err)
	}
	again, err := Read(&b, "")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(jobs, again); d != "" {
		t.Errorf("read back (-want +got):\n%s", d)
	}
	if d := cmp.Diff(Timing{Rounds: 5, Warmup: 2, Launches: 3, Pause: 0.3}, jobs[1].Timing.WithDefaults()); d != "" {
		t.Errorf("defaults (-want +got):\n%s", d)
	}
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", "no jobs: expected one JSON object a line"},
		{"\n{", "line 2: unexpected EOF"},
		{`{"nom": "x"}`, `line 1: json: unknown field "nom"`},
		{`{"name": "x"}`, "line 1: code is empty, expected a PTX or cubin file"},
		{`{"name": "../x", "code": "k.ptx"}`, `line 1: name "../x", expected a file name`},
		{`{"name": "x", "code": "k.ptx"}` + "\n" + `{"name": "x", "code": "k.ptx"}`, `line 2: name "x" repeats`},
		{`{"name": "x", "code": "k.ptx", "args": {"A": {"fill": "f"}}}`, `line 1: argument "A": unknown distribution "f": expected normal, uniform, int, zero or one`},
		{`{"name": "x", "code": "k.ptx", "reference": {"kind": "oracle"}}`, `line 1: reference: kind "oracle", expected matmul_nt, file, same or interp`},
		{`{"name": "x", "code": "k.ptx", "reference": {"kind": "matmul_nt"}}`, "line 1: reference: matmul_nt expects a, b and out"},
		{`{"name": "x", "code": "k.ptx", "reference": {"kind": "file"}}`, "line 1: reference: file expects files"},
		{`{"name": "x", "code": "k.ptx", "reference": {"kind": "same", "job": "y"}}`, `line 1: reference: job "y", expected one of an earlier line`},
		{`{"name": "x", "code": "k.ptx", "reference": {"kind": "same", "job": "x"}}`, `line 1: reference: job "x", expected one of an earlier line`},
		{`{"name": "x", "code": "k.ptx", "reference": {"kind": "interp"}}`, "line 1: reference: interp expects kernel"},
		{`{"name": "x", "code": "k.ptx", "reference": {"kind": "interp", "kernel": "k", "sums": {"unit": 1}}}`, "line 1: reference: sums: unit is negative or together is not 1 or more"},
		{`{"name": "x", "code": "k.ptx", "timing": {"rounds": -1}}`, "line 1: timing: a number is negative"},
		{`{"name": "x", "code": "k.ptx", "time_limit": -1}`, "line 1: time_limit -1, expected seconds"},
	} {
		_, err := Read(strings.NewReader(c.text), "")
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", c.text, err, c.want)
		}
	}
}

// output is a 3x4 f16 array with rows 6 apart, all written with its index.
func output() *Output {
	o := &Output{Arg: "C", Type: elem.F16, Dims: []int64{3, 4}, Strides: []int64{6, 1}, Guard: 8, Poisoned: true}
	n, err := inputs.Extent(o.Type, o.Dims, o.Strides)
	if err != nil {
		panic(err)
	}
	o.Data = bytes.Repeat([]byte{Poison}, int(n)+16)
	for i := range int64(12) {
		o.Expected = append(o.Expected, float64(i))
		o.set(i, float64(i))
	}
	return o
}

func (o *Output) set(i int64, x float64) {
	o.Type.Put(o.Data[o.Guard+2*inputs.Offset(i, o.Dims, o.Strides):], o.Type.Encode(x))
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*Output)
		want   string
	}{
		{"right", func(*Output) {}, ""},
		{"wrong", func(o *Output) { o.set(3, 4) }, `output "C": relative error 0.0445, expected at most 0.001 (greatest at element 3: 1)`},
		{"unwritten", func(o *Output) { copy(o.Data[8+12:], []byte{Poison, Poison}) }, `output "C": 1 of 12 elements were not written`},
		{"guard before", func(o *Output) { o.Data[7] = 0 }, `output "C": 1 bytes outside the array were written`},
		{"guard behind", func(o *Output) { o.Data[len(o.Data)-8] = 0 }, `output "C": 1 bytes outside the array were written`},
		{"gap", func(o *Output) { o.Data[8+9] = 1 }, `output "C": 1 bytes outside the array were written`},
		{"infinite", func(o *Output) { o.set(5, math.Inf(1)) }, `output "C": 1 elements differ from the reference in being finite, infinite or NaN`},
		{"another infinity", func(o *Output) { o.set(5, math.Inf(1)); o.Expected[5] = math.Inf(-1) }, `output "C": 1 elements differ from the reference in being finite, infinite or NaN`},
		{"NaN for an infinity", func(o *Output) { o.set(5, math.NaN()); o.Expected[5] = math.Inf(1) }, `output "C": 1 elements differ from the reference in being finite, infinite or NaN`},
		{"the same infinity", func(o *Output) { o.set(5, math.Inf(-1)); o.Expected[5] = math.Inf(-1) }, ""},
		{"an infinity by rounding", func(o *Output) { o.set(5, math.Inf(1)); o.Expected[5] = 1e6 }, ""},
		{"a NaN", func(o *Output) { o.set(5, math.NaN()); o.Expected[5] = math.NaN() }, ""},
		{"NaN expected", func(o *Output) { o.Expected[5] = math.NaN() }, `output "C": 1 elements differ from the reference in being finite, infinite or NaN`},
		{"zeros expected", func(o *Output) { clear(o.Expected); o.Expected[0] = 0 }, `output "C": relative error 22.5, expected at most 0.001 (greatest at element 11: 11)`},
		{"no reference", func(o *Output) { o.Expected = nil; o.set(3, 9) }, ""},
		{"not poisoned", func(o *Output) { o.Poisoned, o.Expected = false, nil; copy(o.Data[8+12:], []byte{Poison, Poison}) }, ""},
	} {
		o := output()
		c.change(o)
		if got := o.Check().Verdict(o.Type, &Reference{}); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	o := output()
	o.set(11, 11.0625)
	if got := o.Check().Verdict(o.Type, &Reference{Relative: 1, Absolute: 0.05}); got != `output "C": absolute error 0.0625 at element 11, expected at most 0.05` {
		t.Errorf("absolute: %q", got)
	}
}

// TestPieces hides what is wrong beside what is great.
func TestPieces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		dims []int64
		want func(i int64) float64 // what is expected of element i
		at   int64
		got  float64
		ok   bool
	}{
		{"a great column", []int64{16, 32}, func(i int64) float64 { return 1 + 1e30*float64(max(0, 1-i%32)) }, 37, 2, false},
		{"a great row", []int64{16, 32}, func(i int64) float64 { return 1 + 1e30*float64(max(0, 1-i/32)) }, 37, 2, false},
		{"a great column beside zeros", []int64{16, 32}, func(i int64) float64 { return 1e30 * float64(max(0, 1-i%32)) }, 37, 2, false},
		{"a great matrix", []int64{2, 16, 32}, func(i int64) float64 { return 1 + 1e30*float64(max(0, 1-i/512)) }, 1023, 1.001, false},
		{"a great end", []int64{1000}, func(i int64) float64 { return 1 + 1e30*float64(i/999) }, 3, 1.01, false},
		{"one element among many", []int64{1024, 1024}, func(int64) float64 { return 1 }, 70000, 1.01, false},
		{"rounding", []int64{16, 32}, func(i int64) float64 { return 1 + 1e30*float64(max(0, 1-i%32)) }, 37, 1 + 1e-5, true},
		{"a row that cancels", []int64{16, 32}, func(i int64) float64 { return float64(min(1, i/32)) }, 3, 2e-5, true},
		{"zeros", []int64{16, 32}, func(int64) float64 { return 0 }, 3, 0, true},
		{"a scalar", []int64{}, func(int64) float64 { return 1 }, 0, 1, true},
		{"nothing", []int64{0, 3}, nil, -1, 0, true},
	} {
		n := inputs.Count(c.dims)
		strides := make([]int64, len(c.dims))
		for d := range c.dims {
			strides[d] = inputs.Count(c.dims[d+1:])
		}
		o := &Output{Arg: "C", Type: elem.F32, Dims: c.dims, Strides: strides, Data: make([]byte, 4*n), Expected: []float64{}}
		for i := range n {
			o.Expected = append(o.Expected, c.want(i))
			o.Type.Put(o.Data[4*i:], o.Type.Encode(c.want(i)))
		}
		if c.at >= 0 {
			o.Type.Put(o.Data[4*c.at:], o.Type.Encode(c.got))
		}
		r := o.Check()
		if v := r.Verdict(o.Type, &Reference{}); (v == "") != c.ok {
			t.Errorf("%s: %q", c.name, v)
		} else if !c.ok && r.PieceWorst != c.at {
			t.Errorf("%s: found at %d, expected at %d", c.name, r.PieceWorst, c.at)
		}
	}
}

func TestCheckSame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*Output)
		want   string
	}{
		{"the same", func(*Output) {}, ""},
		{"other strides", func(o *Output) {
			*o = Output{Arg: "C", Type: elem.F16, Dims: []int64{3, 4}, Strides: []int64{4, 1}, Guard: 8, Poisoned: true, Data: bytes.Repeat([]byte{Poison}, 40)}
			for i := range int64(12) {
				o.set(i, float64(i))
			}
		}, ""},
		{"one bit", func(o *Output) { o.Data[8+2] ^= 1 }, `output "C": 1 of 12 elements differ from those of job "j" (greatest at element 1: 0.000977)`},
		{"a sign", func(o *Output) { o.Data[8+1] ^= 0x80 }, `output "C": 1 of 12 elements differ from those of job "j" (greatest at element 0: 0)`},
		{"gap", func(o *Output) { o.Data[8+9] = 1 }, `output "C": 1 bytes outside the array were written`},
		{"unwritten", func(o *Output) { copy(o.Data[8:], []byte{Poison, Poison}) }, `output "C": 1 of 12 elements were not written`},
	} {
		o, q := output(), output()
		c.change(o)
		r, err := o.CheckSame(q, q.Check())
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Verdict(o.Type, &Reference{Kind: Same, Job: "j"}); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if !r.Compared {
			t.Errorf("%s: not compared", c.name)
		}
	}
	// With a limit on the relative error, bits may differ.
	o, q := output(), output()
	o.set(11, 11.0625)
	r, err := o.CheckSame(q, q.Check())
	if got := r.Verdict(o.Type, &Reference{Kind: Same, Job: "j", Relative: 1e-2}); err != nil || got != "" || r.Differing != 1 {
		t.Errorf("within the limit: %q, %v, %+v", got, err, r)
	}
	if got := r.Verdict(o.Type, &Reference{Kind: Same, Job: "j", Relative: 1e-4}); got != `output "C": relative error 0.00278, expected at most 0.0001 (greatest at element 11: 0.0625)` {
		t.Errorf("over the limit: %q", got)
	}
	q.Dims = []int64{4, 3}
	if _, err := o.CheckSame(q, Result{}); err == nil || err.Error() != `output "C" is [3 4] x f16, and that of the other job, "C", [4 3] x f16` {
		t.Errorf("sizes: error %v", err)
	}
}
