// Layouts of tiles that no product reads: from accumulators over reductions
// and new dimensions, the default elsewhere, through shared memory between two.
//
// RUN: tile-opt %s --tile-to-async 2>/dev/null | FileCheck %s

!mem = memref<?x?xf16, strided<[?, 1]>>

// CHECK-LABEL: func.func @copy(
// CHECK-NEXT: %[[X:.*]] = tile.load %{{.*}} -> tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
// CHECK-NEXT: tile.store %[[X]]
// CHECK-NEXT: return
func.func @copy(%A: !mem, %C: !mem, %i: index) attributes {tile.kernel} {
  %x = tile.load %A[%i, %i] : !mem -> tensor<64x64xf16>
  tile.store %x, %C[%i, %i] : tensor<64x64xf16>, !mem
  return
}

// CHECK-LABEL: func.func @in_place(
// CHECK: tile.load
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: tile.store
// CHECK-NEXT: tasync.sync
func.func @in_place(%A: !mem, %i: index) attributes {tile.kernel} {
  %x = tile.load %A[%i, %i] : !mem -> tensor<64x64xf16>
  tile.store %x, %A[%i, %i] : tensor<64x64xf16>, !mem
  return
}

// CHECK-LABEL: func.func @bias(
// CHECK: tile.load %{{.*}} -> tensor<64xf32, #tasync.slice<axis = 0, parent = #tasync.mma<wgs = 1, n = 64>>>
// CHECK-NEXT: tile.expand_dims %{{.*}} -> tensor<1x64xf32, #tasync.mma<wgs = 1, n = 64>>
// CHECK: tile.load %{{.*}} -> tensor<64xf32, #tasync.slice<axis = 1, parent = #tasync.mma<wgs = 1, n = 8>>>
// CHECK-NEXT: tile.expand_dims %{{.*}} -> tensor<64x1xf32, #tasync.mma<wgs = 1, n = 64>>
// CHECK-NEXT: tile.broadcast %{{.*}} -> tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
// CHECK-NOT: tasync.local
// CHECK: return
func.func @bias(%A: !mem, %row: memref<?xf32>, %col: memref<?xf32>, %C: memref<?x?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%c0, %c0] : !mem -> tensor<64x64xf16>
  %d = tile.dot %a, %a, %z : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %r = tile.load %row[%c0] : memref<?xf32> -> tensor<64xf32>
  %re = tile.expand_dims %r {axis = 0 : i64} : tensor<64xf32> -> tensor<1x64xf32>
  %rb = tile.broadcast %re : tensor<1x64xf32> -> tensor<64x64xf32>
  %s = arith.addf %d, %rb : tensor<64x64xf32>
  %k = tile.load %col[%c0] : memref<?xf32> -> tensor<64xf32>
  %ke = tile.expand_dims %k {axis = 1 : i64} : tensor<64xf32> -> tensor<64x1xf32>
  %kb = tile.broadcast %ke : tensor<64x1xf32> -> tensor<64x64xf32>
  %t = arith.mulf %s, %kb : tensor<64x64xf32>
  %m = arith.maximumf %t, %z : tensor<64x64xf32>
  tile.store %m, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT: tasync.alloc
// CHECK: tile.reduce %{{.*}} -> tensor<16xf32, #tasync.slice<axis = 1, parent = #tasync.blocked<per_thread = [1, 4], lanes = [1, 32], warps = [4, 1]>>>
// CHECK-NOT: tasync.sync
// CHECK: return
func.func @softmax(%A: memref<?x?xf32>, %C: memref<?x?xf32>, %i: index) attributes {tile.kernel} {
  %x = tile.load %A[%i, %i] : memref<?x?xf32> -> tensor<16x128xf32>
  %m = tile.reduce %x {axis = 1 : i64, kind = "max"} : tensor<16x128xf32> -> tensor<16xf32>
  %me = tile.expand_dims %m {axis = 1 : i64} : tensor<16xf32> -> tensor<16x1xf32>
  %mb = tile.broadcast %me : tensor<16x1xf32> -> tensor<16x128xf32>
  %s = arith.subf %x, %mb : tensor<16x128xf32>
  %e = math.exp2 %s : tensor<16x128xf32>
  tile.store %e, %C[%i, %i] : tensor<16x128xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @over_warps(
// CHECK: %[[S:.*]] = tasync.alloc : !tasync.buffer<4x32xf32>
// CHECK: %[[R:.*]] = tasync.reduce %{{.*}}, %[[S]] {axis = 0 : i64, kind = "add"}
// CHECK-NEXT: %[[N:.*]] = tile.reduce %[[R]]
// CHECK-NEXT: tile.expand_dims %[[N]]
func.func @over_warps(%A: memref<?x?xf32>, %C: memref<?xf32>, %D: memref<?xf32>, %i: index) attributes {tile.kernel} {
  %x = tile.load %A[%i, %i] : memref<?x?xf32> -> tensor<64x32xf32>
  %m = tile.reduce %x {axis = 0 : i64, kind = "add"} : tensor<64x32xf32> -> tensor<32xf32>
  %n = tile.reduce %m {axis = 0 : i64, kind = "add"} : tensor<32xf32> -> tensor<f32>
  %ne = tile.expand_dims %n {axis = 0 : i64} : tensor<f32> -> tensor<1xf32>
  tile.store %m, %C[%i] : tensor<32xf32>, memref<?xf32>
  tile.store %ne, %D[%i] : tensor<1xf32>, memref<?xf32>
  return
}

// CHECK-LABEL: func.func @two_layouts(
// CHECK: %[[R:.*]] = tile.reduce
// CHECK-NEXT: tasync.local_store %[[R]], %[[BUF:.*]] : tensor<64xf32, #tasync.slice<axis = 1,
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: tasync.local_load %[[BUF]] : !tasync.buffer<64xf32> -> tensor<64xf32, #tasync.slice<axis = 0,
// CHECK-NEXT: tasync.sync
func.func @two_layouts(%A: !mem, %C: memref<?x?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%c0, %c0] : !mem -> tensor<64x64xf16>
  %d = tile.dot %a, %a, %z : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %m = tile.reduce %d {axis = 1 : i64, kind = "add"} : tensor<64x64xf32> -> tensor<64xf32>
  %e = tile.expand_dims %m {axis = 0 : i64} : tensor<64xf32> -> tensor<1x64xf32>
  %b = tile.broadcast %e : tensor<1x64xf32> -> tensor<64x64xf32>
  %s = arith.addf %d, %b : tensor<64x64xf32>
  tile.store %s, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @turned(
// CHECK: scf.for
// CHECK: tasync.local_store %{{.*}}, %[[BUF:.*]] : tensor<64x32xf32
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: tasync.local_load %[[BUF]] transpose : !tasync.buffer<64x32xf32, swizzle = 128> -> tensor<32x64xf32
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: arith.extui
// CHECK: tasync.local_load %{{.*}} transpose : !tasync.buffer<64x32xi8, swizzle = 32> -> tensor<32x64xi8
// CHECK: arith.trunci
// CHECK: tasync.sync
// CHECK-NEXT: tile.store
// CHECK-NEXT: tasync.sync
func.func @turned(%A: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = tile.load %A[%i, %c0] : memref<?x?xf32> -> tensor<64x32xf32>
    %z = arith.constant dense<0.0> : tensor<64x32xf32>
    %p = arith.cmpf ogt, %x, %z : tensor<64x32xf32>
    %t = tile.transpose %x [1, 0] : tensor<64x32xf32> -> tensor<32x64xf32>
    %q = tile.transpose %p [1, 0] : tensor<64x32xi1> -> tensor<32x64xi1>
    %y = arith.negf %t : tensor<32x64xf32>
    %s = arith.select %q, %t, %y : tensor<32x64xi1>, tensor<32x64xf32>
    tile.store %s, %C[%c0, %i] : tensor<32x64xf32>, memref<?x?xf32>
  }
  return
}

// CHECK-LABEL: func.func @shared_zero(
// CHECK-DAG: %[[Z:.*]] = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
// CHECK-DAG: %[[Y:.*]] = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #tasync.blocked<per_thread = 
// CHECK: tasync.mma %{{.*}}, %{{.*}}, %[[Z]]
// CHECK: arith.maximumf %{{.*}}, %[[Y]]
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: tile.store
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: tile.store
// CHECK-NEXT: tasync.sync
func.func @shared_zero(%A: !mem, %C: memref<?x?xf32>, %D: memref<?x?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%c0, %c0] : !mem -> tensor<64x64xf16>
  %d = tile.dot %a, %a, %z : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %x = tile.load %D[%c0, %c0] : memref<?x?xf32> -> tensor<64x64xf32>
  %y = arith.maximumf %x, %z : tensor<64x64xf32>
  tile.store %d, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  tile.store %y, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @mask(
// CHECK: tile.iota {axis = 1 : i64} : tensor<32x64xindex, #tasync.blocked<per_thread = 
// CHECK: arith.cmpi
// CHECK-NOT: tasync.local
// CHECK: return
func.func @mask(%A: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : memref<?x?xf32> -> tensor<32x64xf32>
  %i = tile.iota {axis = 1 : i64} : tensor<32x64xindex>
  %l = tile.splat %n : index -> tensor<32x64xindex>
  %p = arith.cmpi slt, %i, %l : tensor<32x64xindex>
  %z = arith.constant dense<0.0> : tensor<32x64xf32>
  %s = arith.select %p, %x, %z : tensor<32x64xi1>, tensor<32x64xf32>
  tile.store %s, %C[%c0, %c0] : tensor<32x64xf32>, memref<?x?xf32>
  return
}
