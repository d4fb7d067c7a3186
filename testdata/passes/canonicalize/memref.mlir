// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Allocation, access and sizes.

// CHECK-LABEL: func.func @dim(%arg0: memref<4x?xf32>, %arg1: index) -> (index, index) {
// CHECK-DAG: %c4 = arith.constant 4 : index
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: %dim = memref.dim %arg0, %c1 : memref<4x?xf32>
// CHECK-NEXT: return %c4, %dim : index, index
// CHECK-NEXT: }
func.func @dim(%arg0: memref<4x?xf32>, %arg1: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dim = memref.dim %arg0, %c0 : memref<4x?xf32>
  %dim_0 = memref.dim %arg0, %c1 : memref<4x?xf32>
  return %dim, %dim_0 : index, index
}

// CHECK-LABEL: func.func @cast_dim(%arg0: memref<4x4xf32>, %arg1: index) -> index {
// CHECK-DAG: %c4 = arith.constant 4 : index
// CHECK: return %c4 : index
// CHECK-NEXT: }
func.func @cast_dim(%arg0: memref<4x4xf32>, %arg1: index) -> index {
  %c1 = arith.constant 1 : index
  %cast = memref.cast %arg0 : memref<4x4xf32> to memref<?x?xf32>
  %dim = memref.dim %cast, %c1 : memref<?x?xf32>
  return %dim : index
}

// CHECK-LABEL: func.func @cast_dim_2(%arg0: memref<4x?xf32>, %arg1: index) -> index {
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: %cast = memref.cast %arg0 : memref<4x?xf32> to memref<*xf32>
// CHECK-NEXT: %dim = memref.dim %cast, %c1 : memref<*xf32>
// CHECK-NEXT: return %dim : index
// CHECK-NEXT: }
func.func @cast_dim_2(%arg0: memref<4x?xf32>, %arg1: index) -> index {
  %c1 = arith.constant 1 : index
  %cast = memref.cast %arg0 : memref<4x?xf32> to memref<*xf32>
  %dim = memref.dim %cast, %c1 : memref<*xf32>
  return %dim : index
}

// CHECK-LABEL: func.func @alloc_dim(%arg0: index) -> (index, memref<?xf32>) {
// CHECK-NEXT: %alloc = memref.alloc(%arg0) : memref<?xf32>
// CHECK-NEXT: return %arg0, %alloc : index, memref<?xf32>
// CHECK-NEXT: }
func.func @alloc_dim(%arg0: index) -> (index, memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %alloc = memref.alloc(%arg0) : memref<?xf32>
  %dim = memref.dim %alloc, %c0 : memref<?xf32>
  return %dim, %alloc : index, memref<?xf32>
}

// CHECK-LABEL: func.func @cast_load(%arg0: memref<4x4xf32>, %arg1: index) -> f32 {
// CHECK-NEXT: %0 = memref.load %arg0[%arg1, %arg1] : memref<4x4xf32>
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @cast_load(%arg0: memref<4x4xf32>, %arg1: index) -> f32 {
  %cast = memref.cast %arg0 : memref<4x4xf32> to memref<?x?xf32>
  %0 = memref.load %cast[%arg1, %arg1] : memref<?x?xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @cast_store(%arg0: memref<4x4xf32>, %arg1: index, %arg2: f32) {
// CHECK-NEXT: memref.store %arg2, %arg0[%arg1, %arg1] : memref<4x4xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @cast_store(%arg0: memref<4x4xf32>, %arg1: index, %arg2: f32) {
  %cast = memref.cast %arg0 : memref<4x4xf32> to memref<?x?xf32>
  memref.store %arg2, %cast[%arg1, %arg1] : memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @cast(%arg0: memref<4x4xf32>, %arg1: index) -> memref<?x?xf32> {
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<4x4xf32> to memref<?x?xf32>
// CHECK-NEXT: return %cast : memref<?x?xf32>
// CHECK-NEXT: }
func.func @cast(%arg0: memref<4x4xf32>, %arg1: index) -> memref<?x?xf32> {
  %cast = memref.cast %arg0 : memref<4x4xf32> to memref<4x?xf32>
  %cast_0 = memref.cast %cast : memref<4x?xf32> to memref<?x?xf32>
  return %cast_0 : memref<?x?xf32>
}

// CHECK-LABEL: func.func @cast_2(%arg0: memref<4x4xf32>, %arg1: index) -> memref<4x4xf32> {
// CHECK-NEXT: return %arg0 : memref<4x4xf32>
// CHECK-NEXT: }
func.func @cast_2(%arg0: memref<4x4xf32>, %arg1: index) -> memref<4x4xf32> {
  %cast = memref.cast %arg0 : memref<4x4xf32> to memref<4x?xf32>
  %cast_0 = memref.cast %cast : memref<4x?xf32> to memref<4x4xf32>
  return %cast_0 : memref<4x4xf32>
}

// CHECK-LABEL: func.func @cast_3(%arg0: memref<4x4xf32>, %arg1: index) -> memref<4x4xf32> {
// CHECK-NEXT: return %arg0 : memref<4x4xf32>
// CHECK-NEXT: }
func.func @cast_3(%arg0: memref<4x4xf32>, %arg1: index) -> memref<4x4xf32> {
  %cast = memref.cast %arg0 : memref<4x4xf32> to memref<4x4xf32>
  return %cast : memref<4x4xf32>
}

// CHECK-LABEL: func.func @alloc() -> memref<?x4xf32> {
// CHECK-NEXT: %alloc = memref.alloc() : memref<8x4xf32>
// CHECK-NEXT: %cast = memref.cast %alloc : memref<8x4xf32> to memref<?x4xf32>
// CHECK-NEXT: return %cast : memref<?x4xf32>
// CHECK-NEXT: }
func.func @alloc() -> memref<?x4xf32> {
  %c8 = arith.constant 8 : index
  %alloc = memref.alloc(%c8) : memref<?x4xf32>
  return %alloc : memref<?x4xf32>
}

// CHECK-LABEL: func.func @alloc_store_dealloc(%arg0: f32, %arg1: index) {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @alloc_store_dealloc(%arg0: f32, %arg1: index) {
  %alloc = memref.alloc() : memref<4xf32>
  memref.store %arg0, %alloc[%arg1] : memref<4xf32>
  memref.dealloc %alloc : memref<4xf32>
  return
}

// CHECK-LABEL: func.func @alloca_store(%arg0: f32, %arg1: index) {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @alloca_store(%arg0: f32, %arg1: index) {
  %alloca = memref.alloca() : memref<4xf32>
  memref.store %arg0, %alloca[%arg1] : memref<4xf32>
  return
}

// CHECK-LABEL: func.func @copy(%arg0: memref<4xf32>) {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @copy(%arg0: memref<4xf32>) {
  memref.copy %arg0, %arg0 : memref<4xf32> to memref<4xf32>
  return
}

// CHECK-LABEL: func.func @cast_copy(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
// CHECK-NEXT: memref.copy %arg0, %arg1 : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @cast_copy(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
  %cast = memref.cast %arg0 : memref<4xf32> to memref<?xf32>
  memref.copy %cast, %arg1 : memref<?xf32> to memref<4xf32>
  return
}

// CHECK-LABEL: func.func @memory_space_cast(%arg0: memref<4xi32>) -> memref<4xi32, 5> {
// CHECK-NEXT: %memspacecast = memref.memory_space_cast %arg0 : memref<4xi32> to memref<4xi32, 5>
// CHECK-NEXT: return %memspacecast : memref<4xi32, 5>
// CHECK-NEXT: }
func.func @memory_space_cast(%arg0: memref<4xi32>) -> memref<4xi32, 5> {
  %memspacecast = memref.memory_space_cast %arg0 : memref<4xi32> to memref<4xi32, 3>
  %memspacecast_0 = memref.memory_space_cast %memspacecast : memref<4xi32, 3> to memref<4xi32, 5>
  return %memspacecast_0 : memref<4xi32, 5>
}

// CHECK-LABEL: func.func @rank(%arg0: memref<4xi32>) -> index {
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: return %c1 : index
// CHECK-NEXT: }
func.func @rank(%arg0: memref<4xi32>) -> index {
  %0 = memref.rank %arg0 : memref<4xi32>
  return %0 : index
}

// CHECK-LABEL: func.func @assume_alignment_load(%arg0: memref<4xf32>, %arg1: index) -> f32 {
// CHECK-NEXT: %assume_align = memref.assume_alignment %arg0, 16 : memref<4xf32>
// CHECK-NEXT: %0 = memref.load %assume_align[%arg1] : memref<4xf32>
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @assume_alignment_load(%arg0: memref<4xf32>, %arg1: index) -> f32 {
  %assume_align = memref.assume_alignment %arg0, 16 : memref<4xf32>
  %assume_align_0 = memref.assume_alignment %assume_align, 16 : memref<4xf32>
  %0 = memref.load %assume_align_0[%arg1] : memref<4xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @alloca_scope_alloca_scope_return(%arg0: f32) {
// CHECK-NEXT: "foo.a"(%arg0) : (f32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @alloca_scope_alloca_scope_return(%arg0: f32) {
  %0 = memref.alloca_scope  -> (f32) {
    memref.alloca_scope.return %arg0 : f32
  }
  "foo.a"(%0) : (f32) -> ()
  return
}

// CHECK: memref.global "private" constant @g : memref<4xf32> = dense<2.000000e+00>
// CHECK-LABEL: func.func @global_get_global_load(%arg0: index) -> f32 {
// CHECK-NEXT: %0 = memref.get_global @g : memref<4xf32>
// CHECK-NEXT: %1 = memref.load %0[%arg0] : memref<4xf32>
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: }
memref.global "private" constant @g : memref<4xf32> = dense<2.000000e+00>
func.func @global_get_global_load(%arg0: index) -> f32 {
  %0 = memref.get_global @g : memref<4xf32>
  %1 = memref.load %0[%arg0] : memref<4xf32>
  return %1 : f32
}
