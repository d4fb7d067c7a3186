package sim

import (
	"fmt"
	"testing"

	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// handLaunch is the launch of testdata/nvptx/gemm_hand.mlir as its head describes it, with so many blocks.
func handLaunch(blocks int64) *launch.Module {
	tmap := func(arg, rows int) launch.Param {
		return launch.Param{TensorMap: &launch.TensorMapParam{
			Arg: arg, Type: elem.F16, Rank: 2,
			Dims:    []launch.Expr{launch.Dim(arg, 1), launch.Dim(arg, 0)},
			Strides: []launch.Expr{launch.TensorMapStride(arg, 2, 0, 2)},
			Box:     []int{64, rows}, ElementStrides: []int{1, 1}, Swizzle: launch.Swizzle128B,
			L2Promotion: launch.L2256B, OOBFill: launch.FillZero, Interleave: launch.InterleaveNone,
		}}
	}
	scalar := func(e launch.Expr) launch.Param {
		return launch.Param{Scalar: &launch.ScalarParam{Type: elem.I32, Value: e}}
	}
	arg := func(name string) launch.Arg {
		return launch.Arg{Name: name, Kind: launch.Memref, Type: elem.F16, Rank: 2}
	}
	return &launch.Module{
		Version: launch.Version, Target: "sm_90a", Kernel: "gemm", Args: []launch.Arg{arg("A"), arg("B"), arg("C")},
		Entries: []launch.Entry{{
			Name: "gemm", Grid: [3]launch.Expr{launch.Const(blocks), launch.Const(1), launch.Const(1)},
			Block: [3]int{384, 1, 1}, Cluster: [3]int{1, 1, 1}, SharedBytes: 230400,
			Params: []launch.Param{tmap(0, 128), tmap(1, 256), tmap(2, 64),
				scalar(launch.Dim(0, 0)), scalar(launch.Dim(1, 0)), scalar(launch.Dim(0, 1))},
		}},
	}
}

// TestGEMMByHand runs the kernel that was measured on the hardware: every number of trips through its ring, a ragged
// problem, several tiles a block.
func TestGEMMByHand(t *testing.T) {
	t.Parallel()
	text := readTestdata(t, "nvptx", "gemm_hand.mlir")
	type problem struct{ m, n, k, blocks int64 }
	problems := []problem{{136, 264, 200, 1}, {136, 264, 72, 2}, {8, 8, 8, 1}}
	for trips := range int64(10) {
		problems = append(problems, problem{128, 256, 64 * trips, 1})
	}
	for _, p := range problems {
		t.Run(fmt.Sprintf("%dx%dx%d", p.m, p.n, p.k), func(t *testing.T) {
			t.Parallel()
			g := newGEMM(t, p.m, p.n, p.k)
			rep := simulate(t, parseText(t, text), "gemm", g.args(), Options{Launch: handLaunch(p.blocks), StrictX: true})
			if err := rep.Err(); err != nil {
				t.Fatal(err)
			}
			// One release a warp group without a barrier, of slots that only wgmma reads, is what hardware allows.
			for _, w := range rep.Warnings() {
				if w.Rule != machine.RuleRelease && w.Rule != machine.RuleUnobserved {
					t.Errorf("unexpected warning: %v", w)
				}
			}
			g.check(t)
		})
	}
}
