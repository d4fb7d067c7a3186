// A loop whose bounds are unsigned, and whose upper bound is beyond the signed
// numbers, runs as often at every level.

// RUN: tilec run %s --on=interp --size C=16x32 | FileCheck %s
// RUN: tilec run %s --on=sim --level=async --size C=16x32 | FileCheck %s
// RUN: tilec run %s --on=sim --size C=16x32 | FileCheck %s
// RUN: tilec build %s --emit=async | FileCheck %s --check-prefix=ASYNC
// RUN: tilec build %s --emit=ptx --ptxas=off | FileCheck %s --check-prefix=PTX

// CHECK: {{^}}C       512       0          {{.*}} ok{{$}}
// ASYNC: scf.for unsigned
// PTX: [[LOOP:\$L__BB[0-9_]+]]:
// PTX: setp.{{lt|gt|le|ge}}.u32
// PTX: bra{{.*}} [[LOOP]];

func.func @unsigned(%C: memref<?x?xi32, strided<[?, 1]>> {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %one = arith.constant dense<1> : tensor<16x32xi32>
  %z = arith.constant dense<0> : tensor<16x32xi32>
  %d = memref.dim %C, %c0 : memref<?x?xi32, strided<[?, 1]>>
  %d1 = arith.index_cast %d : index to i32
  %ub = arith.subi %i0, %d1 : i32
  %st = arith.constant 536870910 : i32
  %s = scf.for unsigned %i = %i0 to %ub step %st iter_args(%a = %z) -> (tensor<16x32xi32>) : i32 {
    %b = arith.addi %a, %one : tensor<16x32xi32>
    scf.yield %b : tensor<16x32xi32>
  }
  tile.store %s, %C[%c0, %c0] : tensor<16x32xi32>, memref<?x?xi32, strided<[?, 1]>>
  return
}
