// A producer that copies by threads works with all of its warps.
//
// RUN: tile-opt %s --async-warp-specialize 2>/dev/null | FileCheck %s

!row = !tasync.buffer<64xf16>
!vec = memref<?xf16>
!ring = !tasync.pipeline<stages = 2, [!row]>
!part = tensor<64xf16, #tasync.blocked<per_thread = [1], lanes = [32], warps = [4]>>

// CHECK-LABEL: func.func @all_threads
// CHECK: role "producer" warps 4 {
// CHECK-NOT: single_thread
// CHECK: scf.for
// CHECK-NEXT: tasync.pipeline_acquire
// CHECK-NEXT: tasync.copy
// CHECK-NEXT: tasync.pipeline_commit
// CHECK: role "consumer" warps 4 {
// CHECK-NOT: tasync.copy
// CHECK: tasync.pipeline_wait
func.func @all_threads(%v: !vec, %out: !vec, %K: index) attributes {tasync.warp_groups = 1 : i32} {
  %p = tasync.pipeline_create : !ring
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %K step %c64 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.copy %v[%k] to %s via "any" bytes 16 : !vec, !row
    tasync.pipeline_commit %p : !ring
    %w = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %w : !row -> !part
    tile.store %x, %out[%k] : !part, !vec
    tasync.pipeline_release %p : !ring
  }
  return
}

// What the consumer writes is not copied by another role.
//
// CHECK-LABEL: func.func @written
// CHECK-NOT: warp_specialize
// CHECK: return
func.func @written(%v: !vec, %K: index) attributes {tasync.warp_groups = 1 : i32} {
  %p = tasync.pipeline_create : !ring
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %K step %c64 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.copy %v[%k] to %s via "any" bytes 16 : !vec, !row
    tasync.pipeline_commit %p : !ring
    %w = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %w : !row -> !part
    tile.store %x, %v[%k] : !part, !vec
    tasync.pipeline_release %p : !ring
  }
  return
}
