// Loops that are left as they were, each with its reason.
//
// RUN: tile-opt %s --async-pipeline='stages=4 prefetch=1' --verify-diagnostics > %t.after
// RUN: tile-opt %s > %t.before
// RUN: diff %t.before %t.after

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @under_if(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: a load stands under 'scf.execute_region', so not every iteration fills a slot}}
  scf.for %k = %c0 to %n step %c1 {
    scf.execute_region {
      // expected-note@+1 {{'tasync.async_load' is here}}
      %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
      tasync.wait %t
      %x = tasync.local_load %a : !buf -> !tile
      scf.yield
    }
    tasync.fence_async
    tasync.sync
  }
  return
}

// Which iterations load is not known ahead.
func.func @condition(%A: !mem, %B: !mem, %I: memref<?xi1>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: the condition of a load depends on 'memref.load', which the loop computes}}
  scf.for %k = %c0 to %n step %c1 {
    // expected-note@+1 {{'memref.load' is here}}
    %i = memref.load %I[%k] : memref<?xi1>
    memref.store %on, %I[%k] : memref<?xi1>
    scf.if %i {
      %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
      tasync.wait %t
      %x = tasync.local_load %a : !buf -> !tile
      tasync.fence_async
      tasync.sync
    }
  }
  return
}

// What the load brings is also used where it is not loaded.
func.func @beside(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: a loaded buffer is also used outside the condition of its load}}
  scf.for %k = %c0 to %n step %c1 {
    scf.if %on {
      %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
      tasync.wait %t
    }
    // expected-note@+1 {{'tasync.local_load' is here}}
    %x = tasync.local_load %a : !buf -> !tile
    tasync.fence_async
    tasync.sync
  }
  return
}

func.func @while(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: with a prefetch, an scf.while has no trip count to run ahead of}}
  %z = scf.while (%k = %c0) : (index) -> index {
    %in = arith.cmpi slt, %k, %n : index
    scf.condition(%in) %k : index
  } do {
  ^bb0(%k: index):
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    tasync.fence_async
    tasync.sync
    %k1 = arith.addi %k, %c1 : index
    scf.yield %k1 : index
  }
  return
}

func.func @unwaited(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: nothing waits for a load}}
  scf.for %k = %c0 to %n step %c1 {
    // expected-note@+1 {{'tasync.async_load' is here}}
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.fence_async
    tasync.sync
  }
  return
}

func.func @token_elsewhere(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: the token of a load is not simply waited for in the loop}}
  scf.for %k = %c0 to %n step %c1 {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    scf.if %on {
      // expected-note@+1 {{'tasync.wait' is here}}
      tasync.wait %t
    }
    tasync.fence_async
    tasync.sync
  }
  return
}

func.func @data(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: the position of a load depends on 'memref.load', which the loop computes}}
  scf.for %k = %c0 to %n step %c1 {
    // expected-note@+1 {{'memref.load' is here}}
    %i = memref.load %I[%k] : memref<?xindex>
    memref.store %k, %I[%i] : memref<?xindex>
    %t = tasync.async_load %ma[%i, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    tasync.fence_async
    tasync.sync
  }
  return
}

// With a prefetch only: see positions in ring.mlir.
func.func @carried(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: with a prefetch, the positions of loads must follow from the induction variable, found a carried value}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (index) {
    %t = tasync.async_load %ma[%i, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    tasync.fence_async
    tasync.sync
    %next = arith.addi %i, %k : index
    scf.yield %next : index
  }
  return
}

func.func @narrow(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %s = arith.constant 1 : i32
  %m = arith.index_cast %n : index to i32
  // expected-remark@+1 {{loop not pipelined: with a prefetch, the induction variable must be an index, found i32}}
  scf.for %j = %z to %m step %s : i32 {
    %k = arith.index_cast %j : i32 to index
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    tasync.fence_async
    tasync.sync
  }
  return
}

func.func @unsigned(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %s = arith.constant 1 : i32
  %m = arith.index_cast %n : index to i32
  // expected-remark@+1 {{loop not pipelined: with a prefetch, bounds must be compared as signed numbers}}
  scf.for unsigned %j = %z to %m step %s : i32 {
    %k = arith.index_cast %j : i32 to index
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    tasync.fence_async
    tasync.sync
  }
  return
}

// Running ahead would read what the store has not written yet.
func.func @written(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: 'memref.store' may write the memory that a load reads}}
  scf.for %k = %c0 to %n step %c1 {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    %v = arith.constant 0.0 : f16
    // expected-note@+1 {{'memref.store' is here}}
    memref.store %v, %A[%c0, %c0] : !mem
    tasync.fence_async
    tasync.sync
  }
  return
}

// A view is its buffer.
func.func @written_view(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = memref.cast %A : !mem to memref<?x?xf16, strided<[?, ?]>>
  // expected-remark@+1 {{loop not pipelined: 'memref.store' may write the memory that a load reads}}
  scf.for %k = %c0 to %n step %c1 {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    %v = arith.constant 0.0 : f16
    // expected-note@+1 {{'memref.store' is here}}
    memref.store %v, %w[%c0, %c0] : memref<?x?xf16, strided<[?, ?]>>
    tasync.fence_async
    tasync.sync
  }
  return
}

// So is what another copy writes.
func.func @written_tma(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tasync.alloc : !buf
  // expected-remark@+1 {{loop not pipelined: 'tasync.async_store' may write the memory that a load reads}}
  scf.for %k = %c0 to %n step %c1 {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    tasync.single_thread {
      // expected-note@+1 {{'tasync.async_store' is here}}
      tasync.async_store %s to %ma[%c0, %c0] : !buf, !map
      tasync.store_commit
    }
    tasync.fence_async
    tasync.sync
  }
  return
}

func.func @called(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: 'func.call' may write the memory that a load reads}}
  scf.for %k = %c0 to %n step %c1 {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    // expected-note@+1 {{'func.call' is here}}
    func.call @unknown() : () -> ()
    tasync.fence_async
    tasync.sync
  }
  return
}

func.func @outside(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: a loaded buffer is also used outside the loop}}
  scf.for %k = %c0 to %n step %c1 {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    tasync.fence_async
    tasync.sync
  }
  // expected-note@+1 {{'tasync.local_load' is here}}
  %y = tasync.local_load %a : !buf -> !tile
  return
}

func.func @twice(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: two loads fill one buffer}}
  scf.for %k = %c0 to %n step %c1 {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    tasync.fence_async
    tasync.sync
    // expected-note@+1 {{'tasync.async_load' is here}}
    %u = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %u
    tasync.fence_async
    tasync.sync
  }
  return
}

func.func @early(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop not pipelined: a loaded buffer is used in front of the wait for it}}
  scf.for %k = %c0 to %n step %c1 {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    // expected-note@+1 {{'tasync.local_load' is here}}
    %x = tasync.local_load %a : !buf -> !tile
    tasync.wait %t
    tasync.fence_async
    tasync.sync
  }
  return
}

func.func @slot(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ring = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
  %z = arith.constant 0 : i32
  %s = tasync.slot %ring[%z] : !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
  // expected-remark@+1 {{loop not pipelined: a load fills a buffer that is not one allocation}}
  scf.for %k = %c0 to %n step %c1 {
    // expected-note@+1 {{'tasync.async_load' is here}}
    %t = tasync.async_load %ma[%k, %c0] to %s : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %s : !buf -> !tile
    tasync.fence_async
    tasync.sync
  }
  return
}

// The accumulator is waited for in the next iteration, behind the refill.
func.func @unfinished(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  // expected-remark@+1 {{loop not pipelined: the iteration does not wait for an MMA on a loaded buffer}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (!acc) {
    %done = tasync.mma_wait 0 %acc : !acc
    tasync.sync
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    // expected-note@+1 {{'tasync.mma' is here}}
    %x = tasync.mma %a, %a, %done transpose_b : !buf, !buf, !acc
    scf.yield %x : !acc
  }
  %end = tasync.mma_wait 0 %r : !acc
  return
}

// A copy out of the buffer may last beyond the iteration.
func.func @copied(%A: !mem, %B: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mb = tasync.tensor_map %B : !mem -> !map
  // expected-remark@+1 {{loop not pipelined: 'tasync.async_store' uses a loaded buffer, and when it is done with it is not known}}
  scf.for %k = %c0 to %n step %c1 {
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    tasync.single_thread {
      // expected-note@+1 {{'tasync.async_store' is here}}
      tasync.async_store %a to %mb[%k, %c0] : !buf, !map
      tasync.store_commit
      tasync.store_wait 0 read
    }
    tasync.fence_async
    tasync.sync
  }
  return
}

func.func private @unknown()
