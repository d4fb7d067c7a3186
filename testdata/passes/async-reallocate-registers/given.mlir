// Given numbers, and what is left for the other.
//
// RUN: tile-opt %s --async-reallocate-registers='producer=56' 2>/dev/null | FileCheck %s --check-prefix=PRODUCER
// RUN: tile-opt %s --async-reallocate-registers='producer=24 consumer=200' 2>/dev/null | FileCheck %s --check-prefix=BOTH
// RUN: tile-opt %s --async-reallocate-registers='consumer=232' --verify-diagnostics > /dev/null
// RUN: not tile-opt %s --async-reallocate-registers='consumer=20' 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not tile-opt %s --async-reallocate-registers='producer=44' 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not tile-opt %s --async-reallocate-registers='producer=-8' 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// PRODUCER: registers 56
// PRODUCER: registers 224
// BOTH: registers 24
// BOTH: registers 200
// SMALL: role 1 cannot set 20 registers: setmaxnreg takes 24 to 256 in steps of 8
// STEP: role 0 cannot set 44 registers: setmaxnreg takes 24 to 256 in steps of 8
// NEGATIVE: role 0 cannot set -8 registers: setmaxnreg takes 24 to 256 in steps of 8

func.func @fits() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-remark@+1 {{registers: 40 + 2 x 232 of 504}}
  tasync.warp_specialize role "producer" warps 4 {
    tasync.sync
  } role "consumer" warps 8 {
    tasync.sync
  }
  return
}
