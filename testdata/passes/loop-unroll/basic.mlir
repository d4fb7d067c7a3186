// RUN: tile-opt %s --loop-unroll=unroll-factor=2 --split-input-file | FileCheck %s
// RUN: tile-opt %s --loop-unroll=unroll-factor=-1 --split-input-file | FileCheck %s --check-prefix=FULL
// RUN: tile-opt %s "--loop-unroll=unroll-factor=2 unroll-full-threshold=5" --split-input-file | FileCheck %s --check-prefix=FULL
// RUN: not tile-opt %s --loop-unroll=unroll-factor=0 2>&1 | FileCheck %s --check-prefix=FACTOR

// FACTOR: expected an unroll-factor of -1 or from 1 to 65536, found 0

// CHECK-LABEL: func.func @five
// FULL-LABEL: func.func @five
func.func @five(%a: i32) -> i32 {
  %lo = arith.constant 0 : index
  %hi = arith.constant 10 : index
  %step = arith.constant 2 : index
  // CHECK: %[[SPLIT:.*]] = arith.constant 8 : index
  // CHECK: %[[STEP:.*]] = arith.constant 4 : index
  // CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %c0 to %[[SPLIT]] step %[[STEP]] iter_args(%[[X:.*]] = %arg0)
  // CHECK: %[[C:.*]] = arith.index_cast %[[I]]
  // CHECK: %[[Y:.*]] = arith.addi %[[X]], %[[C]]
  // CHECK: %[[J:.*]] = arith.addi %[[I]], %{{.*}} : index
  // CHECK: %[[D:.*]] = arith.index_cast %[[J]]
  // CHECK: %[[Z:.*]] = arith.addi %[[Y]], %[[D]]
  // CHECK: scf.yield %[[Z]]
  // CHECK: %[[S:.*]] = scf.for %{{.*}} = %[[SPLIT]] to %c10 step %c2 iter_args(%{{.*}} = %[[R]])
  // CHECK: return %[[S]]
  // FULL-NOT: scf.for
  // FULL-COUNT-5: arith.addi
  // FULL-NEXT: return
  %r = scf.for %i = %lo to %hi step %step iter_args(%x = %a) -> (i32) {
    %c = arith.index_cast %i : index to i32
    %y = arith.addi %x, %c : i32
    scf.yield %y : i32
  } {some.note}
  return %r : i32
}

// -----

// Nothing is left over.
// CHECK-LABEL: func.func @even
func.func @even(%m: memref<?xf32>, %a: f32) {
  %lo = arith.constant 0 : index
  %hi = arith.constant 8 : index
  %step = arith.constant 1 : index
  // CHECK-COUNT-1: scf.for
  // CHECK-NOT: scf.for
  scf.for %i = %lo to %hi step %step {
    memref.store %a, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// Bounds that are not known.
// CHECK-LABEL: func.func @dynamic
// FULL-LABEL: func.func @dynamic
func.func @dynamic(%lo: index, %hi: index, %m: memref<?xf32>, %a: f32) {
  %step = arith.constant 3 : index
  // CHECK: %[[END:.*]] = arith.select
  // CHECK: %[[SPLIT:.*]] = arith.select %{{.*}}, %[[END]], %arg0
  // CHECK: scf.for %{{.*}} = %arg0 to %[[SPLIT]] step %{{.*}}
  // CHECK-COUNT-2: memref.store
  // CHECK: scf.for %{{.*}} = %[[SPLIT]] to %arg1 step %c3
  // FULL: scf.for
  scf.for %i = %lo to %hi step %step {
    memref.store %a, %m[%i] : memref<?xf32>
  }
  return
}
