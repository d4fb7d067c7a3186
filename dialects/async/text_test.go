package async_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/tools/filecheck/lit"
	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

// mlirOpt finds MLIR's own tool, which must take our generic text.
func mlirOpt(t *testing.T) lit.Command {
	path := os.Getenv("TILE_MLIR_OPT")
	if path == "" {
		var err error
		if path, err = exec.LookPath("mlir-opt-22"); err != nil {
			t.Fatalf("%v: run tools/setup, or set TILE_MLIR_OPT", err)
		}
	}
	return lit.Exec(path)
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	lit.RunTree(t, "../../testdata/roundtrip/async", ".mlir", lit.Commands{"tile-opt": tileopt.Main, "mlir-opt": mlirOpt(t)})
}

func TestInvalid(t *testing.T) {
	t.Parallel()
	lit.RunTree(t, "../../testdata/invalid/async", ".mlir", lit.Commands{"tile-opt": tileopt.Main})
}

// A copy must say how it completes: text is the only other maker of such
// operations, so the builder is tried here.
func TestBuilderInfersTypes(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(all.Dialects()...)
	b := ir.NewBuilder(c)
	blk := ir.NewBlock()
	b.AtEnd(blk)
	buf := async.BufferOf([]int64{64, 64}, c.F16(), 128, 1)
	p := async.NewPipelineCreate(b, []ir.Type{async.PipelineOf(c, 3, []*async.BufferType{buf, buf})}, async.PipelineCreateProps{}).Pipeline()
	acq := async.NewPipelineAcquire(b, nil, p)
	if n := acq.Op().NumResults(); n != 2 || acq.Buffers()[1].Type() != ir.Type(buf) {
		t.Errorf("pipeline_acquire has %d results, want the 2 buffers of the slot", n)
	}
	ring := async.NewAlloc(b, []ir.Type{async.BufferOf([]int64{64, 64}, c.F16(), 128, 4)}, async.AllocProps{}).Buffer()
	i := b.Op("arith.constant", nil, []ir.Type{c.I(32)}, ir.NamedAttr{Name: "value", Attr: c.I32Attr(1)}).Result(0)
	if got := async.NewSlot(b, nil, ring, i, async.SlotProps{}).Buffer().Type(); got != ir.Type(buf) {
		t.Errorf("slot has type %s, want %s", got, buf)
	}
}

func TestTypesAndLayoutsParse(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(all.Dialects()...)
	for _, text := range []string{
		"!tasync.buffer<128x64xf16, swizzle = 128, stages = 4>", "!tasync.buffer<8xi64>", "!tasync.token", "!tasync.barrier<7>",
		"!tasync.tensor_map<1x64x64xbf16, swizzle = 128>", "!tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>",
	} {
		got, err := asm.ParseType(c, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got.String() != text {
			t.Errorf("%s comes back as %s", text, got)
		}
	}
	for _, text := range []string{
		"#tasync.mma<wgs = 2, n = 256>", "#tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>",
		"#tasync.slice<axis = 0, parent = #tasync.mma<wgs = 1, n = 64>>",
	} {
		got, err := asm.ParseAttr(c, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got.String() != text {
			t.Errorf("%s comes back as %s", text, got)
		}
	}
}
