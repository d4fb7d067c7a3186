package pipelines_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/sim"
)

// pipelineTests are the choices of options that every kernel is lowered with.
var pipelineTests = []string{
	"tile-to-nvvm",
	"tile-to-llvm{stages=2 consumers=1 persist=false group=1}",
	"tile-to-nvvm{stages=1 consumers=1 via=direct}",
	"tile-to-llvm{stages=3 consumers=0 persist=false via=stmatrix}",
	"tile-to-nvvm{stages=2 consumers=0 warp-groups=2 group=1 via=auto}",
	"tile-to-nvvm{stages=3 consumers=2 mma-in-flight=1 group=2 persist=false}",
	"tile-to-nvvm{stages=2 consumers=2 stage=all schedule=pingpong}",
}

// TestMoreKernels lowers the kernels of testdata/kernels/more with several
// choices of options and compares what they compute in the simulator with what
// they compute on tiles. The first lines of a file say on which arguments:
//
//	// problem: A=72x200 idx=[3,0] alpha=0.5
//
// is a call with a buffer of 72 x 200 elements (72x200/208 has rows of 208), one with two
// elements, and a scalar. "// near: 0.01" allows that relative error; without
// it, or with 0, the results must be equal. "// refused: TEXT" says that with
// some options lowering may end in an error with that text.
func TestMoreKernels(t *testing.T) {
	t.Parallel()
	for _, f := range readKernels(t) {
		for _, pipeline := range pipelineTests {
			t.Run(f.name()+"/"+pipeline, func(t *testing.T) {
				t.Parallel()
				f.run(t, pipeline)
			})
		}
	}
}

func readKernels(t *testing.T) []*kernelFile {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "testdata", "kernels", "more", "*.mlir"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("found no kernels, %v", err)
	}
	var out []*kernelFile
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, readHeader(t, path, text))
	}
	return out
}

// kernelFile is a kernel and the problems that its header lists.
type kernelFile struct {
	path     string
	text     []byte
	near     float64
	refused  string
	problems []map[string]string
}

func (f *kernelFile) name() string { return strings.TrimSuffix(filepath.Base(f.path), ".mlir") }

var headerLine = regexp.MustCompile(`(?m)^// (problem|near|refused): (.*)$`)

func readHeader(t *testing.T, path string, text []byte) *kernelFile {
	t.Helper()
	f := &kernelFile{path: path, text: text}
	for _, m := range headerLine.FindAllStringSubmatch(string(text), -1) {
		switch m[1] {
		case "near":
			v, err := strconv.ParseFloat(m[2], 64)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			f.near = v
			continue
		case "refused":
			f.refused = m[2]
			continue
		}
		p := make(map[string]string)
		for word := range strings.FieldsSeq(m[2]) {
			name, value, _ := strings.Cut(word, "=")
			p[name] = value
		}
		f.problems = append(f.problems, p)
	}
	if len(f.problems) == 0 {
		t.Fatalf("%s: expected a line '// problem: ARGUMENT=VALUE ...'", path)
	}
	return f
}

func (f *kernelFile) parse(t *testing.T) *ir.Operation {
	t.Helper()
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), f.path, f.text, asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// kernelOf returns the kernel of a module of the tile level.
func kernelOf(t *testing.T, m *ir.Operation) *ir.Operation {
	t.Helper()
	for op := range m.RegionAt(0).Entry().Ops() {
		if tile.IsKernel(op) {
			return op
		}
	}
	t.Fatal("the module has no kernel")
	return nil
}

func (f *kernelFile) run(t *testing.T, pipeline string) {
	t.Helper()
	low, fn := f.parse(t), kernelOf(t, f.parse(t))
	p, err := allpasses.Registry().Parse("builtin.module(" + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(t.Context(), low, passes.Config{Verify: true}); err != nil {
		if f.refused != "" && strings.Contains(err.Error(), f.refused) {
			return
		}
		t.Fatal(err)
	}
	for _, sizes := range f.problems {
		f.simulate(t, low, fn, sizes, 2)
	}
}

// simulate runs a module and compares with what the kernel fn of the tile level
// does.
func (f *kernelFile) simulate(t *testing.T, m, fn *ir.Operation, sizes map[string]string, schedules int) {
	t.Helper()
	name, _ := ir.SymbolName(fn)
	// Few multiprocessors, so that persistent blocks have several tiles.
	device := launch.Properties{
		"compute_capability_major": 9, "compute_capability_minor": 0, "l2_cache_size": 1 << 20,
		"max_shared_memory_per_block_optin": 232448, "multiprocessor_count": 2,
	}
	want, got := f.arguments(t, fn, sizes), f.arguments(t, fn, sizes)
	if err := interp.Run(t.Context(), fn, want, interp.Options{}); err != nil {
		t.Fatal(err)
	}
	rep, err := sim.Run(t.Context(), m, name, got, sim.Options{Seed: 1, Schedules: schedules, Properties: device})
	if err == nil {
		err = rep.Err()
	}
	if err != nil {
		t.Errorf("%v: %v", sizes, err)
		return
	}
	f.compare(t, sizes, got, want)
}

// TestMoreLevels runs the passes one by one, each from the text of the one
// before: whatever the pass after which one looks, the module computes the
// same.
func TestMoreLevels(t *testing.T) {
	t.Parallel()
	// Each kernel goes one of these ways, which differ in the passes.
	pipelines := []string{"tile-to-nvvm", "tile-to-llvm{stages=2 consumers=0 persist=false}"}
	for i, f := range readKernels(t) {
		pipeline := pipelines[i%len(pipelines)]
		t.Run(f.name()+"/"+pipeline, func(t *testing.T) {
			t.Parallel()
			f.levels(t, pipeline)
		})
	}
}

// steps cuts a pipeline into pipelines of one pass each.
func steps(p *passes.Pipeline) []*passes.Pipeline {
	var out []*passes.Pipeline
	for _, s := range p.Steps {
		if s.Nested == nil {
			out = append(out, &passes.Pipeline{Anchor: p.Anchor, Steps: []passes.Step{s}})
			continue
		}
		for _, inner := range steps(s.Nested) {
			out = append(out, &passes.Pipeline{Anchor: p.Anchor, Steps: []passes.Step{{Nested: inner}}})
		}
	}
	return out
}

func (f *kernelFile) levels(t *testing.T, pipeline string) {
	t.Helper()
	p, err := allpasses.Registry().Parse("builtin.module(" + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	fn := kernelOf(t, f.parse(t))
	at := *f
	for _, s := range steps(p) {
		m := at.parse(t)
		one, err := allpasses.Registry().Parse(s.String())
		if err != nil {
			t.Fatal(err)
		}
		if err := one.Run(t.Context(), m, passes.Config{Verify: true}); err != nil {
			if f.refused != "" && strings.Contains(err.Error(), f.refused) {
				return
			}
			t.Fatalf("%s: %v", s, err)
		}
		var text strings.Builder
		if err := asm.Print(&text, m, asm.PrintOptions{}); err != nil {
			t.Fatal(err)
		}
		if text.String() == string(at.text) {
			continue
		}
		at.text = []byte(text.String())
		if f.simulate(t, at.parse(t), fn, f.problems[0], 1); t.Failed() {
			t.Fatalf("after %s", s)
		}
	}
}

// arguments makes the arguments of a call. Outputs have contents too: what a
// kernel leaves out stays.
func (f *kernelFile) arguments(t *testing.T, fn *ir.Operation, values map[string]string) []hostdata.Arg {
	t.Helper()
	var args []hostdata.Arg
	for i, v := range tile.Body(fn).Args() {
		value, ok := values[tile.ArgName(fn, i)]
		if !ok {
			t.Fatalf("%s: a problem does not have the argument %s", f.path, tile.ArgName(fn, i))
		}
		if m, ok := v.Type().(*ir.MemRefType); ok {
			args = append(args, hostdata.Of(f.buffer(t, i, m, value)))
			continue
		}
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			t.Fatalf("%s: %v", f.path, err)
		}
		args = append(args, hostdata.Arg{Int: int64(x), Float: x})
	}
	return args
}

func (f *kernelFile) buffer(t *testing.T, arg int, m *ir.MemRefType, value string) *hostdata.Buffer {
	t.Helper()
	list, isList := strings.CutPrefix(strings.TrimSuffix(value, "]"), "[")
	shape, pitch, _ := strings.Cut(list, "/")
	sep := "x"
	if isList {
		sep = ","
	}
	var dims []int64
	for word := range strings.SplitSeq(shape, sep) {
		if word == "" {
			continue
		}
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", f.path, err)
		}
		dims = append(dims, n)
	}
	elements := dims
	if isList {
		dims = []int64{int64(len(elements))}
	}
	strides := hostdata.RowMajor(dims)
	if pitch != "" {
		n, err := strconv.ParseInt(pitch, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", f.path, err)
		}
		strides[len(dims)-2] = n
		for d := len(dims) - 3; d >= 0; d-- {
			strides[d] = strides[d+1] * dims[d+1]
		}
	}
	host := elem.Type(m.Elem.String())
	if ir.IsIndex(m.Elem) {
		host = elem.I64
	}
	b, err := hostdata.New(host, dims, strides)
	if err != nil {
		t.Fatal(err)
	}
	dist := inputs.Integers
	if f.near != 0 {
		dist = inputs.Normal
	}
	if err := b.Fill(inputs.Source{Seed: 3, Arg: arg, Distribution: dist}); err != nil {
		t.Fatal(err)
	}
	if isList {
		for i, x := range elements {
			b.Set(int64(i), float64(x))
		}
	}
	return b
}

// compare checks every buffer: those that are only read must stay as they are.
func (f *kernelFile) compare(t *testing.T, sizes map[string]string, got, want []hostdata.Arg) {
	t.Helper()
	for i := range got {
		g, w := got[i].Buffer, want[i].Buffer
		if g == nil {
			continue
		}
		bad := 0
		for e := range g.Len() {
			x, y := g.At(e), w.At(e)
			if x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= f.near*(1+math.Abs(y)) {
				continue
			}
			if bad++; bad <= 3 {
				t.Errorf("%v: argument %d, element %d of %v: %v, expected %v", fmt.Sprint(sizes), i, e, g.Dims, x, y)
			}
		}
		if bad > 3 {
			t.Errorf("%v: argument %d: %d elements are wrong", fmt.Sprint(sizes), i, bad)
		}
	}
}
