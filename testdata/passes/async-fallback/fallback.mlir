// RUN: tile-opt %s --async-fallback --allow-unregistered-dialect --split-input-file 2>/dev/null | FileCheck %s
// RUN: tile-opt %s --async-fallback --allow-unregistered-dialect --split-input-file --verify-diagnostics

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!rows = !tasync.buffer<16x64xf16>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!ring = !tasync.pipeline<stages = 2, [!tile, !tile, !rows]>

// Every copy loses what it asks for; what one thread did to fill slots, all
// threads do; the kernel itself stays as it is.
//
// CHECK-LABEL: func.func @roles(
// CHECK: tasync.tensor_map
// CHECK: tasync.async_load
// CHECK: via "cp-async" bytes 8
// CHECK: via "bulk"
// CHECK-LABEL: func.func @roles_direct(
// CHECK-SAME: tasync.fallback_of = @roles
// CHECK-NOT: tensor_map
// CHECK: role "producer" warps 4 {
// CHECK-NEXT: scf.for
// CHECK-NEXT: %[[S:.*]]:3 = tasync.pipeline_acquire
// CHECK-NEXT: tasync.copy %arg0[%{{.*}}, %{{.*}}] to %[[S]]#0 via "any" bytes 16 {note}
// CHECK-NEXT: tasync.copy %arg1[%{{.*}}, %{{.*}}] to %[[S]]#1 via "any" bytes 8
// CHECK-NEXT: tasync.copy %arg1[%{{.*}}, %{{.*}}] to %[[S]]#2 via "any" bytes 16
// CHECK-NEXT: tasync.pipeline_commit
// expected-remark@+1 {{stands in where arguments are not aligned or empty: 3 copies are done by all threads of their role}}
func.func @roles(%a: !mem, %b: !mem, %k: index) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %p = tasync.pipeline_create : !ring
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  tasync.warp_specialize role "producer" warps 4 {
    scf.for %i = %c0 to %k step %c64 {
      %s:3 = tasync.pipeline_acquire %p : !ring
      tasync.async_load %m[%c0, %i] to %s#0 {note} : !map, !tile
      tasync.copy %b[%c0, %i] to %s#1 via "cp-async" bytes 8 : !mem, !tile
      tasync.copy %b[%c0, %i] to %s#2 via "bulk" : !mem, !rows
      tasync.pipeline_commit %p : !ring
    }
  } role "consumer" warps 4 {
    scf.for %i = %c0 to %k step %c64 {
      %s:3 = tasync.pipeline_wait %p : !ring
      tasync.pipeline_release %p : !ring
    }
  }
  return
}

// -----

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>

// The stand-in that is there is converted. The body of one thread goes.
//
// CHECK-LABEL: func.func @there(
// CHECK: tasync.single_thread
// CHECK-LABEL: func.func @other(
// CHECK-SAME: tasync.fallback_of = @there
// CHECK-NOT: single_thread
// CHECK: %[[T:.*]] = tasync.copy %arg0[%{{.*}}, %{{.*}}] to %{{.*}} via "any" bytes 16 {{.*}} -> !tasync.token
// CHECK-NEXT: tasync.wait %[[T]]
// CHECK-NOT: func.func
func.func @there(%a: !mem) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!tile]>
  %c0 = arith.constant 0 : index
  tasync.single_thread {
    %s = tasync.pipeline_acquire %p : !tasync.pipeline<stages = 2, [!tile]>
    tasync.async_load %m[%c0, %c0] to %s : !map, !tile
    tasync.pipeline_commit %p : !tasync.pipeline<stages = 2, [!tile]>
  }
  return
}

// expected-remark@+1 {{stands in where arguments are not aligned or empty: 1 copies are done by all threads of their role}}
func.func @other(%a: !mem) attributes {tasync.warp_groups = 1 : i32, tasync.fallback_of = @there} {
  %m = tasync.tensor_map %a : !mem -> !map
  %b = tasync.alloc : !tile
  %c0 = arith.constant 0 : index
  %t = tasync.async_load %m[%c0, %c0] to %b : !map, !tile -> !tasync.token
  tasync.wait %t
  return
}

// -----

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>

// A name that is taken is not taken again.
//
// CHECK-LABEL: func.func @named(
// CHECK-LABEL: func.func @named_direct_0(
// CHECK-NOT: single_thread
// CHECK: tasync.copy
// expected-remark@+1 {{stands in}}
func.func @named(%a: !mem) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!tile]>
  %c0 = arith.constant 0 : index
  tasync.single_thread {
    %s = tasync.pipeline_acquire %p : !tasync.pipeline<stages = 2, [!tile]>
    tasync.async_load %m[%c0, %c0] to %s : !map, !tile
    tasync.pipeline_commit %p : !tasync.pipeline<stages = 2, [!tile]>
  }
  return
}

// CHECK: func.func @named_direct()
func.func @named_direct() {
  return
}

// -----

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>

// Nothing is asked for: nothing changes.
//
// CHECK-LABEL: func.func @asks_nothing(
// CHECK-NOT: func.func
func.func @asks_nothing(%a: !mem) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tile
  %c0 = arith.constant 0 : index
  %t = tasync.copy %a[%c0, %c0] to %b via "any" bytes 16 : !mem, !tile -> !tasync.token
  %u = tasync.copy %a[%c0, %c0] to %b via "plain" : !mem, !tile -> !tasync.token
  tasync.wait %t, %u
  return
}

// -----

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>

// CHECK-LABEL: func.func @signals(
// CHECK-NOT: func.func
func.func @signals(%a: !mem, %bar: !tasync.barrier<1>) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %b = tasync.alloc : !tile
  %c0 = arith.constant 0 : index
  %i = arith.constant 0 : i32
  // expected-remark@+1 {{no entry stands in where arguments are not aligned: a copy signals a barrier that counts for it}}
  tasync.async_load %m[%c0, %c0] to %b signal %bar[%i] : !map, !tile, !tasync.barrier<1>
  return
}

// -----

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>

// CHECK-LABEL: func.func @stores(
// CHECK-NOT: func.func
func.func @stores(%a: !mem) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %b = tasync.alloc : !tile
  %c0 = arith.constant 0 : index
  %t = tasync.async_load %m[%c0, %c0] to %b : !map, !tile -> !tasync.token
  tasync.wait %t
  tasync.single_thread {
    // expected-remark@+1 {{no entry stands in where arguments are not aligned: the kernel stores by TMA}}
    tasync.async_store %b to %m[%c0, %c0] : !tile, !map
    tasync.store_commit
    tasync.store_wait 0
  }
  return
}

// -----

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>

// CHECK-LABEL: func.func @chosen_map(
// CHECK-NOT: func.func
func.func @chosen_map(%a: !mem, %e: !mem, %c: i1) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %n = tasync.tensor_map %e : !mem -> !map
  %b = tasync.alloc : !tile
  %c0 = arith.constant 0 : index
  %o = arith.select %c, %m, %n : !map
  // expected-remark@+1 {{no entry stands in where arguments are not aligned: the tensor map of a copy is carried through control flow}}
  %t = tasync.async_load %o[%c0, %c0] to %b : !map, !tile -> !tasync.token
  tasync.wait %t
  return
}

// -----

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>

// Where stores by TMA are one of two ways, the other one is left; a value besides
// is what the answer would be.
//
// CHECK-LABEL: func.func @either(
// CHECK: tasync.storable
// CHECK-LABEL: func.func @either_direct(
// CHECK-NOT: tensor_map
// CHECK-NOT: storable
// CHECK: %[[NO:.*]] = arith.constant false
// CHECK-NOT: scf.if
// CHECK: "test.other"() : () -> ()
// CHECK-NEXT: tasync.single_thread {
// CHECK-NEXT: tasync.store_commit
// CHECK-NEXT: }
// CHECK-NEXT: "test.use"(%[[NO]])
// expected-remark@+1 {{stands in where arguments are not aligned or empty: results are stored without TMA}}
func.func @either(%a: !mem) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %ok = tasync.storable %m : !map
  %b = tasync.alloc : !tile
  %c0 = arith.constant 0 : index
  scf.if %ok {
    tasync.single_thread {
      tasync.async_store %b to %m[%c0, %c0] : !tile, !map
    }
  } else {
    "test.other"() : () -> ()
  }
  tasync.single_thread {
    tasync.store_commit
  }
  scf.if %ok {
  }
  "test.use"(%ok) : (i1) -> ()
  return
}

// -----

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>

// The answer for one map says nothing of another, and not in the other branch.
//
// CHECK-LABEL: func.func @another(
// CHECK-NOT: func.func
func.func @another(%a: !mem, %c: !mem) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %n = tasync.tensor_map %c : !mem -> !map
  %ok = tasync.storable %m : !map
  %b = tasync.alloc : !tile
  %c0 = arith.constant 0 : index
  scf.if %ok {
    tasync.single_thread {
      // expected-remark@+1 {{no entry stands in where arguments are not aligned: the kernel stores by TMA}}
      tasync.async_store %b to %n[%c0, %c0] : !tile, !map
    }
  } else {
    tasync.single_thread {
      tasync.async_store %b to %m[%c0, %c0] : !tile, !map
    }
  }
  return
}
