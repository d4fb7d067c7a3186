// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Views of memory.

// CHECK-LABEL: func.func @subview_dim(%arg0: memref<4x?xf32>, %arg1: index) -> index {
// CHECK-NEXT: return %arg1 : index
// CHECK-NEXT: }
func.func @subview_dim(%arg0: memref<4x?xf32>, %arg1: index) -> index {
  %c1 = arith.constant 1 : index
  %subview = memref.subview %arg0[0, 0] [2, %arg1] [1, 1] : memref<4x?xf32> to memref<2x?xf32, strided<[?, 1]>>
  %dim = memref.dim %subview, %c1 : memref<2x?xf32, strided<[?, 1]>>
  return %dim : index
}

// CHECK-LABEL: func.func @subview_dim_2(%arg0: memref<4x?xf32>, %arg1: index) -> index {
// CHECK-NEXT: return %arg1 : index
// CHECK-NEXT: }
func.func @subview_dim_2(%arg0: memref<4x?xf32>, %arg1: index) -> index {
  %c0 = arith.constant 0 : index
  %subview = memref.subview %arg0[0, 0] [1, %arg1] [1, 1] : memref<4x?xf32> to memref<?xf32, strided<[1]>>
  %dim = memref.dim %subview, %c0 : memref<?xf32, strided<[1]>>
  return %dim : index
}

// CHECK-LABEL: func.func @view_dim(%arg0: memref<64xi8>, %arg1: index) -> index {
// CHECK-NEXT: return %arg1 : index
// CHECK-NEXT: }
func.func @view_dim(%arg0: memref<64xi8>, %arg1: index) -> index {
  %c0 = arith.constant 0 : index
  %view = memref.view %arg0[%c0][%arg1] : memref<64xi8> to memref<?xf32>
  %dim = memref.dim %view, %c0 : memref<?xf32>
  return %dim : index
}

// CHECK-LABEL: func.func @subview(%arg0: memref<8x16xf32>) -> memref<?x4xf32, strided<[16, 1], offset: ?>> {
// CHECK-NEXT: %subview = memref.subview %arg0[1, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 16>>
// CHECK-NEXT: %cast = memref.cast %subview : memref<4x4xf32, strided<[16, 1], offset: 16>> to memref<?x4xf32, strided<[16, 1], offset: ?>>
// CHECK-NEXT: return %cast : memref<?x4xf32, strided<[16, 1], offset: ?>>
// CHECK-NEXT: }
func.func @subview(%arg0: memref<8x16xf32>) -> memref<?x4xf32, strided<[16, 1], offset: ?>> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %subview = memref.subview %arg0[%c1, 0] [%c4, 4] [1, 1] : memref<8x16xf32> to memref<?x4xf32, strided<[16, 1], offset: ?>>
  return %subview : memref<?x4xf32, strided<[16, 1], offset: ?>>
}

// CHECK-LABEL: func.func @subview_2(%arg0: memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>> {
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1]>>
// CHECK-NEXT: return %cast : memref<8x16xf32, strided<[16, 1]>>
// CHECK-NEXT: }
func.func @subview_2(%arg0: memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>> {
  %subview = memref.subview %arg0[0, 0] [8, 16] [1, 1] : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1]>>
  return %subview : memref<8x16xf32, strided<[16, 1]>>
}

// CHECK-LABEL: func.func @cast_subview(%arg0: memref<8x16xf32>, %arg1: index) -> memref<?x4xf32, strided<[?, 1]>> {
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0] [%arg1, 4] [1, 1] : memref<8x16xf32> to memref<?x4xf32, strided<[16, 1]>>
// CHECK-NEXT: %cast = memref.cast %subview : memref<?x4xf32, strided<[16, 1]>> to memref<?x4xf32, strided<[?, 1]>>
// CHECK-NEXT: return %cast : memref<?x4xf32, strided<[?, 1]>>
// CHECK-NEXT: }
func.func @cast_subview(%arg0: memref<8x16xf32>, %arg1: index) -> memref<?x4xf32, strided<[?, 1]>> {
  %cast = memref.cast %arg0 : memref<8x16xf32> to memref<8x16xf32, strided<[?, 1]>>
  %subview = memref.subview %cast[0, 0] [%arg1, 4] [1, 1] : memref<8x16xf32, strided<[?, 1]>> to memref<?x4xf32, strided<[?, 1]>>
  return %subview : memref<?x4xf32, strided<[?, 1]>>
}

// CHECK-LABEL: func.func @view(%arg0: memref<64xi8>) -> memref<?x4xf32> {
// CHECK-DAG: %c0 = arith.constant 0 : index
// CHECK: %view = memref.view %arg0[%c0][] : memref<64xi8> to memref<2x4xf32>
// CHECK-NEXT: %cast = memref.cast %view : memref<2x4xf32> to memref<?x4xf32>
// CHECK-NEXT: return %cast : memref<?x4xf32>
// CHECK-NEXT: }
func.func @view(%arg0: memref<64xi8>) -> memref<?x4xf32> {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %view = memref.view %arg0[%c0][%c2] : memref<64xi8> to memref<?x4xf32>
  return %view : memref<?x4xf32>
}

// CHECK-LABEL: func.func @transpose(%arg0: memref<4x4xf32>) -> memref<4x4xf32> {
// CHECK-NEXT: return %arg0 : memref<4x4xf32>
// CHECK-NEXT: }
func.func @transpose(%arg0: memref<4x4xf32>) -> memref<4x4xf32> {
  %transpose = memref.transpose %arg0 (d0, d1) -> (d0, d1) : memref<4x4xf32> to memref<4x4xf32>
  return %transpose : memref<4x4xf32>
}

// CHECK-LABEL: func.func @collapse_shape_expand_shape(%arg0: memref<8x16xf32>) -> memref<8x16xf32> {
// CHECK-NEXT: return %arg0 : memref<8x16xf32>
// CHECK-NEXT: }
func.func @collapse_shape_expand_shape(%arg0: memref<8x16xf32>) -> memref<8x16xf32> {
  %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %expand_shape = memref.expand_shape %collapse_shape [[0, 1]] output_shape [8, 16] : memref<128xf32> into memref<8x16xf32>
  return %expand_shape : memref<8x16xf32>
}

// CHECK-LABEL: func.func @expand_shape_collapse_shape(%arg0: memref<8x16xf32>) -> memref<8x16xf32> {
// CHECK-NEXT: return %arg0 : memref<8x16xf32>
// CHECK-NEXT: }
func.func @expand_shape_collapse_shape(%arg0: memref<8x16xf32>) -> memref<8x16xf32> {
  %expand_shape = memref.expand_shape %arg0 [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  %collapse_shape = memref.collapse_shape %expand_shape [[0, 1], [2]] : memref<2x4x16xf32> into memref<8x16xf32>
  return %collapse_shape : memref<8x16xf32>
}

// CHECK-LABEL: func.func @collapse_shape(%arg0: memref<8x16xf32>) -> memref<8x16xf32> {
// CHECK-NEXT: return %arg0 : memref<8x16xf32>
// CHECK-NEXT: }
func.func @collapse_shape(%arg0: memref<8x16xf32>) -> memref<8x16xf32> {
  %collapse_shape = memref.collapse_shape %arg0 [[0], [1]] : memref<8x16xf32> into memref<8x16xf32>
  return %collapse_shape : memref<8x16xf32>
}

// CHECK-LABEL: func.func @collapse_shape_2(%arg0: memref<2x4x16xf32>) -> memref<128xf32> {
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : memref<2x4x16xf32> into memref<128xf32>
// CHECK-NEXT: return %collapse_shape : memref<128xf32>
// CHECK-NEXT: }
func.func @collapse_shape_2(%arg0: memref<2x4x16xf32>) -> memref<128xf32> {
  %collapse_shape = memref.collapse_shape %arg0 [[0, 1], [2]] : memref<2x4x16xf32> into memref<8x16xf32>
  %collapse_shape_0 = memref.collapse_shape %collapse_shape [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  return %collapse_shape_0 : memref<128xf32>
}

// CHECK-LABEL: func.func @reinterpret_cast_cast(%arg0: memref<?xf32>) -> memref<4x?xf32> {
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<?xf32> to memref<4x4xf32, strided<[4, 1]>>
// CHECK-NEXT: %cast = memref.cast %reinterpret_cast : memref<4x4xf32, strided<[4, 1]>> to memref<4x?xf32>
// CHECK-NEXT: return %cast : memref<4x?xf32>
// CHECK-NEXT: }
func.func @reinterpret_cast_cast(%arg0: memref<?xf32>) -> memref<4x?xf32> {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [%c0], sizes: [%c4, %c4], strides: [4, 1] : memref<?xf32> to memref<?x?xf32, strided<[4, 1], offset: ?>>
  %cast = memref.cast %reinterpret_cast : memref<?x?xf32, strided<[4, 1], offset: ?>> to memref<4x?xf32>
  return %cast : memref<4x?xf32>
}

// CHECK-LABEL: func.func @extract_strided_metadata(%arg0: memref<4xf32>) -> (index, index, index) {
// CHECK-DAG: %c0 = arith.constant 0 : index
// CHECK-DAG: %c4 = arith.constant 4 : index
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: return %c0, %c4, %c1 : index, index, index
// CHECK-NEXT: }
func.func @extract_strided_metadata(%arg0: memref<4xf32>) -> (index, index, index) {
  %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<4xf32> -> memref<f32>, index, index, index
  return %offset, %sizes, %strides : index, index, index
}

// CHECK-LABEL: func.func @expand_shape(%arg0: memref<?x?xf32>, %arg1: index) -> memref<1x?x1x?xf32> {
// CHECK-DAG: %c8 = arith.constant 8 : index
// CHECK: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1], [2, 3]] output_shape [1, %c8, 1, %arg1] : memref<?x?xf32> into memref<1x?x1x?xf32>
// CHECK-NEXT: return %expand_shape : memref<1x?x1x?xf32>
// CHECK-NEXT: }
func.func @expand_shape(%arg0: memref<?x?xf32>, %arg1: index) -> memref<1x?x1x?xf32> {
  %c8 = arith.constant 8 : index
  %expand_shape = memref.expand_shape %arg0 [[0, 1], [2, 3]] output_shape [1, %c8, 1, %arg1] : memref<?x?xf32> into memref<1x?x1x?xf32>
  return %expand_shape : memref<1x?x1x?xf32>
}

// CHECK-LABEL: func.func @extract_strided_metadata_2(%arg0: memref<4x?xf32>) -> (memref<f32>, index, index, index, index) {
// CHECK-DAG: %c0 = arith.constant 0 : index
// CHECK-DAG: %c4 = arith.constant 4 : index
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: return %base_buffer, %c0, %c4, %sizes#1, %c1 : memref<f32>, index, index, index, index
// CHECK-NEXT: }
func.func @extract_strided_metadata_2(%arg0: memref<4x?xf32>) -> (memref<f32>, index, index, index, index) {
  %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  return %base_buffer, %offset, %sizes#0, %sizes#1, %strides#1 : memref<f32>, index, index, index, index
}

// CHECK-LABEL: func.func @cast_expand_shape(%arg0: memref<8x?xf32>, %arg1: index) -> memref<1x?x1x?xf32> {
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1], [2, 3]] output_shape [1, 8, 1, %arg1] : memref<8x?xf32> into memref<1x8x1x?xf32>
// CHECK-NEXT: %cast = memref.cast %expand_shape : memref<1x8x1x?xf32> to memref<1x?x1x?xf32>
// CHECK-NEXT: return %cast : memref<1x?x1x?xf32>
// CHECK-NEXT: }
func.func @cast_expand_shape(%arg0: memref<8x?xf32>, %arg1: index) -> memref<1x?x1x?xf32> {
  %c8 = arith.constant 8 : index
  %cast = memref.cast %arg0 : memref<8x?xf32> to memref<?x?xf32>
  %expand_shape = memref.expand_shape %cast [[0, 1], [2, 3]] output_shape [1, %c8, 1, %arg1] : memref<?x?xf32> into memref<1x?x1x?xf32>
  return %expand_shape : memref<1x?x1x?xf32>
}
