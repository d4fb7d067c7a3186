package launch

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

var update = flag.Bool("update", false, "rewrite the expected results in testdata/launch")

const (
	data     = "../../testdata/launch"
	pyScript = "../../tools/tilec-gpu/peer_gemm.py"
)

// gemm is the metadata of a matrix product with a TMA-store entry and one with direct stores.
func gemm() *Module {
	argA, argB, argC := 0, 1, 2
	m, n, k := Dim(argA, 0), Dim(argB, 0), Dim(argA, 1)
	tileM, tileN := int64(128), int64(256)
	rowMap := func(arg, boxK, boxRows int) *TensorMapParam {
		return &TensorMapParam{
			Arg: arg, Type: elem.F16, Rank: 2,
			Dims: []Expr{Dim(arg, 1), Dim(arg, 0)}, Strides: []Expr{TensorMapStride(arg, 2, 0, 2)},
			Box: []int{boxK, boxRows}, ElementStrides: []int{1, 1},
			Swizzle: Swizzle128B, L2Promotion: L2256B, OOBFill: FillZero, Interleave: InterleaveNone,
		}
	}
	mapA, mapB, mapC := rowMap(argA, 64, 128), rowMap(argB, 64, 256), rowMap(argC, 64, 64)
	i32 := func(e Expr) Param { return Param{Scalar: &ScalarParam{Type: elem.I32, Value: e}} }
	tiles := CeilDiv(n, Const(tileN))
	common := []Precondition{
		DimRange(argA, 0, 0, math.MaxInt32), DimRange(argB, 0, 0, math.MaxInt32), DimRange(argA, 1, 0, math.MaxInt32),
		SameDim(argB, 1, argA, 1, "A"), SameDim(argC, 0, argA, 0, "A"), SameDim(argC, 1, argB, 0, "B"),
		UnitStride(argA, 1), UnitStride(argB, 1), UnitStride(argC, 1),
	}
	common = append(common, TensorMapPreconditions(mapA)...)
	common = append(common, TensorMapPreconditions(mapB)...)
	entry := func(name string, shared int, out []Param, pre ...Precondition) Entry {
		params := []Param{{TensorMap: mapA}, {TensorMap: mapB}}
		params = append(params, out...)
		params = append(params, i32(m), i32(n), i32(k), i32(DivMagicMul(Max(tiles, Const(1)))), i32(DivMagicShift(Max(tiles, Const(1)))))
		return Entry{
			Name: name, Grid: [3]Expr{Mul(CeilDiv(m, Const(tileM)), tiles), Const(1), Const(1)},
			Block: [3]int{384, 1, 1}, Cluster: [3]int{1, 1, 1}, SharedBytes: shared, Params: params,
			Preconditions: append(append([]Precondition{}, common...), pre...),
		}
	}
	return &Module{
		Version: Version, Target: "sm_90a", Kernel: "matmul", Source: "matmul.mlir",
		Args: []Arg{
			{Name: "A", Kind: Memref, Type: elem.F16, Rank: 2}, {Name: "B", Kind: Memref, Type: elem.F16, Rank: 2},
			{Name: "C", Kind: Memref, Type: elem.F16, Rank: 2, Output: true},
		},
		Entries: []Entry{
			entry("matmul", 213032, []Param{{TensorMap: mapC}}, TensorMapPreconditions(mapC)...),
			entry("matmul_direct", 196648, []Param{
				{Pointer: &PointerParam{Arg: argC, Align: 2}},
				{Scalar: &ScalarParam{Type: elem.I64, Value: Stride(argC, 0)}},
			}, Aligned(argC, 2)),
		},
	}
}

// matrix is a row-major argument with ld elements between its rows.
func matrix(ptr uint64, rows, cols, ld int64) Value {
	return Value{Pointer: ptr, Dims: []int64{rows, cols}, Strides: []int64{ld, 1}}
}

func gemmEnv(m, n, k int64) *Env {
	return &Env{
		Args:       []Value{matrix(0x7f0000000000, m, k, k), matrix(0x7f1000000000, n, k, k), matrix(0x7f2000000000, m, n, n)},
		Properties: Properties{"multiprocessor_count": 132},
	}
}

func TestMarshalExample(t *testing.T) {
	t.Parallel()
	text, err := Marshal(gemm())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(data, "matmul.json")
	if *update {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(text)); d != "" {
		t.Errorf("matmul.json (-file +got):\n%s", d)
	}
	back, err := Unmarshal(text)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(gemm(), back); d != "" {
		t.Errorf("read back (-want +got):\n%s", d)
	}
	compact, err := MarshalCompact(back)
	if err != nil {
		t.Fatal(err)
	}
	var squeezed bytes.Buffer
	if err := json.Compact(&squeezed, text); err != nil {
		t.Fatal(err)
	}
	if squeezed.String() != string(compact) {
		t.Error("Marshal and MarshalCompact differ in more than space")
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	t.Parallel()
	text, err := MarshalCompact(gemm())
	if err != nil {
		t.Fatal(err)
	}
	good := string(text)
	for _, c := range []struct{ name, old, new, want string }{
		{"no JSON", good, "PTX", "launch metadata: invalid character"},
		{"empty", good, "", "launch metadata: unexpected end of JSON input"},
		{"no version", `"version":1,`, "", "launch metadata: no version"},
		{"version", `"version":1`, `"version":2`, "launch metadata: version 2, expected 1"},
		{"unknown key", `"kernel":`, `"colour":1,"kernel":`, `unknown field "colour"`},
		{"trailing", good, good + "{}", "after top-level value"},
		{"unknown op", `"op":"ceildiv"`, `"op":"cbrt"`, `unknown operation "cbrt"`},
		{"operands", `"op":"ceildiv","args":[{"dim":[0,0]},`, `"op":"ceildiv","args":[`, "operation ceildiv expects 2 operands, found 1"},
		{"two kinds", `{"dim":[0,0]}`, `{"dim":[0,0],"const":1}`, "expected one of const, dim"},
		{"node key", `{"dim":[0,0]}`, `{"size":[0,0]}`, `unknown field "size"`},
		{"pair", `{"dim":[0,0]}`, `{"dim":[0]}`, "expected [argument, dimension], found 1 numbers"},
		{"property", `{"dim":[0,0]}`, `{"property":"colour"}`, `unknown device property "colour"`},
		{"argument index", `{"dim":[0,0]}`, `{"dim":[3,0]}`, "dim(3, 0) names argument 3, expected 0 to 2"},
		{"dimension index", `{"dim":[0,0]}`, `{"dim":[0,2]}`, `names dimension 2, argument "A" has rank 2`},
		{"scalar of memref", `{"dim":[0,0]}`, `{"scalar":0}`, `expects an integer scalar, argument "A" is none`},
		{"kind", `"kind":"memref"`, `"kind":"image"`, `kind "image", expected memref or scalar`},
		{"type", `"type":"f16","rank":2`, `"type":"f17","rank":2`, `unknown type "f17"`},
		{"repeated name", `"name":"B"`, `"name":"A"`, `name "A" repeats`},
		{"block", `"block":[384,1,1]`, `"block":[384,4,1]`, "block [384 4 1], expected 1 to 1024 threads"},
		{"cluster", `"cluster":[1,1,1]`, `"cluster":[4,8,1]`, "cluster [4 8 1], expected 1 to 16 blocks"},
		{"shared", `"shared_bytes":213032`, `"shared_bytes":240000`, "shared_bytes 240000, expected 0 to 232448"},
		{"swizzle", `"swizzle":"128B"`, `"swizzle":"64B"`, "a box row of 128 bytes exceeds the swizzle's 64"},
		{"swizzle name", `"swizzle":"128B"`, `"swizzle":"96B"`, `swizzle "96B", expected none, 32B, 64B or 128B`},
		{"box", `"box":[64,128]`, `"box":[64,300]`, "box [64 300], expected 1 to 256"},
		{"box row", `"box":[64,128]`, `"box":[4,128]`, "a box row of 8 bytes, expected a multiple of 16"},
		{"box length", `"box":[64,128]`, `"box":[64]`, "rank 2 expects as many dims, box"},
		{"oob", `"oob_fill":"zero"`, `"oob_fill":"one"`, `oob_fill "one"`},
		{"align", `"align":2`, `"align":3`, "align 3, expected a power of two"},
		{"two params", `{"pointer":{"arg":2,"align":2}}`, `{}`, "expected one of pointer, scalar and tensor_map"},
		{"precondition argument", `"arg":2,"message"`, `"arg":9,"message"`, "argument 9, expected 0 to 2"},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if c.old == good {
			bad = c.new
		}
		if bad == good {
			t.Fatalf("%s: nothing was replaced", c.name)
		}
		if _, err := Unmarshal([]byte(bad)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.name, err, c.want)
		}
	}
	deep := strings.Repeat(`{"op":"shl","args":[`, 200) + `{"const":1}` + strings.Repeat(`,{"const":1}]}`, 200)
	if _, err := Unmarshal([]byte(strings.Replace(good, `{"dim":[0,0]}`, deep, 1))); err == nil || !strings.Contains(err.Error(), "nested deeper than 100") {
		t.Errorf("deep expression: error %v", err)
	}
}

func TestValidateFloatScalar(t *testing.T) {
	t.Parallel()
	m := gemm()
	m.Args = append(m.Args, Arg{Name: "alpha", Kind: Scalar, Type: elem.F32})
	m.Entries[0].Params = append(m.Entries[0].Params, Param{Scalar: &ScalarParam{Type: elem.F32, Value: ScalarOf(3)}})
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	env := gemmEnv(128, 256, 64)
	env.Args = append(env.Args, Value{Float: -1.5})
	params, err := Pack(&m.Entries[0], env)
	if err != nil {
		t.Fatal(err)
	}
	if got := params[len(params)-1].Bytes; !bytes.Equal(got, []byte{0, 0, 0xc0, 0xbf}) {
		t.Errorf("alpha = %x, want -1.5 as f32", got)
	}
	m.Entries[0].Params[8].Scalar.Value = Const(1)
	if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "expects a scalar argument of that type") {
		t.Errorf("float parameter from a constant: error %v", err)
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	m := gemm()
	for _, c := range []struct {
		name   string
		change func(*Env)
		want   string
	}{
		{"aligned", func(*Env) {}, "matmul"},
		{"odd row of C", func(e *Env) { e.Args[1].Dims[0] = 513; e.Args[2] = matrix(0x7f2000000000, 300, 513, 513) }, "matmul_direct"},
		{"C off by 2", func(e *Env) { e.Args[2].Pointer += 2 }, "matmul_direct"},
		{"empty K", func(e *Env) {
			e.Args[0] = matrix(0x7f0000000000, 300, 0, 0)
			e.Args[1] = matrix(0x7f1000000000, 512, 0, 1)
		}, "matmul"},
		{"one row, odd stride", func(e *Env) { e.Args[0] = matrix(0x7f0000000000, 1, 200, 201); e.Args[2].Dims[0] = 1 }, "matmul"},
	} {
		env := gemmEnv(300, 512, 200)
		c.change(env)
		e, err := Select(m, env)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if e.Name != c.want {
			t.Errorf("%s: entry %s, want %s", c.name, e.Name, c.want)
		}
	}
}

func TestSelectErrors(t *testing.T) {
	t.Parallel()
	m := gemm()
	for _, c := range []struct {
		name   string
		change func(*Env)
		want   string
	}{
		{"row of A", func(e *Env) { e.Args[0].Strides[0] = 201 },
			"no entry of kernel \"matmul\" takes these arguments:" +
				"\n  matmul: argument \"A\": rows must be a multiple of 16 bytes apart, as TMA needs: found 402" +
				"\n  matmul_direct: argument \"A\": rows must be a multiple of 16 bytes apart, as TMA needs: found 402"},
		{"different reasons", func(e *Env) { e.Args[2].Pointer++ },
			"no entry of kernel \"matmul\" takes these arguments:" +
				"\n  matmul: argument \"C\": address must be a multiple of 16: found 0x7f2000000001" +
				"\n  matmul_direct: argument \"C\": address must be a multiple of 2: found 0x7f2000000001"},
		{"shape", func(e *Env) { e.Args[2].Dims[1] = 511 },
			"no entry of kernel \"matmul\" takes these arguments:" +
				"\n  matmul: argument \"C\": size of dimension 1 must be that of dimension 0 of B: found 511" +
				"\n  matmul_direct: argument \"C\": size of dimension 1 must be that of dimension 0 of B: found 511"},
		{"overflow", func(e *Env) { e.Args[0].Strides[0] = math.MaxInt64 },
			"no entry of kernel \"matmul\" takes these arguments:" +
				"\n  matmul: argument \"A\": tensor-map stride 1 must be 0 to 1099511627775: 64-bit overflow in mul(stride(0, 0), 2)" +
				"\n  matmul_direct: argument \"A\": tensor-map stride 1 must be 0 to 1099511627775: 64-bit overflow in mul(stride(0, 0), 2)"},
		{"count", func(e *Env) { e.Args = e.Args[:2] }, `kernel "matmul" expects 3 arguments, found 2`},
		{"rank", func(e *Env) { e.Args[1].Dims = nil }, `argument "B" expects 2 sizes and strides, found 0 and 2`},
		{"negative", func(e *Env) { e.Args[1].Dims[0] = -1 }, `argument "B": size of dimension 0 is -1`},
	} {
		env := gemmEnv(300, 512, 200)
		c.change(env)
		_, err := Select(m, env)
		if err == nil {
			t.Errorf("%s: no error", c.name)
		} else if d := cmp.Diff(c.want, err.Error()); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

func TestPrepareErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*Module)
		want   string
	}{
		{"grid too large", func(m *Module) { m.Entries[0].Grid[1] = Const(65536) }, `entry "matmul": grid y of 65536 blocks, expected 0 to 65535`},
		{"negative grid", func(m *Module) { m.Entries[0].Grid[2] = Const(-1) }, `entry "matmul": grid z of -1 blocks, expected 0 to 65535`},
		{"cluster", func(m *Module) { m.Entries[0].Cluster[0] = 4 }, `entry "matmul": grid x of 6 blocks, expected a multiple of the cluster's 4`},
		{"scalar range", func(m *Module) { m.Entries[0].Params[3].Scalar.Value = Const(1 << 32) },
			`entry "matmul": parameter 3: 4294967296 does not fit i32 (4294967296)`},
		{"property", func(m *Module) { m.Entries[0].Grid[1] = Property("l2_cache_size") }, `entry "matmul": grid y: the device has no property "l2_cache_size"`},
		{"divisor", func(m *Module) { m.Entries[0].Params[6].Scalar.Value = DivMagicMul(Const(0)) },
			`entry "matmul": parameter 6: divisor 0 out of range in divmagic_mul(0): expected 1 to 2147483647`},
	} {
		m := gemm()
		c.change(m)
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		_, err := Prepare(m, gemmEnv(300, 512, 200))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
}

func TestDivMagic(t *testing.T) {
	t.Parallel()
	check := func(x, d, mul, shift uint32) {
		hi := uint32(uint64(x) * uint64(mul) >> 32)
		if sum := uint64(hi) + uint64(x); sum>>32 != 0 || uint32(sum>>shift) != x/d {
			t.Fatalf("%d / %d: mul %d, shift %d give %d, want %d", x, d, mul, shift, sum>>shift, x/d)
		}
	}
	checkDivisor := func(d uint32, rng *rand.Rand) {
		mul, shift := DivMagic(d)
		last := uint32(math.MaxInt32)
		for _, x := range []uint32{0, 1, d - 1, d, last, last - 1, last / d * d, last/d*d - 1} {
			if x <= last {
				check(x, d, mul, shift)
			}
		}
		for range 20 {
			x := rng.Uint32N(1 << 31)
			check(x, d, mul, shift)
			// Right before and at a multiple of d is where a wrong multiplier shows first.
			check(x/d*d, d, mul, shift)
			if x >= d {
				check(x/d*d-1, d, mul, shift)
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for d := uint32(1); d <= 4096; d++ {
		checkDivisor(d, rng)
	}
	for p := range 31 {
		for _, d := range []uint32{1<<p - 1, 1 << p, 1<<p + 1} {
			if d > 0 && d < 1<<31 {
				checkDivisor(d, rng)
			}
		}
	}
	for range 20000 {
		checkDivisor(1+rng.Uint32N(math.MaxInt32)>>rng.Uint32N(31), rng)
	}
	checkDivisor(math.MaxInt32, rng)
	for d := uint32(1); d < 40; d++ {
		mul, shift := DivMagic(d)
		for x := uint32(0); x < 5000; x++ {
			check(x, d, mul, shift)
		}
	}
}

// exprFile is testdata/launch/exprs.json, which the Python launcher evaluates too.
type exprFile struct {
	Args       []argJSON  `json:"args"`
	Properties Properties `json:"properties"`
	Cases      []struct {
		Expr  json.RawMessage `json:"expr"`
		Want  *int64          `json:"want,omitempty"`
		Error bool            `json:"error,omitempty"`
	} `json:"cases"`
}

type argJSON struct {
	Pointer uint64  `json:"pointer"`
	Dims    []int64 `json:"dims"`
	Strides []int64 `json:"strides"`
	Int     int64   `json:"int"`
	Float   float64 `json:"float"`
}

func environment(args []argJSON, p Properties) *Env {
	env := &Env{Properties: p}
	for _, a := range args {
		env.Args = append(env.Args, Value(a))
	}
	return env
}

func readJSON(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(data, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func TestEval(t *testing.T) {
	t.Parallel()
	var f exprFile
	readJSON(t, "exprs.json", &f)
	env := environment(f.Args, f.Properties)
	seen := map[Op]bool{}
	for _, c := range f.Cases {
		var e Expr
		var got int64
		err := json.Unmarshal(c.Expr, &e)
		if err == nil {
			got, err = e.Eval(env)
			markOps(e, seen)
			var back Expr
			again, marshalErr := json.Marshal(e)
			if marshalErr != nil || json.Unmarshal(again, &back) != nil || !back.Equal(e) {
				t.Errorf("%s: reads back as %s", e, back)
			}
		}
		switch {
		case c.Error && err == nil:
			t.Errorf("%s = %d, want an error", c.Expr, got)
		case !c.Error && err != nil:
			t.Errorf("%s: %v", c.Expr, err)
		case !c.Error && got != *c.Want:
			t.Errorf("%s = %d, want %d", c.Expr, got, *c.Want)
		}
	}
	for _, op := range []Op{
		OpConst, OpDim, OpStride, OpPtr, OpScalar, OpProperty, OpAdd, OpSub, OpMul, OpFloorDiv, OpCeilDiv, OpMod, OpMin, OpMax, OpAnd, OpOr,
		OpShl, OpShr, OpEq, OpNe, OpLt, OpLe, OpGt, OpGe, OpSelect, OpDivMagicMul, OpDivMagicShift,
	} {
		if !seen[op] {
			t.Errorf("no case has %s", op)
		}
	}
}

func markOps(e Expr, seen map[Op]bool) {
	seen[e.op] = true
	for _, a := range e.args {
		markOps(a, seen)
	}
}

// launchFile is testdata/launch/launches.json, which the Python launcher plans too.
type launchFile struct {
	Cases []launchCase `json:"cases"`
}

type launchCase struct {
	Name       string          `json:"name"`
	Module     string          `json:"module"`
	Args       []argJSON       `json:"args"`
	Properties Properties      `json:"properties"`
	Want       json.RawMessage `json:"want"`
}

// plan is what both launchers must agree on, as plain JSON values.
func plan(t *testing.T, c launchCase) map[string]any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(data, c.Module))
	if err != nil {
		t.Fatal(err)
	}
	m, err := Unmarshal(text)
	if err != nil {
		t.Fatal(err)
	}
	l, err := Prepare(m, environment(c.Args, c.Properties))
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	params := []any{}
	for _, p := range l.Params {
		if p.Map == nil {
			params = append(params, hex.EncodeToString(p.Bytes))
			continue
		}
		codes := p.Map.Param.Codes()
		params = append(params, map[string]any{
			"address": p.Map.Address, "dims": p.Map.Dims, "strides": p.Map.Strides, "box": p.Map.Param.Box,
			"element_strides": p.Map.Param.ElementStrides,
			"codes":           []int32{codes.DataType, codes.Interleave, codes.Swizzle, codes.L2Promotion, codes.OOBFill},
		})
	}
	return map[string]any{
		"entry": l.Entry.Name, "grid": l.Grid, "block": l.Block, "cluster": l.Cluster, "shared_bytes": l.SharedBytes, "params": params,
	}
}

func TestPrepareExamples(t *testing.T) {
	t.Parallel()
	var f launchFile
	readJSON(t, "launches.json", &f)
	for i, c := range f.Cases {
		got, err := json.Marshal(plan(t, c))
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			f.Cases[i].Want = got
			continue
		}
		if d := cmp.Diff(normal(t, c.Want), normal(t, got)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.Name, d)
		}
	}
	if *update {
		text, err := json.MarshalIndent(f, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(data, "launches.json"), append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func normal(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestPythonAgrees runs the Python launcher's evaluator over the same files: one mistake in two languages is unlikely.
func TestPythonAgrees(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"--check-exprs=exprs.json", "--check-launches=launches.json"} {
		name, file, _ := strings.Cut(flag, "=")
		cmd := exec.Command("python3", pyScript, name, filepath.Join(data, file))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("python3 peer_gemm.py %s: %v\n%s", flag, err, out)
		}
	}
}

func TestExprString(t *testing.T) {
	t.Parallel()
	e := Mul(CeilDiv(Dim(0, 1), Const(128)), Min(Property("multiprocessor_count"), ScalarOf(3)), Ptr(2))
	const want = "mul(ceildiv(dim(0, 1), 128), min(multiprocessor_count, scalar(3)), ptr(2))"
	if e.String() != want {
		t.Errorf("String() = %s, want %s", e, want)
	}
}

func FuzzUnmarshal(f *testing.F) {
	// Small, since the fuzzer spends its time on shrinking whatever is large.
	f.Add([]byte(`{"version":1,"target":"t","kernel":"k","args":[{"name":"A","kind":"memref","type":"f16","rank":1},{"name":"n","kind":"scalar","type":"i32"}],` +
		`"entries":[{"name":"e","grid":[{"op":"ceildiv","args":[{"dim":[0,0]},{"const":8}]},{"scalar":1},{"const":1}],"block":[32,1,1],"cluster":[1,1,1],` +
		`"shared_bytes":0,"params":[{"pointer":{"arg":0,"align":2}}],"preconditions":[{"cond":{"ptr":0},"arg":0,"message":"m"}]}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		m, err := Unmarshal(in)
		if err != nil {
			return
		}
		out, err := Marshal(m)
		if err != nil {
			t.Fatalf("valid module does not marshal: %v", err)
		}
		env := &Env{}
		for _, a := range m.Args {
			env.Args = append(env.Args, Value{Dims: make([]int64, a.Rank), Strides: make([]int64, a.Rank)})
		}
		if _, err := Prepare(m, env); err != nil && err.Error() == "" {
			t.Fatal("empty error")
		}
		if again, err := Unmarshal(out); err != nil || !cmp.Equal(m, again) {
			t.Fatalf("does not read back: %v", err)
		}
	})
}

// TestOptional leaves out arguments that may be left out, and refuses them elsewhere.
func TestOptional(t *testing.T) {
	t.Parallel()
	scalar := func(i int) Param { return Param{Scalar: &ScalarParam{Type: elem.I32, Value: ScalarOf(i)}} }
	m := &Module{
		Version: Version, Target: "sm_90a", Kernel: "k",
		Args: []Arg{{Name: "n", Kind: Scalar, Type: elem.I32}, {Name: "s", Kind: Scalar, Type: elem.I32, Optional: true}},
		Entries: []Entry{{
			Name: "k", Grid: [3]Expr{Const(1), Const(1), Const(1)}, Block: [3]int{32, 1, 1}, Cluster: [3]int{1, 1, 1},
			Params: []Param{scalar(0), scalar(1)}, Preconditions: []Precondition{},
		}},
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		given []Value
		want  byte
		err   string
	}{
		{[]Value{{Int: 5}, {Int: 7}}, 7, ""},
		{[]Value{{Int: 5}}, 0, ""},
		{nil, 0, `kernel "k" expects 2 arguments, found 0`},
		{make([]Value, 3), 0, `kernel "k" expects 2 arguments, found 3`},
	} {
		l, err := Prepare(m, &Env{Args: tt.given})
		switch {
		case tt.err != "":
			if err == nil || err.Error() != tt.err {
				t.Errorf("%d arguments: error %v, want %s", len(tt.given), err, tt.err)
			}
		case err != nil:
			t.Errorf("%d arguments: %v", len(tt.given), err)
		case l.Params[0].Bytes[0] != 5 || l.Params[1].Bytes[0] != tt.want:
			t.Errorf("%d arguments: parameters %v", len(tt.given), l.Params)
		}
	}
	for _, tt := range []struct {
		args []Arg
		want string
	}{
		{[]Arg{{Name: "x", Kind: Scalar, Type: elem.F32, Optional: true}}, "only an integer scalar is optional"},
		{[]Arg{{Name: "x", Kind: Memref, Type: elem.I32, Optional: true}}, "only an integer scalar is optional"},
		{[]Arg{{Name: "x", Kind: Scalar, Type: elem.I32, Optional: true}, {Name: "y", Kind: Scalar, Type: elem.I32}}, "an argument that is not optional stands behind one that is"},
	} {
		m := *m
		m.Args = tt.args
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: error %v, want %s", tt.args, err, tt.want)
		}
	}
}
