// Columns go through a ring: who writes them acquires and commits, who copies them
// out waits, and gives the slot back when the copy has read it.
//
// RUN: tile-opt %s --async-epilogue='via=tma-store channel=true' 2>/dev/null | FileCheck %s
// RUN: tile-opt %s --async-epilogue='via=stmatrix channel=true' 2>/dev/null | FileCheck %s --check-prefix=ROWS --implicit-check-not=pipeline

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x128xf16, #tasync.mma<wgs = 1, n = 128>>

// CHECK-LABEL: func.func @loop(
// CHECK-NEXT: %[[P:.*]] = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
// CHECK-NEXT: %[[MAP:.*]] = tasync.tensor_map
// CHECK-NOT: tasync.alloc
// CHECK: scf.for
// CHECK-COUNT-2: tasync.pipeline_release %[[P]] keep 1
// CHECK-NEXT: }
// CHECK-NEXT: tasync.single_thread {
// CHECK-NEXT: tasync.store_wait 0 read
// CHECK-NEXT: }
// CHECK-NEXT: tasync.pipeline_release %[[P]] :
// ROWS-LABEL: func.func @loop(
func.func @loop(%C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %x = arith.constant dense<0.0> : !tile
  scf.for %i = %c0 to %n step %c64 {
    tile.store %x, %C[%i, %c0] : !tile, !mem
  }
  return
}

// CHECK-LABEL: func.func @once(
// CHECK: %[[FREE:.*]] = tasync.pipeline_acquire %[[P:.*]] :
// CHECK-NEXT: %[[S:.*]] = tasync.extract_slice
// CHECK-NEXT: tasync.local_store %[[S]], %[[FREE]] stmatrix
// CHECK-NEXT: tasync.pipeline_commit %[[P]]
// CHECK-NEXT: %[[FULL:.*]] = tasync.pipeline_wait %[[P]]
// CHECK-NEXT: tasync.single_thread {
// CHECK-NEXT: tasync.async_store %[[FULL]]
// CHECK-NEXT: tasync.store_commit
// CHECK-NEXT: tasync.store_wait 1 read
// CHECK-NEXT: }
// CHECK-NEXT: tasync.pipeline_release %[[P]] keep 1
// CHECK: tasync.pipeline_acquire %[[P]]
// CHECK: tasync.pipeline_release %[[P]] keep 1
// CHECK: tasync.pipeline_release %[[P]] :
func.func @once(%C: !mem) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<0.0> : !tile
  tile.store %x, %C[%c0, %c0] : !tile, !mem
  return
}
