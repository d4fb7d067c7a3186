package sim

import (
	"context"
	"testing"
)

// BenchmarkGEMMByHand runs one tile of 9 trips; docs/simulator.md has the figure.
func BenchmarkGEMMByHand(b *testing.B) {
	m := parseText(b, readTestdata(b, "nvptx", "gemm_hand.mlir"))
	g := newGEMM(b, 128, 256, 64*9)
	ops := int64(0)
	for b.Loop() {
		rep, err := Run(context.Background(), m, "gemm", g.args(), Options{Launch: handLaunch(1)})
		if err != nil {
			b.Fatal(err)
		}
		ops += rep.LaneOps
	}
	b.ReportMetric(float64(ops)/b.Elapsed().Seconds()/1e6, "Mlaneops/s")
}

// BenchmarkScalars runs integer and float arithmetic that differs between lanes, and no memory.
func BenchmarkScalars(b *testing.B) {
	m := parseText(b, scalarLoop)
	ops := int64(0)
	for b.Loop() {
		rep, err := Run(context.Background(), m, "k", nil, Options{Launch: plainLaunch("k", 128)})
		if err != nil {
			b.Fatal(err)
		}
		ops += rep.LaneOps
	}
	b.ReportMetric(float64(ops)/b.Elapsed().Seconds()/1e6, "Mlaneops/s")
}

const scalarLoop = `
llvm.func @k() attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %n = llvm.mlir.constant(20000 : i32) : i32
  %f0 = llvm.mlir.constant(1.5 : f32) : f32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  llvm.br ^loop(%zero, %tid, %f0 : i32, i32, f32)
^loop(%i: i32, %x: i32, %f: f32):
  %a = llvm.mul %x, %n : i32
  %b = llvm.add %a, %i : i32
  %c = llvm.xor %b, %tid : i32
  %s = llvm.lshr %c, %one : i32
  %g = llvm.sitofp %s : i32 to f32
  %h = llvm.fadd %f, %g : f32
  %h2 = llvm.fmul %h, %f0 : f32
  %next = llvm.add %i, %one : i32
  %more = llvm.icmp "ult" %next, %n : i32
  llvm.cond_br %more, ^loop(%next, %s, %h2 : i32, i32, f32), ^exit
^exit:
  llvm.return
}
`
