// Roles that take turns.
//
// RUN: tile-opt %s > %t.custom
// RUN: cat %t.custom | tile-opt | diff - %t.custom
// RUN: cat %t.custom | tile-opt --mlir-print-op-generic | tile-opt | diff - %t.custom
// RUN: cat %t.custom | FileCheck %s

// CHECK: tasync.named_sync 0 warps 8
// CHECK: tasync.pipeline_skip %arg0 : !tasync.pipeline
// CHECK: tasync.named_arrive 0 warps 8
func.func @turns(%p: !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>) attributes {tasync.warp_groups = 2 : i32} {
  tasync.warp_specialize role "a" warps 4 {
    tasync.named_sync 0 warps 8
    tasync.pipeline_skip %p : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
  } role "b" warps 4 {
    tasync.named_arrive 0 warps 8
  }
  return
}
