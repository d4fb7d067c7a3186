// A role of one thread gets a whole warp group, and the block its shape again.
//
// RUN: tile-opt %s --async-reallocate-registers='pad=true' --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @one(
// CHECK-SAME: tasync.block = array<i32: 128, 3, 1>
// CHECK: role "consumer" warps 8 registers 232 {
// CHECK: role "producer" warps 4 registers 40 {
func.func @one() attributes {tasync.block = array<i32: 32, 9, 1>, tasync.warp_groups = 2 : i32, tile.kernel} {
  // expected-remark@+2 {{role "producer" padded from 1 to 4 warps}}
  // expected-remark@+1 {{registers: 2 x 232 + 40 of 504}}
  tasync.warp_specialize role "consumer" warps 8 {
    tasync.sync
  } role "producer" warps 1 {
    %c0 = arith.constant 0 : index
    tasync.single_thread {
      tasync.store_commit
    }
  }
  return
}

// CHECK-LABEL: func.func @together(
// CHECK: role "producer" warps 2 {
func.func @together() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-remark@+1 {{registers not reallocated: role 1 has 2 warps, and 'tasync.sync' is executed by all of them}}
  tasync.warp_specialize role "consumer" warps 4 {
  } role "producer" warps 2 {
    tasync.sync
  }
  return
}

// CHECK-LABEL: func.func @full(
// CHECK: role "producer" warps 1 {
func.func @full() attributes {tasync.warp_groups = 7 : i32, tile.kernel} {
  // expected-remark@+1 {{registers not reallocated: role 1 has 1 warps, and 3 more would make a block of 1056 threads, the most is 1024}}
  tasync.warp_specialize role "consumer" warps 28 {
  } role "one" warps 1 {
  } role "producer" warps 1 {
    tasync.single_thread {
      tasync.store_commit
    }
  }
  return
}
