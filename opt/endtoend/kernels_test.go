// Package endtoend_test holds what the compiler as a whole promises, from the
// text of a tile-level kernel to what ptxas says: that every module on the way
// means the same, that MLIR's tools read each of them, that no schedule breaks
// the result, and that a fault in what was printed is found.
//
// It must not know how a pass works: it runs pipelines by their text, and edits
// what they print. The flag -long widens the sweeps.
package endtoend_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/opt"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/launch/job"
	"github.com/tile-opt/tile-opt/targets/sim"
)

var long = flag.Bool("long", false, "run the sweeps in full")

// thin keeps one of every n cases with -short, for the race detector, under which
// a simulation takes ten times as long.
func thin[T any](cases []T, n int) []T {
	if !testing.Short() {
		return cases
	}
	var out []T
	for i := 0; i < len(cases); i += n {
		out = append(out, cases[i])
	}
	return out
}

// kernel says how to call a kernel of testdata/kernels.
type kernel struct {
	// file is the name of the file, entry that of the kernel in it.
	file, entry string
	args        []arg
	// tile are pipeline options for tiles that the simulator is quick with.
	tile string
	// rounds is true where results depend on more than products and sums, so
	// that they are not exact on integers either.
	rounds bool
	// aligned is true where inputs with rows of other than whole 16 bytes need
	// the entry that async-fallback makes.
	aligned bool
}

// arg is a buffer, or a number where dims is empty.
type arg struct {
	out   bool
	elem  elem.Type
	dims  string // letters M, N, K; b is K in blocks of 64
	value float64
}

// shape is a problem; pad widens the rows of outputs beyond N, in elements.
type shape struct{ m, n, k, pad int64 }

func (s shape) String() string { return fmt.Sprintf("%dx%dx%d+%d", s.m, s.n, s.k, s.pad) }

func (s shape) size(letter byte) int64 {
	return map[byte]int64{'M': s.m, 'N': s.n, 'K': s.k, 'b': (s.k + 63) / 64}[letter]
}

func in(e elem.Type, dims string) arg  { return arg{elem: e, dims: dims} }
func out(e elem.Type, dims string) arg { return arg{elem: e, dims: dims, out: true} }

func kernels() []kernel {
	const h, b = elem.F16, elem.BF16
	return []kernel{
		{file: "matmul", entry: "matmul", tile: "BN=64", args: []arg{in(h, "MK"), in(h, "NK"), out(h, "MN")}},
		{file: "matmul_bf16", entry: "matmul", tile: "BN=64", args: []arg{in(b, "MK"), in(b, "NK"), out(b, "MN")}},
		{file: "relu_bias_matmul", entry: "relu_bias_matmul", tile: "BM=128 BN=64", args: []arg{in(h, "MK"), in(h, "NK"), in(h, "N"), out(h, "MN")}},
		{file: "mixed_copies", entry: "mixed_copies", aligned: true, tile: "BM=128 BN=32", args: []arg{in(h, "MK"), in(h, "NK"), in(h, "N"), in(h, "MN"), out(h, "MN")}},
		{file: "two_dots", entry: "two_dots", tile: "BN=32", args: []arg{in(h, "MK"), in(h, "NK"), in(h, "NK"), out(h, "MN"), out(h, "MN")}},
		{file: "guarded_dot", entry: "guarded_dot", args: []arg{in(h, "MK"), in(h, "NK"), in(elem.I32, "b"), out(h, "MN")}},
		{file: "copy", entry: "copy", args: []arg{in(h, "MN"), out(h, "MN")}},
		{file: "rowsum", entry: "rowsum", args: []arg{in(h, "MN"), out(elem.F32, "M")}},
		{file: "softmax", entry: "softmax", rounds: true, args: []arg{in(h, "MN"), out(h, "MN")}},
		{file: "softmax_online", entry: "softmax_online", rounds: true, args: []arg{in(h, "MN"), out(h, "MN")}},
		{file: "matmul_bias_residual", entry: "matmul_bias_residual", tile: "BN=32", args: []arg{in(h, "MK"), in(h, "NK"), in(h, "N"), in(h, "MN"), out(h, "MN")}},
		{file: "gelu_bias", entry: "gelu_bias", rounds: true, args: []arg{in(h, "MN"), in(h, "N"), in(h, "MN"), {value: 1.25}, out(h, "MN")}},
	}
}

// kernelOf returns the kernel of a file.
func kernelOf(t testing.TB, file string) kernel {
	t.Helper()
	for _, k := range kernels() {
		if k.file == file {
			return k
		}
	}
	t.Fatalf("no kernel %s", file)
	return kernel{}
}

// text is the kernel's file.
func (k kernel) text(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "testdata", "kernels", k.file+".mlir"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestEveryKernel keeps the table of kernels whole.
func TestEveryKernel(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/kernels/*.mlir")
	if err != nil || len(files) != len(kernels()) {
		t.Fatalf("%d kernels in testdata/kernels, and %d in the table (%v)", len(files), len(kernels()), err)
	}
	for _, k := range kernels() {
		k.text(t)
	}
}

// parse reads a module into a context of its own.
func parse(t testing.TB, name, text string) *ir.Operation {
	t.Helper()
	m, err := opt.Parse(opt.NewContext(all.Dialects()...), name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// run runs a pipeline over a module.
func run(t testing.TB, m *ir.Operation, pipeline string) {
	t.Helper()
	if err := opt.RunPipeline(context.Background(), m, allpasses.Registry(), pipeline, opt.Options{}); err != nil {
		t.Fatalf("%s: %v", pipeline, err)
	}
}

// lower runs a named pipeline, with options, over a kernel.
func (k kernel) lower(t testing.TB, pipeline string) *ir.Operation {
	t.Helper()
	m := parse(t, k.file+".mlir", k.text(t))
	run(t, m, "builtin.module("+pipeline+")")
	return m
}

func print(t testing.TB, m *ir.Operation, o opt.PrintOptions) string {
	t.Helper()
	b, err := opt.Print(m, o)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// arguments makes the arguments of a call. Outputs, and the gaps in them, are
// poisoned.
func (k kernel) arguments(t testing.TB, s shape, d inputs.Distribution) []hostdata.Arg {
	t.Helper()
	var args []hostdata.Arg
	for i, a := range k.args {
		if a.dims == "" {
			args = append(args, hostdata.Arg{Float: a.value})
			continue
		}
		var dims []int64
		for _, c := range []byte(a.dims) {
			dims = append(dims, s.size(c))
		}
		strides := hostdata.RowMajor(dims)
		if len(dims) > 1 && a.out {
			strides[0] += s.pad
		}
		b, err := hostdata.New(a.elem, dims, strides)
		if err != nil {
			t.Fatal(err)
		}
		b.FillBytes(job.Poison)
		if !a.out {
			if err := b.Fill(inputs.Source{Seed: 3, Arg: i, Distribution: d}); err != nil {
				t.Fatal(err)
			}
		}
		args = append(args, hostdata.Of(b))
	}
	return args
}

// oracle is the result of the tile level on one problem.
type oracle struct {
	k      kernel
	dist   inputs.Distribution
	shape  shape
	values [][]float64 // of outputs, by argument
}

// expect interprets the kernel, whose parameters are bound to tile: exactly on
// integers, and in float64 without rounding on others.
func (k kernel) expect(t testing.TB, tile string, s shape, d inputs.Distribution) *oracle {
	t.Helper()
	m := parse(t, k.file+".mlir", k.text(t))
	run(t, m, "builtin.module(func.func(tile-bind{"+tile+"}))")
	args := k.arguments(t, s, d)
	o := interp.Options{}
	if d != inputs.Integers {
		o.Mode = interp.Float64
		for i, a := range k.args {
			if a.out {
				wide, err := hostdata.New(elem.F64, args[i].Buffer.Dims, nil)
				if err != nil {
					t.Fatal(err)
				}
				args[i] = hostdata.Of(wide)
			}
		}
	}
	for fn := range m.RegionAt(0).Entry().Ops() {
		if err := interp.Run(context.Background(), fn, args, o); err != nil {
			t.Fatal(err)
		}
	}
	or := &oracle{k: k, dist: d, shape: s, values: make([][]float64, len(args))}
	for i, a := range k.args {
		if a.out {
			or.values[i] = args[i].Buffer.Float64s()
		}
	}
	return or
}

// simulate runs a module and returns what is wrong: an error of the simulator,
// a broken rule, or a result that is not the oracle's.
func (o *oracle) simulate(t testing.TB, m *ir.Operation, opts sim.Options) error {
	t.Helper()
	args := o.k.arguments(t, o.shape, o.dist)
	rep, err := sim.Run(context.Background(), m, o.k.entry, args, opts)
	if err == nil {
		err = rep.Err()
	}
	if err != nil {
		return err
	}
	return o.compare(args)
}

// wrongResult says which output differs from the oracle's.
type wrongResult struct{ msg string }

func (e *wrongResult) Error() string { return e.msg }

// compare checks outputs: bit for bit on integers, else within the relative
// error that launchers allow for the type (job.Tolerance).
func (o *oracle) compare(args []hostdata.Arg) error {
	for i, a := range o.k.args {
		if !a.out {
			continue
		}
		b := args[i].Buffer
		found := &job.Output{Arg: fmt.Sprint(i), Type: a.elem, Dims: b.Dims, Strides: b.Strides, Data: b.Bytes, Poisoned: true, Expected: o.values[i]}
		if v := found.Check().Verdict(a.elem, &job.Reference{}); v != "" {
			return &wrongResult{v}
		}
		if o.dist != inputs.Integers || o.k.rounds {
			continue
		}
		for e, want := range o.values[i] {
			if got := b.At(int64(e)); math.Float64bits(got) != math.Float64bits(want) {
				return &wrongResult{fmt.Sprintf("argument %d, element %d of %v: %v, expected %v", i, e, b.Dims, got, want)}
			}
		}
	}
	return nil
}
