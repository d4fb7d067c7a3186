// Kernels that are left as they were, each with its reason.
//
// RUN: tile-opt %s --async-warp-specialize --verify-diagnostics > %t.after
// RUN: tile-opt %s > %t.before
// RUN: diff %t.before %t.after

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// expected-remark@+1 {{kernel not specialised: it has no pipeline to split at}}
func.func @plain(%A: !mem, %B: !mem, %I: memref<?xindex>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %x = tile.load %A[%k, %c0] : !mem -> !tile
    tile.store %x, %B[%k, %c0] : !tile, !mem
  }
  return
}

// expected-remark@+1 {{kernel not specialised: it has roles already}}
func.func @roles(%A: !mem, %B: !mem, %I: memref<?xindex>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-note@+1 {{'tasync.warp_specialize' is here}}
  tasync.warp_specialize role "all" warps 4 {
    tasync.sync
  }
  return
}

// Two blocks.
//
// expected-remark@+1 {{kernel not specialised: its control flow is not structured}}
func.func @blocks(%A: !mem, %B: !mem, %I: memref<?xindex>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  cf.br ^next
^next:
  return
}

// What the loads depend on is stored by the computation first.
//
// expected-remark@+1 {{kernel not specialised: 'memref.store' may write what the producer reads}}
func.func @indices(%A: !mem, %B: !mem, %I: memref<?xindex>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    // expected-note@+1 {{'memref.load' reads it here}}
    %i = memref.load %I[%k] : memref<?xindex>
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%i, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
    // expected-note@+1 {{'memref.store' is here}}
    memref.store %k, %I[%c0] : memref<?xindex>
  }
  return
}

// The producer would load the next round's tiles before they are stored.
//
// expected-remark@+1 {{kernel not specialised: 'tile.store' may write what the producer reads}}
func.func @rounds(%A: !mem, %B: !mem, %I: memref<?xindex>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
  scf.for %k = %c0 to %n step %c1 {
    %s = tasync.pipeline_acquire %p : !ring
    // expected-note@+1 {{'tasync.async_load' reads it here}}
    tasync.async_load %ma[%k, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
  }
  %z = arith.constant dense<0.0> : !tile
  // expected-note@+1 {{'tile.store' is here}}
  tile.store %z, %A[%i, %c0] : !tile, !mem
  }
  return
}

// A store in front of the loop that loads it.
//
// expected-remark@+1 {{kernel not specialised: 'tile.store' may write what the producer reads}}
func.func @before(%A: !mem, %B: !mem, %I: memref<?xindex>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : !tile
  // expected-note@+1 {{'tile.store' is here}}
  tile.store %z, %A[%c0, %c0] : !tile, !mem
  scf.for %k = %c0 to %n step %c1 {
    %s = tasync.pipeline_acquire %p : !ring
    // expected-note@+1 {{'tasync.async_load' reads it here}}
    tasync.async_load %ma[%k, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
  }
  return
}

// expected-remark@+1 {{kernel not specialised: the computation uses a slot by its acquire, not by a wait}}
func.func @own(%A: !mem, %B: !mem, %I: memref<?xindex>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    // expected-note@+1 {{'tasync.pipeline_acquire' is here}}
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%k, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %y = tasync.local_load %s : !buf -> !tile
    tile.store %y, %B[%k, %c0] : !tile, !mem
  }
  return
}

// expected-remark@+1 {{kernel not specialised: a pipeline is not made at the start of the kernel}}
func.func @inner(%A: !mem, %B: !mem, %I: memref<?xindex>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = tasync.pipeline_create : !ring
    // expected-note@+1 {{'tasync.pipeline_acquire' is here}}
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%k, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
  }
  return
}

// Slots that are refilled behind a barrier of the block belong to all its warps.
//
// expected-remark@+1 {{kernel not specialised: a pipeline is refilled behind barriers of the block, where roles need war = mbarrier}}
func.func @block(%A: !mem, %B: !mem, %I: memref<?xindex>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create war "barrier" : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    // expected-note@+1 {{'tasync.pipeline_acquire' is here}}
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%k, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
  }
  return
}

func.func @host(%n: index) -> index {
  return %n : index
}
