// RUN: tile-opt %s > %t.before
// RUN: tile-opt %s --sroa | diff %t.before -

// An index that is not known.
func.func @dynamic(%a: i32, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<2xi32>
  memref.store %a, %m[%c0] : memref<2xi32>
  %x = memref.load %m[%i] : memref<2xi32>
  return %x : i32
}

// More elements than are worth a memref each; one; none used; on the heap.
func.func @sizes(%a: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<17xi32>
  memref.store %a, %m[%c0] : memref<17xi32>
  %n = memref.alloca() : memref<1xi32>
  memref.store %a, %n[%c0] : memref<1xi32>
  %u = memref.alloca() : memref<2x2xi32>
  %h = memref.alloc() : memref<4xi32>
  memref.store %a, %h[%c0] : memref<4xi32>
  return
}

// The memory goes elsewhere.
func.func private @take(memref<2xi32>)
func.func @escapes() {
  %m = memref.alloca() : memref<2xi32>
  call @take(%m) : (memref<2xi32>) -> ()
  return
}

// An access wider than a field, at the start or behind an address.
llvm.func @wide(%a: i64) {
  %n = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %n x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  llvm.store %a, %p : i64, !llvm.ptr
  %q = llvm.alloca %n x !llvm.struct<(i32, i32, i32)> : (i32) -> !llvm.ptr
  %r = llvm.getelementptr %q[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32, i32)>
  llvm.store %a, %r : i64, !llvm.ptr
  llvm.return
}
