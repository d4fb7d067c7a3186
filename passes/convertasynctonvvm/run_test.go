package convertasynctonvvm_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/sim"
)

// kernel says how to call a kernel of testdata/kernels.
type kernel struct {
	name string
	// args has one entry an argument: the sizes of a buffer by letter, after
	// its direction; or a number.
	args []arg
	// near is the difference allowed beside exact results, relative to 1.
	near float64
}

type arg struct {
	out   bool
	elem  elem.Type
	dims  string // letters M, N, K; b is K in blocks of 64
	float float64
}

func in(dims string) arg  { return arg{elem: elem.F16, dims: dims} }
func out(dims string) arg { return arg{elem: elem.F16, dims: dims, out: true} }

var kernels = []kernel{
	{name: "matmul", args: []arg{in("MK"), in("NK"), out("MN")}},
	{name: "relu_bias_matmul", args: []arg{in("MK"), in("NK"), in("N"), out("MN")}},
	{name: "two_dots", args: []arg{in("MK"), in("NK"), in("NK"), out("MN"), out("MN")}},
	{name: "guarded_dot", args: []arg{in("MK"), in("NK"), {elem: elem.I32, dims: "b"}, out("MN")}},
	{name: "copy", args: []arg{in("MN"), out("MN")}},
	{name: "rowsum", args: []arg{in("MN"), {elem: elem.F32, dims: "M", out: true}}},
	{name: "softmax", args: []arg{in("MN"), out("MN")}, near: 2e-3},
	{name: "gelu_bias", args: []arg{in("MN"), in("N"), in("MN"), {float: 1.25}, out("MN")}, near: 2e-3},
}

func parse(t testing.TB, name string, text []byte) *ir.Operation {
	t.Helper()
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), name, text, asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func readKernel(t testing.TB, name string) *ir.Operation {
	t.Helper()
	path := filepath.Join("..", "..", "testdata", "kernels", name+".mlir")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, path, text)
}

// lower runs a pipeline over a module.
func lower(t testing.TB, m *ir.Operation, pipeline string) {
	t.Helper()
	p, err := allpasses.Registry().Parse("builtin.module(" + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(context.Background(), m, passes.Config{Verify: true}); err != nil {
		t.Fatal(err)
	}
}

// arguments makes the arguments of a call; pad widens the rows of outputs:
// those of inputs must stay multiples of 16 bytes for tensor copies.
func (k kernel) arguments(t testing.TB, sizes map[byte]int64, pad int64) []hostdata.Arg {
	t.Helper()
	var args []hostdata.Arg
	for i, a := range k.args {
		if a.elem == "" {
			args = append(args, hostdata.Arg{Float: a.float})
			continue
		}
		dims := make([]int64, len(a.dims))
		for d := range dims {
			dims[d] = sizes[a.dims[d]]
		}
		strides := hostdata.RowMajor(dims)
		if len(dims) > 1 && a.out {
			strides[0] += pad
		}
		b, err := hostdata.New(a.elem, dims, strides)
		if err != nil {
			t.Fatal(err)
		}
		b.FillBytes(0xff)
		if !a.out {
			dist := inputs.Integers
			if k.near != 0 {
				dist = inputs.Normal
			}
			if err := b.Fill(inputs.Source{Seed: 3, Arg: i, Distribution: dist}); err != nil {
				t.Fatal(err)
			}
		}
		args = append(args, hostdata.Of(b))
	}
	return args
}

// compare checks outputs against those of the tile level.
func (k kernel) compare(t testing.TB, got, want []hostdata.Arg) {
	t.Helper()
	for i, a := range k.args {
		if !a.out {
			continue
		}
		g, w := got[i].Buffer, want[i].Buffer
		bad := 0
		for e := range g.Len() {
			x, y := g.At(e), w.At(e)
			if diff := math.Abs(x - y); !(diff <= k.near*(1+math.Abs(y))) {
				if bad++; bad <= 3 {
					t.Errorf("argument %d, element %d of %v: %v, expected %v", i, e, g.Dims, x, y)
				}
			}
		}
		if bad > 3 {
			t.Errorf("argument %d: %d elements are wrong", i, bad)
		}
	}
}

// TestKernelsRun lowers every kernel to both ends and runs it in the
// simulator: the result is that of the tile level.
func TestKernelsRun(t *testing.T) {
	t.Parallel()
	pipelines := []string{"tile-to-nvvm{stages=3 consumers=1 persist=false group=1}", "tile-to-llvm{stages=2 consumers=2}", "tile-to-llvm{stages=2 consumers=0}"}
	shapes := []struct{ m, n, k, pad int64 }{
		{64, 128, 128, 0},
		{72, 136, 200, 8},
		{65, 67, 72, 1},
		{1, 8, 0, 0},
	}
	for _, k := range kernels {
		for _, pipeline := range pipelines {
			t.Run(k.name+"/"+pipeline, func(t *testing.T) {
				t.Parallel()
				if k.name == "matmul" {
					pipeline = pipeline[:len(pipeline)-1] + " BM=64 BN=64 BK=64}"
				}
				tiles := readKernel(t, k.name)
				low := readKernel(t, k.name)
				lower(t, low, pipeline)
				for _, s := range shapes {
					sizes := map[byte]int64{'M': s.m, 'N': s.n, 'K': s.k, 'b': (s.k + 63) / 64}
					k.runBoth(t, tiles, low, sizes, s.pad)
				}
			})
		}
	}
}

func (k kernel) runBoth(t *testing.T, tiles, low *ir.Operation, sizes map[byte]int64, pad int64) {
	t.Helper()
	want := k.arguments(t, sizes, pad)
	if _, err := sim.Run(context.Background(), tiles, k.name, want, sim.Options{}); err != nil {
		t.Fatal(err)
	}
	got := k.arguments(t, sizes, pad)
	rep, err := sim.Run(context.Background(), low, k.name, got, sim.Options{Seed: 1, Schedules: 2})
	if err == nil {
		err = rep.Err()
	}
	if err != nil {
		t.Errorf("%s: %v", fmt.Sprint(sizes, pad), err)
		return
	}
	k.compare(t, got, want)
}
