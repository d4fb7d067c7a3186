// Why the consumer keeps the stores.
//
// RUN: tile-opt %s --async-warp-specialize='store-role=own' --verify-diagnostics | FileCheck %s

// CHECK-NOT: role "store"

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// expected-remark@+2 {{the consumer stores: no ring goes from it to tensor stores (async-epilogue{channel=true})}}
// expected-remark@+1 {{kernel specialised: 4 producer warps, 1 consumer warp groups}}
func.func @no_ring(%A: !mem, %C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%i, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
    tile.store %x, %C[%i, %c0] : !tile, !mem
  }
  return
}

// expected-remark@+2 {{the consumer stores: 'tasync.async_store' reads a buffer that is in no such ring}}
// expected-remark@+1 {{kernel specialised}}
func.func @both(%A: !mem, %C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %q = tasync.pipeline_create : !ring
  %b = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %mc = tasync.tensor_map %C : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%i, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
    %free = tasync.pipeline_acquire %q : !ring
    tasync.local_store %x, %free : !tile, !buf
    tasync.pipeline_commit %q : !ring
    %full = tasync.pipeline_wait %q : !ring
    tasync.single_thread {
      tasync.async_store %full to %mc[%i, %c0] : !buf, !map
      tasync.store_commit
      tasync.store_wait 0 read
    }
    tasync.pipeline_release %q : !ring
    tasync.local_store %x, %b : !tile, !buf
    tasync.fence_async
    tasync.sync
    tasync.single_thread {
      // expected-note@+1 {{'tasync.async_store' is here}}
      tasync.async_store %b to %mc[%i, %c64] : !buf, !map
      tasync.store_commit
      tasync.store_wait 0 read
    }
    tasync.sync
  }
  return
}

// Where it stores is read from memory that the consumer writes.
//
// expected-remark@+2 {{the consumer stores: 'memref.store' may write what the stores depend on}}
// expected-remark@+1 {{kernel specialised}}
func.func @depends(%A: !mem, %C: !mem, %at: memref<?xindex>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %q = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %mc = tasync.tensor_map %C : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%i, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
    %j = memref.load %at[%c0] : memref<?xindex>
    %free = tasync.pipeline_acquire %q : !ring
    tasync.local_store %x, %free : !tile, !buf
    tasync.pipeline_commit %q : !ring
    %full = tasync.pipeline_wait %q : !ring
    tasync.single_thread {
      tasync.async_store %full to %mc[%j, %c0] : !buf, !map
      tasync.store_commit
      tasync.store_wait 0 read
    }
    tasync.pipeline_release %q : !ring
    // expected-note@+1 {{'memref.store' is here}}
    memref.store %i, %at[%c0] : memref<?xindex>
  }
  return
}
