// A counterexample tells the end of a schedule, role by role. Here the ring
// has one slot and the consumer never gives it back.
//
// RUN: not tile-opt %s --async-verify-protocol='trace=9' 2>&1 | FileCheck %s
// RUN: not tile-opt %s --async-verify-protocol 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: note: with these sizes: argument 1 is 2

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// CHECK: [[#@LINE+19]]:7: error: protocol broken: 'tasync.barrier_wait' never returns: role "producer" waits on barrier 1[0] for parity 0, where 4 of 4 arrivals and 0 of 0 bytes are missing; role "idle" has ended; role "consumer" waits on barrier 0[0] for parity 1, where 1 of 1 arrivals and 0 of 0 bytes are missing (V9)
// CHECK: note: {{[0-9]}} of {{[0-9]}}: producer copies into buffer 0, completing on barrier 0[0]
// CHECK: note: {{[0-9]}} of {{[0-9]}}: producer completes a phase of barrier 0[0]
// CHECK: note: {{[0-9]}} of {{[0-9]}}: consumer waits on barrier 0[0] for parity 0: over
func.func @stuck(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 1 {
    %p = scf.for %i = %c0 to %n step %c1 iter_args(%ph = %i1) -> (i32) {
      tasync.barrier_wait %empty[%i0], %ph : !bars
      tasync.barrier_expect %full[%i0], 8192 : !bars
      tasync.async_load %map[%i, %i] to %buf signal %full[%i0] : !map, !tile, !bars
      %nph = arith.xori %ph, %i1 : i32
      scf.yield %nph : i32
    }
  } role "idle" warps 3 {
  } role "consumer" warps 4 {
    %zero = tile.splat %f0 : f32 -> !acc
    %c:2 = scf.for %i = %c0 to %n step %c1 iter_args(%ph = %i0, %acc = %zero) -> (i32, !acc) {
      tasync.barrier_wait %full[%i0], %ph : !bars
      %m = tasync.mma %buf, %buf, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 0 %m : !acc
      %nph = arith.xori %ph, %i1 : i32
      scf.yield %nph, %d : i32, !acc
    }
  }
  return
}
