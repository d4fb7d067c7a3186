// Pipelines and tokens are checked by what they mean.
//
// RUN: tile-opt %s --async-verify-protocol='trace=0' --split-input-file --verify-diagnostics -o /dev/null

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tile]>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Releases that lag by one behind MMAs that lag by one.
// expected-remark @+1 {{protocol proven for all trip counts and schedules (assuming nothing beyond PTX)}}
func.func @lagging(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %p = tasync.pipeline_create : !ring
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      scf.for %i = %c0 to %n step %c1 {
        %s = tasync.pipeline_acquire %p : !ring
        tasync.async_load %map[%i, %i] to %s : !map, !tile
        tasync.pipeline_commit %p : !ring
      }
    }
  } role "consumer" warps 4 {
    %zero = tile.splat %f0 : f32 -> !acc
    %c = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!acc) {
      %s = tasync.pipeline_wait %p : !ring
      %m = tasync.mma %s, %s, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 1 %m : !acc
      tasync.pipeline_release %p keep 1 : !ring
      scf.yield %d : !acc
    }
    %e = tasync.mma_wait 0 %c : !acc
    tasync.pipeline_release %p : !ring
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tile]>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// The slot of an MMA under way is given back.
func.func @early(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %p = tasync.pipeline_create : !ring
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      scf.for %i = %c0 to %n step %c1 {
        %s = tasync.pipeline_acquire %p : !ring
        // expected-error @+1 {{protocol broken: 'tasync.async_load' races in its fill of slot 0 of buffer 0 of pipeline 0 with the MMA read by role "consumer", which may still be under way, or another warp's: a tasync.mma_wait that covers it and a barrier must stand between (V10)}}
        tasync.async_load %map[%i, %i] to %s : !map, !tile
        tasync.pipeline_commit %p : !ring
      }
    }
  } role "consumer" warps 4 {
    %zero = tile.splat %f0 : f32 -> !acc
    %c = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!acc) {
      %s = tasync.pipeline_wait %p : !ring
      %m = tasync.mma %s, %s, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 1 %m : !acc
      tasync.pipeline_release %p : !ring
      scf.yield %d : !acc
    }
    %e = tasync.mma_wait 0 %c : !acc
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tile]>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// One role that loads two slots ahead of those it gives back, of two.
func.func @full(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %map = tasync.tensor_map %a : !mem -> !map
  %p = tasync.pipeline_create : !ring
  %x = tasync.pipeline_acquire %p : !ring
  tasync.async_load %map[%c0, %c0] to %x : !map, !tile
  tasync.pipeline_commit %p : !ring
  %y = tasync.pipeline_acquire %p : !ring
  tasync.async_load %map[%c0, %c0] to %y : !map, !tile
  tasync.pipeline_commit %p : !ring
  // expected-error @+1 {{protocol broken: 'tasync.pipeline_acquire' never returns: role "kernel" waits on pipeline 0 free[0] for parity 0, where 4 of 4 arrivals and 0 of 0 bytes are missing (V9)}}
  %z = tasync.pipeline_acquire %p : !ring
  tasync.async_load %map[%c0, %c0] to %z : !map, !tile
  tasync.pipeline_commit %p : !ring
  %s = tasync.pipeline_wait %p : !ring
  %r = tasync.local_load %s : !tile -> !reg
  tasync.pipeline_release %p : !ring
  tile.store %r, %a[%n, %n] : !reg, !mem
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// A buffer that is read, and filled again without a fence between.
func.func @again(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %map = tasync.tensor_map %a : !mem -> !map
  %b = tasync.alloc : !tile
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{protocol broken: 'tasync.async_load' makes its fill of buffer 0 behind the ordinary read by role "kernel" without a tasync.fence_async that counts}}
    %t = tasync.async_load %map[%i, %i] to %b : !map, !tile -> !tasync.token
    tasync.wait %t
    %r = tasync.local_load %b : !tile -> !reg
    tile.store %r, %a[%i, %i] : !reg, !mem
    tasync.sync
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// The same with a fence, by two kinds of copies.
// expected-remark @+1 {{protocol proven for all trip counts and schedules (assuming nothing beyond PTX)}}
func.func @kinds(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %map = tasync.tensor_map %a : !mem -> !map
  %b = tasync.alloc : !tile
  %d = tasync.alloc : !tile
  scf.for %i = %c0 to %n step %c1 {
    %t = tasync.async_load %map[%i, %i] to %b : !map, !tile -> !tasync.token
    %u = tasync.copy %a[%i, %i] to %d via "cp-async" bytes 16 : !mem, !tile -> !tasync.token
    tasync.wait %t, %u
    %r = tasync.local_load %b : !tile -> !reg
    %s = tasync.local_load %d : !tile -> !reg
    %x = arith.addf %r, %s : !reg
    tile.store %x, %a[%i, %i] : !reg, !mem
    tasync.fence_async
    tasync.sync
  }
  return
}
