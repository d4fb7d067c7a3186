// Every operation of the tile level, through the custom and the generic form
// and back.
//
// RUN: tile-opt %s > %t.custom
// RUN: tile-opt %t.custom | diff - %t.custom
// RUN: tile-opt %s --mlir-print-op-generic > %t.generic
// RUN: tile-opt %t.generic | diff - %t.custom
// RUN: FileCheck %s --input-file=%t.custom

// CHECK-LABEL: func.func @programs
// CHECK-SAME: tile.name = "A"
// CHECK-SAME: attributes {tile.kernel}
func.func @programs(%a: memref<?x?xf16> {tile.name = "A"}, %n: i64) attributes {tile.kernel} {
  // CHECK: tile.type_param "type" = f16
  tile.type_param "type" = f16
  // CHECK: %[[BM:.*]] = tile.param "BM" = 128 : index
  %bm = tile.param "BM" = 128 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c1 : memref<?x?xf16>
  %s = arith.index_cast %n : i64 to index
  // CHECK: %[[SMS:.*]] = tile.device_property "multiprocessor_count"
  %sms = tile.device_property "multiprocessor_count"
  // CHECK: %{{.*}}:3 = tile.program_id(%{{.*}}, %{{.*}}, %[[SMS]])
  %x:3 = tile.program_id(%m, %s, %sms)
  // CHECK: %{{.*}}, %{{.*}} = tile.div_magic %[[BM]]{{$}}
  %mul, %shift = tile.div_magic %bm
  // CHECK: %{{.*}}, %{{.*}} = tile.div_magic %[[BM]] below %{{.*}}
  %mul1, %shift1 = tile.div_magic %bm below %m
  return
}

// CHECK-LABEL: func.func @memory
func.func @memory(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<4x?x16xbf16>, %i: index, %n: index) {
  // CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] sizes(%{{.*}}, %{{.*}}) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
  %0 = tile.load %a[%i, %i] sizes(%n, %n) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
  // CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] sizes(%{{.*}}) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x32xf16>
  %1 = tile.load %a[%i, %i] sizes(%n) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x32xf16>
  // CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] : memref<4x?x16xbf16> -> tensor<8x16xbf16>
  %2 = tile.load %s[%i, %i, %i] : memref<4x?x16xbf16> -> tensor<8x16xbf16>
  // CHECK: tile.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] : tensor<8x16xbf16>, memref<4x?x16xbf16>
  tile.store %2, %s[%i, %i, %i] : tensor<8x16xbf16>, memref<4x?x16xbf16>
  // CHECK: tile.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] {hint} : tensor<?x32xf16>, memref<?x?xf16, strided<[?, 1]>>
  tile.store %1, %a[%i, %i] {hint} : tensor<?x32xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}

// CHECK-LABEL: func.func @tiles
func.func @tiles(%a: tensor<64x32xf16>, %b: tensor<32x16xf16>, %acc: tensor<64x16xf32>, %f: f32, %n: index) -> tensor<f32> {
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x32xf16>, tensor<32x16xf16> -> tensor<64x16xf32>
  %0 = tile.dot %a, %b, %acc : tensor<64x32xf16>, tensor<32x16xf16> -> tensor<64x16xf32>
  // CHECK: tile.transpose %{{.*}} [1, 0] : tensor<64x16xf32> -> tensor<16x64xf32>
  %1 = tile.transpose %0 [1, 0] : tensor<64x16xf32> -> tensor<16x64xf32>
  // CHECK: tile.reduce %{{.*}} {axis = 1 : i64, kind = "max"} : tensor<16x64xf32> -> tensor<16xf32>
  %2 = tile.reduce %1 {axis = 1 : i64, kind = "max"} : tensor<16x64xf32> -> tensor<16xf32>
  // CHECK: tile.expand_dims %{{.*}} {axis = 0 : i64} : tensor<16xf32> -> tensor<1x16xf32>
  %3 = tile.expand_dims %2 {axis = 0 : i64} : tensor<16xf32> -> tensor<1x16xf32>
  // CHECK: tile.broadcast %{{.*}} sizes(%{{.*}}) : tensor<1x16xf32> -> tensor<?x16xf32>
  %4 = tile.broadcast %3 sizes(%n) : tensor<1x16xf32> -> tensor<?x16xf32>
  // CHECK: tile.broadcast %{{.*}} : tensor<1x16xf32> -> tensor<8x16xf32>
  %5 = tile.broadcast %3 : tensor<1x16xf32> -> tensor<8x16xf32>
  // CHECK: tile.splat %{{.*}} sizes(%{{.*}}) : f32 -> tensor<?x16xf32>
  %6 = tile.splat %f sizes(%n) : f32 -> tensor<?x16xf32>
  // CHECK: tile.splat %{{.*}} : index -> tensor<4xindex>
  %7 = tile.splat %n : index -> tensor<4xindex>
  // CHECK: tile.iota sizes(%{{.*}}, %{{.*}}) {axis = 1 : i64} : tensor<?x?xi32>
  %8 = tile.iota sizes(%n, %n) {axis = 1 : i64} : tensor<?x?xi32>
  // CHECK: tile.iota {axis = 0 : i64} : tensor<4xindex>
  %9 = tile.iota {axis = 0 : i64} : tensor<4xindex>
  // CHECK: tile.reduce %{{.*}} {axis = 0 : i64, kind = "add"} : tensor<16xf32> -> tensor<f32>
  %10 = tile.reduce %2 {axis = 0 : i64, kind = "add"} : tensor<16xf32> -> tensor<f32>
  return %10 : tensor<f32>
}
