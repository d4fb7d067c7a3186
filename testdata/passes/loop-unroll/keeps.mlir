// RUN: tile-opt %s --loop-unroll --mlir-print-ir-after-change 2>&1 | FileCheck %s
// RUN: tile-opt %s "--loop-unroll=unroll-factor=-1 max-operations=100" --mlir-print-ir-after-change 2>&1 | FileCheck %s

// CHECK-NOT: IR Dump
// CHECK-LABEL: func.func @keeps
func.func @keeps(%lo: index, %hi: index, %step: index, %a: i64, %b: i64, %m: memref<?xf32>, %x: f32) {
  // The step is not known.
  scf.for %i = %lo to %hi step %step {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  // The bounds may be too far apart for their difference.
  %one = arith.constant 1 : i64
  scf.for %i = %a to %b step %one : i64 {
    %j = arith.index_cast %i : i64 to index
    memref.store %x, %m[%j] : memref<?xf32>
  }
  return
}
