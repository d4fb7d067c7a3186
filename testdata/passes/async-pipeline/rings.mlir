// Several rings in one loop: loads with another number of stages, loads under a
// condition, and loops without a trip count.
//
// RUN: tile-opt %s --async-pipeline='stages=3' 2>/dev/null | FileCheck %s
// RUN: tile-opt %s --async-pipeline='stages=4 prefetch=2 mma-in-flight=1' 2>/dev/null | FileCheck %s --check-prefix=AHEAD
// RUN: tile-opt %s --async-pipeline='stages=4 prefetch=2 mma-in-flight=1' --verify-diagnostics > /dev/null
// RUN: tile-opt %s --async-pipeline='stages=3 prefetch=2 peel=none' 2>/dev/null | FileCheck %s --check-prefix=NONE
// RUN: tile-opt %s --async-pipeline='stages=3 prefetch=-1 peel=all war=barrier' 2>/dev/null | FileCheck %s --check-prefix=PEEL

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Loads with two and with three slots. Each ring is acquired, waited for and
// released where its own loads and uses are.
//
// CHECK-LABEL: func.func @rates(
// CHECK: %[[P:.*]] = tasync.pipeline_create : !tasync.pipeline<stages = 3,
// CHECK-NEXT: %[[Q:.*]] = tasync.pipeline_create : !tasync.pipeline<stages = 2,
// CHECK: scf.for
// CHECK-NEXT: tasync.pipeline_acquire %[[P]]
// CHECK-NEXT: tasync.async_load
// CHECK-NEXT: tasync.pipeline_commit %[[P]]
// CHECK-NEXT: tasync.pipeline_acquire %[[Q]]
// CHECK-NEXT: tasync.async_load
// CHECK-NEXT: tasync.pipeline_commit %[[Q]]
// CHECK-NEXT: %[[F:.*]] = tasync.pipeline_wait %[[P]]
// CHECK-NEXT: tasync.mma %[[F]], %[[F]]
// CHECK-NEXT: tasync.mma_wait 0
// CHECK-NEXT: tasync.pipeline_release %[[P]]
// CHECK-NEXT: %[[G:.*]] = tasync.pipeline_wait %[[Q]]
// CHECK-NEXT: tasync.local_load %[[G]]
// CHECK-NEXT: tasync.pipeline_release %[[Q]]
// The barrier and the fence in front of it were there for the refill only.
// CHECK-NEXT: scf.yield

// A ring of two slots runs one iteration ahead; only that of the MMAs is
// released later.
//
// AHEAD-LABEL: func.func @rates(
// AHEAD: %[[P:.*]] = tasync.pipeline_create : !tasync.pipeline<stages = 4,
// AHEAD-NEXT: %[[Q:.*]] = tasync.pipeline_create : !tasync.pipeline<stages = 2,
// AHEAD-COUNT-2: tasync.pipeline_acquire %[[P]]
// AHEAD: tasync.pipeline_acquire %[[Q]]
// AHEAD: scf.for
// AHEAD: tasync.mma_wait 1
// AHEAD-NEXT: tasync.pipeline_release %[[P]] keep 1
// AHEAD: tasync.local_load
// AHEAD-NEXT: tasync.pipeline_release %[[Q]] :
// AHEAD: scf.yield
// AHEAD-NEXT: }
// AHEAD-NEXT: tasync.mma_wait 0
// AHEAD-NEXT: tasync.pipeline_release %[[P]] :
// AHEAD-NEXT: tile.store

// The loop ends two iterations early and loads without a guard; the rest still
// loads for the ring that runs one iteration ahead.
//
// PEEL-LABEL: func.func @rates(
// PEEL-SAME: %[[N:[a-z0-9]+]]: index) attributes
// PEEL: %[[P:.*]] = tasync.pipeline_create war "barrier" : !tasync.pipeline<stages = 3,
// PEEL-NEXT: %[[Q:.*]] = tasync.pipeline_create war "barrier" : !tasync.pipeline<stages = 2,
// PEEL: %[[N1:.*]] = arith.subi %[[N]], %c1 :
// PEEL-NEXT: %[[N2:.*]] = arith.subi %[[N1]], %c1 :
// PEEL: %[[MAIN:.*]]:2 = scf.for %[[K:.*]] = %c0 to %[[N2]] step %c1 iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %c0)
// PEEL-NOT: scf.if
// PEEL: tasync.pipeline_acquire %[[P]]
// PEEL-NOT: scf.if
// PEEL: tasync.pipeline_acquire %[[Q]]
// PEEL-NOT: scf.if
// PEEL: %[[K1:.*]] = arith.addi %[[K]], %c1 :
// PEEL-NEXT: scf.yield %{{.*}}, %[[K1]] :
// PEEL-NEXT: }
// PEEL-NEXT: %[[REST:.*]] = scf.for %{{.*}} = %[[MAIN]]#1 to %[[N]] step %c1 iter_args(%{{.*}} = %[[MAIN]]#0)
// PEEL-NOT: tasync.pipeline_acquire %[[P]]
// PEEL: scf.if
// PEEL: tasync.pipeline_acquire %[[Q]]
// PEEL: scf.yield
// PEEL: tile.store %[[REST]]

// The loop begins two iterations early; the second ring begins one later, and
// what uses the loads two.
//
// NONE-LABEL: func.func @rates(
// NONE-SAME: %[[N:[a-z0-9]+]]: index) attributes
// NONE: %[[P:.*]] = tasync.pipeline_create : !tasync.pipeline<stages = 3,
// NONE-NEXT: %[[Q:.*]] = tasync.pipeline_create : !tasync.pipeline<stages = 2,
// NONE: %[[B1:.*]] = arith.subi %c0, %c1 :
// NONE-NEXT: %[[B2:.*]] = arith.subi %[[B1]], %c1 :
// NONE-NEXT: scf.for %[[K:.*]] = %[[B2]] to %[[N]] step %c1 iter_args(%[[ACC:.*]] = %{{.*}})
// NONE-NEXT: %[[A:.*]] = arith.addi %[[K]], %c1 :
// NONE-NEXT: %[[K2:.*]] = arith.addi %[[A]], %c1 :
// NONE-NEXT: %[[IN:.*]] = arith.cmpi slt, %[[K2]], %[[N]] :
// NONE-NEXT: scf.if %[[IN]] {
// NONE: tasync.pipeline_acquire %[[P]]
// NONE: %[[K1:.*]] = arith.addi %[[K]], %c1 :
// NONE-NEXT: %[[BEGUN1:.*]] = arith.cmpi sge, %[[K1]], %c0 :
// NONE-NEXT: scf.if %[[BEGUN1]] {
// NONE-NEXT: %[[IN1:.*]] = arith.cmpi slt, %[[K1]], %[[N]] :
// NONE-NEXT: scf.if %[[IN1]] {
// NONE: tasync.pipeline_acquire %[[Q]]
// NONE: %[[BEGUN:.*]] = arith.cmpi sge, %[[K]], %c0 :
// NONE-NEXT: %[[R:.*]] = scf.if %[[BEGUN]] -> {{.*}} {
// NONE-NEXT: tasync.pipeline_wait %[[P]]
// NONE: } else {
// NONE-NEXT: scf.yield %[[ACC]]
// NONE-NEXT: }
// NONE-NEXT: scf.yield %[[R]]
func.func @rates(%A: !mem, %B: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %mb = tasync.tensor_map %B : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  // expected-remark@+2 {{loop pipelined: 4 stages of 8192 bytes, 1 loads a stage, prefetch 2, 1 MMA groups in flight}}
  // expected-remark@+1 {{loop pipelined: 2 stages of 8192 bytes, 1 loads a stage, prefetch 1, 0 MMA groups in flight}}
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (!acc) {
    %ta = tasync.async_load %ma[%c0, %k] to %a : !map, !buf -> !tasync.token
    %tb = tasync.async_load %mb[%c0, %k] to %b {tasync.stages = 2} : !map, !buf -> !tasync.token
    tasync.wait %ta
    %x = tasync.mma %a, %a, %acc transpose_b : !buf, !buf, !acc
    %y = tasync.mma_wait 0 %x : !acc
    tasync.wait %tb
    %t = tasync.local_load %b : !buf -> !tile
    tasync.fence_async
    tasync.sync
    scf.yield %y : !acc
  }
  tile.store %sum, %C[%c0, %c0] : !acc, memref<?x?xf32>
  return
}

// Loads in a branch move a ring of their own, which only that branch uses. With
// a prefetch the condition is that of the later iteration.
//
// CHECK-LABEL: func.func @guard(
// CHECK: scf.for
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: } else {
// CHECK-NEXT: tasync.pipeline_acquire
// CHECK: tasync.pipeline_commit
// CHECK-NEXT: tasync.pipeline_wait
// CHECK-NEXT: tasync.local_load
// CHECK-NEXT: tasync.pipeline_release
// CHECK-NEXT: }

// AHEAD-LABEL: func.func @guard(
// AHEAD: scf.for %[[K:.*]] = %c0 to %[[N:.*]] step
// AHEAD-NEXT: %[[K1:.*]] = arith.addi %[[K]], %c1 :
// AHEAD-NEXT: %[[K2:.*]] = arith.addi %[[K1]], %c1 :
// AHEAD-NEXT: %[[IN:.*]] = arith.cmpi slt, %[[K2]], %[[N]] :
// AHEAD-NEXT: scf.if %[[IN]] {
// AHEAD-NEXT: %[[ON:.*]] = memref.load %{{.*}}[%[[K2]]]
// AHEAD-NEXT: scf.if %[[ON]] {
// AHEAD-NEXT: } else {
// AHEAD-NEXT: tasync.single_thread {
// AHEAD-NEXT: tasync.pipeline_acquire
// AHEAD-NEXT: tasync.async_load %{{.*}}[%c0, %[[K2]]]
// AHEAD: %[[NOW:.*]] = memref.load %{{.*}}[%[[K]]]
// AHEAD-NEXT: scf.if %[[NOW]] {
// AHEAD-NEXT: } else {
// AHEAD-NEXT: tasync.pipeline_wait
func.func @guard(%A: !mem, %D: memref<?xi1>, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop pipelined: 4 stages of 8192 bytes, 1 loads a stage, prefetch 2, 0 MMA groups in flight, under a condition}}
  scf.for %k = %c0 to %n step %c1 {
    %on = memref.load %D[%k] : memref<?xi1>
    scf.if %on {
    } else {
      %ta = tasync.async_load %ma[%c0, %k] to %a : !map, !buf -> !tasync.token
      tasync.wait %ta
      %t = tasync.local_load %a : !buf -> !tile
      tasync.fence_async
      tasync.sync
    }
  }
  return
}

// A loop without a trip count cannot run ahead of itself; a role of its own can.
//
// CHECK-LABEL: func.func @while(
// CHECK: } do {
// CHECK-NEXT: ^bb0
// CHECK-NEXT: tasync.pipeline_acquire
// CHECK-NEXT: tasync.async_load
// CHECK-NEXT: tasync.pipeline_commit
// CHECK-NEXT: tasync.pipeline_wait
// CHECK-NEXT: tasync.local_load
// CHECK-NEXT: tasync.pipeline_release

// AHEAD-LABEL: func.func @while(
// AHEAD-NOT: tasync.pipeline
func.func @while(%A: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: with a prefetch, an scf.while has no trip count to run ahead of}}
  %z = scf.while (%k = %c0) : (index) -> index {
    %in = arith.cmpi slt, %k, %n : index
    scf.condition(%in) %k : index
  } do {
  ^bb0(%k: index):
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    tasync.fence_async
    tasync.sync
    %k1 = arith.addi %k, %c1 : index
    scf.yield %k1 : index
  }
  return
}
