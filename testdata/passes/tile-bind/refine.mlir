// Static shapes spread through the tile level, arith and scf.
//
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-bind))' | FileCheck %s

// CHECK-LABEL: func.func @tiles
func.func @tiles(%a: memref<?x?xf16>, %b: memref<?xi32>, %i: index, %f: f32) attributes {tile.kernel} {
  %n = tile.param "N" = 32 : index
  // CHECK: tile.iota {axis = 0 : i64} : tensor<32x8xindex>
  %0 = tile.iota sizes(%n) {axis = 0 : i64} : tensor<?x8xindex>
  // CHECK: tile.splat %{{.*}} : index -> tensor<32x8xindex>
  %1 = tile.splat %i sizes(%n) : index -> tensor<?x8xindex>
  // CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : tensor<32x8xindex>
  %2 = arith.cmpi slt, %0, %1 : tensor<?x8xindex>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<32x8xi1>, tensor<32x8xindex>
  %3 = arith.select %2, %0, %1 : tensor<?x8xi1>, tensor<?x8xindex>
  // CHECK: arith.index_cast %{{.*}} : tensor<32x8xindex> to tensor<32x8xi32>
  %4 = arith.index_cast %3 : tensor<?x8xindex> to tensor<?x8xi32>
  // CHECK: tile.transpose %{{.*}} [1, 0] : tensor<32x8xi32> -> tensor<8x32xi32>
  %5 = tile.transpose %4 [1, 0] : tensor<?x8xi32> -> tensor<8x?xi32>
  // CHECK: tile.reduce %{{.*}} {axis = 0 : i64, kind = "add"} : tensor<8x32xi32> -> tensor<32xi32>
  %6 = tile.reduce %5 {axis = 0 : i64, kind = "add"} : tensor<8x?xi32> -> tensor<?xi32>
  // CHECK: tile.expand_dims %{{.*}} {axis = 1 : i64} : tensor<32xi32> -> tensor<32x1xi32>
  %7 = tile.expand_dims %6 {axis = 1 : i64} : tensor<?xi32> -> tensor<?x1xi32>
  // CHECK: tile.broadcast %{{.*}} : tensor<32x1xi32> -> tensor<32x32xi32>
  %8 = tile.broadcast %7 sizes(%n, %n) : tensor<?x1xi32> -> tensor<?x?xi32>
  // CHECK: tile.reduce %{{.*}} : tensor<32x32xi32> -> tensor<32xi32>
  %9 = tile.reduce %8 {axis = 1 : i64, kind = "max"} : tensor<?x?xi32> -> tensor<?xi32>
  // CHECK: tile.store %{{.*}}, %{{.*}}[%{{.*}}] : tensor<32xi32>, memref<?xi32>
  tile.store %9, %b[%i] : tensor<?xi32>, memref<?xi32>
  return
}

// CHECK-LABEL: func.func @control
func.func @control(%c: memref<?x?xf32>, %k: index, %i: index, %b: i1, %f: f32) attributes {tile.kernel} {
  %n = tile.param "N" = 16 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = tile.splat %f sizes(%n, %n) : f32 -> tensor<?x?xf32>
  // CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (tensor<16x16xf32>)
  %0 = scf.for %j = %c0 to %k step %c1 iter_args(%acc = %init) -> (tensor<?x?xf32>) {
    // CHECK: scf.if %{{.*}} -> (tensor<16x16xf32>)
    %1 = scf.if %b -> (tensor<?x?xf32>) {
      // CHECK: arith.addf %[[A]], %{{.*}} : tensor<16x16xf32>
      %2 = arith.addf %acc, %init : tensor<?x?xf32>
      scf.yield %2 : tensor<?x?xf32>
    } else {
      scf.yield %acc : tensor<?x?xf32>
    }
    // CHECK: scf.yield %{{.*}} : tensor<16x16xf32>
    scf.yield %1 : tensor<?x?xf32>
  }
  // CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %3 = scf.while (%x = %0) : (tensor<?x?xf32>) -> tensor<?x?xf32> {
    // CHECK: scf.condition(%{{.*}}) %{{.*}} : tensor<16x16xf32>
    scf.condition(%b) %x : tensor<?x?xf32>
  } do {
  // CHECK: ^bb0(%{{.*}}: tensor<16x16xf32>)
  ^bb0(%y: tensor<?x?xf32>):
    scf.yield %y : tensor<?x?xf32>
  }
  // CHECK: tile.store %{{.*}} : tensor<16x16xf32>, memref<?x?xf32>
  tile.store %3, %c[%i, %i] : tensor<?x?xf32>, memref<?x?xf32>
  return
}

// A kernel without parameters and with static tiles does not change.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: tile.load %{{.*}}[%{{.*}}] : memref<?xf32> -> tensor<4xf32>
// CHECK-NEXT: tile.store
// CHECK-NEXT: return
func.func @nothing(%a: memref<?xf32>, %i: index) attributes {tile.kernel} {
  %0 = tile.load %a[%i] : memref<?xf32> -> tensor<4xf32>
  tile.store %0, %a[%i] : tensor<4xf32>, memref<?xf32>
  return
}
