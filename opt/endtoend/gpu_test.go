package endtoend_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/dialects/gpu"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/opt"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
	"github.com/tile-opt/tile-opt/targets/sim"
)

// gpuWants compute what the kernels of testdata/gpu compute, in float64, from
// the buffers as they were; the result is that of the last buffer.
var gpuWants = map[string]func(in [][]float64, shapes [][]int64, scalars []float64) []float64{
	"saxpy": func(in [][]float64, _ [][]int64, s []float64) []float64 {
		out := append([]float64(nil), in[1]...)
		for i, x := range in[0] {
			if x > 0 {
				out[i] = s[0]*x + out[i]
			}
		}
		return out
	},
	"transpose": func(in [][]float64, shapes [][]int64, _ []float64) []float64 {
		rows, cols := shapes[0][0], shapes[0][1]
		out := make([]float64, rows*cols)
		for i := range rows {
			for j := range cols {
				out[j*rows+i] = in[0][i*cols+j]
			}
		}
		return out
	},
	"softmax": func(in [][]float64, shapes [][]int64, _ []float64) []float64 {
		cols := int(shapes[0][1])
		out := make([]float64, len(in[0]))
		for r := 0; r < len(out); r += cols {
			most, sum := math.Inf(-1), 0.0
			for _, x := range in[0][r : r+cols] {
				most = max(most, x)
			}
			for i, x := range in[0][r : r+cols] {
				out[r+i] = math.Exp(x - most)
				sum += out[r+i]
			}
			for i := range cols {
				out[r+i] /= sum
			}
		}
		return out
	},
	"matmul": func(in [][]float64, shapes [][]int64, _ []float64) []float64 {
		rows, inner, cols := shapes[0][0], shapes[0][1], shapes[1][1]
		out := make([]float64, rows*cols)
		for i := range out {
			row, col := int64(i)/cols, int64(i)%cols
			for k := range inner {
				out[i] += in[0][row*inner+k] * in[1][k*cols+col]
			}
		}
		return out
	},
	"product": func(in [][]float64, _ [][]int64, _ []float64) []float64 {
		out := append([]float64(nil), in[2]...)
		for i := range out {
			for k := range 32 {
				out[i] += in[0][i/32*32+k] * in[1][i%32*32+k] / 2
			}
		}
		return out
	},
	"types": func(in [][]float64, _ [][]int64, _ []float64) []float64 {
		k, x, h := in[0], in[1], in[2]
		out := make([]float64, 256)
		for e := range out {
			i, j := e/16, e%16
			for n := range 16 {
				out[e] += k[i*16+n] * k[n*16+j]
			}
			for n := range 8 { // stored transposed
				out[e] += x[j*16+n] * x[(8+n)*16+i]
			}
			sum := 1.0
			for n := range 16 {
				sum += h[e/8*16+n] * h[(16+n)*16+8+e%8]
			}
			out[e] -= elem.F16.Decode(elem.F16.Encode(sum))
		}
		return out
	},
	"control": func(in [][]float64, _ [][]int64, _ []float64) []float64 {
		var out []float64
		for _, v := range in[0] {
			steps := 0.0
			for n := int(math.Abs(v)) + 1; n != 1; steps++ {
				if n%2 == 1 {
					n = 3*n + 1
				} else {
					n /= 2
				}
			}
			out = append(out, [...]float64{steps + v, steps - v, math.Abs(v) * (math.Abs(v) + 1) / 2}[int(steps)%3])
		}
		return out
	},
	"views": func(in [][]float64, shapes [][]int64, _ []float64) []float64 {
		cols, width := shapes[2][1], shapes[0][1]
		out := make([]float64, len(in[2]))
		for n := range out {
			i, j := int64(n)/cols, int64(n)%cols
			out[n] = 4 * in[1][(i+j)%24]
			for a := range int64(9) {
				out[n] += in[0][(i+a/3)*width+j+a%3]
			}
		}
		return out
	},
	"narrow": func(in [][]float64, _ [][]int64, _ []float64) []float64 {
		var out []float64
		for i, h := range in[0] {
			b, k := in[1][i], in[2][i]
			r := h*h + max(k*k, k) + min(2*b, b) + 16
			bits := math.Float32bits(float32(r)) // rounded to bf16, to nearest even
			bits += 0x7fff + bits>>16&1
			out = append(out, math.Trunc(float64(math.Float32frombits(bits&^0xffff))))
		}
		return out
	},
	"lanes": func(in [][]float64, _ [][]int64, _ []float64) []float64 {
		x := in[0]
		var out []float64
		for i, v := range x {
			lane, warp, block := i%32, i/32*32, i/64*64
			if lane < 16 {
				v = x[warp+(lane+3)%16]
			}
			v += 256 + slices.Max(x[warp:warp+32])
			for _, t := range x[i/4*4 : i/4*4+4] {
				v += t
			}
			for _, t := range x[block : block+64] {
				v += t
			}
			out = append(out, v)
		}
		return out
	},
	"functions": gpuFunctions, "doubles": gpuFunctions,
	"histogram": func(in [][]float64, shapes [][]int64, _ []float64) []float64 {
		bins := shapes[1][0]
		out := append([]float64(nil), in[1]...)
		for _, x := range in[0] {
			i := min(max(int64(x), 0), bins-1)
			out[i]++
		}
		return out
	},
}

// gpuFunctions are the columns of the kernels functions and doubles.
func gpuFunctions(in [][]float64, _ [][]int64, _ []float64) []float64 {
	var out []float64
	for _, v := range in[0] {
		p, s := math.Abs(v)+1, v/6
		out = append(out, math.Exp(v), math.Expm1(v), math.Log(p), math.Log1p(p-1), math.Tanh(v), math.Sinh(v), math.Cosh(v),
			math.Asinh(v), math.Acosh(p), math.Atanh(s), math.Sin(v), math.Cos(v), math.Tan(v), math.Asin(s), math.Acos(s),
			math.Atan(v), math.Cbrt(v), 1/math.Sqrt(p), math.Erf(v), math.Erfc(v),
			math.Atan2(v, s), math.Pow(p, s), math.Pow(p, math.Trunc(v)), min(max(v, s), p))
	}
	return out
}

// gpuRun is what the line "// launch: NAME grid=X,Y block=X,Y ARG=SIZES ..." of
// a file says: sizes as 4x8, 4x8/12 with rows of 12, or a number for a scalar.
type gpuRun struct {
	kernel      string
	grid, block [3]int64
	args        []string
}

var launchLine = regexp.MustCompile(`(?m)^// launch: (\S+) grid=(\S+) block=(\S+) (.*)$`)

func readGPURun(t *testing.T, text string) gpuRun {
	t.Helper()
	m := launchLine.FindStringSubmatch(text)
	if m == nil {
		t.Fatal("expected a line '// launch: NAME grid=X block=X ARG=SIZES ...'")
	}
	r := gpuRun{kernel: m[1], grid: dims(t, m[2]), block: dims(t, m[3])}
	for word := range strings.FieldsSeq(m[4]) {
		_, value, _ := strings.Cut(word, "=")
		r.args = append(r.args, value)
	}
	return r
}

func dims(t *testing.T, s string) [3]int64 {
	t.Helper()
	out := [3]int64{1, 1, 1}
	for i, p := range strings.Split(s, ",") {
		n, err := strconv.ParseInt(p, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = n
	}
	return out
}

// buffer makes a buffer of the sizes written and fills it.
func (r gpuRun) buffer(t *testing.T, e elem.Type, sizes string, rng *rand.Rand) *hostdata.Buffer {
	t.Helper()
	sizes, row, _ := strings.Cut(sizes, "/")
	var shape []int64
	for _, s := range strings.Split(sizes, "x") {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		shape = append(shape, n)
	}
	strides := make([]int64, len(shape))
	next := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = next
		next *= shape[i]
	}
	if row != "" {
		n, err := strconv.ParseInt(row, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		strides[0] = n
	}
	b, err := hostdata.New(e, shape, strides)
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.Len() {
		b.Set(i, float64(rng.IntN(41)-20)/4)
	}
	return b
}

// TestGPUModules takes ordinary gpu.modules to PTX that ptxas accepts, and runs
// what they were lowered to in the simulator.
func TestGPUModules(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../testdata/gpu/*.mlir")
	if err != nil || len(paths) < 3 {
		t.Fatalf("found %d modules, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".mlir"), func(t *testing.T) {
			t.Parallel()
			runGPUModule(t, path)
		})
	}
}

func runGPUModule(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), path, text, asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := readGPURun(t, string(text))
	args, l := r.launch(t, m)
	got, err := opt.Compile(t.Context(), m, opt.CompileOptions{
		Registry: allpasses.Registry(), Target: nvptx.Target(toolchain.Env{}), Emit: opt.PTX, Code: targets.Options{Assemble: targets.On},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !got.Assembled || len(got.Messages) > 0 {
		t.Errorf("ptxas says %v", got.Messages)
	}
	var in [][]float64
	var shapes [][]int64
	var scalars []float64
	var out *hostdata.Buffer
	for _, a := range args {
		if a.Buffer == nil {
			scalars = append(scalars, a.Float)
			continue
		}
		in, shapes, out = append(in, a.Buffer.Float64s()), append(shapes, a.Buffer.Dims), a.Buffer
	}
	want := gpuWants[r.kernel](in, shapes, scalars)
	rep, err := sim.Run(t.Context(), m, r.kernel, args, sim.Options{Launch: l, Schedules: 4, Seed: 1})
	if err == nil {
		err = rep.Err()
	}
	if err != nil {
		t.Fatal(err)
	}
	tolerance := 1e-5
	if out.Elem == elem.F64 {
		tolerance = 2e-14
	}
	for i, x := range out.Float64s() {
		if d := math.Abs(x - want[i]); d > tolerance*max(1, math.Abs(want[i])) || math.IsNaN(x) {
			t.Fatalf("element %d is %g, want %g", i, x, want[i])
		}
	}
}

// launch makes the arguments and says how the kernel is launched on them: each
// memref is handed over as the fields of its descriptor.
func (r gpuRun) launch(t *testing.T, m *ir.Operation) ([]hostdata.Arg, *launch.Module) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	l := &launch.Module{Version: launch.Version, Target: "sm_90a", Kernel: r.kernel, Entries: make([]launch.Entry, 1)}
	e := &l.Entries[0]
	e.Name, e.Cluster = r.kernel, [3]int{1, 1, 1}
	for i := range 3 {
		e.Grid[i], e.Block[i] = launch.Const(r.grid[i]), int(r.block[i])
	}
	i64 := func(x launch.Expr) {
		e.Params = append(e.Params, launch.Param{Scalar: &launch.ScalarParam{Type: elem.I64, Value: x}})
	}
	var args []hostdata.Arg
	for i, in := range r.signature(t, m).Inputs {
		mem, ok := in.(*ir.MemRefType)
		kind, err := elem.Parse(ir.ElemOrSelf(in).String())
		if ok {
			kind, err = elem.Parse(mem.Elem.String())
		}
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			x, err := strconv.ParseFloat(r.args[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, hostdata.Arg{Float: x})
			l.Args = append(l.Args, launch.Arg{Name: fmt.Sprint("arg", i), Kind: launch.Scalar, Type: kind})
			e.Params = append(e.Params, launch.Param{Scalar: &launch.ScalarParam{Type: kind, Value: launch.ScalarOf(i)}})
			continue
		}
		args = append(args, hostdata.Of(r.buffer(t, kind, r.args[i], rng)))
		l.Args = append(l.Args, launch.Arg{Name: fmt.Sprint("arg", i), Kind: launch.Memref, Type: kind, Rank: len(mem.Shape), Output: true})
		for range 2 {
			e.Params = append(e.Params, launch.Param{Pointer: &launch.PointerParam{Arg: i, Align: 4}})
		}
		i64(launch.Const(0))
		for d := range mem.Shape {
			i64(launch.Dim(i, d))
		}
		for d := range mem.Shape {
			i64(launch.Stride(i, d))
		}
	}
	return args, l
}

func (r gpuRun) signature(t *testing.T, m *ir.Operation) *ir.FunctionType {
	t.Helper()
	for op := range ir.Walk(m) {
		if f, ok := gpu.AsFunc(op); ok {
			if name, _ := ir.SymbolName(op); name == r.kernel {
				return f.Signature()
			}
		}
	}
	t.Fatalf("the module has no kernel %s", r.kernel)
	return nil
}
