// Explicit barriers, and functions that are no kernels, stay as they are.
//
// RUN: tile-opt %s --async-insert-mbarriers --verify-diagnostics > %t.after
// RUN: tile-opt %s > %t.before
// RUN: diff %t.before %t.after

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @explicit(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tasync.alloc : !buf
  %b = tasync.barrier_alloc : !tasync.barrier<1>
  tasync.barrier_init %b, 1 : !tasync.barrier<1>
  tasync.init_publish
  %z = arith.constant 0 : i32
  tasync.barrier_expect %b[%z], 8192 : !tasync.barrier<1>
  tasync.async_load %ma[%c0, %c0] to %a signal %b[%z] : !map, !buf, !tasync.barrier<1>
  tasync.barrier_wait %b[%z], %z : !tasync.barrier<1>
  return
}

func.func @host(%n: index) -> index {
  return %n : index
}
