package opt_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	dialects "github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/dialects/function"
	"github.com/tile-opt/tile-opt/dialects/memref"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/opt"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
)

// ExampleCompile builds C = A B^T through the builders and compiles it to PTX. The
// only thing that it needs beside the library is llc.
func ExampleCompile() {
	c := opt.NewContext(dialects.Dialects()...)
	module := gemm(c)
	if err := ir.Verify(module); err != nil {
		log.Fatal(err)
	}
	r, err := opt.Compile(context.Background(), module, opt.CompileOptions{
		Registry:        allpasses.Registry(),
		Target:          nvptx.Target(toolchain.Env{}),
		Emit:            opt.PTX,
		PipelineOptions: "stages=3 consumers=2",
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, k := range r.Kernels {
		for _, e := range k.Entries {
			fmt.Printf("%s of %s: %d threads, %d bytes of shared memory\n", e.Name, k.Kernel, e.Block[0], e.SharedBytes)
		}
	}
	fmt.Println(strings.Contains(string(r.PTX), "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16"))
	// Output:
	// gemm of gemm: 384 threads, 180272 bytes of shared memory
	// gemm_direct of gemm: 384 threads, 180272 bytes of shared memory
	// true
}

// gemm returns a module with @gemm(A[M,K], B[N,K], C[M,N]).
func gemm(c *ir.Context) *ir.Operation {
	const bm, bn, bk = 128, 256, 64
	b := ir.NewBuilder(c)
	module := builtin.NewModule(b, builtin.ModuleProps{})
	b.AtEnd(module.BodyRegion().AddBlock(ir.Loc{}))

	matrix := ir.MemRefOf([]int64{ir.Dynamic, ir.Dynamic}, c.F16(), c.StridedLayout(0, ir.Dynamic, 1), nil)
	args := []ir.Type{matrix, matrix, matrix}
	name := func(s string) ir.Attr { return ir.DictOf(c, ir.NamedAttr{Name: tile.NameAttr, Attr: c.Str(s)}) }
	fn := function.NewFunc(b, function.FuncProps{
		SymName: c.Str("gemm"), FunctionType: ir.TypeAttrOf(c.FuncType(args, nil)), ArgAttrs: c.ArrayOf(name("A"), name("B"), name("C")),
	})
	fn.Op().SetAttr(tile.KernelAttr, c.Unit())
	body := fn.Body().AddBlock(ir.Loc{}, args...)
	b.AtEnd(body)
	A, B, C := body.Arg(0), body.Arg(1), body.Arg(2)

	index := func(v int64) *ir.Value {
		return arith.NewConstant(b, nil, arith.ConstantProps{Value: c.IndexAttr(v)}).Result(0)
	}
	size := func(m *ir.Value, dim int64) *ir.Value { return memref.NewDim(b, nil, m, index(dim)).Result(0) }
	ceildiv := func(x *ir.Value, y int64) *ir.Value { return arith.NewCeilDivSI(b, nil, x, index(y)).Result(0) }
	times := func(x *ir.Value, y int64) *ir.Value {
		return arith.NewMulI(b, nil, x, index(y), arith.MulIProps{}).Result(0)
	}
	f16 := func(shape ...int64) []ir.Type { return []ir.Type{ir.TensorOf(shape, c.F16(), nil)} }

	grid := []*ir.Value{ceildiv(size(C, 0), bm), ceildiv(size(C, 1), bn)}
	program := tile.NewProgramID(b, []ir.Type{c.Index(), c.Index()}, grid)
	row, col := times(program.Result(0), bm), times(program.Result(1), bn)

	zero := arith.NewConstant(b, nil, arith.ConstantProps{Value: ir.FloatAttrOf(c.F32(), 0)}).Result(0)
	sum := []ir.Type{ir.TensorOf([]int64{bm, bn}, c.F32(), nil)}
	init := tile.NewSplat(b, sum, zero, nil).Result(0)
	loop := scf.NewFor(b, sum, index(0), size(A, 1), index(bk), []*ir.Value{init}, scf.ForProps{})
	inner := loop.Op().RegionAt(0).AddBlock(ir.Loc{}, c.Index(), sum[0])
	after := b.Save()
	b.AtEnd(inner)
	k, acc := inner.Arg(0), inner.Arg(1)
	x := tile.NewLoad(b, f16(bm, bk), A, []*ir.Value{row, k}, nil).Result(0)
	y := tile.NewLoad(b, f16(bn, bk), B, []*ir.Value{col, k}, nil).Result(0)
	yt := tile.NewTranspose(b, f16(bk, bn), y, tile.TransposeProps{Permutation: c.I64Array(1, 0)}).Result(0)
	scf.NewYield(b, []*ir.Value{tile.NewDot(b, sum, x, yt, acc).Result(0)})
	b.Restore(after)

	out := arith.NewTruncF(b, f16(bm, bn), loop.Result(0), arith.TruncFProps{}).Result(0)
	tile.NewStore(b, out, C, []*ir.Value{row, col})
	function.NewReturn(b, nil)
	return module.Op()
}
