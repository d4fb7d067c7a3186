// RUN: tile-opt %s --split-input-file --verify-diagnostics

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
func.func @f(%m: !map, %b: !buf, %i: index) {
  // expected-error@+1 {{expected 'tasync.stages' to be an integer from 1 to 8 on a tasync.async_load or tasync.copy, found 9}}
  %t = tasync.async_load %m[%i, %i] to %b {tasync.stages = 9 : i64} : !map, !buf -> !tasync.token
  return
}

// -----

// expected-error@+1 {{expected 'tasync.stages' to be an integer from 1 to 8 on a tasync.async_load or tasync.copy, found 2}}
func.func @f() attributes {tasync.stages = 2 : i64} {
  return
}

// -----

func.func @f(%A: memref<?x?xf16>, %i: index) {
  // expected-error@+1 {{expected 'tile.stages' to be an integer from 1 to 8 on a tile.load, found 0}}
  %t = tile.load %A[%i, %i] {tile.stages = 0 : i64} : memref<?x?xf16> -> tensor<8x8xf16>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{attribute 'war' failed to satisfy constraint: what orders a refill (mbarrier or barrier)}}
  %p = tasync.pipeline_create war "block" : !tasync.pipeline<stages = 2, [!tasync.buffer<8x8xf16>]>
  return
}
