package sim

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
)

// entryText is a kernel that stores a number, with launch metadata that asks for sizes up to limit.
func entryText(t *testing.T, name string, number int, limit int64) string {
	t.Helper()
	m := &launch.Module{Version: launch.Version, Target: "sm_90a", Kernel: "fill",
		Args: []launch.Arg{{Name: "x", Kind: launch.Memref, Type: elem.I32, Rank: 1, Output: true}},
		Entries: []launch.Entry{{
			Name: name, Grid: [3]launch.Expr{launch.Dim(0, 0), launch.Const(1), launch.Const(1)}, Block: [3]int{32, 1, 1}, Cluster: [3]int{1, 1, 1},
			Params:        []launch.Param{{Pointer: &launch.PointerParam{Arg: 0, Align: 4}}},
			Preconditions: []launch.Precondition{launch.DimRange(0, 0, 0, limit)},
		}}}
	text, err := launch.MarshalCompact(m)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`
llvm.func @%s(%%x: !llvm.ptr<1>) attributes {nvvm.kernel, tile.launch = %s} {
  %%b = nvvm.read.ptx.sreg.ctaid.x : i32
  %%v = llvm.mlir.constant(%d : i32) : i32
  %%e = nvvm.elect.sync -> i1
  llvm.cond_br %%e, ^one, ^done
^one:
  %%p = llvm.getelementptr %%x[%%b] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %%v, %%p : i32, !llvm.ptr<1>
  llvm.br ^done
^done:
  llvm.return
}
`, name, strconv.Quote(string(text)), number)
}

// TestEntries takes the first entry whose preconditions hold, by the metadata that the module carries.
func TestEntries(t *testing.T) {
	t.Parallel()
	m := parseText(t, entryText(t, "small", 1, 4)+entryText(t, "large", 2, 100))
	for _, tc := range []struct {
		n     int64
		entry string
		value float64
	}{{3, "small", 1}, {7, "large", 2}, {0, "small", 0}} {
		b := newBuffer(t, elem.I32, tc.n)
		rep := simulate(t, m, "fill", []hostdata.Arg{hostdata.Of(b)}, Options{})
		if err := rep.Err(); err != nil {
			t.Fatal(err)
		}
		if rep.Entry != tc.entry || rep.Grid[0] != int(tc.n) {
			t.Errorf("%d elements ran %s on a grid of %v", tc.n, rep.Entry, rep.Grid)
		}
		for i := range tc.n {
			if b.At(i) != tc.value {
				t.Errorf("element %d is %v, expected %v", i, b.At(i), tc.value)
			}
		}
	}
	b := newBuffer(t, elem.I32, 200)
	_, err := Run(context.Background(), m, "fill", []hostdata.Arg{hostdata.Of(b)}, Options{})
	if err == nil || !strings.Contains(err.Error(), `argument "x"`) {
		t.Errorf("error %v, expected one that names the argument", err)
	}
	if _, err := Run(context.Background(), m, "nothing", nil, Options{}); err == nil || !strings.Contains(err.Error(), `no kernel "nothing"`) {
		t.Errorf("error %v, expected that there is no such kernel", err)
	}
}

// TestTileLevel runs a kernel without threads as it stands.
func TestTileLevel(t *testing.T) {
	t.Parallel()
	g := newGEMM(t, 130, 70, 40)
	rep := simulate(t, parseText(t, readTestdata(t, "kernels", "matmul.mlir")), "matmul", g.args(), Options{})
	if rep.Grid != [3]int{2, 1, 1} || rep.Block != [3]int{} {
		t.Errorf("grid %v and block %v, expected 2 programs and no threads", rep.Grid, rep.Block)
	}
	g.check(t)
}

// TestSharedMap says what lies where, and which fault is about it.
func TestSharedMap(t *testing.T) {
	t.Parallel()
	g := newGEMM(t, 128, 64, 64)
	rep := simulate(t, parseText(t, readTestdata(t, "sim", "gemm_pipeline.mlir")), "matmul", g.args(), Options{})
	text := fmt.Sprint(rep.Shared)
	for _, want := range []string{"tasync.alloc", "full[2]", "empty[0]", "slots of !tasync.buffer<64x64xf16, swizzle = 128>"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

// TestBadArguments are mistakes of the caller.
func TestBadArguments(t *testing.T) {
	t.Parallel()
	m := parseText(t, readTestdata(t, "sim", "gemm_barriers.mlir"))
	g := newGEMM(t, 128, 64, 64)
	wrong := newBuffer(t, elem.F32, 128, 64)
	narrow := newBuffer(t, elem.F16, 64, 60)
	for _, tc := range []struct {
		args []hostdata.Arg
		want string
	}{
		{g.args()[:2], "expects 3 arguments, found 2"},
		{[]hostdata.Arg{g.args()[0], {Int: 1}, g.args()[2]}, `argument "B" expects a buffer, found a scalar`},
		{[]hostdata.Arg{g.args()[0], g.args()[1], hostdata.Of(wrong)}, `argument "C" expects a buffer of 2 dimensions of f16, found 2 of f32`},
		{[]hostdata.Arg{g.args()[0], hostdata.Of(narrow), g.args()[2]}, "stride of 120 bytes"},
	} {
		if _, err := Run(context.Background(), m, "matmul", tc.args, Options{}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("error %v, expected %q", err, tc.want)
		}
	}
}
