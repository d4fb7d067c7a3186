// Coordinates of tensor copies are signed 32-bit numbers: one that is none becomes
// the nearest, outside of every argument, in each box of a tile.
//
// RUN: tile-opt %s --convert-async-to-nvvm | FileCheck %s

// CHECK-LABEL: llvm.func @far(
// CHECK-DAG: %[[LEAST:.*]] = arith.constant -2147483648 : i32
// CHECK-DAG: %[[MOST:.*]] = arith.constant 2147483647 : i32
// CHECK-DAG: %[[EDGE:.*]] = arith.constant 2147483640 : i32
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}}, box[%[[MOST]], %[[LEAST]]]
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}}, box[%[[MOST]], %[[LEAST]]]
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %{{.*}}, box[%[[EDGE]], %[[EDGE]]]
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %{{.*}}, box[%[[MOST]], %[[EDGE]]]
func.func @far(%A: memref<?x?xf16, strided<[?, 1]>>) attributes {tasync.warp_groups = 1 : i32, tile.kernel, tasync.shared_bytes = 16392 : i64} {
  %m = tasync.tensor_map %A : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.barrier_alloc at 16384 : !tasync.barrier<1>
  %c0 = arith.constant 0 : i32
  %buf = tasync.alloc at 0 : !tasync.buffer<64x128xf16, swizzle = 128>
  %above = arith.constant 4294967296 : index
  %below = arith.constant -4294967296 : index
  %edge = arith.constant 2147483640 : index
  tasync.single_thread {
    tasync.barrier_expect %b[%c0], 16384 : !tasync.barrier<1>
    tasync.async_load %m[%below, %above] to %buf signal %b[%c0] : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x128xf16, swizzle = 128>, !tasync.barrier<1>
  }
  tasync.barrier_wait %b[%c0], %c0 : !tasync.barrier<1>
  tasync.sync
  tasync.single_thread {
    tasync.async_store %buf to %m[%edge, %edge] : !tasync.buffer<64x128xf16, swizzle = 128>, !tasync.tensor_map<64x64xf16, swizzle = 128>
    tasync.store_commit
  }
  tasync.store_wait 0 read
  return
}
