// The ways out: by TMA through two staging buffers, by stmatrix and rows, and
// for via=auto whichever the memory allows when the kernel runs.
//
// RUN: tile-opt %s --async-epilogue='via=tma-store' 2>/dev/null | FileCheck %s --check-prefix=TMA --implicit-check-not=_direct
// RUN: tile-opt %s --async-epilogue='via=stmatrix' 2>/dev/null | FileCheck %s --check-prefix=ROWS --implicit-check-not=_direct
// RUN: tile-opt %s --async-epilogue 2>/dev/null | FileCheck %s --check-prefix=AUTO --implicit-check-not=_direct
// RUN: tile-opt %s --async-epilogue='via=direct' > %t.after
// RUN: tile-opt %s > %t.before
// RUN: diff %t.before %t.after

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x192xf16, #tasync.mma<wgs = 1, n = 192>>

// TMA-LABEL: func.func @loop(
// TMA-NEXT: %[[B0:.*]] = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
// TMA-NEXT: %[[B1:.*]] = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
// TMA-NEXT: %[[MAP:.*]] = tasync.tensor_map %{{.*}} -> !tasync.tensor_map<64x64xf16, swizzle = 128>
// TMA: scf.for %[[I:.*]] =
// TMA-NEXT: arith.muli
// Copies of the iteration before are over, not only read.
// TMA-NEXT: tasync.single_thread {
// TMA-NEXT: tasync.store_wait 0{{$}}
// TMA-NEXT: }
// TMA-NEXT: tasync.sync
// TMA-NEXT: %[[S0:.*]] = tasync.extract_slice %[[X:[a-z0-9]+]] [0, 0]
// TMA-NEXT: tasync.local_store %[[S0]], %[[B0]] stmatrix
// TMA-NEXT: tasync.fence_async
// TMA-NEXT: tasync.sync
// TMA-NEXT: tasync.single_thread {
// TMA-NEXT: tasync.async_store %[[B0]] to %[[MAP]][%[[R:.*]], %[[J:.*]]] :
// TMA-NEXT: tasync.store_commit
// TMA-NEXT: }
// The second buffer is free as well.
// TMA-NEXT: %[[S1:.*]] = tasync.extract_slice %[[X]] [0, 64]
// TMA-NEXT: tasync.local_store %[[S1]], %[[B1]] stmatrix
// TMA-NEXT: %[[C:.*]] = arith.constant 64 : index
// TMA-NEXT: %[[J1:.*]] = arith.addi %[[J]], %[[C]] : index
// TMA-NEXT: tasync.fence_async
// TMA-NEXT: tasync.sync
// TMA-NEXT: tasync.single_thread {
// TMA-NEXT: tasync.async_store %[[B1]] to %[[MAP]][%[[R]], %[[J1]]] :
// TMA-NEXT: tasync.store_commit
// TMA-NEXT: }
// The first is, when one copy only is under way.
// TMA-NEXT: tasync.single_thread {
// TMA-NEXT: tasync.store_wait 1 read
// TMA-NEXT: }
// TMA-NEXT: tasync.sync
// TMA-NEXT: %[[S2:.*]] = tasync.extract_slice %[[X]] [0, 128]
// TMA-NEXT: tasync.local_store %[[S2]], %[[B0]] stmatrix
// TMA: tasync.async_store %[[B0]]
// TMA: }
// TMA-NEXT: }
// Shared memory dies with the block.
// TMA-NEXT: tasync.single_thread {
// TMA-NEXT: tasync.store_wait 0 read
// TMA-NEXT: }
// TMA-NEXT: return

// ROWS-LABEL: func.func @loop(
// ROWS: scf.for
// ROWS-NEXT: arith.muli
// ROWS-NEXT: %[[S:.*]] = tasync.extract_slice
// ROWS-NEXT: tasync.local_store %[[S]], %[[B:.*]] stmatrix
// ROWS-NEXT: tasync.sync
// Eight elements a thread at once, 16 bytes of a row.
// ROWS: scf.for %[[P:.*]] =
// ROWS-NEXT: %[[N:.*]] = arith.index_cast %[[P]]
// ROWS-NEXT: %[[PART:.*]] = tasync.slot %[[B]][%[[N]]] rows 16 :
// ROWS-NEXT: %[[C16:.*]] = arith.constant 16
// ROWS-NEXT: %[[FIRST:.*]] = arith.muli %[[P]], %[[C16]]
// ROWS-NEXT: %[[ROW:.*]] = arith.addi %{{.*}}, %[[FIRST]]
// ROWS-NEXT: %[[L:.*]] = tasync.local_load %[[PART]] : {{.*}} -> tensor<16x64xf16, #tasync.blocked<per_thread = [1, 8],
// ROWS-NEXT: tile.store %[[L]], %{{.*}}[%[[ROW]], %{{.*}}] : tensor<16x64xf16, #tasync.blocked<
// ROWS-NEXT: }
// The next columns go to the other buffer: no barrier is needed before them.
// ROWS-NEXT: tasync.extract_slice
// ROWS: tasync.local_store %{{.*}}, %[[B2:.*]] stmatrix
// ROWS: tasync.slot %[[B2]]
// ROWS: tasync.slot %[[B]]
// ROWS: }
// ROWS-NEXT: tasync.sync
// ROWS-NEXT: }
// ROWS-NOT: tasync.async_store

// AUTO-LABEL: func.func @loop(
// AUTO: %[[MAP:.*]] = tasync.tensor_map
// AUTO-NEXT: %[[OK:.*]] = tasync.storable %[[MAP]]
// AUTO: tasync.local_store %{{.*}}, %[[B:.*]] stmatrix
// AUTO-NEXT: tasync.fence_async
// AUTO-NEXT: tasync.sync
// AUTO-NEXT: scf.if %[[OK]] {
// AUTO-NEXT: tasync.single_thread {
// AUTO-NEXT: tasync.async_store %[[B]] to %[[MAP]]
// AUTO-NEXT: }
// AUTO-NEXT: } else {
// Rows need not be aligned: pairs of elements, neighbours by neighbouring threads.
// AUTO: scf.for
// AUTO: tasync.slot %[[B]][%{{.*}}] rows 8 :
// AUTO: tile.store %{{.*}} : tensor<8x64xf16, #tasync.blocked<per_thread = [1, 2],
// AUTO-NEXT: }
// AUTO-NEXT: }
// What waits count does not depend on the way.
// AUTO-NEXT: tasync.single_thread {
// AUTO-NEXT: tasync.store_commit
// AUTO-NEXT: }
// AUTO-NEXT: tasync.extract_slice
func.func @loop(%C: !mem, %D: !mem, %m: index, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c192 = arith.constant 192 : index
  %i = arith.muli %m, %c64 : index
  %j = arith.muli %n, %c192 : index
  %x = arith.constant dense<1.0> : !tile
  scf.for %k = %c0 to %m step %c1 {
    %r = arith.muli %k, %c64 : index
    tile.store %x, %C[%r, %j] : !tile, !mem
  }
  return
}

// The first store of a kernel has nothing to wait for, the second has: both may
// go to one place.
//
// TMA-LABEL: func.func @twice(
// TMA: arith.constant dense
// TMA-NEXT: tasync.extract_slice
// TMA: tasync.store_wait 1 read
// TMA: tasync.store_wait 0{{$}}
// TMA: tasync.store_wait 1 read
// TMA: tasync.store_wait 0 read
// AUTO-LABEL: func.func @twice(
func.func @twice(%C: !mem, %D: !mem, %m: index, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c192 = arith.constant 192 : index
  %i = arith.muli %m, %c64 : index
  %j = arith.muli %n, %c192 : index
  %x = arith.constant dense<1.0> : !tile
  tile.store %x, %C[%i, %j] : !tile, !mem
  tile.store %x, %C[%j, %j] : !tile, !mem
  return
}

// In a role, the wait at the end is the role's.
//
// TMA-LABEL: func.func @role(
// TMA: role "consumer"
// TMA: tasync.async_store
// TMA: tasync.store_wait 0 read
// TMA-NEXT: }
// TMA-NEXT: }
// TMA-NEXT: return
// AUTO-LABEL: func.func @role(
func.func @role(%C: !mem, %m: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c192 = arith.constant 192 : index
  %i = arith.muli %m, %c192 : index
  tasync.warp_specialize role "producer" warps 4 {
    tasync.sync
  } role "consumer" warps 4 {
    %x = arith.constant dense<1.0> : !tile
    tile.store %x, %C[%i, %i] : !tile, !mem
  }
  return
}

// A tile of a tensor of more dimensions: the leading ones only select.
//
// TMA-LABEL: func.func @batch(
// TMA: tasync.tensor_map %{{.*}} -> !tasync.tensor_map<1x64x64xf16, swizzle = 128>
// TMA: tasync.async_store %{{.*}} to %{{.*}}[%[[B:.*]], %[[I:.*]], %[[I]]] :
// ROWS-LABEL: func.func @batch(
// ROWS: arith.addi %[[I:.*]], %{{.*}} : index
// ROWS: tile.store %{{.*}}, %{{.*}}[%[[B:.*]], %{{.*}}, %[[I]]] :
// AUTO-LABEL: func.func @batch(
func.func @batch(%C: memref<?x?x?xf16, strided<[?, ?, 1]>>, %b: index, %m: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c192 = arith.constant 192 : index
  %i = arith.muli %m, %c192 : index
  %x = arith.constant dense<1.0> : !tile
  tile.store %x, %C[%b, %i, %i] : !tile, memref<?x?x?xf16, strided<[?, ?, 1]>>
  return
}
