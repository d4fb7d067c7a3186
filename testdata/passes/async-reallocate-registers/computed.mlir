// Registers from the pool of the block: a small share for the producer, the rest
// for the others, evenly.
//
// RUN: tile-opt %s --async-reallocate-registers --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @one(
// CHECK: role "producer" warps 4 registers 40 {
// CHECK: role "consumer" warps 4 registers 240 {
func.func @one() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-remark@+1 {{registers: 40 + 240 of 512}}
  tasync.warp_specialize role "producer" warps 4 {
    tasync.sync
  } role "consumer" warps 4 {
    tasync.sync
  }
  return
}

// CHECK-LABEL: func.func @two(
// CHECK: role "producer" warps 4 registers 40 {
// CHECK: role "consumer" warps 8 registers 232 {
func.func @two() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-remark@+1 {{registers: 40 + 2 x 232 of 504}}
  tasync.warp_specialize role "producer" warps 4 {
    tasync.sync
  } role "consumer" warps 8 {
    tasync.sync
  }
  return
}

// CHECK-LABEL: func.func @three(
// CHECK: role "producer" warps 4 registers 24 {
// CHECK: role "consumer" warps 12 registers 160 {
func.func @three() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-remark@+1 {{registers: 24 + 3 x 160 of 512}}
  tasync.warp_specialize role "producer" warps 4 {
    tasync.sync
  } role "consumer" warps 12 {
    tasync.sync
  }
  return
}

// CHECK-LABEL: func.func @four(
// CHECK: role "producer" warps 4 registers 24 {
// CHECK: role "consumer" warps 16 registers 112 {
func.func @four() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-remark@+1 {{registers: 24 + 4 x 112 of 480}}
  tasync.warp_specialize role "producer" warps 4 {
    tasync.sync
  } role "consumer" warps 16 {
    tasync.sync
  }
  return
}

// CHECK-LABEL: func.func @roles(
// CHECK: role "producer" warps 4 registers 24 {
// CHECK: role "a" warps 4 registers 160 {
// CHECK: role "b" warps 8 registers 160 {
func.func @roles() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-remark@+1 {{registers: 24 + 160 + 2 x 160 of 512}}
  tasync.warp_specialize role "producer" warps 4 {
    tasync.sync
  } role "a" warps 4 {
    tasync.sync
  } role "b" warps 8 {
    tasync.sync
  }
  return
}
