// RUN: tile-opt %s --snapshot-op-locations=filename=%t.snap --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: tile-opt %s > %t.plain
// RUN: cat %t.snap | tile-opt | diff - %t.plain
// RUN: tile-opt %s --snapshot-op-locations='filename=%t.tagged tag=before print-op-generic' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=TAG
// RUN: cat %t.tagged | tile-opt | diff - %t.plain
// RUN: not tile-opt %s --snapshot-op-locations=filename=%t.none/x 2>&1 | FileCheck %s --check-prefix=FAIL

// FAIL: error: snapshot-op-locations: open {{.*}}x: no such file or directory

// CHECK: func.func @f(%arg0: index loc("{{.*}}snapshot.mlir":
// CHECK-NEXT: %c1 = arith.constant 1 : index loc("{{.*}}.snap":3:4)
// CHECK-NEXT: scf.for
// CHECK-NEXT: arith.addi
// CHECK: loc("{{.*}}.snap":5:6)
// CHECK: } loc("{{.*}}.snap":4:4)
// CHECK: return loc("{{.*}}.snap":7:4)
// CHECK: } loc("{{.*}}.snap":2:2)
// CHECK: } loc("{{.*}}.snap":1:0)

// TAG: arith.constant 1 : index loc(fused["{{.*}}snapshot.mlir":{{.*}}, "before"("{{.*}}.tagged":4:4)])
func.func @f(%n: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %x = arith.addi %i, %i : index
  }
  return
}
