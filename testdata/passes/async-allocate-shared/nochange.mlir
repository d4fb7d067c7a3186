// Functions that are no kernels stay as they are; a kernel without buffers needs
// no shared memory.
//
// RUN: tile-opt %s --async-allocate-shared --verify-diagnostics | FileCheck %s

// CHECK: func.func @host(%{{.*}}: index) -> index {
func.func @host(%n: index) -> index {
  return %n : index
}

// CHECK: func.func @none() attributes {tasync.shared_bytes = 0 : i64,
func.func @none() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  return
}
