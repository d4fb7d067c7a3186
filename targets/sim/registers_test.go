package sim

import (
	"testing"

	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// TestProductOfRegisters multiplies a tile in registers by a buffer whose rows run along the depth.
func TestProductOfRegisters(t *testing.T) {
	t.Parallel()
	a, b, c := randomBuffer(t, 1, elem.F16, 60, 32), randomBuffer(t, 2, elem.F16, 32, 16), newBuffer(t, elem.F16, 60, 16)
	rep := simulate(t, parseText(t, readTestdata(t, "sim", "mma_registers.mlir")), "product",
		[]hostdata.Arg{hostdata.Of(a), hostdata.Of(b), hostdata.Of(c)}, Options{Schedules: 3, StrictX: true})
	if err := rep.Err(); err != nil {
		t.Fatal(err)
	}
	for i := range int64(60) {
		for j := range int64(16) {
			want := 0.0
			for k := range int64(32) {
				want += 2 * a.At(i*32+k) * b.At(k*16+j)
			}
			if got := c.At(i*16 + j); got != want {
				t.Fatalf("C[%d,%d] = %v, expected %v", i, j, got, want)
			}
		}
	}
}

// asmProduct multiplies A[row, k] = row%4 + k%2 in registers by B[n, k] = n + k%3 in shared memory, with the scale of the
// accumulator in a register. Each thread keeps its first element of D.
const asmProduct = `
  %dyn = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %i4 = llvm.mlir.constant(4 : i32) : i32
  %i7 = llvm.mlir.constant(7 : i32) : i32
  %i8 = llvm.mlir.constant(8 : i32) : i32
  %i15 = llvm.mlir.constant(15 : i32) : i32
  %i128 = llvm.mlir.constant(128 : i32) : i32
  %n16 = llvm.udiv %tid, %i16 : i32
  %k16 = llvm.and %tid, %i15 : i32
  %k3 = llvm.urem %k16, %i3 : i32
  %val = llvm.add %n16, %k3 : i32
  %valf = llvm.uitofp %val : i32 to f16
  %o1 = llvm.mul %n16, %i16 : i32
  %kh = llvm.udiv %k16, %i8 : i32
  %o2 = llvm.mul %kh, %i128 : i32
  %kl = llvm.urem %k16, %i8 : i32
  %o3 = llvm.mul %kl, %i2 : i32
  %o4 = llvm.add %o1, %o2 : i32
  %o5 = llvm.add %o4, %o3 : i32
  %at = llvm.getelementptr %dyn[%o5] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  llvm.store %valf, %at : f16, !llvm.ptr<3>
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.barrier0
  %lane = llvm.and %tid, %i31 : i32
  %g = llvm.udiv %lane, %i4 : i32
  %g4 = llvm.urem %g, %i4 : i32
  %lof = llvm.uitofp %g4 : i32 to f32
  %g5 = llvm.add %g4, %i1 : i32
  %hif = llvm.uitofp %g5 : i32 to f32
  %pair = nvvm.convert.f32x2.to.f16x2 %hif, %lof {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xf16>
  %ra = llvm.bitcast %pair : vector<2xf16> to i32
  %base = llvm.ptrtoint %dyn : !llvm.ptr<3> to i32
  %enc = llvm.lshr %base, %i4 : i32
  %enc64 = llvm.zext %enc : i32 to i64
  %bits = llvm.mlir.constant(34360262656 : i64) : i64
  %desc = llvm.or %enc64, %bits : i64
  %p = llvm.mlir.poison : f32
  nvvm.wgmma.fence.aligned
  %d = llvm.inline_asm has_side_effects "{\0A.reg .pred p;\0Asetp.ne.b32 p, $13, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $12, p, 1, 1, 0;\0A}", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,l,r" %p, %p, %p, %p, %ra, %ra, %ra, %ra, %desc, SCALE : (f32, f32, f32, f32, i32, i32, i32, i32, i64, i32) -> !llvm.struct<(f32, f32, f32, f32)>
  nvvm.wgmma.commit.group.sync.aligned
  %e0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
  %e1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
  %e2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
  %e3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
  %w = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3,~{memory}" %e0, %e1, %e2, %e3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %w0 = llvm.extractvalue %w[0] : !llvm.struct<(f32, f32, f32, f32)>
  %r = llvm.fptosi USED : f32 to i32
`

func TestProductInAssembly(t *testing.T) {
	t.Parallel()
	fill := func(scale, used string) string {
		return replaceTimes(t, replaceTimes(t, asmProduct, "SCALE", scale, 1), "USED", used, 1)
	}
	got, rep, err := runLanes(t, fill("%i0", "%w0"), 128, 0, Options{StrictX: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := rep.Err(); err != nil {
		t.Fatal(err)
	}
	for tid, v := range got {
		row, n := tid%32/4%4, 2*(tid%4)
		want := 0
		for k := range 16 {
			want += (row + k%2) * (n + k%3)
		}
		if int(v) != want {
			t.Errorf("thread %d has %v, expected %d", tid, v, want)
		}
	}
	// An element that is read past the wait, though it was taken out before it.
	if _, rep, err := runLanes(t, fill("%i0", "%e0"), 128, 0, Options{}); err != nil || rep.Err() != nil {
		t.Errorf("the registers are free behind the wait: %v, %v", err, rep.Err())
	}
	// Accumulating on undefined registers.
	if _, _, err := runLanes(t, fill("%i1", "%w0"), 128, 0, Options{StrictX: true}); err == nil {
		t.Error("expected an error for an undefined accumulator")
	}
	early := replaceTimes(t, fill("%i0", "%w0"), "  %w = llvm.inline_asm", "  %bad = llvm.fadd %e0, %e1 : f32\n  %w = llvm.inline_asm", 1)
	_, rep, err = runLanes(t, early, 128, 0, Options{})
	if err != nil || !rep.Has(machine.RuleRegWindow) {
		t.Errorf("expected a read of registers under way, found %v and %v", err, rep.Err())
	}
}
