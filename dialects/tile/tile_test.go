package tile_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/effects"
)

func parse(t *testing.T, text string) *ir.Operation {
	t.Helper()
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), "test.mlir", []byte(text), asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestIsLaunchConstant(t *testing.T) {
	t.Parallel()
	const prefix = `func.func @k(%a: memref<?x?xf16>, %n: index, %i: i32, %f: f32, %j: memref<?xindex>) {
  %c1 = arith.constant 1 : index
  %id = tile.program_id(%n)
`
	for _, test := range []struct {
		text     string
		expected bool
	}{
		{"%x = arith.addi %n, %c1 : index", true},
		{"%x = memref.dim %a, %c1 : memref<?x?xf16>", true},
		{"%x = memref.dim %a, %n : memref<?x?xf16>", true},
		{"%x = arith.index_cast %i : i32 to index", true},
		{"%x = tile.param \"BM\" = 4 : index", true},
		{"%x = tile.device_property \"multiprocessor_count\"", true},
		{"%b = arith.cmpi slt, %n, %c1 : index\n%c = arith.andi %b, %b : i1\n%x = arith.select %c, %n, %c1 : index", true},
		{"%p, %x = tile.div_magic %n", true},
		{"%c = memref.cast %a : memref<?x?xf16> to memref<4x?xf16>\n%x = memref.dim %c, %c1 : memref<4x?xf16>", true},
		{"%x = arith.addi %id, %c1 : index", false},
		{"%x = memref.dim %a, %id : memref<?x?xf16>", false},
		{"%x = memref.load %j[%c1] : memref<?xindex>", false},
		{"%x = arith.andi %i, %i : i32", false},
		{"%x = arith.fptosi %f : f32 to i32", false},
		{"%x = arith.addf %f, %f : f32", false},
		{"%m = memref.alloc(%n) : memref<?xf16>\n%x = memref.dim %m, %c1 : memref<?xf16>", false},
		{"%x = scf.for %k = %c1 to %n step %c1 iter_args(%y = %n) -> (index) {\nscf.yield %y : index\n}", false},
	} {
		m := parse(t, prefix+test.text+"\n  return\n}")
		last := m.RegionAt(0).Entry().First().RegionAt(0).Entry().Last().Prev()
		if got := tile.IsLaunchConstant(last.Result(last.NumResults() - 1)); got != test.expected {
			t.Errorf("%s: found %t", test.text, got)
		}
	}
}

func TestKernelFacts(t *testing.T) {
	t.Parallel()
	m := parse(t, `func.func @k(%a: memref<?xf16> {tile.name = "A"}, %b: memref<?xf16>, %c: memref<?xf16> {tile.name = "C"}, %n: index) attributes {tile.kernel} {
  %p = tile.program_id(%n)
  %t = tile.load %a[%p] : memref<?xf16> -> tensor<4xf16>
  %d = memref.cast %c : memref<?xf16> to memref<8xf16>
  tile.store %t, %d[%p] : tensor<4xf16>, memref<8xf16>
  return
}
func.func @helper() {
  return
}`)
	fn := m.RegionAt(0).Entry().First()
	if !tile.IsKernel(fn) || tile.IsKernel(fn.Next()) || tile.IsKernel(m) {
		t.Error("what is a kernel")
	}
	var names []string
	for i := range 4 {
		names = append(names, tile.ArgName(fn, i))
	}
	if d := cmp.Diff([]string{"A", "arg1", "C", "arg3"}, names); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]bool{false, false, true, false}, tile.Outputs(fn)); d != "" {
		t.Error(d)
	}
	if g := tile.Grid(fn); g == nil || !g.Is("tile.program_id") || tile.Grid(fn.Next()) != nil {
		t.Error("the grid")
	}
	if !effects.OnlyReads(fn.RegionAt(0).Entry().First().Next()) {
		t.Error("a load does more than read")
	}
}

// TestMagicDivides compares quotients over random and edge numbers.
func TestMagicDivides(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 9))
	check := func(x, d uint32) {
		mul, shift := tile.Magic(d)
		if got := (uint32(uint64(x)*uint64(mul)>>32) + x) >> shift; got != x/d {
			t.Fatalf("%d / %d: found %d, expected %d", x, d, got, x/d)
		}
	}
	const most = 1<<31 - 1
	for range 200000 {
		d := uint32(r.Uint64N(most)>>r.UintN(31)) + 1
		x := uint32(r.Uint64N(most + 1))
		for _, x := range []uint32{x, 0, most, x / d * d, max(x/d*d, 1) - 1} {
			check(x, d)
		}
	}
}

// TestInference builds operations without saying their types.
func TestInference(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(tile.Dialect)
	b := ir.NewBuilder(c).AtEnd(ir.NewBlock())
	x := b.Block().AddArg(ir.TensorOf([]int64{4, ir.Dynamic}, c.F32(), nil), ir.UnknownLoc())
	n := b.Block().AddArg(c.Index(), ir.UnknownLoc())
	axis := c.I64Attr(1)
	for _, test := range []struct {
		op       *ir.Operation
		expected string
	}{
		{tile.NewTranspose(b, nil, x, tile.TransposeProps{Permutation: c.I64Array(1, 0)}).Op(), "[tensor<?x4xf32>]"},
		{tile.NewExpandDims(b, nil, x, tile.ExpandDimsProps{Axis: axis}).Op(), "[tensor<4x1x?xf32>]"},
		{tile.NewReduce(b, nil, x, tile.ReduceProps{Axis: axis, Kind: c.Str("add")}).Op(), "[tensor<4xf32>]"},
		{tile.NewProgramID(b, nil, []*ir.Value{n, n}).Op(), "[index index]"},
		{tile.NewDivMagic(b, nil, n, nil).Op(), "[i32 i32]"},
		{tile.NewDeviceProperty(b, nil, tile.DevicePropertyProps{Name: c.Str("l2_cache_size")}).Op(), "[index]"},
	} {
		if got := fmt.Sprint(test.op.ResultTypes()); got != test.expected {
			t.Errorf("%s: found %s, expected %s", test.op.Name(), got, test.expected)
		}
	}
}
