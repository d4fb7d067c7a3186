// One slot, a lag that is given, and MMAs in flight that follow from stages and
// prefetch.
//
// RUN: tile-opt %s --async-pipeline='stages=1' --verify-diagnostics | FileCheck %s --check-prefix=ONE
// RUN: tile-opt %s --async-pipeline='stages=4 prefetch=0 release-lag=2' 2>/dev/null | FileCheck %s --check-prefix=LAG
// RUN: tile-opt %s --async-pipeline='stages=4 prefetch=1 mma-in-flight=-1' 2>/dev/null | FileCheck %s --check-prefix=DERIVED
// RUN: not tile-opt %s --async-pipeline='stages=4 prefetch=2 release-lag=2' 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not tile-opt %s --async-pipeline='stages=4 release-lag=4' 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not tile-opt %s --async-pipeline='war=block' 2>&1 | FileCheck %s --check-prefix=WAR

// SUM: prefetch must be at most stages - release-lag - 1 = 1, found 2
// RANGE: release-lag must be 0 to stages - 1 = 3, found 4
// WAR: 'block'

// ONE: tasync.pipeline_create : !tasync.pipeline<stages = 1,
// ONE: scf.for
// ONE-NEXT: tasync.pipeline_acquire
// ONE: tasync.mma_wait 0
// ONE-NEXT: tasync.pipeline_release %{{.*}} :

// LAG: tasync.mma_wait 0
// LAG-NEXT: tasync.pipeline_release %{{.*}} keep 2 :
// LAG: scf.yield
// LAG-NEXT: }
// LAG-NEXT: tasync.pipeline_release %{{.*}} : !tasync

// DERIVED: tasync.mma_wait 2
// DERIVED-NEXT: tasync.pipeline_release %{{.*}} keep 2 :

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @f(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  // expected-remark@+1 {{loop pipelined: 1 stages of 8192 bytes, 1 loads a stage, prefetch 0, 0 MMA groups in flight}}
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (!acc) {
    %t = tasync.async_load %ma[%c0, %k] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.mma %a, %a, %acc transpose_b : !buf, !buf, !acc
    %y = tasync.mma_wait 0 %x : !acc
    tasync.sync
    scf.yield %y : !acc
  }
  tile.store %sum, %C[%c0, %c0] : !acc, memref<?x?xf32>
  return
}
