// Registers from the pool of the block: a small share for the producer, the rest
// for the others, a step at a time.
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
// CHECK: role "a" warps 4 registers 168 {
// CHECK: role "b" warps 8 registers 160 {
func.func @roles() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-remark@+1 {{registers: 24 + 168 + 2 x 160 of 512; about 24 + 24 + 2 x 24 are needed}}
  tasync.warp_specialize role "producer" warps 4 {
    tasync.sync
  } role "a" warps 4 {
    tasync.sync
  } role "b" warps 8 {
    tasync.sync
  }
  return
}

// A role without tiles gets what it needs, and those with tiles the rest.
//
// CHECK-LABEL: func.func @tiles(
// CHECK: role "producer" warps 4 registers 24 {
// CHECK: role "consumer" warps 4 registers 232 {
// CHECK: role "other" warps 4 registers 232 {
// CHECK: role "store" warps 4 registers 24 {
func.func @tiles(%b: !tasync.buffer<64x256xf32>) attributes {tasync.warp_groups = 2 : i32} {
  // expected-remark@+1 {{registers: 24 + 232 + 232 + 24 of 512; about 24 + 152 + 152 + 24 are needed (an estimate}}
  tasync.warp_specialize role "producer" warps 4 {
    tasync.sync
  } role "consumer" warps 4 {
    %x = tasync.local_load %b : !tasync.buffer<64x256xf32> -> tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>
    %z = arith.constant dense<0.0> : tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>
    %y = arith.addf %x, %z : tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>
    tasync.local_store %y, %b : tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>, !tasync.buffer<64x256xf32>
  } role "other" warps 4 {
    %x = tasync.local_load %b : !tasync.buffer<64x256xf32> -> tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>
    %h = arith.truncf %x : tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>> to tensor<64x256xf16, #tasync.mma<wgs = 1, n = 256>>
    tasync.sync
  } role "store" warps 4 {
    tasync.sync
  }
  return
}

// Two tiles at once are more than is there.
//
// CHECK-LABEL: func.func @spills(
// CHECK: role "consumer" warps 16 registers 112 {
func.func @spills(%b: !tasync.buffer<256x128xf32>) attributes {tasync.warp_groups = 4 : i32} {
  // expected-remark@+2 {{registers: 24 + 4 x 112 of 480; about 24 + 4 x 152 are needed}}
  // expected-remark@+1 {{role "consumer" needs about 152 registers and has 112: it may spill}}
  tasync.warp_specialize role "producer" warps 4 {
    tasync.sync
  } role "consumer" warps 16 {
    %x = tasync.local_load %b : !tasync.buffer<256x128xf32> -> tensor<256x128xf32, #tasync.mma<wgs = 4, n = 128>>
    tasync.sync
    %y = tasync.local_load %b : !tasync.buffer<256x128xf32> -> tensor<256x128xf32, #tasync.mma<wgs = 4, n = 128>>
    %z = arith.addf %x, %y : tensor<256x128xf32, #tasync.mma<wgs = 4, n = 128>>
    tasync.local_store %z, %b : tensor<256x128xf32, #tasync.mma<wgs = 4, n = 128>>, !tasync.buffer<256x128xf32>
  }
  return
}
