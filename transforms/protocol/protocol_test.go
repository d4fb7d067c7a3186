package protocol_test

import (
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/transforms/protocol"
)

// ring is a producer and a consumer with two slots between them.
const ring = `!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
func.func @ring(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i1) -> (i32, i32) {
        tasync.barrier_wait %empty[%s], %ph : !bars
        tasync.barrier_expect %full[%s], 8192 : !bars
        %slot = tasync.slot %ring[%s] : !ring
        tasync.async_load %map[%i, %i] to %slot signal %full[%s] : !map, !tile, !bars
        %t = arith.addi %s, %i1 : i32
        %w = arith.cmpi eq, %t, %i2 : i32
        %next = arith.select %w, %i0, %t : i32
        %flip = arith.extui %w : i1 to i32
        %nph = arith.xori %ph, %flip : i32
        scf.yield %next, %nph : i32, i32
      }
    }
  } role "consumer" warps 4 {
    %zero = tile.splat %f0 : f32 -> !acc
    %c:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0, %acc = %zero) -> (i32, i32, !acc) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %m = tasync.mma %slot, %slot, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 0 %m : !acc
      tasync.barrier_arrive %empty[%s] warp : !bars
      %t = arith.addi %s, %i1 : i32
      %w = arith.cmpi eq, %t, %i2 : i32
      %next = arith.select %w, %i0, %t : i32
      %flip = arith.extui %w : i1 to i32
      %nph = arith.xori %ph, %flip : i32
      scf.yield %next, %nph, %d : i32, i32, !acc
    }
  }
  return
}
`

func kernel(t *testing.T, text string) *ir.Operation {
	t.Helper()
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), "ring.mlir", []byte(text), asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for op := range ir.Walk(m) {
		if op.Is("func.func") {
			return op
		}
	}
	t.Fatal("no kernel")
	return nil
}

// TestAgree asks the check and the explorer about the same kernels: each fault
// is found by both, from the number of trips on that it needs.
func TestAgree(t *testing.T) {
	t.Parallel()
	release := "      tasync.barrier_arrive %empty[%s] warp : !bars\n"
	for _, tt := range []struct {
		name, from, to string
		// rule is what the check reports, "" for proven; trips the least number
		// for which the explorer finds something.
		rule  string
		trips int64
	}{
		{"as it is", "", "", "", 0},
		{"no wait for a full slot", "      tasync.barrier_wait %full[%s], %ph : !bars\n", "", "V2", 1},
		{"no wait for an empty slot", "        tasync.barrier_wait %empty[%s], %ph : !bars\n", "", "V7", 3},
		{"no release", release, "", "V9", 3},
		{"two releases", release, release + release, "V7", 1},
		{"the release stands before the wait for the product", "      %d = tasync.mma_wait 0 %m : !acc\n" + release, release + "      %d = tasync.mma_wait 0 %m : !acc\n", "V10", 3},
		{"too many bytes", "8192", "8320", "V9", 1},
		{"too few arrivals", "%empty, 4", "%empty, 3", "V5", 1},
		{"the consumer's parity starts over with the loop", "iter_args(%s = %i0, %ph = %i0, %acc", "iter_args(%s = %i0, %ph = %i1, %acc", "V3", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			fn := kernel(t, strings.Replace(ring, tt.from, tt.to, 1))
			f, err := protocol.Check(t.Context(), fn, protocol.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if (f.Verdict == protocol.Proven) != (tt.rule == "") || f.Rule != tt.rule {
				t.Errorf("the check says %v %s: %s", f.Verdict, f.Rule, f.Msg)
			}
			if f.Verdict == protocol.Refuted && !strings.Contains(protocol.Table(f.Trace), "breaks "+tt.rule) {
				t.Errorf("a schedule that does not say where it ends:\n%s", protocol.Table(f.Trace))
			}
			for n := range int64(6) {
				x, err := protocol.Explore(t.Context(), fn, n, 100_000)
				if err != nil {
					t.Fatal(err)
				}
				if faulty := tt.rule != "" && n >= tt.trips; !x.Complete || (x.Fault != "") != faulty {
					t.Errorf("with %d trips the explorer says %q, complete: %v", n, x.Fault, x.Complete)
				}
			}
		})
	}
}

// TestBudget: a check that may not visit enough says so.
func TestBudget(t *testing.T) {
	t.Parallel()
	f, err := protocol.Check(t.Context(), kernel(t, ring), protocol.Options{MaxStates: 2})
	if err != nil || f.Verdict != protocol.Unknown || f.Msg != "has more than 2 states" {
		t.Errorf("%v %v, %v", f.Verdict, f.Msg, err)
	}
}
