package cuda

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// fake is a Driver on host memory. Its "code" is the name of a kernel of the test, and a launch runs it at once.
type fake struct {
	memory   map[uint64][]byte
	next     uint64
	modules  []string
	kernels  map[string]kernel
	clock    float64 // microseconds, moved by launches
	stamps   map[Event]float64
	hung     bool
	fault    error
	shared   int
	launches []string
}

type kernel func(f *fake, params [][]byte)

func newFake() *fake {
	return &fake{memory: map[uint64][]byte{}, next: 0x1000000, stamps: map[Event]float64{}, kernels: map[string]kernel{
		"mm": matmul(0), "mm_wrong": matmul(0.5), "noop": func(*fake, [][]byte) {},
		"mm_behind": func(f *fake, p [][]byte) {
			matmul(0)(f, p)
			c, m, ld := u64(p[2]), u32(p[3]), u64(p[8])
			f.at(c + 2*m*ld)[0] = 0
		},
		"hang":  func(f *fake, _ [][]byte) { f.hung = true },
		"fault": func(f *fake, _ [][]byte) { f.fault = errors.New("CUDA_ERROR_ILLEGAL_ADDRESS") },
		referenceEntry: func(f *fake, p [][]byte) {
			m, n, k := u32(p[3]), u32(p[4]), u32(p[5])
			for i := range m {
				for j := range n {
					sum := 0.0
					for x := range k {
						sum += f.load(u64(p[0])+i*u64(p[6])+x*u64(p[7])) * f.load(u64(p[1])+j*u64(p[8])+x*u64(p[9]))
					}
					elem.F64.Put(f.at(u64(p[2])+8*(i*n+j)), elem.F64.Encode(sum))
				}
			}
		},
	}}
}

func u64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }
func u32(b []byte) uint64 { return uint64(binary.LittleEndian.Uint32(b)) }

// matmul has the parameters of testModule; it adds off to every element.
func matmul(off float64) kernel {
	return func(f *fake, p [][]byte) {
		m, n, k := u32(p[3]), u32(p[4]), u32(p[5])
		for i := range m {
			for j := range n {
				sum := off
				for x := range k {
					sum += f.load(u64(p[0])+2*(i*u64(p[6])+x)) * f.load(u64(p[1])+2*(j*u64(p[7])+x))
				}
				elem.F16.Put(f.at(u64(p[2])+2*(i*u64(p[8])+j)), elem.F16.Encode(sum))
			}
		}
	}
}

func (f *fake) load(address uint64) float64 { return elem.F16.Decode(elem.F16.Bits(f.at(address))) }

func (f *fake) at(address uint64) []byte {
	for base, mem := range f.memory {
		if address >= base && address < base+uint64(len(mem)) {
			return mem[address-base:]
		}
	}
	panic(fmt.Sprintf("address %#x is not allocated", address))
}

func (f *fake) Properties() (string, launch.Properties, error) {
	return "fake", launch.Properties{"multiprocessor_count": 4}, nil
}

func (f *fake) Load(image []byte) (Module, error) {
	text := string(image)
	if text == "bad" {
		return 0, errors.New("CUDA_ERROR_INVALID_PTX\nptxas: syntax error")
	}
	if strings.Contains(text, referenceEntry) {
		text = referenceEntry
	}
	f.modules = append(f.modules, text)
	return Module(len(f.modules) - 1), nil
}

func (f *fake) Function(m Module, _ string) (Function, error)  { return Function(m), nil }
func (f *fake) Usage(Function) (registers, local int, _ error) { return 168, 0, nil }

func (f *fake) SetDynamicShared(_ Function, bytes int) error {
	f.shared = bytes
	return nil
}

func (f *fake) Alloc(bytes int64) (uint64, error) {
	a := f.next
	f.next += uint64(bytes+511) / 256 * 256
	f.memory[a] = make([]byte, bytes)
	return a, nil
}

func (f *fake) Free(address uint64) error {
	if f.memory[address] == nil {
		return errors.New("not allocated")
	}
	delete(f.memory, address)
	return nil
}

func (f *fake) Set(address uint64, value byte, bytes int64) error {
	for i := range f.at(address)[:bytes] {
		f.at(address)[i] = value
	}
	return nil
}

func (f *fake) Upload(address uint64, data []byte) error {
	copy(f.at(address)[:len(data)], data)
	return nil
}

func (f *fake) Download(data []byte, address uint64) error {
	copy(data, f.at(address)[:len(data)])
	return nil
}

func (f *fake) EncodeTensorMap(v *launch.TensorMapValue) ([]byte, error) {
	if v.Address%16 != 0 {
		return nil, errors.New("CUDA_ERROR_INVALID_VALUE")
	}
	return make([]byte, 128), nil
}

func (f *fake) Launch(fn Function, _ *launch.Launch, params [][]byte) error {
	name := f.modules[fn]
	f.launches = append(f.launches, name)
	f.clock += 100 + float64(len(f.launches))
	f.kernels[name](f, params)
	return nil
}

func (f *fake) NewEvent() (Event, error) {
	e := Event(len(f.stamps) + 1)
	f.stamps[e] = 0
	return e, nil
}

func (f *fake) Record(e Event) error {
	f.stamps[e] = f.clock
	return nil
}

func (f *fake) Done(Event) (bool, error) { return !f.hung, f.fault }

func (f *fake) Elapsed(from, to Event) (float64, error) { return f.stamps[to] - f.stamps[from], nil }
func (f *fake) FreeEvent(Event) error                   { return nil }

// testModule is a product of f16 matrices through plain pointers; row strides are parameters.
func testModule() *launch.Module {
	var params []launch.Param
	for i := range 3 {
		params = append(params, launch.Param{Pointer: &launch.PointerParam{Arg: i, Align: 2}})
	}
	i32 := func(e launch.Expr) {
		params = append(params, launch.Param{Scalar: &launch.ScalarParam{Type: elem.I32, Value: e}})
	}
	i32(launch.Dim(0, 0))
	i32(launch.Dim(1, 0))
	i32(launch.Dim(0, 1))
	for i := range 3 {
		params = append(params, launch.Param{Scalar: &launch.ScalarParam{Type: elem.I64, Value: launch.Stride(i, 0)}})
	}
	arg := func(name string, out bool) launch.Arg {
		return launch.Arg{Name: name, Kind: launch.Memref, Type: elem.F16, Rank: 2, Output: out}
	}
	return &launch.Module{
		Version: launch.Version, Target: "sm_90a", Kernel: "mm", Args: []launch.Arg{arg("A", false), arg("B", false), arg("C", true)},
		Entries: []launch.Entry{{
			Name: "mm", Grid: [3]launch.Expr{launch.CeilDiv(launch.Dim(0, 0), launch.Const(16)), launch.Const(1), launch.Const(1)},
			Block: [3]int{128, 1, 1}, Cluster: [3]int{1, 1, 1}, SharedBytes: 1024, Params: params,
			Preconditions: []launch.Precondition{launch.Aligned(2, 4)},
		}},
	}
}

// folder writes a code file for each kernel name, all with testModule's metadata.
func folder(t *testing.T, kernels ...string) string {
	t.Helper()
	dir := t.TempDir()
	text, err := launch.Marshal(testModule())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range kernels {
		for path, content := range map[string][]byte{name + ".ptx": []byte(name), name + ".json": text} {
			if err := os.WriteFile(filepath.Join(dir, path), content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

const sizes = `"args": {"A": {"dims": [5, 7]}, "B": {"dims": [3, 7], "strides": [9, 1], "fill": "int"}, "C": {"dims": [5, 3], "strides": [6, 1]}}`
const reference = `"reference": {"kind": "matmul_nt", "a": "A", "b": "B", "out": "C"}`

func run(t *testing.T, f *fake, dir, jobs string, opts Options) ([]job.Report, error) {
	t.Helper()
	list, err := job.Read(strings.NewReader(strings.NewReplacer("$ARGS", sizes, "$REF", reference).Replace(jobs)), dir)
	if err != nil {
		t.Fatal(err)
	}
	return Run(context.Background(), f, list, opts)
}

func TestRun(t *testing.T) {
	t.Parallel()
	dir := folder(t, "mm", "mm_wrong", "mm_behind", "noop", "bad")
	f := newFake()
	var told []string
	opts := Options{DumpDir: dir, Progress: func(r job.Report) { told = append(told, r.Name) }}
	reports, err := run(t, f, dir, `
{"name": "right", "code": "mm.ptx", $ARGS, "seed": 4, $REF}
{"name": "offset", "code": "mm.ptx", "args": {"A": {"dims": [5, 7]}, "B": {"dims": [3, 7]}, "C": {"dims": [5, 3], "offset": 4}}, $REF}
{"name": "wrong", "code": "mm_wrong.ptx", $ARGS, $REF}
{"name": "behind", "code": "mm_behind.ptx", "args": {"A": {"dims": [5, 7]}, "B": {"dims": [3, 7]}, "C": {"dims": [5, 3]}}, $REF}
{"name": "unwritten", "code": "noop.ptx", $ARGS}
{"name": "no K", "code": "mm.ptx", "args": {"A": {"dims": [5, 0]}, "B": {"dims": [3, 0]}, "C": {"dims": [5, 3]}}, $REF}
{"name": "no M", "code": "noop.ptx", "args": {"A": {"dims": [0, 7]}, "B": {"dims": [3, 7]}, "C": {"dims": [0, 3]}}, $REF}
{"name": "bad", "code": "bad.ptx", $ARGS}
{"name": "no file", "code": "none.ptx", "metadata": "mm.json", $ARGS}
{"name": "missing", "code": "mm.ptx", "args": {}}
{"name": "unknown", "code": "mm.ptx", "args": {"D": {}}}
{"name": "rank", "code": "mm.ptx", "args": {"A": {"dims": [5]}}}
{"name": "refused", "code": "mm.ptx", "args": {"A": {"dims": [5, 7]}, "B": {"dims": [3, 7]}, "C": {"dims": [5, 3], "offset": 2}}, "fails": "argument \"C\": address must be a multiple of 4"}
{"name": "not refused", "code": "mm.ptx", $ARGS, "fails": "address"}
{"name": "no entry", "code": "mm.ptx", "entry": "nn", $ARGS}
{"name": "misfit", "code": "mm.ptx", "args": {"A": {"dims": [5, 7]}, "B": {"dims": [3, 8]}, "C": {"dims": [5, 3]}}, $REF}
`, opts)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"right": "", "offset": "", "no K": "", "no M": "", "refused": "",
		"behind":      `output "C": 1 bytes outside the array were written`,
		"unwritten":   `output "C": 15 of 15 elements were not written`,
		"bad":         dir + "/bad.ptx: CUDA_ERROR_INVALID_PTX\nptxas: syntax error",
		"no file":     "open " + dir + "/none.ptx: no such file or directory",
		"missing":     `argument "A" has no value`,
		"unknown":     `kernel "mm" has no argument "D"`,
		"rank":        `argument "A": 1 sizes, expected 2`,
		"not refused": `no error, expected one with "address"`,
		"no entry":    `kernel "mm" has no entry "nn"`,
		"misfit":      "reference matmul_nt: sizes [5 7], [3 8] and [5 3] don't fit",
	}
	for i, r := range reports {
		if r.Name == "wrong" {
			if r.OK || !strings.HasPrefix(r.Error, `output "C": relative error 0.`) || r.Results[0].Absolute < 0.49 {
				t.Errorf("wrong: %+v", r)
			}
		} else if r.Error != want[r.Name] || r.OK != (r.Error == "") {
			t.Errorf("%s: ok %v, error %q, want %q", r.Name, r.OK, r.Error, want[r.Name])
		}
		if told[i] != r.Name {
			t.Errorf("progress %d was about %s, want %s", i, told[i], r.Name)
		}
	}
	r := reports[0]
	if d := cmp.Diff(job.Report{Name: "right", OK: true, Entry: "mm", Grid: []int{1, 1, 1}, Registers: 168,
		Results: []job.Result{{Arg: "C", Elements: 15, Compared: true}}}, r, cmpopts.IgnoreFields(job.Result{}, "Absolute", "Relative", "Piece", "PieceWorst", "Worst")); d != "" {
		t.Errorf("right (-want +got):\n%s", d)
	}
	if res := r.Results[0]; res.Relative <= 0 || res.Relative > 3e-4 {
		t.Errorf("right: relative error %v, expected that of rounding to f16", res.Relative)
	}
	if len(f.memory) != 0 {
		t.Errorf("%d allocations are left", len(f.memory))
	}
	if f.shared != 1024 {
		t.Errorf("dynamic shared memory %d, want 1024", f.shared)
	}
	checkDump(t, dir)
}

// checkDump computes one element of the first job again, from the inputs' definition.
func checkDump(t *testing.T, dir string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "right.C.raw"))
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for k := range uint64(7) {
		a := elem.F16.Decode(elem.F16.Encode(inputs.Source{Seed: 4, Arg: 0, Distribution: inputs.Normal}.At(2*7 + k)))
		b := elem.F16.Decode(elem.F16.Encode(inputs.Source{Seed: 4, Arg: 1, Distribution: inputs.Integers}.At(1*7 + k)))
		sum += a * b
	}
	if got := elem.F16.Bits(data[2*(2*3+1):]); len(data) != 30 || got != elem.F16.Encode(sum) {
		t.Errorf("dump of %d bytes has %#x at [2, 1], want %#x", len(data), got, elem.F16.Encode(sum))
	}
}

// TestSame compares jobs with earlier ones, bit for bit.
func TestSame(t *testing.T) {
	t.Parallel()
	dir := folder(t, "mm", "mm_wrong", "noop")
	f := newFake()
	const same = `"reference": {"kind": "same", "job": "base"}`
	reports, err := run(t, f, dir, `
{"name": "base", "code": "mm.ptx", $ARGS, "seed": 4, $REF}
{"name": "again", "code": "mm.ptx", $ARGS, "seed": 4, `+same+`}
{"name": "other inputs", "code": "mm.ptx", $ARGS, "seed": 5, `+same+`}
{"name": "wrong", "code": "mm_wrong.ptx", $ARGS, "seed": 4, `+same+`}
{"name": "sizes", "code": "mm.ptx", "args": {"A": {"dims": [4, 7]}, "B": {"dims": [3, 7]}, "C": {"dims": [4, 3]}}, `+same+`}
{"name": "refused", "code": "none.ptx", $ARGS}
{"name": "behind it", "code": "mm.ptx", $ARGS, "reference": {"kind": "same", "job": "refused"}}
`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"", "", `output "C": 15 of 15 elements differ from those of job "base"`, `output "C": 15 of 15 elements differ from those of job "base" (greatest at element 3: 0.502)`,
		`job "base": output "C" is [4 3] x f16, and that of the other job, "C", [5 3] x f16`, "open " + dir,
		`job "refused", whose outputs these must be, has 0 outputs, expected more than 0`,
	}
	for i, r := range reports {
		if !strings.HasPrefix(r.Error, want[i]) || r.OK != (want[i] == "") {
			t.Errorf("%s: ok %v, error %q, want %q", r.Name, r.OK, r.Error, want[i])
		}
	}
	if res := reports[1].Results[0]; !res.Compared || res.Relative != 0 || res.Elements != 15 {
		t.Errorf("again: %+v", res)
	}
}

// TestInterpreted hands the inputs of a job to the interpreter, and compares with what it says.
func TestInterpreted(t *testing.T) {
	t.Parallel()
	dir := folder(t, "mm")
	calls, off, noise := 0, 0.0, 0.0
	interpret := func(_ context.Context, ref *job.Reference, kernel string, args []hostdata.Arg, outputs []int) (map[int][]float64, float64, error) {
		calls++
		if ref.Kernel != filepath.Join(dir, "mm.mlir") || ref.Exact || kernel != "mm" || len(args) != 3 {
			t.Errorf("reference %+v, kernel %s, %d arguments", ref, kernel, len(args))
		}
		a, b := args[0].Buffer, args[1].Buffer
		c := make([]float64, 15)
		for i := range c {
			for k := range int64(7) {
				c[i] += a.At(int64(i/3)*7+k) * b.At(int64(i%3)*7+k)
			}
			c[i] += off
		}
		return map[int][]float64{outputs[0]: c}, noise, nil
	}
	const text = `{"name": "x", "code": "mm.ptx", $ARGS, "seed": 4, "reference": {"kind": "interp", "kernel": "mm.mlir"}}`
	for _, c := range []struct {
		opts       Options
		off, noise float64
		want       string
	}{
		{Options{Interpret: interpret}, 0, 0, ""},
		{Options{Interpret: interpret}, 1, 0, `output "C": relative error 0.`},
		// What the interpreter says that sums may be off is allowed.
		{Options{Interpret: interpret}, 1, 0.9, ""},
		{Options{}, 0, 0, "reference interp: there is no interpreter"},
	} {
		off, noise = c.off, c.noise
		reports, err := run(t, newFake(), dir, text, c.opts)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(reports[0].Error, c.want) || reports[0].OK != (c.want == "") {
			t.Errorf("ok %v, error %q, want %q", reports[0].OK, reports[0].Error, c.want)
		}
	}
	if calls != 3 {
		t.Errorf("%d calls of the interpreter, want 3", calls)
	}
}

// TestReferenceFiles runs one job's dump as the inputs and the expectation of another.
func TestReferenceFiles(t *testing.T) {
	t.Parallel()
	dir := folder(t, "mm")
	var want []byte
	for i := range 4 {
		want = binary.LittleEndian.AppendUint64(want, elem.F64.Encode([]float64{5, 11, 11, 25}[i]))
	}
	var in []byte
	for _, x := range []float64{1, 2, 3, 4} {
		in = binary.LittleEndian.AppendUint16(in, uint16(elem.F16.Encode(x)))
	}
	for name, data := range map[string][]byte{"want.raw": want, "in.raw": in} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const args = `"args": {"A": {"dims": [2, 2], "file": "in.raw"}, "B": {"dims": [2, 2], "strides": [3, 1], "file": "in.raw"}, "C": {"dims": [2, 2]}}`
	reports, err := run(t, newFake(), dir, `
{"name": "files", "code": "mm.ptx", `+args+`, "reference": {"kind": "file", "files": {"C": "want.raw"}}}
{"name": "short", "code": "mm.ptx", `+args+`, "reference": {"kind": "file", "files": {"C": "in.raw"}}}
`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !reports[0].OK || reports[0].Results[0].Absolute != 0 {
		t.Errorf("files: %+v", reports[0])
	}
	if want := dir + "/in.raw: 8 bytes, expected 4 float64"; reports[1].Error != want {
		t.Errorf("short: error %q, want %q", reports[1].Error, want)
	}
}

func TestTiming(t *testing.T) {
	t.Parallel()
	dir := folder(t, "mm", "noop")
	f := newFake()
	const timing = `"timing": {"group": "g", "rounds": 2, "warmup": 1, "launches": 3, "pause": 0.001}`
	reports, err := run(t, f, dir, `
{"name": "a", "code": "mm.ptx", $ARGS, `+timing+`}
{"name": "b", "code": "mm.ptx", "args": {"A": {"dims": [5, 7]}, "B": {"dims": [3, 7]}, "C": {"dims": [5, 3]}}, `+timing+`}
{"name": "broken", "code": "noop.ptx", $ARGS, `+timing+`}
{"name": "alone", "code": "mm.ptx", $ARGS, "timing": {"rounds": 1, "pause": 0.001}}
`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Three checks, then a and b in turn: each launch of the fake takes a microsecond more than the one before.
	want := []*job.Times{
		{Median: 110, Least: 105, Most: 115, Rounds: []float64{106, 114}},
		{Median: 114, Least: 109, Most: 119, Rounds: []float64{110, 118}},
		nil,
		{Median: 124, Least: 123, Most: 125, Rounds: []float64{124}},
	}
	for i, r := range reports {
		if d := cmp.Diff(want[i], r.Time); d != "" {
			t.Errorf("%s (-want +got):\n%s", r.Name, d)
		}
	}
	if len(f.memory) != 0 {
		t.Errorf("%d allocations are left", len(f.memory))
	}
}

func TestLostDevice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kernel, want string }{
		{"hang", `entry "mm" of job "first" did not finish within 0.01 s`},
		{"fault", `entry "mm" of job "first": CUDA_ERROR_ILLEGAL_ADDRESS`},
	} {
		dir := folder(t, c.kernel, "mm")
		reports, err := run(t, newFake(), dir, `
{"name": "first", "code": "`+c.kernel+`.ptx", $ARGS, "time_limit": 0.01}
{"name": "second", "code": "mm.ptx", $ARGS}
`, Options{})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", c.kernel, err, c.want)
		}
		want := []job.Report{
			{Name: "first", Error: c.want, Entry: "mm", Grid: []int{1, 1, 1}, Registers: 168},
			{Name: "second", Error: "not run: " + c.want},
		}
		if d := cmp.Diff(want, reports); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.kernel, d)
		}
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	dir := folder(t, "hang")
	list, err := job.Read(strings.NewReader(`{"name": "x", "code": "hang.ptx", `+sizes+`}`), dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, err := Run(ctx, newFake(), list, Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the deadline's", err)
	}
}

func TestReferencePTX(t *testing.T) {
	t.Parallel()
	for _, a := range []elem.Type{elem.F16, elem.BF16, elem.F32, elem.F64} {
		text, err := referencePTX(a, elem.F16)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, "LOAD") || strings.Contains(text, "PTR") || strings.Contains(text, "DST") {
			t.Errorf("%s: a placeholder is left:\n%s", a, text)
		}
	}
	if _, err := referencePTX(elem.I8, elem.F16); err == nil || err.Error() != "reference matmul_nt takes f16, bf16, f32 or f64, found i8" {
		t.Errorf("i8: error %v", err)
	}
}

func TestRowMajor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ dims, want []int64 }{
		{[]int64{2, 3, 4}, []int64{12, 4, 1}}, {[]int64{5, 0}, []int64{1, 1}}, {[]int64{}, []int64{}},
	} {
		if d := cmp.Diff(c.want, RowMajor(c.dims)); d != "" {
			t.Errorf("%v (-want +got):\n%s", c.dims, d)
		}
	}
}
