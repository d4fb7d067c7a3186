// What a kernel came to, in one remark.

// RUN: tile-opt %S/../../kernels/matmul.mlir --pass-pipeline='builtin.module(tile-to-nvvm{stages=3 consumers=1 BM=64 BN=64 persist=false fallback=false via=direct})' --remarks=text -o %t 2>&1 | FileCheck %s
// RUN: tile-opt %s --async-report --remarks=text 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: matmul.mlir:5:1: remark: kernel matmul: 256 threads, 49200 bytes of shared memory
// CHECK: matmul.mlir:5:1: note: role producer: warps 0 to 3, 40 registers a thread
// CHECK: matmul.mlir:5:1: note: role consumer: warps 4 to 7, 240 registers a thread
// CHECK: matmul.mlir:24:10: note: shared memory 0 to 24575: !tasync.buffer<64x64xf16, swizzle = 128, stages = 3>
// CHECK: matmul.mlir:24:10: note: shared memory 24576 to 49151: !tasync.buffer<64x64xf16, swizzle = 128, stages = 3>
// CHECK: matmul.mlir:24:10: note: loop of role producer, each trip: 16384 bytes expected, 2 copies, 1 waits
// CHECK: matmul.mlir:24:10: note: loop of role consumer, each trip: 1 products, 1 waits

// Nothing is said of what is no kernel of the async level, nor of loops without asynchronous work.
// NONE-NOT: kernel helper
// NONE: remark: kernel plain: 128 threads{{$}}
// NONE-NOT: note: loop
func.func @helper() {
  return
}
func.func @plain() attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
  }
  return
}
