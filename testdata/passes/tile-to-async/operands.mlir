// Operands in every order, computed ones, shared ones, products in a row and
// under control flow.
//
// RUN: tile-opt %s --tile-to-async 2>/dev/null | FileCheck %s

!mem = memref<?x?xf16, strided<[?, 1]>>

// CHECK-LABEL: func.func @orders(
// CHECK: %[[A:.*]] = tasync.alloc : !tasync.buffer<32x64xf16, swizzle = 128>
// CHECK: %[[B:.*]] = tasync.alloc : !tasync.buffer<32x128xf16, swizzle = 128>
// CHECK-NEXT: tasync.tensor_map %{{.*}} -> !tasync.tensor_map<32x64xf16, swizzle = 128>
// CHECK: tasync.mma %[[A]], %[[B]], %{{.*}} transpose_a : 
// CHECK-NEXT: tasync.mma_wait 0
// CHECK-NOT: tasync.sync
// CHECK: return
func.func @orders(%A: !mem, %B: !mem, %C: memref<?x?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x128xf32>
  %a = tile.load %A[%c0, %c0] : !mem -> tensor<32x64xf16>
  %at = tile.transpose %a [1, 0] : tensor<32x64xf16> -> tensor<64x32xf16>
  %b = tile.load %B[%c0, %c0] : !mem -> tensor<32x128xf16>
  %d = tile.dot %at, %b, %z : tensor<64x32xf16>, tensor<32x128xf16> -> tensor<64x128xf32>
  tile.store %d, %C[%c0, %c0] : tensor<64x128xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @narrow(
// CHECK: %[[TMP:.*]] = tasync.alloc : !tasync.buffer<32x24xf16>
// CHECK: %[[B:.*]] = tasync.alloc : !tasync.buffer<24x32xf16, swizzle = 64>
// CHECK: %[[X:.*]] = tile.load
// CHECK-NEXT: tasync.local_store %[[X]], %[[TMP]]
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: %[[T:.*]] = tasync.local_load %[[TMP]] transpose
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: tasync.wait
// CHECK-NEXT: tasync.local_store %[[T]], %[[B]]
// CHECK-NEXT: tasync.fence_async
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: tasync.mma %{{.*}}, %[[B]], %{{.*}} transpose_b
func.func @narrow(%A: !mem, %B: !mem, %C: memref<?x?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x24xf32>
  %a = tile.load %A[%c0, %c0] : !mem -> tensor<64x32xf16>
  %b = tile.load %B[%c0, %c0] : !mem -> tensor<32x24xf16>
  %d = tile.dot %a, %b, %z : tensor<64x32xf16>, tensor<32x24xf16> -> tensor<64x24xf32>
  tile.store %d, %C[%c0, %c0] : tensor<64x24xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @twice(
// CHECK: %[[A:.*]] = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
// CHECK-NOT: tasync.alloc
// CHECK: scf.for
// CHECK-NEXT: tasync.async_load
// CHECK-NEXT: tasync.wait
// CHECK-NEXT: %[[X:.*]] = tasync.local_load %[[A]] : {{.*}} -> tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
// CHECK-NEXT: tasync.mma %[[A]], %[[A]], %{{.*}} transpose_b
// CHECK: arith.extf %[[X]]
// CHECK: tasync.fence_async
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: scf.yield
func.func @twice(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%x = %z) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%c0, %i] : !mem -> tensor<64x64xf16>
    %at = tile.transpose %a [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %d = tile.dot %a, %at, %x : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %f = arith.extf %a : tensor<64x64xf16> to tensor<64x64xf32>
    %s = arith.addf %d, %f : tensor<64x64xf32>
    scf.yield %s : tensor<64x64xf32>
  }
  tile.store %r, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @computed(
// CHECK-DAG: %[[Q:.*]] = tasync.alloc
// CHECK: tasync.async_load
// CHECK-NEXT: tasync.wait
// CHECK-NEXT: scf.for
// CHECK-NEXT: tasync.async_load %{{.*}} to %[[B:.*]] : !tasync.tensor_map
// CHECK-NEXT: tasync.wait
// CHECK-NEXT: tasync.mma %[[Q]], %[[B]]
// CHECK-NEXT: %[[S:.*]] = tasync.mma_wait 0
// CHECK-NEXT: %[[P:.*]] = arith.truncf %[[S]]
// CHECK-NEXT: tasync.local_store %[[P]], %[[BUF:.*]] :
// CHECK-NEXT: tasync.fence_async
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: tasync.mma %[[BUF]], %[[B]]
// CHECK-NEXT: tasync.mma_wait 0
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: scf.yield
func.func @computed(%A: !mem, %B: !mem, %C: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %q = tile.load %A[%c0, %c0] : !mem -> tensor<64x64xf16>
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%x = %z) -> (tensor<64x64xf32>) {
    %b = tile.load %B[%i, %c0] : !mem -> tensor<64x64xf16>
    %s = tile.dot %q, %b, %z : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %d = tile.dot %p, %b, %x : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %r, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @chain(
// CHECK: %[[D:.*]] = tasync.mma %{{[^:]*}} :
// CHECK-NEXT: %[[E:.*]] = tasync.mma %{{.*}}, %{{.*}}, %[[D]] :
// CHECK-NEXT: %[[EW:.*]] = tasync.mma_wait 0 %[[E]] :
// CHECK-NEXT: %[[F:.*]] = tasync.mma %{{.*}}, %{{.*}}, %[[EW]] :
// CHECK-NEXT: %[[FW:.*]] = tasync.mma_wait 0 %[[F]] :
// CHECK-NEXT: arith.addf %[[EW]], %[[FW]]
func.func @chain(%A: !mem, %B: !mem, %C: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%c0, %c0] : !mem -> tensor<64x64xf16>
  %b = tile.load %B[%c0, %c0] : !mem -> tensor<64x64xf16>
  %d = tile.dot %a, %b, %z : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %e = tile.dot %b, %a, %d : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %f = tile.dot %b, %b, %e : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %g = arith.addf %e, %f : tensor<64x64xf32>
  tile.store %g, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @guarded(
// CHECK: scf.for
// CHECK-NEXT: %[[T:.*]] = tasync.async_load
// CHECK-NEXT: arith.cmpi
// CHECK-NEXT: tasync.wait %[[T]]
// CHECK-NEXT: scf.if
// CHECK-NEXT: %[[U:.*]] = tasync.async_load
// CHECK-NEXT: tasync.wait %[[U]]
// CHECK-NEXT: tasync.mma
// CHECK-NEXT: tasync.mma_wait
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: scf.yield
func.func @guarded(%A: !mem, %B: !mem, %C: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%x = %z) -> (tensor<64x64xf32>) {
    %b = tile.load %B[%i, %c0] : !mem -> tensor<64x64xf16>
    %go = arith.cmpi ne, %i, %c64 : index
    %y = scf.if %go -> (tensor<64x64xf32>) {
      %a = tile.load %A[%c0, %i] : !mem -> tensor<64x64xf16>
      %d = tile.dot %a, %b, %x : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    } else {
      scf.yield %x : tensor<64x64xf32>
    }
    scf.yield %y : tensor<64x64xf32>
  }
  tile.store %r, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @repeat(
// CHECK: scf.while
// CHECK: scf.condition
// CHECK: tasync.async_load
// CHECK-NEXT: tasync.wait
// CHECK-NEXT: tasync.mma %[[A:.*]], %[[A]], %{{.*}} : !tasync
// CHECK-NEXT: tasync.mma_wait 0
// CHECK-NEXT: arith.addi
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: scf.yield
func.func @repeat(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.while (%i = %c0, %x = %z) : (index, tensor<64x64xf32>) -> (index, tensor<64x64xf32>) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %x : index, tensor<64x64xf32>
  } do {
  ^bb0(%i: index, %x: tensor<64x64xf32>):
    %a = tile.load %A[%i, %c0] : !mem -> tensor<64x64xf16>
    %d = tile.dot %a, %a, %x : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %j = arith.addi %i, %c64 : index
    scf.yield %j, %d : index, tensor<64x64xf32>
  }
  tile.store %r#1, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @batched(
// CHECK: tasync.alloc : !tasync.buffer<64x512xf16, swizzle = 128>
// CHECK-NEXT: tasync.tensor_map %{{.*}} -> !tasync.tensor_map<1x64x64xf16, swizzle = 128>
// CHECK: tasync.async_load %{{.*}}[%{{.*}}, %[[Z:.*]], %[[Z]]] to
func.func @batched(%A: memref<?x?x?xf16, strided<[?, ?, 1]>>, %C: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%n, %c0, %c0] : memref<?x?x?xf16, strided<[?, ?, 1]>> -> tensor<64x512xf16>
  %at = tile.transpose %a [1, 0] : tensor<64x512xf16> -> tensor<512x64xf16>
  %d = tile.dot %a, %at, %z : tensor<64x512xf16>, tensor<512x64xf16> -> tensor<64x64xf32>
  tile.store %d, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @cases(
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[IS:.*]] = arith.cmpi eq, %[[N:.*]], %[[ONE]] : index
// CHECK-NEXT: scf.if %[[IS]]
// CHECK: tasync.mma
// CHECK: } else {
// CHECK-NEXT: %[[FIVE:.*]] = arith.constant 5 : index
// CHECK-NEXT: %[[IS5:.*]] = arith.cmpi eq, %[[N]], %[[FIVE]] : index
// CHECK-NEXT: scf.if %[[IS5]]
// CHECK: } else {
// CHECK-NEXT: scf.yield
// CHECK-NOT: scf.execute_region
// CHECK: return
func.func @cases(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.index_switch %n -> tensor<64x64xf32>
  case 1 {
    %a = tile.load %A[%c0, %c0] : !mem -> tensor<64x64xf16>
    %d = tile.dot %a, %a, %z : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  case 5 {
    %e = scf.execute_region -> tensor<64x64xf32> {
      %m = arith.addf %z, %z : tensor<64x64xf32>
      scf.yield %m : tensor<64x64xf32>
    }
    scf.yield %e : tensor<64x64xf32>
  }
  default {
    scf.yield %z : tensor<64x64xf32>
  }
  tile.store %r, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// A scalar is stored by one thread, and all may read it.
// CHECK-LABEL: func.func @scalars(
// CHECK: tasync.sync
// CHECK-NEXT: memref.store
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: memref.load
func.func @scalars(%A: memref<?xi32>, %B: memref<?xi32>, %n: i32) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  memref.store %n, %A[%c0] : memref<?xi32>
  %m = memref.load %A[%c0] : memref<?xi32>
  memref.store %m, %B[%c0] : memref<?xi32>
  return
}
