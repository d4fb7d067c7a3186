// A bound of 0 leaves all as it is; one below -1 is refused.
// RUN: tile-opt %s --canonicalize=max-iterations=0 | FileCheck %s --check-prefix=NONE
// RUN: tile-opt %s --canonicalize=max-num-rewrites=0 | FileCheck %s --check-prefix=NONE
// RUN: tile-opt %s --canonicalize=max-iterations=-1 | FileCheck %s
// RUN: not tile-opt %s --canonicalize=max-iterations=-5 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: not tile-opt %s --canonicalize=max-num-rewrites=-2 2>&1 | FileCheck %s --check-prefix=REWRITES

// NONE: arith.addi
// NONE: arith.addi
// CHECK: arith.addi
// CHECK-NOT: arith.addi
// BELOW: --canonicalize:1:16: error: canonicalize: max-iterations must be -1 or more, found -5
// REWRITES: --canonicalize:1:18: error: canonicalize: max-num-rewrites must be -1 or more, found -2
func.func @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.addi %0, %c1 : i32
  return %1 : i32
}
