// One fault each.
//
// RUN: tile-opt %s --async-verify-protocol='trace=0' --split-input-file --verify-diagnostics -o /dev/null

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A read without a wait.
func.func @early(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  tasync.barrier_expect %full[%i0], 8192 : !bars
  tasync.async_load %map[%c0, %c0] to %buf signal %full[%i0] : !map, !tile, !bars
  // expected-error @+1 {{protocol broken: 'tasync.local_load' races in its ordinary read of buffer 0 with the fill by role "kernel", whose phase this warp did not wait for (V2)}}
  %x = tasync.local_load %buf : !tile -> !reg
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A read of nothing.
func.func @empty(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  // expected-error @+1 {{'tasync.local_load' makes its ordinary read of buffer 0, which nothing has written yet (V2)}}
  %x = tasync.local_load %buf : !tile -> !reg
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Too many bytes expected: the phase never ends.
func.func @bytes(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  tasync.barrier_expect %full[%i0], 8320 : !bars
  tasync.async_load %map[%c0, %c0] to %buf signal %full[%i0] : !map, !tile, !bars
  // expected-error @+1 {{protocol broken: 'tasync.barrier_wait' never returns: role "kernel" waits on barrier 0[0] for parity 0, where 0 of 1 arrivals and 128 of 8320 bytes are missing (V9)}}
  tasync.barrier_wait %full[%i0], %i0 : !bars
  %x = tasync.local_load %buf : !tile -> !reg
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Too few.
func.func @fewer(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  tasync.barrier_expect %full[%i0], 8064 : !bars
  // expected-error @+1 {{'tasync.async_load' brings more bytes to barrier 0[0] than its phase expects: 8064 expected, 8192 copied (V6)}}
  tasync.async_load %map[%c0, %c0] to %buf signal %full[%i0] : !map, !tile, !bars
  tasync.barrier_wait %full[%i0], %i0 : !bars
  %x = tasync.local_load %buf : !tile -> !reg
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// An arrival too many.
func.func @twice(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  // expected-error @+1 {{'tasync.barrier_arrive' arrives too often at barrier 0[0]: of the 1 arrivals that the phase expects 1 are left, and 4 come (V5)}}
  tasync.barrier_arrive %full[%i0] warp : !bars
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A second initialisation.
func.func @init(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  // expected-error @+1 {{'tasync.barrier_init' initialises barrier 0 a second time (B1)}}
  tasync.barrier_init %full, 1 : !bars
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Not initialised.
func.func @fresh(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  %other = tasync.barrier_alloc : !bars
  // expected-error @+1 {{'tasync.barrier_wait' uses barrier 1[0], which nothing has initialised (V1)}}
  tasync.barrier_wait %other[%i0], %i0 : !bars
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Initialised, not published.
func.func @unpublished(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  %other = tasync.barrier_alloc : !bars
  tasync.barrier_init %other, 1 : !bars
  // expected-error @+1 {{'tasync.barrier_wait' uses barrier 1[0] before tasync.init_publish has published its initialisation (V1)}}
  tasync.barrier_wait %other[%i0], %i0 : !bars
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// The refill of what ordinary loads have read needs a fence.
func.func @refill(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%ph = %i0) -> (i32) {
    tasync.barrier_expect %full[%i0], 8192 : !bars
    // expected-error @+1 {{'tasync.async_load' makes its fill of buffer 0 behind the ordinary read by role "kernel" without a tasync.fence_async that counts}}
    tasync.async_load %map[%c0, %c0] to %buf signal %full[%i0] : !map, !tile, !bars
    tasync.barrier_wait %full[%i0], %ph : !bars
    %x = tasync.local_load %buf : !tile -> !reg
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
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// It also needs the barrier of the role.
func.func @unsynchronised(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%ph = %i0) -> (i32) {
    tasync.barrier_expect %full[%i0], 8192 : !bars
    // expected-error @+1 {{'tasync.async_load' races in its fill of buffer 0 with the ordinary read by role "kernel", and nothing orders the two (V10)}}
    tasync.async_load %map[%c0, %c0] to %buf signal %full[%i0] : !map, !tile, !bars
    tasync.barrier_wait %full[%i0], %ph : !bars
    %x = tasync.local_load %buf : !tile -> !reg
    tasync.fence_async
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
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A parity that does not flip.
func.func @parity(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%ph = %i0) -> (i32) {
    tasync.barrier_expect %full[%i0], 8192 : !bars
    tasync.async_load %map[%c0, %c0] to %buf signal %full[%i0] : !map, !tile, !bars
    // expected-error @+1 {{'tasync.barrier_wait' waits on barrier 0[0] for parity 0 while a later phase is already over: it can return for the wrong phase or never (the barrier has completed phases that this role did not wait for) (V3)}}
    tasync.barrier_wait %full[%i0], %i0 : !bars
    %x = tasync.local_load %buf : !tile -> !reg
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
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// An accumulator that is used while its MMA is under way.
func.func @inflight(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  tasync.barrier_expect %full[%i0], 8192 : !bars
  tasync.async_load %map[%c0, %c0] to %buf signal %full[%i0] : !map, !tile, !bars
  tasync.barrier_wait %full[%i0], %i0 : !bars
  %z = tile.splat %f0 : f32 -> !acc
  %w = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (!acc) {
    %m = tasync.mma %buf, %buf, %acc transpose_b : !tile, !tile, !acc
    %v = tasync.mma_wait 1 %m : !acc
    scf.yield %v : !acc
  }
  // expected-error @+1 {{'arith.negf' uses the result of an MMA that may be under way: a tasync.mma_wait that covers it must stand between (V12)}}
  %y = arith.negf %w : !acc
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A store that may still read when the kernel ends.
func.func @exit(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  tasync.barrier_expect %full[%i0], 8192 : !bars
  tasync.async_load %map[%c0, %c0] to %buf signal %full[%i0] : !map, !tile, !bars
  tasync.barrier_wait %full[%i0], %i0 : !bars
  tasync.single_thread {
    // expected-error @+1 {{'tasync.async_store' may still read buffer 0 when role "kernel" ends: a tasync.store_wait must come last (V16)}}
    tasync.async_store %buf to %map[%c0, %c0] : !tile, !map
    tasync.store_commit
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A generic write that an asynchronous store reads, not fenced.
func.func @unfenced(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %map = tasync.tensor_map %a : !mem -> !map
  %buf = tasync.alloc : !tile
  %full = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.init_publish
  %y = tile.load %a[%c0, %c0] : !mem -> !reg
  tasync.local_store %y, %buf : !reg, !tile
  tasync.sync
  tasync.single_thread {
    // expected-error @+1 {{'tasync.async_store' makes its asynchronous store's read of buffer 0 behind the ordinary write by role "kernel" without a tasync.fence_async that counts}}
    tasync.async_store %buf to %map[%c0, %c0] : !tile, !map
    tasync.store_commit
    tasync.store_wait 0 read
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<1>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!reg = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A second warp of the producer waits, and nothing waits for it.
func.func @slowwarp(%a: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32} {
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
  tasync.warp_specialize role "producer" warps 2 {
    %p = scf.for %i = %c0 to %n step %c1 iter_args(%ph = %i1) -> (i32) {
      tasync.barrier_wait %empty[%i0], %ph : !bars
      tasync.fence_async
      tasync.barrier_expect %full[%i0], 8192 : !bars
      tasync.async_load %map[%i, %i] to %buf signal %full[%i0] : !map, !tile, !bars
      %nph = arith.xori %ph, %i1 : i32
      scf.yield %nph : i32
    }
  } role "idle" warps 2 {
  } role "consumer" warps 4 {
    %c = scf.for %i = %c0 to %n step %c1 iter_args(%ph = %i0) -> (i32) {
      tasync.barrier_wait %full[%i0], %ph : !bars
      %x = tasync.local_load %buf : !tile -> !reg
      // expected-error @+1 {{'tasync.barrier_arrive' can complete a phase of barrier 1[0] while a warp of role "producer" has not left the wait for the phase before, which would then never return (V7)}}
      tasync.barrier_arrive %empty[%i0] thread : !bars
      tile.store %x, %a[%i, %i] : !reg, !mem
      %nph = arith.xori %ph, %i1 : i32
      scf.yield %nph : i32
    }
  }
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Copies by cp.async that nothing waits for.
func.func @pieces(%a: !mem) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %buf = tasync.alloc : !tile
  %zero = tile.splat %f0 : f32 -> !acc
  tasync.copy %a[%c0, %c0] to %buf via "cp-async" bytes 16 : !mem, !tile
  tasync.fence_async
  tasync.sync
  // expected-error @+1 {{races in its MMA read of buffer 0 with the copy by cp.async by role "kernel", which may still be under way: a tasync.copy_wait, or a tasync.copy_arrive and a wait for its phase, must stand between (V2)}}
  %m = tasync.mma %buf, %buf, %zero transpose_b : !tile, !tile, !acc
  %d = tasync.mma_wait 0 %m : !acc
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// Their fence stands before their end.
func.func @early_fence(%a: !mem) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %buf = tasync.alloc : !tile
  %zero = tile.splat %f0 : f32 -> !acc
  tasync.copy %a[%c0, %c0] to %buf via "cp-async" bytes 16 : !mem, !tile
  tasync.fence_async
  tasync.copy_wait
  tasync.sync
  // expected-error @+1 {{makes its MMA read of buffer 0 behind the copy by cp.async by role "kernel" without a tasync.fence_async that counts}}
  %m = tasync.mma %buf, %buf, %zero transpose_b : !tile, !tile, !acc
  %d = tasync.mma_wait 0 %m : !acc
  return
}

// -----

// Two roles wait for each other at two barriers, in different order.
func.func @crossed() attributes {tasync.warp_groups = 2 : i32} {
  tasync.warp_specialize role "a" warps 4 {
    // expected-error @+1 {{never returns: role "a" waits at named barrier 0, where 4 of 8 warps are missing; role "b" waits at named barrier 1, where 4 of 8 warps are missing (V9)}}
    tasync.named_sync 0 warps 8
    tasync.named_sync 1 warps 8
  } role "b" warps 4 {
    tasync.named_sync 1 warps 8
    tasync.named_sync 0 warps 8
  }
  return
}

// -----

func.func @counts() attributes {tasync.warp_groups = 2 : i32} {
  tasync.warp_specialize role "a" warps 4 {
    tasync.named_sync 0 warps 8
  } role "b" warps 4 {
    // expected-error @+1 {{counts 4 warps at named barrier 0, elsewhere 8 (N3)}}
    tasync.named_arrive 0 warps 4
  }
  return
}
