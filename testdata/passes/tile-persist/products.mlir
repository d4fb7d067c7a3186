// kernels=products leaves kernels alone in which nothing overlaps from tile to tile.

// RUN: tile-opt %s --verify-diagnostics --pass-pipeline='builtin.module(func.func(tile-persist{kernels=products}))' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-persist))' | FileCheck %s --check-prefix=ALL

// CHECK-LABEL: func.func @scale
// CHECK-NOT: multiprocessor_count
// CHECK: return
// ALL-LABEL: func.func @scale
// ALL: multiprocessor_count
// expected-remark@+1 {{not made persistent: without products or copies to shared memory nothing overlaps from tile to tile, and several programs a multiprocessor keep more loads under way}}
func.func @scale(%A: memref<?xf32>, %n: index) attributes {tile.kernel} {
  %p = tile.program_id(%n)
  %t = tile.load %A[%p] : memref<?xf32> -> tensor<64xf32>
  %u = arith.addf %t, %t : tensor<64xf32>
  tile.store %u, %A[%p] : tensor<64xf32>, memref<?xf32>
  return
}

// A load that is to be copied ahead overlaps.
// CHECK-LABEL: func.func @ahead
// CHECK: multiprocessor_count
func.func @ahead(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {tile.kernel} {
  %p = tile.program_id(%n)
  %t = tile.load %A[%p] {tile.copy = "bulk"} : memref<?xf32> -> tensor<64xf32>
  tile.store %t, %B[%p] : tensor<64xf32>, memref<?xf32>
  return
}

// CHECK-LABEL: func.func @product
// CHECK: multiprocessor_count
func.func @product(%A: memref<?x?xf16>, %C: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tile.program_id(%n)
  %a = tile.load %A[%p, %c0] : memref<?x?xf16> -> tensor<64x64xf16>
  %x = tile.dot %a, %a, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  tile.store %x, %C[%p, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}
