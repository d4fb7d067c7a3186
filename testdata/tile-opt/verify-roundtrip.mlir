// A file with loops, the locations of whose arguments the custom form does not have, reads
// back equal.
//
// RUN: tile-opt %s --verify-roundtrip | FileCheck %s
// RUN: tile-opt %S/../kernels/matmul.mlir --verify-roundtrip -o %t

// CHECK: scf.for %{{.*}} iter_args(
func.func @sum(%a: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = arith.addf %acc, %x : f32
    scf.yield %y : f32
  }
  return %s : f32
}
