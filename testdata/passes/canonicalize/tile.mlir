// RUN: tile-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @transposes
// CHECK-SAME: (%[[X:.*]]: tensor<4x8x2xf32>)
func.func @transposes(%x: tensor<4x8x2xf32>) -> (tensor<4x8x2xf32>, tensor<2x4x8xf32>, tensor<4x8x2xf32>) {
  %0 = tile.transpose %x [1, 2, 0] : tensor<4x8x2xf32> -> tensor<8x2x4xf32>
  %1 = tile.transpose %0 [2, 0, 1] : tensor<8x2x4xf32> -> tensor<4x8x2xf32>
  // CHECK: %[[T:.*]] = tile.transpose %[[X]] [2, 0, 1] : tensor<4x8x2xf32> -> tensor<2x4x8xf32>
  %2 = tile.transpose %0 [1, 2, 0] : tensor<8x2x4xf32> -> tensor<2x4x8xf32>
  %3 = tile.transpose %x [0, 1, 2] : tensor<4x8x2xf32> -> tensor<4x8x2xf32>
  // CHECK: return %[[X]], %[[T]], %[[X]]
  return %1, %2, %3 : tensor<4x8x2xf32>, tensor<2x4x8xf32>, tensor<4x8x2xf32>
}

// CHECK-LABEL: func.func @broadcasts
// CHECK-SAME: (%[[X:.*]]: tensor<1x8xf32>, %[[N:.*]]: index)
func.func @broadcasts(%x: tensor<1x8xf32>, %n: index) -> (tensor<1x8xf32>, tensor<?x8xf32>) {
  %0 = tile.broadcast %x : tensor<1x8xf32> -> tensor<1x8xf32>
  // CHECK: %[[B:.*]] = tile.broadcast %[[X]] sizes(%[[N]])
  %1 = tile.broadcast %x sizes(%n) : tensor<1x8xf32> -> tensor<?x8xf32>
  // CHECK: return %[[X]], %[[B]]
  return %0, %1 : tensor<1x8xf32>, tensor<?x8xf32>
}

// CHECK-LABEL: func.func @splats
// CHECK-SAME: (%[[F:.*]]: f32)
func.func @splats(%f: f32) -> (tensor<8x4xf32>, tensor<8x16xf32>) {
  %0 = tile.splat %f : f32 -> tensor<4x8xf32>
  // CHECK-DAG: %[[A:.*]] = tile.splat %[[F]] : f32 -> tensor<8x4xf32>
  %1 = tile.transpose %0 [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %2 = tile.splat %f : f32 -> tensor<8xf32>
  %3 = tile.expand_dims %2 {axis = 1 : i64} : tensor<8xf32> -> tensor<8x1xf32>
  // CHECK-DAG: %[[B:.*]] = tile.splat %[[F]] : f32 -> tensor<8x16xf32>
  %4 = tile.broadcast %3 : tensor<8x1xf32> -> tensor<8x16xf32>
  // CHECK: return %[[A]], %[[B]]
  return %1, %4 : tensor<8x4xf32>, tensor<8x16xf32>
}

// CHECK-LABEL: func.func @magic
func.func @magic() -> (i32, i32) {
  %c7 = arith.constant 7 : index
  // CHECK-DAG: %[[MUL:.*]] = arith.constant 613566757 : i32
  // CHECK-DAG: %[[SHIFT:.*]] = arith.constant 3 : i32
  %0, %1 = tile.div_magic %c7
  // CHECK: return %[[MUL]], %[[SHIFT]]
  return %0, %1 : i32, i32
}

// What has effects, or a name, stays.
// CHECK-LABEL: func.func @effects
// CHECK: tile.type_param "type" = f16
// CHECK-NOT: tile.load
// CHECK: tile.store
func.func @effects(%a: memref<?xf16>, %i: index, %t: tensor<4xf16>) {
  tile.type_param "type" = f16
  %0 = tile.load %a[%i] : memref<?xf16> -> tensor<4xf16>
  tile.store %t, %a[%i] : tensor<4xf16>, memref<?xf16>
  return
}

// A tile is spread over the threads of its role, and so are constants: each role
// keeps its own, while scalars are shared.
//
// CHECK-LABEL: func.func @roles
// CHECK-NEXT: arith.constant 1 : i32
// CHECK-NOT: arith.constant
// CHECK: role "one"
// CHECK-NEXT: %[[A:.*]] = arith.constant dense<0.000000e+00>
// CHECK-NEXT: "test.use"(%[[A]], %[[A]])
// CHECK: role "two"
// CHECK-NEXT: %[[B:.*]] = arith.constant dense<0.000000e+00>
// CHECK: "test.use"(%[[B]])
!row = tensor<128xf32, #tasync.blocked<per_thread = [1], lanes = [32], warps = [4]>>
func.func @roles() attributes {tasync.warp_groups = 2 : i32} {
  tasync.warp_specialize role "one" warps 4 {
    %a = arith.constant dense<0.0> : !row
    %b = arith.constant dense<0.0> : !row
    "test.use"(%a, %b) : (!row, !row) -> ()
    tasync.yield
  } role "two" warps 4 {
    %c = arith.constant dense<0.0> : !row
    %i = arith.constant 1 : i32
    "test.use"(%c) : (!row) -> ()
    "test.use"(%i) : (i32) -> ()
    tasync.yield
  }
  return
}
