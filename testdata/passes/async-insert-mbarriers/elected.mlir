// One thread of a warp group releases: sound where every read is an MMA, an
// error at the operation that is none.
//
// RUN: tile-opt %s --async-insert-mbarriers='arrive=elected' --split-input-file --verify-diagnostics | FileCheck %s

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// CHECK-LABEL: func.func @mma(
// CHECK: tasync.barrier_init %{{.*}}, 1 :
// CHECK-NEXT: tasync.barrier_init %[[E:.*]], 1 :
// CHECK: tasync.mma_wait 0
// CHECK-NEXT: tasync.barrier_arrive %[[E]][%{{.*}}] warpgroup
func.func @mma(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  // expected-remark@+1 {{released by one thread of each warp group (1 arrivals): every read of a slot is an MMA, which its warp group issues together, as wgmma-rendezvous assumes}}
  %p = tasync.pipeline_create : !ring
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (!acc) {
    tasync.single_thread {
      %s:2 = tasync.pipeline_acquire %p : !ring
      tasync.async_load %ma[%c0, %k] to %s#0 : !map, !buf
      tasync.pipeline_commit %p : !ring
    }
    %f:2 = tasync.pipeline_wait %p : !ring
    %x = tasync.mma %f#0, %f#0, %acc transpose_b : !buf, !buf, !acc
    %y = tasync.mma_wait 0 %x : !acc
    tasync.pipeline_release %p : !ring
    scf.yield %y : !acc
  }
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @loads(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{the pipeline is made here}}
  %p = tasync.pipeline_create : !ring
  scf.for %k = %c0 to %n step %c1 {
    tasync.single_thread {
      %s:2 = tasync.pipeline_acquire %p : !ring
      tasync.async_load %ma[%c0, %k] to %s#0 : !map, !buf
      tasync.pipeline_commit %p : !ring
    }
    %f:2 = tasync.pipeline_wait %p : !ring
    // expected-error@+1 {{'tasync.local_load' op reads a slot and is no MMA, so arrive=elected is unsound, since one thread would release the slot before other warps of its group have read it: expected auto, warp or thread}}
    %x = tasync.local_load %f#0 : !buf -> !tile
    tasync.pipeline_release %p : !ring
  }
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Where the condition does not hold, nothing makes the warps meet.
func.func @sometimes(%A: !mem, %C: memref<?x?xf32>, %on: i1, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  // expected-note@+1 {{the pipeline is made here}}
  %p = tasync.pipeline_create : !ring
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (!acc) {
    tasync.single_thread {
      %s:2 = tasync.pipeline_acquire %p : !ring
      tasync.async_load %ma[%c0, %k] to %s#0 : !map, !buf
      tasync.pipeline_commit %p : !ring
    }
    // expected-error@+1 {{'tasync.pipeline_wait' op has no MMA on its slot in its block, so arrive=elected is unsound, since one thread would release the slot before other warps of its group have waited for it: expected auto, warp or thread}}
    %f:2 = tasync.pipeline_wait %p : !ring
    %z = scf.if %on -> (!acc) {
      %x = tasync.mma %f#0, %f#0, %acc transpose_b : !buf, !buf, !acc
      %y = tasync.mma_wait 0 %x : !acc
      scf.yield %y : !acc
    } else {
      scf.yield %acc : !acc
    }
    tasync.pipeline_release %p : !ring
    scf.yield %z : !acc
  }
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @two_roles(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{is refilled behind barriers of one role, but several roles use it: expected war = "mbarrier"}}
  %p = tasync.pipeline_create war "barrier" : !ring
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      // expected-note@+1 {{it is filled here}}
      %s:2 = tasync.pipeline_acquire %p : !ring
      tasync.async_load %ma[%c0, %c0] to %s#0 : !map, !buf
      tasync.pipeline_commit %p : !ring
    }
  } role "consumer" warps 4 {
    // expected-note@+1 {{it is read here}}
    %f:2 = tasync.pipeline_wait %p : !ring
    tasync.pipeline_release %p : !ring
  }
  return
}
