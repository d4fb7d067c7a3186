// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-bind))' | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-bind{BM=32 type=bf16}))' | FileCheck %s --check-prefixes=CHECK,BF16
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-bind{type=f32}))' | FileCheck %s --check-prefix=F32

// CHECK-LABEL: func.func @k
// DEFAULT-SAME: memref<?x?xf16, strided<[?, 1]>>
// BF16-SAME: memref<?x?xbf16, strided<[?, 1]>>
// CHECK-NOT: tile.param
// CHECK-NOT: tile.type_param
// F32-LABEL: func.func @k
// F32-SAME: memref<?x?xf32, strided<[?, 1]>>
func.func @k(%a: memref<?x?xf16, strided<[?, 1]>>, %m: index) attributes {tile.kernel} {
  tile.type_param "type" = f16
  // DEFAULT: arith.constant 64 : index
  // BF16: arith.constant 32 : index
  %bm = tile.param "BM" = 64 : index
  // CHECK: arith.constant 16 : index
  %bn = tile.param "BN" = 16 : index
  // DEFAULT: arith.constant 1.001950e+00 : f16
  // BF16: arith.constant 1.000000e+00 : bf16
  // F32: arith.constant 1.00195313 : f32
  %one = arith.constant 1.001953125 : f16
  %half = arith.divui %bm, %bn : index
  %size = arith.muli %half, %bn : index
  // DEFAULT: %[[X:.*]] = tile.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x16xf16>
  // BF16: %[[X:.*]] = tile.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<?x?xbf16, strided<[?, 1]>> -> tensor<32x16xbf16>
  // F32: %[[X:.*]] = tile.load %{{.*}} -> tensor<64x16xf32>
  %x = tile.load %a[%m, %m] sizes(%size, %bn) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
  // DEFAULT: %[[S:.*]] = tile.splat %{{.*}} : f16 -> tensor<64x16xf16>
  // BF16: %[[S:.*]] = tile.splat %{{.*}} : bf16 -> tensor<32x16xbf16>
  // F32: %[[S:.*]] = tile.splat %{{.*}} : f32 -> tensor<64x16xf32>
  %s = tile.splat %one sizes(%bm, %bn) : f16 -> tensor<?x?xf16>
  // DEFAULT: arith.extf %[[X]] : tensor<64x16xf16> to tensor<64x16xf32>
  // BF16: arith.extf %[[X]] : tensor<32x16xbf16> to tensor<32x16xf32>
  // A conversion between equal types vanishes.
  // F32: arith.addf %[[X]], %{{.*}} : tensor<64x16xf32>
  %x32 = arith.extf %x : tensor<?x?xf16> to tensor<?x?xf32>
  %s32 = arith.extf %s : tensor<?x?xf16> to tensor<?x?xf32>
  %y = arith.addf %x32, %s32 : tensor<?x?xf32>
  // CHECK: arith.truncf
  // F32-NOT: arith.truncf
  // F32: tile.store
  %z = arith.truncf %y : tensor<?x?xf32> to tensor<?x?xf16>
  tile.store %z, %a[%m, %m] : tensor<?x?xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}

// A function that is no kernel stays as it is.
// CHECK-LABEL: func.func @helper
// CHECK: tile.param "BM" = 64 : index
func.func @helper() -> index {
  %bm = tile.param "BM" = 64 : index
  return %bm : index
}
