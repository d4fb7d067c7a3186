// Tokens: one barrier for each wait, with the bytes of the copies it waits for
// announced in front of the first, and a parity that flips with every wait.
//
// RUN: tile-opt %s --async-insert-mbarriers 2>/dev/null | FileCheck %s

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// CHECK-LABEL: func.func @tokens(
// CHECK-NEXT: %[[ONE:.*]] = tasync.barrier_alloc : !tasync.barrier<1>
// CHECK-NEXT: tasync.barrier_init %[[ONE]], 1 :
// CHECK-NEXT: %[[TWO:.*]] = tasync.barrier_alloc : !tasync.barrier<1>
// CHECK-NEXT: tasync.barrier_init %[[TWO]], 1 :
// CHECK-NEXT: tasync.init_publish
// CHECK: scf.for {{.*}} iter_args(%[[P1:.*]] = %{{.*}}, %[[P2:.*]] = %{{.*}}) -> (i32, i32)
// CHECK-NEXT: tasync.barrier_expect %[[ONE]][%{{.*}}], 16384 :
// CHECK-NEXT: tasync.async_load {{.*}} signal %[[ONE]][
// CHECK-NEXT: tasync.barrier_expect %[[TWO]][%{{.*}}], 8192 :
// CHECK-NEXT: tasync.async_load {{.*}} signal %[[TWO]][
// CHECK-NEXT: tasync.async_load {{.*}} signal %[[ONE]][
// CHECK-NEXT: tasync.barrier_wait %[[ONE]][%{{.*}}], %[[P1]]
// CHECK-NEXT: %[[N1:.*]] = arith.xori %[[P1]],
// CHECK: tasync.barrier_wait %[[TWO]][%{{.*}}], %[[P2]]
// CHECK-NEXT: %[[N2:.*]] = arith.xori %[[P2]],
// CHECK: scf.yield %[[N1]], %[[N2]] : i32, i32
// CHECK-NOT: tasync.token
func.func @tokens(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %c = tasync.alloc : !buf
  scf.for %k = %c0 to %n step %c1 {
    %ta = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    %tb = tasync.async_load %ma[%k, %c0] to %b : !map, !buf -> !tasync.token
    %tc = tasync.async_load %ma[%k, %c0] to %c : !map, !buf -> !tasync.token
    tasync.wait %ta, %tc
    %x = tasync.local_load %a : !buf -> !tile
    tasync.wait %tb
    %y = tasync.local_load %b : !buf -> !tile
    tasync.fence_async
    tasync.sync
  }
  return
}
