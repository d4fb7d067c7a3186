// RUN: tile-opt %s --int-range-optimizations | FileCheck %s

// The counter is below its bound, so comparison and remainder are known.
// CHECK-LABEL: func.func @loop
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: memref.store %[[TRUE]], %{{.*}}[%[[I]], %[[C0]]]
func.func @loop(%m: memref<8x1xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %in = arith.cmpi slt, %i, %c8 : index
    %r = arith.remui %i, %c8 : index
    %q = arith.divui %i, %c8 : index
    memref.store %in, %m[%r, %q] : memref<8x1xi1>
  }
  return
}

// Bits, widths and both ways of a branch.
// CHECK-LABEL: func.func @bits
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK-DAG: %[[Z:.*]] = arith.constant 0 : i32
// CHECK: return %[[T]], %[[Z]], %[[T]]
func.func @bits(%a: i32, %c: i1) -> (i1, i32, i1) {
  %c255 = arith.constant 255 : i32
  %c300 = arith.constant 300 : i32
  %low = arith.andi %a, %c255 : i32
  %less = arith.cmpi ult, %low, %c300 : i32
  %zero = arith.divui %low, %c300 : i32
  cf.cond_br %c, ^bb1(%low : i32), ^bb1(%c300 : i32)
^bb1(%v: i32):
  %wide = arith.extui %v : i32 to i64
  %c301 = arith.constant 301 : i64
  %still = arith.cmpi ult, %wide, %c301 : i64
  return %less, %zero, %still : i1, i32, i1
}

// What a GPU's threads count is below what the operation says.
// CHECK-LABEL: func.func @threads
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: return %[[TRUE]]
func.func @threads() -> i1 {
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id x upper_bound 64
  %in = arith.cmpi ult, %t, %c64 : index
  return %in : i1
}

// A counter of blocks grows until nothing is known of it; a remainder of
// something negative stays.
// CHECK-LABEL: func.func @unknown
// CHECK: arith.cmpi sge
// CHECK: arith.remsi
func.func @unknown(%n: i32, %a: i32) -> (i1, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^end
^body:
  %next = arith.addi %i, %c1 : i32
  cf.br ^head(%next : i32)
^end:
  %positive = arith.cmpi sge, %i, %c0 : i32
  %r = arith.remsi %a, %c10 : i32
  return %positive, %r : i1, i32
}

// Nothing to say of floats and wide integers.
// CHECK-LABEL: func.func @others
// CHECK-NEXT: arith.addi
// CHECK-NEXT: return
func.func @others(%a: i128, %x: f32) -> (i128, f32) {
  %b = arith.addi %a, %a : i128
  return %b, %x : i128, f32
}

// A size is not negative.
// CHECK-LABEL: func.func @size
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: return %[[TRUE]]
func.func @size(%m: memref<?xf32>) -> i1 {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  %ok = arith.cmpi sge, %n, %c0 : index
  return %ok : i1
}
