// RUN: tile-opt %s --finalize-memref-to-llvm | FileCheck %s
// RUN: tile-opt %s --finalize-memref-to-llvm --convert-arith-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --reconcile-unrealized-casts --canonicalize | FileCheck %s --check-prefix=ALL

// Nothing of memref is left, and mlir-opt takes the result.
// ALL-NOT: memref.
// ALL-NOT: unrealized

// CHECK-DAG: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK-DAG: llvm.func @free(!llvm.ptr)

// CHECK: llvm.mlir.global private constant @table(dense<[1, 2, 3]> : tensor<3xi32>) {addr_space = 0 : i32} : !llvm.array<3 x i32>
memref.global "private" constant @table : memref<3xi32> = dense<[1, 2, 3]>
// CHECK: llvm.mlir.global external @outside() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<2 x array<4 x f32>>
memref.global @outside : memref<2x4xf32, 3> {alignment = 16}

// CHECK-LABEL: func.func @access
// CHECK: %[[D:.*]] = builtin.unrealized_conversion_cast %arg0
// CHECK: %[[P:.*]] = llvm.extractvalue %[[D]][1]
// CHECK: %[[S:.*]] = llvm.extractvalue %[[D]][4, 0]
// CHECK: %[[R:.*]] = llvm.mul %{{.*}}, %[[S]] overflow<nsw> : i64
// CHECK: %[[I:.*]] = llvm.add %[[R]], %{{.*}} overflow<nsw> : i64
// CHECK: %[[E:.*]] = llvm.getelementptr inbounds %[[P]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.load %[[E]] : !llvm.ptr -> f32
// An offset is added first; known strides are constants.
// CHECK: %[[O:.*]] = llvm.extractvalue %{{.*}}[2]
// CHECK: llvm.getelementptr %{{.*}}[%[[O]]]
// CHECK: llvm.mlir.constant(8 : i64)
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : f32, !llvm.ptr<3>
func.func @access(%a: memref<?x?xf32>, %b: memref<4x?xf32, strided<[8, 1], offset: ?>, 3>, %i: index, %j: index) {
  %x = memref.load %a[%i, %j] : memref<?x?xf32>
  memref.store %x, %b[%i, %j] {alignment = 16} : memref<4x?xf32, strided<[8, 1], offset: ?>, 3>
  return
}

// CHECK-LABEL: func.func @atomics
// CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} acq_rel : !llvm.ptr, f32
// CHECK: %[[FIRST:.*]] = llvm.load
// CHECK: llvm.br ^[[LOOP:.*]](%[[FIRST]] : f32)
// CHECK: ^[[LOOP]](%[[OLD:.*]]: f32):
// CHECK: %[[NEW:.*]] = arith.mulf %[[OLD]], %{{.*}} : f32
// CHECK: llvm.bitcast %[[OLD]] : f32 to i32
// CHECK: llvm.cmpxchg %{{.*}} acq_rel monotonic
// CHECK: llvm.cond_br %{{.*}}, ^[[REST:.*]], ^[[LOOP]](%[[NOW:.*]] : f32)
// CHECK: ^[[REST]]:
// CHECK: return %[[NOW]]
func.func @atomics(%m: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %r = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<4xf32>) -> f32
  %s = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    %p = arith.mulf %old, %x : f32
    memref.atomic_yield %p : f32
  }
  return %s : f32
}

// A copy is made at once, in pieces of %n elements %s apart in the lower space.
// CHECK-LABEL: func.func @dma
// CHECK: ^[[HEAD:bb[0-9]+]](%[[I:.*]]: i64):
// CHECK: llvm.cond_br
// CHECK: %[[P:.*]] = llvm.getelementptr %{{.*}}[%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.load %[[P]]
// CHECK: %[[Q:.*]] = llvm.getelementptr %{{.*}}[%[[I]]] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
// CHECK: llvm.store %{{.*}}, %[[Q]]
// CHECK: llvm.sdiv
// CHECK: %[[SLOW:.*]] = llvm.add
// CHECK: llvm.load
// CHECK: %[[R:.*]] = llvm.getelementptr %{{.*}}[%[[SLOW]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.store %{{.*}}, %[[R]]
// CHECK-NOT: memref.dma
func.func @dma(%m: memref<4x16xf32>, %f: memref<64xf32, 3>, %tag: memref<1xi32>, %i: index, %n: index, %s: index) {
  memref.dma_start %m[%i, %i], %f[%i], %n, %tag[%i] : memref<4x16xf32>, memref<64xf32, 3>, memref<1xi32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  memref.dma_start %f[%i], %m[%i, %i], %n, %tag[%i], %s, %n : memref<64xf32, 3>, memref<4x16xf32>, memref<1xi32>
  return
}

// No instruction multiplies memory.
// CHECK-LABEL: func.func @product
// CHECK: llvm.br ^[[LOOP:bb[0-9]+]](%{{.*}} : i32)
// CHECK: ^[[LOOP]](%[[OLD:.*]]: i32):
// CHECK: %[[NEXT:.*]] = llvm.mul %[[OLD]], %arg1
// CHECK: llvm.cmpxchg %{{.*}}, %[[OLD]], %[[NEXT]]
// CHECK: llvm.cond_br
func.func @product(%m: memref<4xi32>, %x: i32, %i: index) {
  %r = memref.atomic_rmw muli %x, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// CHECK-LABEL: func.func @memory
// CHECK: %[[BASE:.*]] = llvm.call @malloc(%{{.*}}) : (i64) -> !llvm.ptr
// CHECK: llvm.urem
// CHECK: llvm.inttoptr
// CHECK: llvm.alloca %{{.*}} x f32 {alignment = 32 : i64} : (i64) -> !llvm.ptr
// CHECK: "llvm.intr.memcpy"
// CHECK: llvm.call @free(%{{.*}}) : (!llvm.ptr) -> ()
func.func @memory(%n: index) {
  %a = memref.alloc(%n) {alignment = 64} : memref<?x4xf32>
  %b = memref.alloca(%n) {alignment = 32} : memref<?x4xf32>
  memref.copy %a, %b : memref<?x4xf32> to memref<?x4xf32>
  memref.dealloc %a : memref<?x4xf32>
  return
}

// Memory with gaps is copied element by element.
// CHECK-LABEL: func.func @copy
// CHECK: llvm.br ^[[ROW:.*]](%{{.*}} : i64)
// CHECK: ^[[ROW]](%{{.*}}: i64):
// CHECK: llvm.icmp "slt"
// CHECK: llvm.br ^[[COL:.*]](%{{.*}} : i64)
// CHECK: ^[[COL]](%{{.*}}: i64):
// CHECK: llvm.load
// CHECK: llvm.store
func.func @copy(%a: memref<4x?xf32, strided<[?, 1]>>, %b: memref<4x?xf32>) {
  memref.copy %a, %b : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32>
  return
}

// CHECK-LABEL: func.func @views
// The offset, the kept size and the stride of a subview.
// CHECK: llvm.mul %{{.*}}, %{{.*}} overflow<nsw> : i64
// CHECK: llvm.insertvalue %{{.*}}[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
func.func @views(%m: memref<8x16xf32>, %bytes: memref<2048xi8>, %i: index, %n: index) -> (index, index, index, index) {
  %s = memref.subview %m[%i, 2] [1, %n] [1, 3] : memref<8x16xf32> to memref<?xf32, strided<[3], offset: ?>>
  %r = memref.reinterpret_cast %s to offset: [%i], sizes: [4, %n], strides: [16, 1] : memref<?xf32, strided<[3], offset: ?>> to memref<4x?xf32, strided<[16, 1], offset: ?>>
  %t = memref.transpose %m (i, j) -> (j, i) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  %c = memref.collapse_shape %e [[0, 1, 2]] : memref<2x4x16xf32> into memref<128xf32>
  %v = memref.view %bytes[%i][%n] : memref<2048xi8> to memref<?x4xf32>
  %k = memref.cast %v : memref<?x4xf32> to memref<?x?xf32>
  %base, %offset, %sizes, %strides = memref.extract_strided_metadata %s : memref<?xf32, strided<[3], offset: ?>> -> memref<f32>, index, index, index
  %p = memref.extract_aligned_pointer_as_index %c : memref<128xf32> -> index
  %d = memref.dim %k, %i : memref<?x?xf32>
  %g = memref.get_global @table : memref<3xi32>
  %w = memref.rank %g : memref<3xi32>
  %z = memref.assume_alignment %t, 16 : memref<16x8xf32, strided<[1, 16]>>
  memref.prefetch %z[%i, %n], read, locality<3>, data : memref<16x8xf32, strided<[1, 16]>>
  return %offset, %p, %d, %w : index, index, index, index
}

// CHECK-LABEL: func.func @spaces
// CHECK: llvm.addrspacecast %{{.*}} : !llvm.ptr<3> to !llvm.ptr
func.func @spaces(%m: memref<4xf32, #gpu.address_space<workgroup>>, %i: index) -> f32 {
  %g = memref.memory_space_cast %m : memref<4xf32, #gpu.address_space<workgroup>> to memref<4xf32>
  %x = memref.load %g[%i] : memref<4xf32>
  return %x : f32
}

// What has no memref stays as it is.
// CHECK-LABEL: func.func @none
// CHECK-NEXT: arith.addi
// CHECK-NEXT: return
func.func @none(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
