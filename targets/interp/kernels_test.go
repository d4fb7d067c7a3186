package interp_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/dialects/cf"
	"github.com/tile-opt/tile-opt/dialects/function"
	mathdialect "github.com/tile-opt/tile-opt/dialects/math"
	"github.com/tile-opt/tile-opt/dialects/memref"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
)

func newContext() *ir.Context {
	return ir.NewContext(builtin.Dialect, function.Dialect, arith.Dialect, mathdialect.Dialect, scf.Dialect, cf.Dialect,
		memref.Dialect, tile.Dialect)
}

// parse returns the first function of a module.
func parse(t testing.TB, name string, src []byte) *ir.Operation {
	t.Helper()
	m, err := asm.Parse(newContext(), name, src, asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	return m.RegionAt(0).Entry().First()
}

func kernel(t testing.TB, name string) *ir.Operation {
	t.Helper()
	path := filepath.Join("..", "..", "testdata", "kernels", name+".mlir")
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, path, src)
}

// problem makes the arguments of a kernel: random inputs, poisoned outputs.
type problem struct {
	t    testing.TB
	args []hostdata.Arg
}

func (p *problem) buffer(e elem.Type, pad int64, dims ...int64) *hostdata.Buffer {
	p.t.Helper()
	strides := hostdata.RowMajor(dims)
	if pad > 0 {
		strides[0] += pad
	}
	b, err := hostdata.New(e, dims, strides)
	if err != nil {
		p.t.Fatal(err)
	}
	p.args = append(p.args, hostdata.Of(b))
	return b
}

func (p *problem) in(e elem.Type, dims ...int64) []float64 {
	p.t.Helper()
	b := p.buffer(e, int64(len(dims)-1), dims...)
	d := inputs.Normal
	if e == elem.I32 {
		d = inputs.Integers
	}
	if err := b.Fill(inputs.Source{Seed: 7, Arg: len(p.args), Distribution: d}); err != nil {
		p.t.Fatal(err)
	}
	return b.Float64s()
}

func (p *problem) out(e elem.Type, dims ...int64) *hostdata.Buffer {
	p.t.Helper()
	b := p.buffer(e, int64(len(dims)-1)*3, dims...)
	b.FillBytes(0xff)
	return b
}

// result pairs an output with what it must be.
type result struct {
	got  *hostdata.Buffer
	want []float64
}

// matmulNT is A B^T in float64.
func matmulNT(a, b []float64, m, n, k int64, keep func(k int64) bool) []float64 {
	c := make([]float64, m*n)
	for i := range m {
		for j := range n {
			for p := range k {
				if keep == nil || keep(p) {
					c[i*n+j] += a[i*k+p] * b[j*k+p]
				}
			}
		}
	}
	return c
}

// kernelTests set up each kernel for sizes m, n and k.
var kernelTests = map[string]func(p *problem, e elem.Type, m, n, k int64) []result{
	"matmul": func(p *problem, e elem.Type, m, n, k int64) []result {
		a, b := p.in(e, m, k), p.in(e, n, k)
		return []result{{p.out(e, m, n), matmulNT(a, b, m, n, k, nil)}}
	},
	"relu_bias_matmul": func(p *problem, e elem.Type, m, n, k int64) []result {
		a, b, bias := p.in(e, m, k), p.in(e, n, k), p.in(e, n)
		c := matmulNT(a, b, m, n, k, nil)
		for i := range c {
			c[i] = max(0, c[i]+bias[int64(i)%n])
		}
		return []result{{p.out(e, m, n), c}}
	},
	"two_dots": func(p *problem, e elem.Type, m, n, k int64) []result {
		a, b, d := p.in(e, m, k), p.in(e, n, k), p.in(e, n, k)
		return []result{{p.out(e, m, n), matmulNT(a, b, m, n, k, nil)}, {p.out(e, m, n), matmulNT(a, d, m, n, k, nil)}}
	},
	"copy": func(p *problem, e elem.Type, m, n, _ int64) []result {
		a := p.in(e, m, n)
		return []result{{p.out(e, m, n), a}}
	},
	"guarded_dot": func(p *problem, e elem.Type, m, n, k int64) []result {
		a, b, mask := p.in(e, m, k), p.in(e, n, k), p.in(elem.I32, (k+63)/64)
		return []result{{p.out(e, m, n), matmulNT(a, b, m, n, k, func(p int64) bool { return mask[p/64] != 0 })}}
	},
	"gelu_bias": func(p *problem, e elem.Type, m, n, _ int64) []result {
		a, bias, r := p.in(e, m, n), p.in(e, n), p.in(e, m, n)
		p.args = append(p.args, hostdata.Arg{Float: 1.25})
		c := make([]float64, m*n)
		for i := range c {
			x := a[i] + bias[int64(i)%n]
			c[i] = x/2*(1+math.Erf(x*float64(float32(math.Sqrt(0.5)))))*1.25 + r[i]
		}
		return []result{{p.out(e, m, n), c}}
	},
	"rowsum": func(p *problem, e elem.Type, m, n, _ int64) []result {
		a := p.in(e, m, n)
		s := make([]float64, m)
		for i := range a {
			s[int64(i)/n] += a[i]
		}
		return []result{{p.out(elem.F32, m), s}}
	},
	"softmax": func(p *problem, e elem.Type, m, n, _ int64) []result {
		a := p.in(e, m, n)
		c := make([]float64, m*n)
		for i := range m {
			row := a[i*n : (i+1)*n]
			most, sum := math.Inf(-1), 0.0
			for _, x := range row {
				most = max(most, x)
			}
			for j, x := range row {
				c[i*n+int64(j)] = math.Exp(x - most)
				sum += c[i*n+int64(j)]
			}
			for j := range row {
				c[i*n+int64(j)] /= sum
			}
		}
		return []result{{p.out(e, m, n), c}}
	},
}

// TestKernels compares every kernel with float64 arithmetic written by hand,
// on whole tiles, ragged sizes, and none.
func TestKernels(t *testing.T) {
	t.Parallel()
	sizes := [][3]int64{{128, 256, 64}, {65, 130, 72}, {1, 1, 1}, {200, 7, 0}, {0, 64, 64}, {129, 40, 130}}
	for name, setUp := range kernelTests {
		for _, s := range sizes {
			for _, mode := range []interp.Mode{interp.Exact, interp.Float64} {
				t.Run(fmt.Sprintf("%s/%v/%d", name, s, mode), func(t *testing.T) {
					t.Parallel()
					fn := kernel(t, name)
					p := &problem{t: t}
					results := setUp(p, elem.F16, s[0], s[1], s[2])
					if err := interp.Run(t.Context(), fn, p.args, interp.Options{Mode: mode}); err != nil {
						t.Fatal(err)
					}
					for i, r := range results {
						checkResult(t, fmt.Sprintf("output %d", i), r)
					}
				})
			}
		}
	}
}

func TestBF16(t *testing.T) {
	t.Parallel()
	p := &problem{t: t}
	results := kernelTests["matmul"](p, elem.BF16, 130, 40, 100)
	if err := interp.Run(t.Context(), kernel(t, "matmul_bf16"), p.args, interp.Options{}); err != nil {
		t.Fatal(err)
	}
	checkResult(t, "C", results[0])
}

// checkResult allows the rounding of the output and of sums in f32, and looks
// at what must not be written.
func checkResult(t *testing.T, what string, r result) {
	t.Helper()
	d, err := hostdata.Compare(r.got.Float64s(), r.want)
	if err != nil {
		t.Fatal(err)
	}
	limit := map[elem.Type]float64{elem.F16: 6e-4, elem.BF16: 5e-3, elem.F32: 1e-6}[r.got.Elem]
	if d.Mismatched > 0 || d.Relative > limit {
		t.Errorf("%s: %+v, expected at most %g", what, d, limit)
	}
	last := len(r.got.Dims) - 1
	if gap := r.got.Dims[last]; len(r.got.Dims) > 1 && r.got.Dims[0] > 1 && gap < r.got.Strides[0] {
		if r.got.Elem.Decode(r.got.Bits(gap)) == 0 || !math.IsNaN(r.got.Elem.Decode(r.got.Bits(gap))) {
			t.Errorf("%s: the gap between rows was written", what)
		}
	}
}

// TestUnroundedOutput gives the reference for errors: a buffer of f64 in the
// place of the output.
func TestUnroundedOutput(t *testing.T) {
	t.Parallel()
	p := &problem{t: t}
	a, b := p.in(elem.F16, 40, 50), p.in(elem.F16, 30, 50)
	c := p.out(elem.F64, 40, 30)
	if err := interp.Run(t.Context(), kernel(t, "matmul"), p.args, interp.Options{Mode: interp.Float64}); err != nil {
		t.Fatal(err)
	}
	d, err := hostdata.Compare(c.Float64s(), matmulNT(a, b, 40, 30, 50, nil))
	if err != nil || d.Relative > 1e-14 {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestGrid(t *testing.T) {
	t.Parallel()
	p := &problem{t: t}
	kernelTests["matmul"](p, elem.F16, 300, 600, 10)
	grid, err := interp.Grid(t.Context(), kernel(t, "matmul"), p.args, interp.Options{})
	if err != nil || fmt.Sprint(grid) != "[3 3]" {
		t.Errorf("grid %v, %v", grid, err)
	}
}

// TestDeviceProperties holds the dialect's list against the metadata's, and
// what is known of a device by default.
func TestDeviceProperties(t *testing.T) {
	t.Parallel()
	if got, want := fmt.Sprint(tile.DeviceProperties), fmt.Sprint(launch.PropertyNames()); got != want {
		t.Errorf("%s, the launch metadata has %s", got, want)
	}
	for _, name := range tile.DeviceProperties {
		fn := parse(t, "p.mlir", fmt.Appendf(nil, "func.func @p() -> index {\n%%0 = tile.device_property %q\nreturn %%0 : index\n}", name))
		if _, err := interp.Call(t.Context(), fn, nil, interp.Options{}); err != nil {
			t.Error(err)
		}
	}
}

// TestMagic holds the dialect's magic numbers against the launcher's.
func TestMagic(t *testing.T) {
	t.Parallel()
	for d := uint64(1); d < 1<<31; d += d/37 + 1 {
		m, s := tile.Magic(uint32(d))
		if wm, ws := launch.DivMagic(uint32(d)); m != wm || s != ws {
			t.Fatalf("%d: %d, %d, the launcher has %d, %d", d, m, s, wm, ws)
		}
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	fn := parse(t, "loop.mlir", []byte(`func.func @forever() {
  %t = arith.constant true
  scf.while : () -> () {
    scf.condition(%t)
  } do {
    scf.yield
  }
  return
}`))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := interp.Call(ctx, fn, nil, interp.Options{}); err != context.DeadlineExceeded {
		t.Errorf("found %v", err)
	}
}

func BenchmarkMatmul(b *testing.B) {
	p := &problem{t: b}
	kernelTests["matmul"](p, elem.F16, 256, 512, 192)
	fn := kernel(b, "matmul")
	for b.Loop() {
		if err := interp.Run(b.Context(), fn, p.args, interp.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
