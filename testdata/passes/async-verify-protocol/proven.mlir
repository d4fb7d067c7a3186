// Hand-written kernels whose protocol holds, each with what its proof assumes.
//
// RUN: tile-opt %s --async-verify-protocol --split-input-file --verify-diagnostics -o /dev/null

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// One arrival a warp group: the other warps' reads are covered by the
// rendezvous of wgmma alone.
// expected-remark @+1 {{protocol proven for all trip counts and schedules (assuming wgmma-rendezvous)}}
func.func @warpgroup(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 1 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i1) -> (i32, i32) {
        tasync.barrier_wait %empty[%s], %ph : !bars
        tasync.barrier_expect %full[%s], 8192 : !bars
        %slot = tasync.slot %ring[%s] : !ring
        tasync.async_load %map[%i, %i] to %slot signal %full[%s] : !map, !tile, !bars
        %t = arith.addi %s, %i1 : i32
        %w = arith.cmpi eq, %t, %i2 : i32
        %next = arith.select %w, %i0, %t : i32
        %flip = arith.extui %w : i1 to i32
        %nph = arith.xori %ph, %flip : i32
        scf.yield %next, %nph : i32, i32
      }
    }
  } role "consumer" warps 4 {
    %zero = tile.splat %f0 : f32 -> !acc
    %c:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0, %acc = %zero) -> (i32, i32, !acc) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %m = tasync.mma %slot, %slot, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 0 %m : !acc
      tasync.barrier_arrive %empty[%s] warpgroup : !bars
      %t = arith.addi %s, %i1 : i32
      %w = arith.cmpi eq, %t, %i2 : i32
      %next = arith.select %w, %i0, %t : i32
      %flip = arith.extui %w : i1 to i32
      %nph = arith.xori %ph, %flip : i32
      scf.yield %next, %nph, %d : i32, i32, !acc
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// Ordinary reads of a buffer that is filled again: a fence by those who read,
// then a barrier of the role, then the next copy.
// expected-remark @+1 {{protocol proven for all trip counts and schedules (assuming nothing beyond PTX)}}
func.func @reads(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%ph = %i0) -> (i32) {
    tasync.barrier_expect %full[%i0], 8192 : !bars
    tasync.async_load %map[%i, %i] to %buf signal %full[%i0] : !map, !tile, !bars
    tasync.barrier_wait %full[%i0], %ph : !bars
    %x = tasync.local_load %buf : !tile -> !reg
    tile.store %x, %a[%i, %i] : !reg, !mem
    tasync.fence_async
    tasync.sync
    %nph = arith.xori %ph, %i1 : i32
    scf.yield %nph : i32
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// With the fence in the next role only, which fills: a hardware matter.
// expected-remark @+1 {{protocol proven for all trip counts and schedules (assuming war-proxy)}}
func.func @lent(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 128 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 1 {
    %p = scf.for %i = %c0 to %n step %c1 iter_args(%ph = %i1) -> (i32) {
      tasync.barrier_wait %empty[%i0], %ph : !bars
      tasync.fence_async
      tasync.barrier_expect %full[%i0], 8192 : !bars
      tasync.async_load %map[%i, %i] to %buf signal %full[%i0] : !map, !tile, !bars
      %nph = arith.xori %ph, %i1 : i32
      scf.yield %nph : i32
    }
  } role "idle" warps 3 {
  } role "consumer" warps 4 {
    %c = scf.for %i = %c0 to %n step %c1 iter_args(%ph = %i0) -> (i32) {
      tasync.barrier_wait %full[%i0], %ph : !bars
      %x = tasync.local_load %buf : !tile -> !reg
      tasync.barrier_arrive %empty[%i0] thread : !bars
      tile.store %x, %a[%i, %i] : !reg, !mem
      %nph = arith.xori %ph, %i1 : i32
      scf.yield %nph : i32
    }
  }
  return
}

// -----

// Nothing to check: no word.
func.func @scalar(%n: index) attributes {tasync.warp_groups = 1 : i32} {
  return
}

// -----

func.func @host(%n: index) {
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Two roles go on while a number of memory says so, which both read.
// expected-remark @+1 {{protocol proven for all trip counts and schedules (assuming nothing beyond PTX)}}
func.func @whiles(%a: !mem, %flags: memref<?xi32>) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      %p:2 = scf.while (%i = %c0, %ph = %i1) : (index, i32) -> (index, i32) {
        %v = memref.load %flags[%i] : memref<?xi32>
        %more = arith.cmpi ne, %v, %i0 : i32
        scf.condition(%more) %i, %ph : index, i32
      } do {
      ^bb0(%i: index, %ph: i32):
        tasync.barrier_wait %empty[%i0], %ph : !bars
        tasync.barrier_expect %full[%i0], 8192 : !bars
        tasync.async_load %map[%i, %i] to %buf signal %full[%i0] : !map, !tile, !bars
        %next = arith.addi %i, %c1 : index
        %nph = arith.xori %ph, %i1 : i32
        scf.yield %next, %nph : index, i32
      }
    }
  } role "consumer" warps 4 {
    %zero = tile.splat %f0 : f32 -> !acc
    %c:3 = scf.while (%acc = %zero, %i = %c0, %ph = %i0) : (!acc, index, i32) -> (!acc, index, i32) {
      %v = memref.load %flags[%i] : memref<?xi32>
      %more = arith.cmpi ne, %v, %i0 : i32
      scf.condition(%more) %acc, %i, %ph : !acc, index, i32
    } do {
    ^bb0(%acc: !acc, %i: index, %ph: i32):
      tasync.barrier_wait %full[%i0], %ph : !bars
      %m = tasync.mma %buf, %buf, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 0 %m : !acc
      tasync.barrier_arrive %empty[%i0] warp : !bars
      %next = arith.addi %i, %c1 : index
      %nph = arith.xori %ph, %i1 : i32
      scf.yield %d, %next, %nph : !acc, index, i32
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Copies by cp.async, waited for and fenced by those who copied.
// expected-remark @+1 {{protocol proven for all trip counts and schedules (assuming nothing beyond PTX)}}
func.func @pieces(%a: !mem) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %buf = tasync.alloc : !tile
  %zero = tile.splat %f0 : f32 -> !acc
  tasync.copy %a[%c0, %c0] to %buf via "cp-async" bytes 16 : !mem, !tile
  tasync.copy_wait
  tasync.fence_async
  tasync.sync
  %m = tasync.mma %buf, %buf, %zero transpose_b : !tile, !tile, !acc
  %d = tasync.mma_wait 0 %m : !acc
  return
}

// -----

// Two roles take turns at two barriers.
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// expected-remark @+1 {{protocol proven for all trip counts and schedules (assuming nothing beyond PTX)}}
func.func @turns(%n: index) attributes {tasync.warp_groups = 2 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f16
  %buf = tasync.alloc : !tile
  tasync.warp_specialize role "a" warps 4 {
    %x = tile.splat %f0 : f16 -> !reg
    scf.for %i = %c0 to %n step %c1 {
      tasync.local_store %x, %buf : !reg, !tile
      tasync.named_sync 0 warps 8
      tasync.named_sync 1 warps 8
    }
  } role "b" warps 4 {
    scf.for %i = %c0 to %n step %c1 {
      tasync.named_sync 0 warps 8
      %y = tasync.local_load %buf : !tile -> !reg
      tasync.named_sync 1 warps 8
    }
  }
  return
}
