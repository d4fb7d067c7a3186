// A kernel that breaks the rules of the machine: each fault is an error at its operation,
// and the results are not compared.

// RUN: not tilec run %s --on=sim --size=A=64x64,C=64x64 2>&1 | FileCheck %s

!mem = memref<64x64xf16, strided<[64, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
func.func @fault(%A: !mem {tile.name = "A"}, %C: !mem {tile.name = "C"}) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %s = arith.constant 0 : i32
  %buf = tasync.alloc at 0 : !tile
  %bar = tasync.barrier_alloc at 8192 : !tasync.barrier<1>
  %map = tasync.tensor_map %A : !mem -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  tasync.barrier_init %bar, 1 : !tasync.barrier<1>
  tasync.init_publish
  tasync.single_thread {
    tasync.barrier_expect %bar[%s], 8192 : !tasync.barrier<1>
    tasync.async_load %map[%c0, %c0] to %buf signal %bar[%s] : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tile, !tasync.barrier<1>
  }
  // CHECK: fault.mlir:[[@LINE+3]]:{{[0-9]+}}: error: 'tasync.local_load' [{{.*}}]:
  // CHECK-NEXT: {{^}}  %x = tasync.local_load
  // CHECK-NEXT: {{^ +\^}}
  %x = tasync.local_load %buf : !tile -> tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  tile.store %x, %C[%c0, %c0] : tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>, !mem
  return
}
