// A producer whose threads copy needs registers of its own: 4 x 104 + 40 fit into
// 5 x 96, and 24, which one thread is content with, would spill.
//
// RUN: tile-opt %s --async-reallocate-registers 2>/dev/null | FileCheck %s

!row = !tasync.buffer<64xf16>
!part = tensor<64xf16, #tasync.blocked<per_thread = [1], lanes = [32], warps = [16]>>

// CHECK-LABEL: func.func @threads
// CHECK: role "producer" warps 4 registers 40 {
// CHECK: role "consumer" warps 16 registers 104 {
func.func @threads(%v: memref<?xf16>, %b: !row) attributes {tasync.warp_groups = 4 : i32} {
  %c0 = arith.constant 0 : index
  tasync.warp_specialize role "producer" warps 4 {
    tasync.copy %v[%c0] to %b via "any" bytes 16 : memref<?xf16>, !row
  } role "consumer" warps 16 {
    %x = tasync.local_load %b : !row -> !part
  }
  return
}

// CHECK-LABEL: func.func @one
// CHECK: role "producer" warps 4 registers 24 {
// CHECK: role "consumer" warps 16 registers 112 {
func.func @one(%b: !row) attributes {tasync.warp_groups = 4 : i32} {
  tasync.warp_specialize role "producer" warps 4 {
  } role "consumer" warps 16 {
    %x = tasync.local_load %b : !row -> !part
  }
  return
}
