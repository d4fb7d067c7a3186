// An scf.while in both roles, each with the values that it needs: the counter on
// both sides, the accumulator in the consumer only.
//
// RUN: tile-opt %s --async-warp-specialize 2>/dev/null | FileCheck %s

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// CHECK-LABEL: func.func @f(
// CHECK: role "producer"
// CHECK-NEXT: tasync.single_thread {
// CHECK-NEXT: %{{.*}} = scf.while (%[[K:.*]] = %c0) : (index) -> index {
// CHECK-NEXT: %[[IN:.*]] = arith.cmpi slt, %[[K]],
// CHECK-NEXT: scf.condition(%[[IN]]) %[[K]] : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[J:.*]]: index):
// CHECK-NEXT: tasync.pipeline_acquire
// CHECK-NEXT: tasync.async_load %{{.*}}[%[[J]], %c0]
// CHECK-NEXT: tasync.pipeline_commit
// CHECK-NEXT: %[[J1:.*]] = arith.addi %[[J]],
// CHECK-NEXT: scf.yield %[[J1]] : index
// CHECK: role "consumer"
// CHECK: %[[R:.*]]:2 = scf.while (%[[A:.*]] = %{{.*}}, %[[K:.*]] = %c0) : (tensor<{{.*}}>, index) -> (tensor<{{.*}}>, index) {
// CHECK: scf.condition(%{{.*}}) %[[A]], %[[K]] :
// CHECK: ^bb0(%[[B:.*]]: tensor<{{.*}}>, %{{.*}}: index):
// CHECK-NOT: tasync.pipeline_acquire
// CHECK: tasync.mma %{{.*}}, %{{.*}}, %[[B]]
// CHECK: tile.store %[[R]]#0
func.func @f(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  %r, %e = scf.while (%a = %init, %k = %c0) : (!acc, index) -> (!acc, index) {
    %in = arith.cmpi slt, %k, %n : index
    scf.condition(%in) %a, %k : !acc, index
  } do {
  ^bb0(%acc: !acc, %k: index):
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%k, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.mma %f, %f, %acc transpose_b : !buf, !buf, !acc
    %y = tasync.mma_wait 0 %x : !acc
    tasync.pipeline_release %p : !ring
    %k1 = arith.addi %k, %c1 : index
    scf.yield %y, %k1 : !acc, index
  }
  tile.store %r, %C[%c0, %c0] : !acc, memref<?x?xf32>
  return
}
