// The canonical product: both operands by TMA, the transposition of B folded,
// one wait, one barrier at the end of the body, the store direct.
//
// RUN: tile-opt %s --tile-to-async='warp-groups=2' 2>/dev/null | FileCheck %s

!mem = memref<?x?xf16, strided<[?, 1]>>

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref
// CHECK-SAME: %[[B:[a-z0-9]+]]: memref
// CHECK-SAME: %[[C:[a-z0-9]+]]: memref
// CHECK-SAME: attributes {tasync.warp_groups = 2 : i32, tile.kernel}
func.func @matmul(%A: !mem, %B: !mem, %C: !mem, %M: index, %N: index, %K: index) attributes {tile.kernel} {
  // CHECK-DAG: %[[BUFA:.*]] = tasync.alloc : !tasync.buffer<128x64xf16, swizzle = 128>
  // CHECK-DAG: %[[MAPA:.*]] = tasync.tensor_map %[[A]] : {{.*}} -> !tasync.tensor_map<128x64xf16, swizzle = 128>
  // CHECK-DAG: %[[BUFB:.*]] = tasync.alloc : !tasync.buffer<256x64xf16, swizzle = 128>
  // CHECK-DAG: %[[MAPB:.*]] = tasync.tensor_map %[[B]] : {{.*}} -> !tasync.tensor_map<256x64xf16, swizzle = 128>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %gm = arith.ceildivsi %M, %c128 : index
  %gn = arith.ceildivsi %N, %c256 : index
  // CHECK: tile.program_id
  %pm, %pn = tile.program_id(%gm, %gn)
  // CHECK: %[[I:.*]] = arith.muli
  // CHECK: %[[J:.*]] = arith.muli
  %m = arith.muli %pm, %c128 : index
  %n = arith.muli %pn, %c256 : index
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[ZERO:.*]] = tile.splat %{{.*}} : f32 -> tensor<128x256xf32, #tasync.mma<wgs = 2, n = 256>>
  %init = tile.splat %zero : f32 -> tensor<128x256xf32>
  // CHECK: %[[ACC:.*]] = scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[X:.*]] = %[[ZERO]]) -> (tensor<128x256xf32, #tasync.mma<wgs = 2, n = 256>>) {
  %acc = scf.for %k = %c0 to %K step %c64 iter_args(%x = %init) -> (tensor<128x256xf32>) {
    // CHECK-NEXT: %[[T0:.*]] = tasync.async_load %[[MAPA]][%[[I]], %[[K]]] to %[[BUFA]] :
    // CHECK-NEXT: %[[T1:.*]] = tasync.async_load %[[MAPB]][%[[J]], %[[K]]] to %[[BUFB]] :
    // CHECK-NEXT: tasync.wait %[[T0]], %[[T1]]
    // CHECK-NEXT: %[[MMA:.*]] = tasync.mma %[[BUFA]], %[[BUFB]], %[[X]] transpose_b :
    // CHECK-NEXT: %[[Y:.*]] = tasync.mma_wait 0 %[[MMA]] :
    // CHECK-NEXT: tasync.sync
    // CHECK-NEXT: scf.yield %[[Y]]
    %a = tile.load %A[%m, %k] : !mem -> tensor<128x64xf16>
    %b = tile.load %B[%n, %k] : !mem -> tensor<256x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<256x64xf16> -> tensor<64x256xf16>
    %y = tile.dot %a, %bt, %x : tensor<128x64xf16>, tensor<64x256xf16> -> tensor<128x256xf32>
    scf.yield %y : tensor<128x256xf32>
  }
  // CHECK: %[[R:.*]] = arith.truncf %[[ACC]] : {{.*}} to tensor<128x256xf16, #tasync.mma<wgs = 2, n = 256>>
  // CHECK-NEXT: tile.store %[[R]], %[[C]][%[[I]], %[[J]]] :
  // CHECK-NEXT: return
  %r = arith.truncf %acc : tensor<128x256xf32> to tensor<128x256xf16>
  tile.store %r, %C[%m, %n] : tensor<128x256xf16>, !mem
  return
}
