// What the check cannot follow is said, as a warning or, with strict, an error.
//
// RUN: tile-opt %s --async-verify-protocol='trace=0' --split-input-file --verify-diagnostics -o /dev/null
// RUN: not tile-opt %s --async-verify-protocol='strict=true' --split-input-file 2>&1 | FileCheck %s
// CHECK: error: protocol not proven: 'tasync.pipeline_wait' uses a pipeline that no tasync.pipeline_create

!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>

func.func @given(%p: !ring) attributes {tasync.warp_groups = 1 : i32} {
  // expected-warning @+1 {{protocol not proven: 'tasync.pipeline_wait' uses a pipeline that no tasync.pipeline_create of this kernel makes (model)}}
  %t = tasync.pipeline_wait %p : !ring
  return
}

// -----

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>

func.func @token(%m: !map, %i: index) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tile
  // expected-warning @+1 {{protocol not proven: 'tasync.async_load' has a token that nothing waits for (model)}}
  %t = tasync.async_load %m[%i, %i] to %b : !map, !tile -> !tasync.token
  return
}

// -----

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>

func.func @twice(%m: !map, %i: index) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tile
  %t = tasync.async_load %m[%i, %i] to %b : !map, !tile -> !tasync.token
  tasync.wait %t
  // expected-warning @+1 {{protocol not proven: 'tasync.wait' waits for a token that the check cannot follow: it is not that of a load that this alone waits for (model)}}
  tasync.wait %t
  return
}

// -----

!bars = !tasync.barrier<4>

func.func @index(%i: i32) attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 4 : !bars
  tasync.init_publish
  // expected-warning @+1 {{protocol not proven: 'tasync.barrier_arrive' uses a barrier whose index the check cannot follow: it is not made of constants and carried counters (model)}}
  tasync.barrier_arrive %full[%i] warp : !bars
  return
}

// -----

!bars = !tasync.barrier<1>

func.func @switch(%i: index) attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 4 : !bars
  tasync.init_publish
  // expected-warning @+1 {{protocol not proven: 'scf.index_switch' has synchronisation in it, and is none of scf.for, scf.while and scf.if (model)}}
  scf.index_switch %i
  case 1 {
    tasync.barrier_arrive %full[%i0] warp : !bars
    scf.yield
  }
  default {
  }
  return
}

// -----

// Two roles whose iterations are not known to be the same: the half of the
// double is the number, but that is not seen.
!bars = !tasync.barrier<1>

func.func @trips(%n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %double = arith.muli %n, %c2 : index
  %same = arith.divsi %double, %c2 : index
  %full = tasync.barrier_alloc : !bars
  %free = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 4 : !bars
  tasync.barrier_init %free, 4 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    // expected-warning @+1 {{protocol not proven: 'scf.for' decides by another expression than the roles that it shares barriers with: their iterations cannot be shown to be the same (V4)}}
    %p = scf.for %i = %c0 to %n step %c1 iter_args(%ph = %i1) -> (i32) {
      tasync.barrier_wait %free[%i0], %ph : !bars
      tasync.barrier_arrive %full[%i0] warp : !bars
      %nph = arith.xori %ph, %i1 : i32
      scf.yield %nph : i32
    }
  } role "consumer" warps 4 {
    %p = scf.for %i = %c0 to %same step %c1 iter_args(%ph = %i0) -> (i32) {
      tasync.barrier_wait %full[%i0], %ph : !bars
      tasync.barrier_arrive %free[%i0] warp : !bars
      %nph = arith.xori %ph, %i1 : i32
      scf.yield %nph : i32
    }
  }
  return
}

// -----

// What synchronises otherwise than the async level does.
func.func @barrier() attributes {tasync.warp_groups = 1 : i32} {
  tasync.sync
  // expected-warning @+1 {{protocol not proven: 'gpu.barrier' is not known to the check (model)}}
  gpu.barrier
  return
}

// -----

func.func @stops(%b: i1) attributes {tasync.warp_groups = 1 : i32} {
  tasync.sync
  // expected-warning @+1 {{protocol not proven: 'cf.assert' is not known to the check (model)}}
  cf.assert %b, "stops"
  return
}
