// RUN: tile-opt %s --async-insert-mbarriers --split-input-file --verify-diagnostics

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @inner(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %on {
    // expected-error@+1 {{must stand in the entry block of the kernel, since its barriers are initialised there}}
    %p = tasync.pipeline_create : !ring
  }
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @empty(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tasync.pipeline_create : !ring
  // expected-error@+1 {{acquires a slot that no load fills}}
  %s:2 = tasync.pipeline_acquire %p : !ring
  tasync.pipeline_commit %p : !ring
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @generic(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tasync.pipeline_create : !ring
  %s:2 = tasync.pipeline_acquire %p : !ring
  // expected-error@+1 {{fills a pipeline slot, which only tasync.async_load, tasync.copy and tasync.local_store can}}
  %x = tasync.local_load %s#0 : !buf -> !tile
  tasync.pipeline_commit %p : !ring
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @guarded(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tasync.pipeline_create : !ring
  // expected-note@+1 {{the slot is acquired here}}
  %s:2 = tasync.pipeline_acquire %p : !ring
  scf.if %on {
    // expected-error@+1 {{must stand between the acquire and the commit of its slot, in the same block: the bytes of a phase must be the same every time}}
    tasync.async_load %ma[%c0, %c0] to %s#0 : !map, !buf
  }
  tasync.pipeline_commit %p : !ring
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @keeps(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tasync.pipeline_create : !ring
  %s:2 = tasync.pipeline_acquire %p : !ring
  tasync.async_load %ma[%c0, %c0] to %s#0 : !map, !buf
  tasync.pipeline_commit %p : !ring
  %f:2 = tasync.pipeline_wait %p : !ring
  // expected-error@+1 {{keep}}
  tasync.pipeline_release %p keep 3 : !ring
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @two_producers(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{is filled by two roles, but its slots have one order}}
  %p = tasync.pipeline_create : !ring
  tasync.warp_specialize role "a" warps 4 {
    // expected-note@+1 {{here}}
    %s:2 = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%c0, %c0] to %s#0 : !map, !buf
    tasync.pipeline_commit %p : !ring
  } role "b" warps 4 {
    // expected-note@+1 {{here}}
    %s:2 = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%c0, %c0] to %s#0 : !map, !buf
    tasync.pipeline_commit %p : !ring
  }
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @never_released(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tasync.pipeline_create : !ring
  tasync.warp_specialize role "a" warps 4 {
    %s:2 = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%c0, %c0] to %s#0 : !map, !buf
    tasync.pipeline_commit %p : !ring
  } role "b" warps 4 {
    // expected-error@+1 {{waits for slots that this role never releases}}
    %f:2 = tasync.pipeline_wait %p : !ring
  }
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @released_elsewhere(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tasync.pipeline_create : !ring
  tasync.warp_specialize role "a" warps 4 {
    %s:2 = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%c0, %c0] to %s#0 : !map, !buf
    tasync.pipeline_commit %p : !ring
    // expected-error@+1 {{releases slots that this role does not wait for}}
    tasync.pipeline_release %p : !ring
  } role "b" warps 4 {
    %f:2 = tasync.pipeline_wait %p : !ring
    tasync.pipeline_release %p : !ring
  }
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @token_unused(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tasync.alloc : !buf
  // expected-error@+1 {{has a token that nothing waits for}}
  %t = tasync.async_load %ma[%c0, %c0] to %a : !map, !buf -> !tasync.token
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @token_elsewhere(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tasync.alloc : !buf
  // expected-note@+1 {{the load is here}}
  %t = tasync.async_load %ma[%c0, %c0] to %a : !map, !buf -> !tasync.token
  scf.if %on {
    // expected-error@+1 {{must stand in the block of the load that it waits for}}
    tasync.wait %t
  }
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @token_twice(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tasync.alloc : !buf
  // expected-error@+1 {{is waited for twice}}
  %t = tasync.async_load %ma[%c0, %c0] to %a : !map, !buf -> !tasync.token
  tasync.wait %t
  tasync.wait %t
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @token_carried(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tasync.alloc : !buf
  %t = tasync.async_load %ma[%c0, %c0] to %a : !map, !buf -> !tasync.token
  %u = scf.for %k = %c0 to %n step %c1 iter_args(%x = %t) -> (!tasync.token) {
    scf.yield %x : !tasync.token
  }
  // expected-error@+1 {{waits for a token that is carried through control flow; only tokens of loads in the same block can become a barrier}}
  tasync.wait %u
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @lost(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tasync.pipeline_create : !ring
  // expected-error@+1 {{'scf.for' op continues a position that was changed inside a region it cannot be carried out of}}
  scf.for %i = %c0 to %n step %c1 {
    tasync.single_thread {
      scf.for %k = %c0 to %n step %c1 {
        %s:2 = tasync.pipeline_acquire %p : !ring
        tasync.async_load %ma[%c0, %c0] to %s#0 : !map, !buf
        tasync.pipeline_commit %p : !ring
      }
    }
    %f:2 = tasync.pipeline_wait %p : !ring
    tasync.pipeline_release %p : !ring
  }
  return
}

// -----

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// expected-error@+1 {{has several blocks, but positions in pipelines are carried through structured control flow only}}
func.func @blocks(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tasync.pipeline_create : !ring
  cf.br ^next
^next:
  %s:2 = tasync.pipeline_acquire %p : !ring
  tasync.async_load %ma[%c0, %c0] to %s#0 : !map, !buf
  tasync.pipeline_commit %p : !ring
  %f:2 = tasync.pipeline_wait %p : !ring
  tasync.pipeline_release %p : !ring
  return
}

// -----

!ring1 = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>]>

func.func @holds(%n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring1
  tasync.warp_specialize role "one" warps 4 {
    %f = tasync.pipeline_wait %p : !ring1
    // expected-error@+1 {{skips a slot while the role may hold 1}}
    tasync.pipeline_skip %p : !ring1
    tasync.pipeline_release %p : !ring1
  }
  return
}

// -----

!ring1 = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>]>

func.func @all(%n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring1
  tasync.warp_specialize role "one" warps 4 {
    %f = tasync.pipeline_wait %p : !ring1
    tasync.pipeline_release %p : !ring1
    tasync.pipeline_skip %p : !ring1
  } role "all" warps 4 {
    // expected-error@+1 {{waits for every slot of a ring at which other roles take turns}}
    %f = tasync.pipeline_wait %p : !ring1
    tasync.pipeline_release %p : !ring1
  }
  return
}

// -----

!ring1 = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>]>

func.func @warps(%n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring1
  tasync.warp_specialize role "one" warps 4 {
    %f = tasync.pipeline_wait %p : !ring1
    tasync.pipeline_release %p : !ring1
    // expected-error@+1 {{takes turns at a ring with 4 warps, but another role does with 8}}
    tasync.pipeline_skip %p : !ring1
  } role "two" warps 8 {
    tasync.pipeline_skip %p : !ring1
    %f = tasync.pipeline_wait %p : !ring1
    tasync.pipeline_release %p : !ring1
  }
  return
}

// -----

!ring1 = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>]>

func.func @partly(%n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring1
  tasync.warp_specialize role "one" warps 4 {
    tasync.single_thread {
      // expected-note@+1 {{the other is here}}
      %f = tasync.pipeline_wait %p : !ring1
    }
    // expected-error@+1 {{reads a ring in one thread in one place and in all threads of the role in another}}
    tasync.pipeline_release %p : !ring1
  }
  return
}
