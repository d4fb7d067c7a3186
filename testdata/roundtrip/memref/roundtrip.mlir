// Every operation of memref, through the custom and the generic form and back;
// a test compares both with what mlir-opt prints.
//
// RUN: tile-opt %s --allow-unregistered-dialect > %t.custom
// RUN: cat %t.custom | tile-opt --allow-unregistered-dialect | diff - %t.custom
// RUN: tile-opt %s --allow-unregistered-dialect --mlir-print-op-generic > %t.generic
// RUN: cat %t.generic | tile-opt --allow-unregistered-dialect | diff - %t.custom

func.func @assume_alignment(%m: memref<4xf32>) {
  %r = memref.assume_alignment %m, 16 : memref<4xf32>
  return
}

func.func @distinct_objects(%a: memref<4xf32>, %b: memref<4xf32>) {
  %r:2 = memref.distinct_objects %a, %b : memref<4xf32>, memref<4xf32>
  return
}

func.func @alloc(%n: index) {
  %r = memref.alloc(%n) {alignment = 16 : i64} : memref<4x?xf32>
  return
}

func.func @alloca(%n: index) {
  %r = memref.alloca(%n) {alignment = 16 : i64} : memref<4x?xf32>
  return
}

func.func @realloc(%m: memref<4xf32>) {
  %r = memref.realloc %m : memref<4xf32> to memref<8xf32>
  return
}

func.func @alloca_scope() {
  memref.alloca_scope {
    %m = memref.alloca() : memref<4xf32>
    memref.alloca_scope.return
  }
  return
}

func.func @alloca_scope_return() {
  memref.alloca_scope {
    memref.alloca_scope.return
  }
  return
}

func.func @cast(%m: memref<4xf32>) {
  %r = memref.cast %m : memref<4xf32> to memref<?xf32>
  return
}

func.func @copy(%a: memref<4xf32>, %b: memref<4xf32>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  return
}

func.func @dealloc(%m: memref<4xf32>) {
  memref.dealloc %m : memref<4xf32>
  return
}

func.func @dim(%m: memref<4x?xf32>, %i: index) {
  %r = memref.dim %m, %i : memref<4x?xf32>
  return
}

func.func @extract_aligned_pointer_as_index(%m: memref<4xf32>) {
  %r = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> index
  return
}

func.func @extract_strided_metadata(%m: memref<4xf32>) {
  %b, %o, %n, %s = memref.extract_strided_metadata %m : memref<4xf32> -> memref<f32>, index, index, index
  return
}

func.func @generic_atomic_rmw(%m: memref<4xf32>, %i: index) {
  %r = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %old : f32
  }
  return
}

memref.global @table : memref<4xf32>
func.func @get_global() {
  %r = memref.get_global @table : memref<4xf32>
  return
}

memref.global "private" constant @weights : memref<2xf32> = dense<[1.0, 2.0]>

func.func @load(%m: memref<4xf32>, %i: index) {
  %r = memref.load %m[%i] : memref<4xf32>
  return
}

func.func @store(%m: memref<4xf32>, %i: index, %v: f32) {
  memref.store %v, %m[%i] : memref<4xf32>
  return
}

func.func @atomic_rmw(%m: memref<4xf32>, %i: index, %v: f32) {
  %r = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}

func.func @memory_space_cast(%m: memref<4xf32, 1>) {
  %r = memref.memory_space_cast %m : memref<4xf32, 1> to memref<4xf32>
  return
}

func.func @prefetch(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, data : memref<4xf32>
  return
}

func.func @rank(%m: memref<*xf32>) {
  %r = memref.rank %m : memref<*xf32>
  return
}

func.func @reinterpret_cast(%m: memref<8x16xf32>, %n: index) {
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [4, %n], strides: [16, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[16, 1]>>
  return
}

func.func @reshape(%m: memref<4xf32>, %s: memref<2xindex>) {
  %r = memref.reshape %m(%s) : (memref<4xf32>, memref<2xindex>) -> memref<?x?xf32>
  return
}

func.func @expand_shape(%m: memref<8x16xf32>) {
  %r = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  return
}

func.func @collapse_shape(%m: memref<8x16xf32>) {
  %r = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  return
}

func.func @subview(%m: memref<8x16xf32>, %i: index) {
  %r = memref.subview %m[%i, 2] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
  return
}

func.func @transpose(%m: memref<4x8xf32>) {
  %r = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  return
}

func.func @view(%m: memref<2048xi8>, %b: index, %n: index) {
  %r = memref.view %m[%b][%n] : memref<2048xi8> to memref<?x4xf32>
  return
}

func.func @more_13(%arg0: memref<4xf32>, %arg1: index, %arg2: f32) {
  %c1 = arith.constant 1 : index
  %dim = memref.dim %arg0, %c1 : memref<4xf32>
  return
}

memref.global "private" constant @g : memref<2xf32> = dense<1.000000e+00>
memref.global @h : memref<2xf32> = uninitialized
memref.global @i : memref<2xf32>
memref.global @i2 : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 8 : i64, foo}

memref.global constant @x : memref<2xf32>

func.func @more_34(%arg0: memref<4x4xf32>, %arg1: index) {
  %transpose = memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  return
}

func.func @more_38(%arg0: memref<2048xi8>, %arg1: index) {
  %view = memref.view %arg0[%arg1][%arg1, %arg1] : memref<2048xi8> to memref<?x?xf32>
  %view_0 = memref.view %arg0[%arg1][] : memref<2048xi8> to memref<4xf32>
  return
}

func.func @more_46(%arg0: memref<4xi32>) {
  %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<4xi32> -> memref<i32>, index, index, index
  %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<4xi32> -> index
  %0 = memref.rank %arg0 : memref<4xi32>
  memref.dealloc %arg0 : memref<4xi32>
  %memspacecast = memref.memory_space_cast %arg0 : memref<4xi32> to memref<4xi32, 3>
  return
}

func.func @more_49(%arg0: memref<8x16xf32>, %arg1: index) {
  %subview = memref.subview %arg0[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  %subview_0 = memref.subview %arg0[%arg1, 2] [4, %arg1] [1, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[16, 1], offset: ?>>
  %subview_1 = memref.subview %arg0[%arg1, 2] [1, %arg1] [1, 1] : memref<8x16xf32> to memref<?xf32, strided<[1], offset: ?>>
  return
}

func.func @more_63(%arg0: memref<8x16xf32>, %arg1: index) {
  %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [%arg1], sizes: [4, %arg1], strides: [16, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[16, 1], offset: ?>>
  return
}

func.func @more_71(%arg0: memref<8x16xf32>, %arg1: index) {
  %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %expand_shape = memref.expand_shape %arg0 [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  return
}

func.func @more_72(%arg0: memref<?x16xf32>, %arg1: index) {
  %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<?x16xf32> into memref<?xf32>
  %expand_shape = memref.expand_shape %arg0 [[0, 1], [2]] output_shape [%arg1, 4, 16] : memref<?x16xf32> into memref<?x4x16xf32>
  return
}

func.func @more_73(%arg0: memref<8x16xf32>, %arg1: index) {
  %collapse_shape = memref.collapse_shape %arg0 [[0], [1]] : memref<8x16xf32> into memref<8x16xf32>
  return
}

func.func @more_80(%arg0: memref<8x16xf32>, %arg1: index) {
  %expand_shape = memref.expand_shape %arg0 [[0], [1]] output_shape [8, 16] : memref<8x16xf32> into memref<8x16xf32>
  return
}

func.func @more_83(%arg0: memref<8x16xf32>, %arg1: index) {
  %0:2 = memref.distinct_objects %arg0, %arg0 : memref<8x16xf32>, memref<8x16xf32>
  %alloca = memref.alloca() {alignment = 16 : i64} : memref<4xf32>
  memref.prefetch %arg0[%arg1, %arg1], read, locality<3>, data : memref<8x16xf32>
  %1 = memref.generic_atomic_rmw %arg0[%arg1, %arg1] : memref<8x16xf32> {
  ^bb0(%arg2: f32):
    memref.atomic_yield %arg2 : f32
  }
  %2 = memref.alloca_scope  -> (f32) {
    memref.alloca_scope.return %1 : f32
  }
  %3 = memref.load %arg0[%arg1, %arg1] {nontemporal = true} : memref<8x16xf32>
  %alloc = memref.alloc(%arg1) : memref<?xf32>
  %4 = memref.realloc %alloc(%arg1) : memref<?xf32> to memref<?xf32>
  %alloc_0 = memref.alloc() : memref<3xindex>
  %reshape = memref.reshape %arg0(%alloc_0) : (memref<8x16xf32>, memref<3xindex>) -> memref<?x?x?xf32>
  return
}

func.func @more_84(%arg0: memref<4xf32, affine_map<(d0)[s0] -> (d0 * 2 + s0)>>, %arg1: index) -> f32 {
  %subview = memref.subview %arg0[0] [2] [1] : memref<4xf32, affine_map<(d0)[s0] -> (d0 * 2 + s0)>> to memref<2xf32, strided<[2], offset: ?>>
  %0 = memref.load %subview[%arg1] : memref<2xf32, strided<[2], offset: ?>>
  return %0 : f32
}

func.func @more_85(%arg0: memref<4x8xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 + 3)>>) -> memref<8x4xf32, strided<[1, ?], offset: 3>> {
  %transpose = memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<4x8xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 + 3)>> to memref<8x4xf32, strided<[1, ?], offset: 3>>
  return %transpose : memref<8x4xf32, strided<[1, ?], offset: 3>>
}

func.func @more_88(%arg0: memref<4xf32>, %arg1: index) {
  %cast = memref.cast %arg0 : memref<4xf32> to memref<?xf32, strided<[?], offset: ?>>
  %cast_0 = memref.cast %cast : memref<?xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[1]>>
  return
}

func.func @more_89(%arg0: memref<4xf32>, %arg1: index, %arg2: f32) {
  %0 = memref.atomic_rmw assign %arg2, %arg0[%arg1] : (f32, memref<4xf32>) -> f32
  return
}

func.func @more_91(%arg0: memref<4xf32>, %arg1: memref<?xindex>) {
  %reshape = memref.reshape %arg0(%arg1) : (memref<4xf32>, memref<?xindex>) -> memref<*xf32>
  return
}

func.func @more_92(%arg0: memref<8x1x16xf32>) {
  %subview = memref.subview %arg0[0, 0, 0] [1, 1, 16] [1, 1, 1] : memref<8x1x16xf32> to memref<1x16xf32, strided<[16, 1]>>
  return
}

func.func @more_94(%arg0: memref<8x1xf32, strided<[4, 2]>>) -> memref<8xf32, strided<[4]>> {
  %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<8x1xf32, strided<[4, 2]>> into memref<8xf32, strided<[4]>>
  return %collapse_shape : memref<8xf32, strided<[4]>>
}

func.func @more_96(%arg0: memref<8x16xf32, strided<[?, 1], offset: ?>>) {
  %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<8x16xf32, strided<[?, 1], offset: ?>> into memref<128xf32, strided<[1], offset: ?>>
  return
}

func.func @dma(%from: memref<4x16xf32>, %to: memref<64xf32, 3>, %tag: memref<1xi32>, %scalar: memref<i32>, %i: index, %n: index) {
  memref.dma_start %from[%i, %n], %to[%i], %n, %tag[%i] : memref<4x16xf32>, memref<64xf32, 3>, memref<1xi32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  memref.dma_start %to[%i], %from[%i, %n], %n, %scalar[], %i, %n : memref<64xf32, 3>, memref<4x16xf32>, memref<i32>
  memref.dma_wait %scalar[], %n {last} : memref<i32>
  return
}

func.func @no_segments() {
  %0 = "memref.alloc"() : () -> memref<f32>
  return
}

func.func @view_in_order(%a: memref<8xi8, strided<[1]>>, %i: index) -> memref<2xf32> {
  %0 = memref.view %a[%i][] : memref<8xi8, strided<[1]>> to memref<2xf32>
  return %0 : memref<2xf32>
}
