// Copies by threads: who arrives, where fences stand, who waits.
//
// RUN: tile-opt %s --async-insert-mbarriers 2>/dev/null | FileCheck %s
// RUN: tile-opt %s --async-insert-mbarriers='barrier-per=copy' 2>/dev/null | FileCheck %s --check-prefix=EACH

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!row = !tasync.buffer<64xf16>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!vec = memref<?xf16>
!ring = !tasync.pipeline<stages = 2, [!tile, !tile, !row]>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
!bias = tensor<64xf16, #tasync.slice<axis = 0, parent = #tasync.mma<wgs = 1, n = 64>>>

// One slot, three kinds: the bytes of A (1), each thread of the producer for
// its pieces of B (128), each warp for what its threads stored of the bias (4).
//
// CHECK-LABEL: func.func @mixed
// CHECK: tasync.barrier_init %[[FULL:.*]], 133 :
// CHECK: tasync.barrier_init %[[EMPTY:.*]], 4 :
// CHECK: role "producer"
// CHECK: tasync.barrier_wait %[[EMPTY]]
// CHECK-NEXT: tasync.barrier_expect %[[FULL]][%{{.*}}], 8192 :
// CHECK: tasync.async_load %{{.*}} signal %[[FULL]]
// CHECK-NEXT: tasync.copy %{{.*}} via "cp-async" bytes 16 : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<64x64xf16, swizzle = 128>{{$}}
// CHECK-NEXT: tasync.copy %{{.*}} via "plain"
// CHECK-NEXT: tasync.fence_async
// CHECK-NEXT: tasync.copy_arrive %[[FULL]]
// CHECK-NEXT: tasync.barrier_arrive %[[FULL]][%{{.*}}] warp
// CHECK: role "consumer"
// CHECK: tasync.barrier_wait %[[FULL]]
// CHECK-NEXT: tasync.fence_async
// CHECK: tasync.local_load
// CHECK: tasync.fence_async
// CHECK-NEXT: tasync.barrier_arrive %[[EMPTY]]

// With a barrier for each copy each counts its own, and what cp.async brings
// is fenced where it is waited for.
//
// EACH-LABEL: func.func @mixed
// EACH: tasync.barrier_init %[[A:.*]], 1 :
// EACH: tasync.barrier_init %[[B:.*]], 128 :
// EACH: tasync.barrier_init %[[C:.*]], 4 :
// EACH: role "producer"
// EACH: tasync.barrier_expect %[[A]][%{{.*}}], 8192 :
// EACH: tasync.copy_arrive %[[B]]
// EACH-NEXT: tasync.barrier_arrive %[[C]][%{{.*}}] warp
// EACH: role "consumer"
// EACH: tasync.barrier_wait %[[A]]
// EACH-NOT: fence_async
// EACH: tasync.barrier_wait %[[B]]
// EACH-NEXT: tasync.fence_async
// EACH: tasync.barrier_wait %[[C]]
// EACH-NOT: fence_async
// EACH: tasync.local_load
func.func @mixed(%a: !mem, %b: !mem, %v: !vec, %k: index) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %p = tasync.pipeline_create : !ring
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  tasync.warp_specialize role "producer" warps 4 {
    scf.for %i = %c0 to %k step %c64 {
      %s:3 = tasync.pipeline_acquire %p : !ring
      tasync.async_load %m[%c0, %i] to %s#0 : !map, !tile
      tasync.copy %b[%c0, %i] to %s#1 via "cp-async" bytes 16 : !mem, !tile
      tasync.copy %v[%i] to %s#2 via "plain" : !vec, !row
      tasync.pipeline_commit %p : !ring
    }
  } role "consumer" warps 4 {
    %zero = arith.constant dense<0.0> : !acc
    scf.for %i = %c0 to %k step %c64 {
      %s:3 = tasync.pipeline_wait %p : !ring
      %x = tasync.mma %s#0, %s#1, %zero : !tile, !tile, !acc
      %y = tasync.mma_wait 0 %x : !acc
      %z = tasync.local_load %s#2 : !row -> !bias
      tasync.pipeline_release %p : !ring
    }
  }
  return
}

// Where only threads write and only threads read there is nothing to fence, and
// nothing to announce.
//
// CHECK-LABEL: func.func @threads_only
// CHECK: tasync.barrier_init %[[FULL:.*]], 132 :
// CHECK-NOT: barrier_expect
// CHECK-NOT: fence_async
// CHECK: return
func.func @threads_only(%v: !vec, %k: index) attributes {tasync.warp_groups = 1 : i32} {
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!row]>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %k step %c64 {
    %s = tasync.pipeline_acquire %p : !tasync.pipeline<stages = 2, [!row]>
    tasync.copy %v[%i] to %s via "any" bytes 16 : !vec, !row
    tasync.pipeline_commit %p : !tasync.pipeline<stages = 2, [!row]>
    %w = tasync.pipeline_wait %p : !tasync.pipeline<stages = 2, [!row]>
    %z = tasync.local_load %w : !row -> !bias
    tasync.pipeline_release %p : !tasync.pipeline<stages = 2, [!row]>
  }
  return
}

// A bulk copy announces its own bytes, and each warp arrives for the zeros,
// which the next one may write over: behind a fence.
//
// CHECK-LABEL: func.func @rows
// CHECK: tasync.barrier_init %[[FULL:.*]], 4 :
// CHECK: tasync.copy %{{.*}} via "bulk" signal %[[FULL]][%{{.*}}]
// CHECK-NEXT: tasync.fence_async
// CHECK-NEXT: tasync.barrier_arrive %[[FULL]][%{{.*}}] warp
// CHECK: tasync.local_load
// CHECK: tasync.fence_async
func.func @rows(%v: !vec, %k: index) attributes {tasync.warp_groups = 1 : i32} {
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!row]>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %k step %c64 {
    %s = tasync.pipeline_acquire %p : !tasync.pipeline<stages = 2, [!row]>
    tasync.copy %v[%i] to %s via "bulk" : !vec, !row
    tasync.pipeline_commit %p : !tasync.pipeline<stages = 2, [!row]>
    %w = tasync.pipeline_wait %p : !tasync.pipeline<stages = 2, [!row]>
    %z = tasync.local_load %w : !row -> !bias
    tasync.pipeline_release %p : !tasync.pipeline<stages = 2, [!row]>
  }
  return
}

// Tokens: threads wait for their own copies, then for each other; an mbarrier
// stands for bulk and tensor copies only.
//
// CHECK-LABEL: func.func @tokens
// CHECK: tasync.barrier_init %[[BAR:.*]], 5 :
// CHECK-NOT: barrier_init
// CHECK: tasync.barrier_expect %[[BAR]][%{{.*}}], 8192 :
// CHECK-NEXT: tasync.async_load %{{.*}} signal %[[BAR]]
// CHECK: tasync.copy %{{.*}} via "cp-async" bytes 16 : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<64x64xf16, swizzle = 128>{{$}}
// CHECK: tasync.copy %{{.*}} via "bulk" signal %[[BAR]]
// CHECK-NEXT: tasync.fence_async
// CHECK-NEXT: tasync.barrier_arrive %[[BAR]][%{{.*}}] warp
// CHECK-NEXT: tasync.copy_wait
// CHECK-NEXT: tasync.fence_async
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: tasync.barrier_wait %[[BAR]]
// CHECK: tasync.mma
// CHECK: tasync.copy %{{.*}} via "plain"
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: tasync.local_load
func.func @tokens(%a: !mem, %b: !mem, %v: !vec) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %x = tasync.alloc : !tile
  %y = tasync.alloc : !tile
  %r = tasync.alloc : !row
  %q = tasync.alloc : !row
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : !acc
  %t0 = tasync.async_load %m[%c0, %c0] to %x : !map, !tile -> !tasync.token
  %t1 = tasync.copy %b[%c0, %c0] to %y via "cp-async" bytes 16 : !mem, !tile -> !tasync.token
  %t2 = tasync.copy %v[%c0] to %r via "bulk" : !vec, !row -> !tasync.token
  tasync.wait %t0, %t1, %t2
  %z = tasync.mma %x, %y, %zero : !tile, !tile, !acc
  %w = tasync.mma_wait 0 %z : !acc
  %t3 = tasync.copy %v[%c0] to %q via "plain" : !vec, !row -> !tasync.token
  tasync.wait %t3
  %l = tasync.local_load %q : !row -> !bias
  return
}

// A ring that one thread fills in a role whose warps all copy: that thread
// alone waits for it, since nothing in the ring waits for the other warps.
//
// CHECK-LABEL: func.func @beside
// CHECK: tasync.barrier_init %[[F:.*]], 1 :
// CHECK: tasync.barrier_init %[[E:.*]], 4 :
// CHECK: role "producer"
// CHECK: tasync.single_thread {
// CHECK-NEXT: tasync.barrier_wait %[[E]]
// CHECK-NEXT: }
// CHECK-NEXT: tasync.barrier_expect %[[F]]
// CHECK: tasync.async_load
// CHECK-NOT: single_thread
// CHECK: tasync.barrier_wait
// CHECK: tasync.copy
// CHECK: role "consumer"
!pair = !tasync.pipeline<stages = 2, [!tile]>
!rows = !tasync.pipeline<stages = 2, [!row]>
func.func @beside(%a: !mem, %v: !vec, %k: index) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %p = tasync.pipeline_create : !pair
  %q = tasync.pipeline_create : !rows
  tasync.warp_specialize role "producer" warps 4 {
    %s = tasync.pipeline_acquire %p : !pair
    tasync.async_load %m[%k, %k] to %s : !map, !tile
    tasync.pipeline_commit %p : !pair
    %r = tasync.pipeline_acquire %q : !rows
    tasync.copy %v[%k] to %r via "plain" : !vec, !row
    tasync.pipeline_commit %q : !rows
  } role "consumer" warps 4 {
    %s = tasync.pipeline_wait %p : !pair
    %x = tasync.local_load %s : !tile -> tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
    tasync.pipeline_release %p : !pair
    %r = tasync.pipeline_wait %q : !rows
    %y = tasync.local_load %r : !row -> !bias
    tasync.pipeline_release %q : !rows
    tile.store %x, %a[%k, %k] : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>, !mem
    tile.store %y, %v[%k] : !bias, !vec
  }
  return
}
