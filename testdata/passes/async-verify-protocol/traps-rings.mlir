// Faults that look right: what kernels of this kind have been shipped with.
//
// RUN: tile-opt %s --async-verify-protocol='trace=0' --split-input-file --verify-diagnostics -o /dev/null

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Positions that start over with the inner loop: right where the trips are a multiple of twice the slots.
func.func @restarts(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %f0 = arith.constant 0.0 : f32
  %zero = tile.splat %f0 : f32 -> !acc
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      scf.for %o = %c0 to %c2 step %c1 {
        %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i1) -> (i32, i32) {
          tasync.barrier_wait %empty[%s], %ph : !bars
          // expected-error @+1 {{protocol broken: 'tasync.barrier_expect' reaches barrier 0[0]}}
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
    }
  } role "consumer" warps 4 {
    %r = scf.for %o = %c0 to %c2 step %c1 iter_args(%in = %zero) -> (!acc) {
      %c:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0, %acc = %in) -> (i32, i32, !acc) {
        tasync.barrier_wait %full[%s], %ph : !bars
        %slot = tasync.slot %ring[%s] : !ring
        %m = tasync.mma %slot, %slot, %acc transpose_b : !tile, !tile, !acc
        %d = tasync.mma_wait 0 %m : !acc
        tasync.barrier_arrive %empty[%s] warp : !bars
        %t = arith.addi %s, %i1 : i32
        %w = arith.cmpi eq, %t, %i2 : i32
        %next = arith.select %w, %i0, %t : i32
        %flip = arith.extui %w : i1 to i32
        %nph = arith.xori %ph, %flip : i32
        scf.yield %next, %nph, %d : i32, i32, !acc
      }
      scf.yield %c#2 : !acc
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Bytes that balance only after an even number of trips.
func.func @even_bytes(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %f0 = arith.constant 0.0 : f32
  %zero = tile.splat %f0 : f32 -> !acc
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
  tasync.init_publish
  %half = arith.ceildivsi %n, %c2 : index
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i1) -> (i32, i32) {
        %rem = arith.remui %i, %c2 : index
        %even = arith.cmpi eq, %rem, %c0 : index
        scf.if %even {
          tasync.barrier_wait %empty[%i0], %ph : !bars
          tasync.barrier_expect %full[%i0], 16384 : !bars
        }
        %slot = tasync.slot %ring[%s] : !ring
        tasync.async_load %map[%i, %i] to %slot signal %full[%i0] : !map, !tile, !bars
        %t = arith.addi %s, %i1 : i32
        %w = arith.cmpi eq, %t, %i2 : i32
        %next = arith.select %w, %i0, %t : i32
        %flip = arith.extui %w : i1 to i32
        %nph = arith.xori %ph, %flip : i32
        scf.yield %next, %nph : i32, i32
      }
    }
  } role "consumer" warps 4 {
    %c:2 = scf.for %i = %c0 to %half step %c1 iter_args(%ph = %i0, %acc = %zero) -> (i32, !acc) {
      // expected-error @+1 {{protocol broken: 'tasync.barrier_wait' never returns}}
      tasync.barrier_wait %full[%i0], %ph : !bars
      %x = tasync.slot %ring[%i0] : !ring
      %y = tasync.slot %ring[%i1] : !ring
      %m = tasync.mma %x, %y, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 0 %m : !acc
      tasync.barrier_arrive %empty[%i0] warp : !bars
      %nph = arith.xori %ph, %i1 : i32
      scf.yield %nph, %d : i32, !acc
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A release between two reads of a slot.
func.func @first_of_two(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %f0 = arith.constant 0.0 : f32
  %zero = tile.splat %f0 : f32 -> !acc
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i1) -> (i32, i32) {
        tasync.barrier_wait %empty[%s], %ph : !bars
        tasync.barrier_expect %full[%s], 8192 : !bars
        %slot = tasync.slot %ring[%s] : !ring
        // expected-error @+1 {{protocol broken: 'tasync.async_load' races in its fill of slot 0 of buffer 0 with the MMA read by role "consumer"}}
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
    %c:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0, %acc = %zero) -> (i32, i32, !acc) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %m = tasync.mma %slot, %slot, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 0 %m : !acc
      tasync.barrier_arrive %empty[%s] warp : !bars
      %m2 = tasync.mma %slot, %slot, %d transpose_b : !tile, !tile, !acc
      %d2 = tasync.mma_wait 0 %m2 : !acc
      %t = arith.addi %s, %i1 : i32
      %w = arith.cmpi eq, %t, %i2 : i32
      %next = arith.select %w, %i0, %t : i32
      %flip = arith.extui %w : i1 to i32
      %nph = arith.xori %ph, %flip : i32
      scf.yield %next, %nph, %d2 : i32, i32, !acc
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A guard that leaves out the release in every other iteration.
func.func @odd_skips(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %f0 = arith.constant 0.0 : f32
  %zero = tile.splat %f0 : f32 -> !acc
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i1) -> (i32, i32) {
        // expected-error @+1 {{protocol broken: 'tasync.barrier_wait' never returns}}
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
    %c:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0, %acc = %zero) -> (i32, i32, !acc) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %m = tasync.mma %slot, %slot, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 0 %m : !acc
      %rem = arith.remui %i, %c2 : index
      %even = arith.cmpi eq, %rem, %c0 : index
      scf.if %even {
        tasync.barrier_arrive %empty[%s] warp : !bars
      }
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
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A guard on memory that only the consumer knows.
func.func @flag_skips(%a: !mem, %f: memref<?xi32>, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %f0 = arith.constant 0.0 : f32
  %zero = tile.splat %f0 : f32 -> !acc
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
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
    %c:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0, %acc = %zero) -> (i32, i32, !acc) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %m = tasync.mma %slot, %slot, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 0 %m : !acc
      %flag = memref.load %f[%i] : memref<?xi32>
      %on = arith.cmpi ne, %flag, %i0 : i32
      // expected-warning @+1 {{protocol not proven: 'scf.if' decides by another expression than the roles that it shares barriers with}}
      scf.if %on {
        tasync.barrier_arrive %empty[%s] warp : !bars
      }
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
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!wide = tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [8, 1]>>

// The count of four warps, released by eight.
func.func @half_the_role(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
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
  } role "consumer" warps 8 {
    %c:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0) -> (i32, i32) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %x = tasync.local_load %slot : !tile -> !wide
      tile.store %x, %a[%i, %i] : !wide, !mem
      tasync.fence_async
      // expected-error @+1 {{protocol broken: 'tasync.barrier_arrive' arrives too often at barrier 1[0]: of the 4 arrivals that the phase expects 4 are left, and 8 come (V5)}}
      tasync.barrier_arrive %empty[%s] warp : !bars
      %t = arith.addi %s, %i1 : i32
      %w = arith.cmpi eq, %t, %i2 : i32
      %next = arith.select %w, %i0, %t : i32
      %flip = arith.extui %w : i1 to i32
      %nph = arith.xori %ph, %flip : i32
      scf.yield %next, %nph : i32, i32
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// The count of eight warps, released by four.
func.func @twice_the_role(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %f0 = arith.constant 0.0 : f32
  %zero = tile.splat %f0 : f32 -> !acc
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 8 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i1) -> (i32, i32) {
        // expected-error @+1 {{protocol broken: 'tasync.barrier_wait' never returns}}
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
    %c:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0, %acc = %zero) -> (i32, i32, !acc) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %m = tasync.mma %slot, %slot, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 0 %m : !acc
      tasync.barrier_arrive %empty[%s] warp : !bars
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
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// The fence behind the release.
func.func @late_fence(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i1) -> (i32, i32) {
        tasync.barrier_wait %empty[%s], %ph : !bars
        tasync.barrier_expect %full[%s], 8192 : !bars
        %slot = tasync.slot %ring[%s] : !ring
        // expected-error @+1 {{protocol broken: 'tasync.async_load' makes its fill of slot 0 of buffer 0 behind the ordinary read by role "consumer"}}
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
    %c:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0) -> (i32, i32) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %x = tasync.local_load %slot : !tile -> !reg
      tile.store %x, %a[%i, %i] : !reg, !mem
      tasync.barrier_arrive %empty[%s] warp : !bars
      tasync.fence_async
      %t = arith.addi %s, %i1 : i32
      %w = arith.cmpi eq, %t, %i2 : i32
      %next = arith.select %w, %i0, %t : i32
      %flip = arith.extui %w : i1 to i32
      %nph = arith.xori %ph, %flip : i32
      scf.yield %next, %nph : i32, i32
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// No fence between ordinary reads and the refill.
func.func @no_fence(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i1) -> (i32, i32) {
        tasync.barrier_wait %empty[%s], %ph : !bars
        tasync.barrier_expect %full[%s], 8192 : !bars
        %slot = tasync.slot %ring[%s] : !ring
        // expected-error @+1 {{protocol broken: 'tasync.async_load' makes its fill of slot 0 of buffer 0 behind the ordinary read by role "consumer"}}
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
    %c:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0) -> (i32, i32) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %x = tasync.local_load %slot : !tile -> !reg
      tile.store %x, %a[%i, %i] : !reg, !mem
      tasync.barrier_arrive %empty[%s] warp : !bars
      %t = arith.addi %s, %i1 : i32
      %w = arith.cmpi eq, %t, %i2 : i32
      %next = arith.select %w, %i0, %t : i32
      %flip = arith.extui %w : i1 to i32
      %nph = arith.xori %ph, %flip : i32
      scf.yield %next, %nph : i32, i32
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// One thread waits, and all read.
func.func @one_waits(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %map = tasync.tensor_map %a : !mem -> !map
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
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
    %c:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0) -> (i32, i32) {
      tasync.single_thread {
        tasync.barrier_wait %full[%s], %ph : !bars
      }
      %slot = tasync.slot %ring[%s] : !ring
      // expected-error @+1 {{protocol broken: 'tasync.local_load' races in its ordinary read of slot 0 of buffer 0 with the fill by role "producer"}}
      %x = tasync.local_load %slot : !tile -> !reg
      tile.store %x, %a[%i, %i] : !reg, !mem
      tasync.fence_async
      tasync.barrier_arrive %empty[%s] warp : !bars
      %t = arith.addi %s, %i1 : i32
      %w = arith.cmpi eq, %t, %i2 : i32
      %next = arith.select %w, %i0, %t : i32
      %flip = arith.extui %w : i1 to i32
      %nph = arith.xori %ph, %flip : i32
      scf.yield %next, %nph : i32, i32
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// One thread of the role releases what all have read.
func.func @one_releases(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
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
        // expected-error @+1 {{protocol broken: 'tasync.async_load' races in its fill of slot 0 of buffer 0 with the ordinary read by role "consumer"}}
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
    %c:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0) -> (i32, i32) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %x = tasync.local_load %slot : !tile -> !reg
      tile.store %x, %a[%i, %i] : !reg, !mem
      tasync.fence_async
      tasync.barrier_arrive %empty[%s] role : !bars
      %t = arith.addi %s, %i1 : i32
      %w = arith.cmpi eq, %t, %i2 : i32
      %next = arith.select %w, %i0, %t : i32
      %flip = arith.extui %w : i1 to i32
      %nph = arith.xori %ph, %flip : i32
      scf.yield %next, %nph : i32, i32
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// One thread of the warp group releases what all have read by ordinary loads.
func.func @group_releases(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
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
        // expected-error @+1 {{protocol broken: 'tasync.async_load' races in its fill of slot 0 of buffer 0 with the ordinary read by role "consumer"}}
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
    %c:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0) -> (i32, i32) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %x = tasync.local_load %slot : !tile -> !reg
      tile.store %x, %a[%i, %i] : !reg, !mem
      tasync.fence_async
      tasync.barrier_arrive %empty[%s] warpgroup : !bars
      %t = arith.addi %s, %i1 : i32
      %w = arith.cmpi eq, %t, %i2 : i32
      %next = arith.select %w, %i0, %t : i32
      %flip = arith.extui %w : i1 to i32
      %nph = arith.xori %ph, %flip : i32
      scf.yield %next, %nph : i32, i32
    }
  }
  return
}
