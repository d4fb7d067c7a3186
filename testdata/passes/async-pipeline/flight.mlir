// MMAs that stay under way: one wait for all but the newest iterations' groups,
// a release as much later, and the rest behind the loop.
//
// RUN: tile-opt %s --async-pipeline='stages=3 mma-in-flight=2' 2>/dev/null | FileCheck %s
// RUN: tile-opt %s --async-pipeline='stages=3 mma-in-flight=2' --verify-diagnostics > /dev/null

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Two chains of two groups: an iteration has three.
//
// CHECK-LABEL: func.func @chains(
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}) ->
// CHECK: tasync.pipeline_wait
// CHECK-NEXT: %[[X1:.*]] = tasync.mma %{{.*}}, %{{.*}}, %[[X]] transpose_b
// CHECK-NEXT: %[[X2:.*]] = tasync.mma %{{.*}}, %{{.*}}, %[[X1]] transpose_b
// CHECK-NEXT: %[[Y1:.*]] = tasync.mma %{{.*}}, %{{.*}}, %[[Y]] transpose_b
// CHECK-NEXT: %[[W:.*]]:2 = tasync.mma_wait 6 %[[X2]], %[[Y1]] :
// CHECK-NEXT: tasync.pipeline_release %{{.*}} keep 2
// CHECK-NEXT: scf.yield %[[W]]#0, %[[W]]#1 :
// CHECK-NEXT: }
// CHECK-NEXT: %[[D:.*]]:2 = tasync.mma_wait 0 %[[R]]#0, %[[R]]#1 :
// CHECK-NEXT: tasync.pipeline_release %{{.*}} :
// CHECK-NEXT: tile.store %[[D]]#0
func.func @chains(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  // expected-remark@+1 {{loop pipelined: 3 stages of 8192 bytes, 1 loads a stage, prefetch 0, 6 MMA groups in flight}}
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %init, %y = %init) -> (!acc, !acc) {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x1 = tasync.mma %a, %a, %x transpose_b : !buf, !buf, !acc
    %xw = tasync.mma_wait 0 %x1 : !acc
    %x2 = tasync.mma %a, %a, %xw transpose_b : !buf, !buf, !acc
    %y1 = tasync.mma %a, %a, %y transpose_b : !buf, !buf, !acc
    %w:2 = tasync.mma_wait 0 %x2, %y1 : !acc, !acc
    tasync.sync
    scf.yield %w#0, %w#1 : !acc, !acc
  }
  tile.store %r#0, %C[%c0, %c0] : !acc, memref<?x?xf32>
  return
}

// An accumulator that the loop scales must be finished.
//
// CHECK-LABEL: func.func @scaled(
// CHECK: %[[W:.*]] = tasync.mma_wait 0
// CHECK-NEXT: tasync.pipeline_release %{{.*}} :
// CHECK: scf.yield %[[W]]
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @scaled(%A: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  // expected-remark@+2 {{MMAs not kept in flight: an accumulator is not only carried from MMA to MMA}}
  // expected-remark@+1 {{loop pipelined: 3 stages of 8192 bytes, 1 loads a stage, prefetch 0, 0 MMA groups in flight}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%x = %init) -> (!acc) {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %s = arith.addf %x, %x : !acc
    // expected-note@+1 {{'tasync.mma' is here}}
    %x1 = tasync.mma %a, %a, %s transpose_b : !buf, !buf, !acc
    %w = tasync.mma_wait 0 %x1 : !acc
    tasync.sync
    scf.yield %w : !acc
  }
  return
}

// Accumulators that change places would have to move while they are written.
func.func @rotated(%A: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  // expected-remark@+2 {{MMAs not kept in flight: an accumulator is not only carried from MMA to MMA}}
  // expected-remark@+1 {{loop pipelined: 3 stages of 8192 bytes, 1 loads a stage, prefetch 0, 0 MMA groups in flight}}
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %init, %y = %init) -> (!acc, !acc) {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    // expected-note@+1 {{'tasync.mma' is here}}
    %x1 = tasync.mma %a, %a, %x transpose_b : !buf, !buf, !acc
    %y1 = tasync.mma %a, %a, %y transpose_b : !buf, !buf, !acc
    %w:2 = tasync.mma_wait 0 %x1, %y1 : !acc, !acc
    tasync.sync
    scf.yield %w#1, %w#0 : !acc, !acc
  }
  return
}

// The MMA's other operand is written again in the next iteration.
func.func @rewritten(%A: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant dense<1.0> : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
  %init = arith.constant dense<0.0> : !acc
  // expected-remark@+2 {{MMAs not kept in flight: 'tasync.local_store' writes what an MMA reads}}
  // expected-remark@+1 {{loop pipelined: 3 stages of 8192 bytes, 1 loads a stage, prefetch 0, 0 MMA groups in flight}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (!acc) {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    // expected-note@+1 {{'tasync.local_store' is here}}
    tasync.local_store %x, %b : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>, !buf
    tasync.fence_async
    tasync.sync
    tasync.wait %t
    %x1 = tasync.mma %a, %b, %acc transpose_b : !buf, !buf, !acc
    %w = tasync.mma_wait 0 %x1 : !acc
    tasync.sync
    scf.yield %w : !acc
  }
  return
}

// Groups under a condition cannot be counted.
func.func @guarded(%A: !mem, %on: i1, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  // expected-remark@+2 {{MMAs not kept in flight: an MMA stands in control flow inside the loop, so the groups of an iteration cannot be counted}}
  // expected-remark@+1 {{loop pipelined: 3 stages of 8192 bytes, 1 loads a stage, prefetch 0, 0 MMA groups in flight}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (!acc) {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %z = scf.if %on -> (!acc) {
      // expected-note@+1 {{'tasync.mma' is here}}
      %x1 = tasync.mma %a, %a, %acc transpose_b : !buf, !buf, !acc
      %w = tasync.mma_wait 0 %x1 : !acc
      scf.yield %w : !acc
    } else {
      scf.yield %acc : !acc
    }
    tasync.sync
    scf.yield %z : !acc
  }
  return
}
