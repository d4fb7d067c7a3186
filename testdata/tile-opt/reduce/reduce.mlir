// RUN: tile-opt reduce %s --test=%S/has-division.sh | FileCheck %s
// RUN: tile-opt reduce %s --test=%S/lacks-division.sh --test-arg=arith.divsi --workers=3 -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: tile-opt reduce %s --test=%S/has-division.sh -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: tile-opt reduce %s --test=%S/has-division.sh --time-limit=1h -o /dev/null
// RUN: not tile-opt reduce %s 2>&1 | FileCheck %s --check-prefix=NOTEST
// RUN: not tile-opt reduce %s --test=%S/none.sh 2>&1 | FileCheck %s --check-prefix=NOSCRIPT
// RUN: not tile-opt reduce --test=%S/has-division.sh 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: not tile-opt reduce %s --test=%S/has-division.sh --workers=0 2>&1 | FileCheck %s --check-prefix=WORKERS
// RUN: not tile-opt reduce %s --test=%S/has-division.sh --wrkers=1 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: tile-opt reduce %s --test=/bin/true -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALWAYS

// CHECK: module {
// CHECK-NEXT: [[C:%.*]] = arith.constant
// CHECK-NEXT: arith.divsi [[C]], [[C]] : i32
// CHECK-NEXT: }
// SAID: reduced 10 operations to 3: {{[0-9]+}} tests
// NOTEST: error: expected --test=SCRIPT
// NOSCRIPT: error: cannot run the script '{{.*}}none.sh': {{.*}}no such file
// NOFILE: error: expected one input file, found 0
// WORKERS: error: invalid value '0' for --workers: expected 1 or more
// FLAG: error: unknown flag: --wrkers; did you mean '--workers'?
// ALWAYS: warning: the script exits with 0 for an empty module as well
// ALWAYS: reduced 10 operations to 1
func.func @f(%a: i32, %n: index) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> (i32) {
    %y = arith.addi %x, %x : i32
    %z = arith.divsi %y, %a : i32
    scf.yield %z : i32
  }
  return %sum : i32
}
func.func private @g()
