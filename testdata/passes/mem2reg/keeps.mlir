// RUN: tile-opt %s --allow-unregistered-dialect --mem2reg --mlir-print-ir-after-change 2>&1 | FileCheck %s

// CHECK-NOT: IR Dump
// CHECK-LABEL: func.func @keeps
func.func @keeps(%a: i32, %c: i1, %i: index) -> i32 {
  // Passed on, accessed in a region, larger than one value.
  // CHECK-COUNT-3: memref.alloca
  %p = memref.alloca() : memref<i32>
  %q = memref.alloca() : memref<i32>
  %r = memref.alloca() : memref<2xi32>
  "some.op"(%p) : (memref<i32>) -> ()
  scf.if %c {
    memref.store %a, %q[] : memref<i32>
  }
  memref.store %a, %r[%i] : memref<2xi32>
  %x = memref.load %q[] : memref<i32>
  return %x : i32
}
// CHECK-LABEL: llvm.func @keeps2
llvm.func @keeps2(%a: i32) -> i64 {
  // CHECK-COUNT-2: llvm.alloca
  %n = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  %q = llvm.alloca %n x i64 : (i32) -> !llvm.ptr
  llvm.store volatile %a, %p : i32, !llvm.ptr
  llvm.store %a, %q : i32, !llvm.ptr
  %v = llvm.load %q : !llvm.ptr -> i64
  llvm.return %v : i64
}
