// Why consumers cannot take turns. They then share each tile.
//
// RUN: tile-opt %s --async-warp-specialize='schedule=pingpong consumers=2' --verify-diagnostics | FileCheck %s
// RUN: tile-opt %s --async-warp-specialize='schedule=pingpong' 2>&1 | FileCheck %s --check-prefix=ONE

// ONE: consumers share each tile, and do not take turns: there is one consumer

// CHECK-NOT: consumer_
// CHECK-NOT: named_sync

!buf = !tasync.buffer<128x64xf16, swizzle = 128>
!map = !tasync.tensor_map<128x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<128x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!half = tensor<128x64xf16, #tasync.mma<wgs = 1, n = 64>>

// CHECK-LABEL: func.func @plain(
// CHECK: role "consumer" warps 8
// CHECK: #tasync.mma<wgs = 2, n = 64>
//
// expected-remark@+2 {{consumers share each tile, and do not take turns: the kernel has no persistent loop (tile-persist)}}
// expected-remark@+1 {{kernel specialised: 4 producer warps, 2 consumer warp groups}}
func.func @plain(%A: !mem, %C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%i, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !half
    tasync.pipeline_release %p : !ring
    tile.store %x, %C[%i, %c0] : !half, !mem
  }
  return
}

// CHECK-LABEL: func.func @carried(
//
// expected-remark@+2 {{do not take turns: the loop hands a value from tile to tile}}
// expected-remark@+1 {{kernel specialised}}
func.func @carried(%A: !mem, %C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : !half
  // expected-note@+1 {{'scf.for' is here}}
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%sum = %z) -> (!half) {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%i, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !half
    tasync.pipeline_release %p : !ring
    %y = arith.addf %sum, %x : !half
    tile.store %y, %C[%i, %c0] : !half, !mem
    scf.yield %y : !half
  } {tile.persistent}
  return
}

// CHECK-LABEL: func.func @outside(
//
// expected-remark@+2 {{do not take turns: 'tile.store' stands outside the persistent loop}}
// expected-remark@+1 {{kernel specialised}}
func.func @outside(%A: !mem, %C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%i, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !half
    tasync.pipeline_release %p : !ring
  } {tile.persistent}
  %z = arith.constant dense<0.0> : !half
  // expected-note@+1 {{'tile.store' is here}}
  tile.store %z, %C[%c0, %c0] : !half, !mem
  return
}

// CHECK-LABEL: func.func @depends(
//
// expected-remark@+2 {{do not take turns: how many slots a tile takes depends on 'scf.execute_region'}}
// expected-remark@+1 {{kernel specialised}}
func.func @depends(%A: !mem, %C: memref<?xi1>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%i, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    // expected-note@+1 {{'scf.execute_region' is here}}
    %b = scf.execute_region -> i1 {
      %v = memref.load %C[%i] : memref<?xi1>
      memref.store %v, %C[%i] : memref<?xi1>
      scf.yield %v : i1
    }
    scf.if %b {
      %f = tasync.pipeline_wait %p : !ring
      tasync.pipeline_release %p : !ring
    }
  } {tile.persistent}
  return
}

// CHECK-LABEL: func.func @two(
//
// expected-remark@+2 {{do not take turns: the kernel has two persistent loops}}
// expected-remark@+1 {{kernel specialised}}
func.func @two(%A: !mem, %C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%i, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !half
    tasync.pipeline_release %p : !ring
  } {tile.persistent}
  // expected-note@+1 {{'scf.for' is here}}
  scf.for %i = %c0 to %n step %c64 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%i, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !half
    tasync.pipeline_release %p : !ring
  } {tile.persistent}
  return
}
