// Copies by threads: who moves what, how it completes, and what the entry asks
// of its arguments.
//
// RUN: tile-opt %s --convert-async-to-nvvm --canonicalize --cse | FileCheck %s

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!rows = !tasync.buffer<8x64xf16>
!mem = memref<?x?xf16, strided<[?, 1]>>

// 64 rows of 8 pieces over 128 threads: a thread stays in a column and takes
// every sixteenth row. Rows that end inside a piece read less; what is outside
// reads nothing and writes zeros.
//
// CHECK-LABEL: llvm.func @pieces(
// CHECK-SAME: address must be a multiple of 16
// CHECK-SAME: stride of dimension 0 in bytes must be a multiple of 16, as the copies need
// CHECK-DAG: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK-DAG: %[[COL:.*]] = arith.andi %[[TID]], %c7_i32
// CHECK-DAG: %[[ROW:.*]] = arith.shrui %[[TID]], %c3_i32
// CHECK-DAG: %[[LEFT:.*]] = arith.minsi
// CHECK: scf.for %[[R:.*]] = %[[ROW]] to %c64_i32 step %c16_i32
// CHECK: %[[IN:.*]] = arith.cmpi ult
// CHECK: arith.xori
// CHECK: %[[BYTES:.*]] = arith.select %[[IN]], %{{.*}}, %c0_i32
// CHECK-NEXT: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %[[BYTES]]
// CHECK: nvvm.cp.async.mbarrier.arrive %{{.*}} {noinc = true}
func.func @pieces(%a: !mem {tile.name = "A"}, %m: index, %k: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %b = tasync.alloc at 0 : !tile
  %bar = tasync.barrier_alloc at 8192 : !tasync.barrier<1>
  %i = arith.constant 0 : i32
  tasync.copy %a[%m, %k] to %b via "cp-async" bytes 16 : !mem, !tile
  tasync.copy_arrive %bar[%i] : !tasync.barrier<1>
  return
}

// Four bytes at a time, through all caches; a group of all, waited for.
//
// CHECK-LABEL: llvm.func @small(
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4, cache = ca,
// CHECK: nvvm.cp.async.commit.group
// CHECK-NEXT: nvvm.cp.async.wait.group 0
func.func @small(%a: !mem {tile.name = "A"}, %k: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %b = tasync.alloc at 0 : !rows
  tasync.copy %a[%k, %k] to %b via "cp-async" bytes 4 : !mem, !rows
  tasync.copy_wait
  return
}

// Nothing is asked for: 16 bytes where address and stride allow them, else 4,
// else elements, in a loop that ptxas may unroll.
//
// CHECK-LABEL: llvm.func @any(
// CHECK-SAME: address must be a multiple of 2
// CHECK-NOT: as the copies need
// CHECK: scf.if
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16
// CHECK: } else {
// CHECK: scf.if
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4
// CHECK: } else {
// CHECK: scf.for %{{.*}} = %{{.*}} to %c64_i32
// CHECK: scf.for %{{.*}} = %c0_i32 to %c8_i32 step %c1_i32
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64}
// CHECK: llvm.store %{{.*}} {alignment = 2 : i64} : f16, !llvm.ptr<3>
// CHECK: {llvm.loop_annotation
func.func @any(%a: !mem {tile.name = "A"}, %k: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %b = tasync.alloc at 0 : !tile
  tasync.copy %a[%k, %k] to %b via "any" bytes 16 : !mem, !tile
  return
}

// Any inner stride: element by element.
//
// CHECK-LABEL: llvm.func @strided(
// CHECK-NOT: cp.async
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64}
// CHECK: llvm.store %{{.*}} {alignment = 2 : i64} : f16, !llvm.ptr<3>
func.func @strided(%a: memref<?x?xf16, strided<[?, ?]>> {tile.name = "A"}, %k: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %b = tasync.alloc at 0 : !tile
  tasync.copy %a[%k, %k] to %b via "plain" : memref<?x?xf16, strided<[?, ?]>>, !tile
  return
}

// A row a thread: it announces the bytes that are inside, and writes zeros in
// front of them and behind.
//
// CHECK-LABEL: llvm.func @rows(
// CHECK-SAME: size of dimension 1 in bytes must be a multiple of 16
// CHECK: arith.cmpi ult, %{{.*}}, %c8_i32
// CHECK: %[[FROM:.*]] = arith.select
// CHECK: scf.if
// CHECK: %[[N:.*]] = arith.subi
// CHECK-NEXT: nvvm.mbarrier.expect_tx %{{.*}}, %[[N]]
// CHECK: nvvm.cp.async.bulk.shared.cluster.global %{{.*}}, %{{.*}}, %{{.*}}, %[[N]]
// CHECK: scf.for
// CHECK: llvm.store
// CHECK: scf.for
// CHECK: llvm.store
// CHECK: nvvm.bar.warp.sync
func.func @rows(%a: !mem {tile.name = "A"}, %k: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %b = tasync.alloc at 0 : !rows
  %bar = tasync.barrier_alloc at 8192 : !tasync.barrier<1>
  %i = arith.constant 0 : i32
  tasync.copy %a[%k, %k] to %b via "bulk" signal %bar[%i] : !mem, !rows, !tasync.barrier<1>
  tasync.barrier_arrive %bar[%i] warp : !tasync.barrier<1>
  return
}
