// Faults that look right: what kernels of this kind have been shipped with.
//
// RUN: tile-opt %s --async-verify-protocol='trace=0' --split-input-file --verify-diagnostics -o /dev/null

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!bars = !tasync.barrier<2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// The slot behind the one that was waited for.
func.func @other_slot(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
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
      %o = arith.xori %s, %i1 : i32
      %slot = tasync.slot %ring[%o] : !ring
      // expected-error @+1 {{protocol broken: 'tasync.mma' makes its MMA read of slot 1 of buffer 0, which nothing has written yet (V2)}}
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
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A copy that completes on the other barrier.
func.func @other_signal(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
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
        %o = arith.xori %s, %i1 : i32
        %slot = tasync.slot %ring[%s] : !ring
        tasync.async_load %map[%i, %i] to %slot signal %full[%o] : !map, !tile, !bars
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
      // expected-error @+1 {{protocol broken: 'tasync.barrier_wait' never returns}}
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
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Two copies into one slot.
func.func @same_slot(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
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
        tasync.barrier_expect %full[%s], 16384 : !bars
        %slot = tasync.slot %ring[%s] : !ring
        tasync.async_load %map[%i, %i] to %slot signal %full[%s] : !map, !tile, !bars
        // expected-error @+1 {{protocol broken: 'tasync.async_load' races in its fill of slot 0 of buffer 0 with the fill by role "producer"}}
        tasync.async_load %map[%i, %c0] to %slot signal %full[%s] : !map, !tile, !bars
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
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Slots that are armed, and acquired as if they were not.
func.func @armed_twice(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
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
    // expected-error @+1 {{protocol broken: 'tasync.barrier_arrive' can complete a phase of barrier 1[0] while a warp of role "producer" has not left the wait for the phase before, which would then never return (V7)}}
    tasync.barrier_arrive %empty[%i0] warp : !bars
    tasync.barrier_arrive %empty[%i1] warp : !bars
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
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Releases lag by one, and the last is left out before the loop runs again.
func.func @no_drain(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
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
      %q:2 = scf.for %o = %c0 to %c2 step %c1 iter_args(%sa = %i0, %pa = %i1) -> (i32, i32) {
        %p:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %sa, %ph = %pa) -> (i32, i32) {
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
        scf.yield %p#0, %p#1 : i32, i32
      }
    }
  } role "consumer" warps 4 {
    %r:3 = scf.for %o = %c0 to %c2 step %c1 iter_args(%sa = %i0, %pa = %i0, %in = %zero) -> (i32, i32, !acc) {
      %c:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %sa, %ph = %pa, %acc = %in) -> (i32, i32, !acc) {
        tasync.barrier_wait %full[%s], %ph : !bars
        %slot = tasync.slot %ring[%s] : !ring
        %m = tasync.mma %slot, %slot, %acc transpose_b : !tile, !tile, !acc
        %d = tasync.mma_wait 1 %m : !acc
        %first = arith.cmpi eq, %i, %c0 : index
        scf.if %first {
        } else {
          %before = arith.xori %s, %i1 : i32
          tasync.barrier_arrive %empty[%before] warp : !bars
        }
        %t = arith.addi %s, %i1 : i32
        %w = arith.cmpi eq, %t, %i2 : i32
        %next = arith.select %w, %i0, %t : i32
        %flip = arith.extui %w : i1 to i32
        %nph = arith.xori %ph, %flip : i32
        scf.yield %next, %nph, %d : i32, i32, !acc
      }
      %e = tasync.mma_wait 0 %c#2 : !acc
      scf.yield %c#0, %c#1, %e : i32, i32, !acc
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

// The consumer leaves its loop early.
func.func @early_exit(%a: !mem, %f: memref<?xi32>, %n: index) attributes {tasync.warp_groups = 1 : i32} {
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
      // expected-warning @+1 {{protocol not proven: 'scf.for' decides by another expression than the roles that it shares barriers with}}
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
    %c:3 = scf.while (%i = %c0, %s = %i0, %ph = %i0) : (index, i32, i32) -> (index, i32, i32) {
      %more = arith.cmpi slt, %i, %n : index
      %flag = memref.load %f[%i] : memref<?xi32>
      %on = arith.cmpi ne, %flag, %i0 : i32
      %go = arith.andi %more, %on : i1
      scf.condition(%go) %i, %s, %ph : index, i32, i32
    } do {
    ^bb0(%i: index, %s: i32, %ph: i32):
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %x = tasync.local_load %slot : !tile -> !reg
      tile.store %x, %a[%i, %i] : !reg, !mem
      tasync.fence_async
      tasync.barrier_arrive %empty[%s] warp : !bars
      %t = arith.addi %s, %i1 : i32
      %w = arith.cmpi eq, %t, %i2 : i32
      %next = arith.select %w, %i0, %t : i32
      %flip = arith.extui %w : i1 to i32
      %nph = arith.xori %ph, %flip : i32
      %j = arith.addi %i, %c1 : index
      scf.yield %j, %next, %nph : index, i32, i32
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>

// Two pairs of roles at one number.
func.func @same_number(%a: !mem, %n: index) attributes {tasync.warp_groups = 2 : i32} {
  tasync.warp_specialize role "one" warps 4 {
    tasync.named_sync 0 warps 8
  } role "two" warps 4 {
    tasync.named_sync 0 warps 8
    tasync.named_arrive 0 warps 8
  } role "three" warps 4 {
    // expected-error @+1 {{protocol broken: 'tasync.named_sync' reaches named barrier 0}}
    tasync.named_sync 0 warps 8
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>

// Registers beyond the pool.
func.func @pool(%a: !mem, %n: index) attributes {tasync.warp_groups = 2 : i32} {
  // expected-error @+1 {{protocol broken: 'tasync.warp_specialize' never starts: its roles set 1 x 240 + 2 x 240 = 720 registers over the warp groups, and the pool holds 3 x 168 = 504 (V13)}}
  tasync.warp_specialize role "one" warps 4 registers 240 {
    tasync.named_sync 0 warps 12
  } role "two" warps 8 registers 240 {
    tasync.named_sync 0 warps 12
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// A fence before the write that it should be behind.
func.func @fence_before(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %map = tasync.tensor_map %a : !mem -> !map
  %h0 = arith.constant 0.0 : f16
  %buf = tasync.alloc : !tile
  %v = tile.splat %h0 : f16 -> !reg
  scf.for %i = %c0 to %n step %c1 {
    tasync.single_thread {
      tasync.store_wait 0 read
    }
    tasync.sync
    tasync.fence_async
    tasync.local_store %v, %buf : !reg, !tile
    tasync.sync
    tasync.single_thread {
      // expected-error @+1 {{protocol broken: 'tasync.async_store' makes its asynchronous store's read of buffer 0 behind the ordinary write by role "kernel"}}
      tasync.async_store %buf to %map[%i, %i] : !tile, !map
      tasync.store_commit
    }
  }
  tasync.single_thread {
    tasync.store_wait 0 read
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// No barrier of the role before the copy out.
func.func @no_meeting(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %map = tasync.tensor_map %a : !mem -> !map
  %h0 = arith.constant 0.0 : f16
  %buf = tasync.alloc : !tile
  %v = tile.splat %h0 : f16 -> !reg
  scf.for %i = %c0 to %n step %c1 {
    tasync.single_thread {
      tasync.store_wait 0 read
    }
    tasync.sync
    tasync.local_store %v, %buf : !reg, !tile
    tasync.fence_async
    tasync.single_thread {
      // expected-error @+1 {{protocol broken: 'tasync.async_store' races in its asynchronous store's read of buffer 0 with the ordinary write by role "kernel"}}
      tasync.async_store %buf to %map[%i, %i] : !tile, !map
      tasync.store_commit
    }
  }
  tasync.single_thread {
    tasync.store_wait 0 read
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// No barrier of the role behind the wait for the copy out.
func.func @no_meeting_after(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %map = tasync.tensor_map %a : !mem -> !map
  %h0 = arith.constant 0.0 : f16
  %buf = tasync.alloc : !tile
  %v = tile.splat %h0 : f16 -> !reg
  scf.for %i = %c0 to %n step %c1 {
    tasync.single_thread {
      tasync.store_wait 0 read
    }
    // expected-error @+1 {{protocol broken: 'tasync.local_store' races in its ordinary write of buffer 0 with the asynchronous store's read by role "kernel"}}
    tasync.local_store %v, %buf : !reg, !tile
    tasync.fence_async
    tasync.sync
    tasync.single_thread {
      tasync.async_store %buf to %map[%i, %i] : !tile, !map
      tasync.store_commit
    }
  }
  tasync.single_thread {
    tasync.store_wait 0 read
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// The wait leaves the copy that reads the buffer.
func.func @waits_too_little(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %map = tasync.tensor_map %a : !mem -> !map
  %h0 = arith.constant 0.0 : f16
  %buf = tasync.alloc : !tile
  %v = tile.splat %h0 : f16 -> !reg
  scf.for %i = %c0 to %n step %c1 {
    tasync.single_thread {
      tasync.store_wait 1 read
    }
    tasync.sync
    // expected-error @+1 {{protocol broken: 'tasync.local_store' races in its ordinary write of buffer 0 with the asynchronous store's read by role "kernel"}}
    tasync.local_store %v, %buf : !reg, !tile
    tasync.fence_async
    tasync.sync
    tasync.single_thread {
      tasync.async_store %buf to %map[%i, %i] : !tile, !map
      tasync.store_commit
    }
  }
  tasync.single_thread {
    tasync.store_wait 0 read
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// The wait stands in another role than the copy out.
func.func @all_store_wait_elsewhere(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %map = tasync.tensor_map %a : !mem -> !map
  %h0 = arith.constant 0.0 : f16
  %buf = tasync.alloc : !tile
  %v = tile.splat %h0 : f16 -> !reg
  tasync.warp_specialize role "one" warps 4 {
    tasync.local_store %v, %buf : !reg, !tile
    tasync.fence_async
    tasync.sync
    tasync.single_thread {
      // expected-error @+1 {{protocol broken: 'tasync.async_store' may still read buffer 0 when role "one" ends: a tasync.store_wait must come last (V16)}}
      tasync.async_store %buf to %map[%c0, %c0] : !tile, !map
      tasync.store_commit
    }
    tasync.named_sync 0 warps 8
  } role "other" warps 4 {
    tasync.named_sync 0 warps 8
    tasync.single_thread {
      tasync.store_wait 0 read
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

// An ordinary write into a slot that a copy fills.
func.func @writes_into_copy(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
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
      %h0 = arith.constant 0.0 : f16
      %v = tile.splat %h0 : f16 -> !reg
      %slot = tasync.slot %ring[%s] : !ring
      // expected-error @+1 {{protocol broken: 'tasync.local_store' races in its ordinary write of slot 0 of buffer 0 with the fill by role "producer"}}
      tasync.local_store %v, %slot : !reg, !tile
      tasync.fence_async
      tasync.sync
      tasync.barrier_wait %full[%s], %ph : !bars
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
!bar = !tasync.barrier<1>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// A count of pieces for four warps, where one copies.
func.func @pieces_count(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bar
  tasync.barrier_init %full, 128 : !bar
  tasync.init_publish
  tasync.warp_specialize role "producer" warps 1 {
    tasync.copy %a[%c0, %c0] to %buf via "cp-async" bytes 16 : !mem, !tile
    tasync.copy_arrive %full[%i0] : !bar
  } role "consumer" warps 4 {
    // expected-error @+1 {{protocol broken: 'tasync.barrier_wait' never returns}}
    tasync.barrier_wait %full[%i0], %i0 : !bar
    %x = tasync.local_load %buf : !tile -> !reg
    tile.store %x, %a[%c0, %c0] : !reg, !mem
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

// Two consumers, and the count of one.
func.func @shared_empty(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
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
      tasync.barrier_arrive %empty[%s] warp : !bars
      %t = arith.addi %s, %i1 : i32
      %w = arith.cmpi eq, %t, %i2 : i32
      %next = arith.select %w, %i0, %t : i32
      %flip = arith.extui %w : i1 to i32
      %nph = arith.xori %ph, %flip : i32
      scf.yield %next, %nph, %d : i32, i32, !acc
    }
  } role "second" warps 4 {
    %c:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0, %ph = %i0, %acc = %zero) -> (i32, i32, !acc) {
      tasync.barrier_wait %full[%s], %ph : !bars
      %slot = tasync.slot %ring[%s] : !ring
      %m = tasync.mma %slot, %slot, %acc transpose_b : !tile, !tile, !acc
      %d = tasync.mma_wait 0 %m : !acc
      // expected-error @+1 {{protocol broken: 'tasync.barrier_arrive' reaches barrier 1[0]}}
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
