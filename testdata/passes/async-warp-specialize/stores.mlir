// Who copies out what the consumer hands over through a ring.
//
// RUN: tile-opt %s --async-warp-specialize='store-role=own' 2>/dev/null | FileCheck %s --check-prefixes=ALL,OWN
// RUN: tile-opt %s --async-warp-specialize='store-role=own producer-warps=1' 2>/dev/null | FileCheck %s --check-prefix=LAST
// RUN: tile-opt %s --async-warp-specialize='store-role=producer' 2>/dev/null | FileCheck %s --check-prefixes=ALL,PRODUCER
// RUN: tile-opt %s --async-warp-specialize 2>/dev/null | FileCheck %s --check-prefix=CONSUMER
// RUN: tile-opt %s --async-warp-specialize='store-role=own schedule=pingpong consumers=2' 2>/dev/null | FileCheck %s --check-prefix=TURNS
// RUN: tile-opt %s --async-warp-specialize='store-role=own' 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tile-opt %s --async-warp-specialize='store-role=producer schedule=pingpong consumers=2' 2>&1 | FileCheck %s --check-prefix=FOLLOW
// RUN: not tile-opt %s --async-warp-specialize='store-role=own consumers=7' 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not tile-opt %s --async-warp-specialize='store-role=own threads=taken' 2>&1 | FileCheck %s --check-prefix=TAKEN

// REMARK: kernel specialised: 4 producer warps, 1 consumer warp groups, 4 warps that store
// FOLLOW: the consumer stores: the producer cannot follow consumers that take turns
// RANGE: consumers must be 1 to 4 warp groups, found 7
// TAKEN: cannot take the threads of a role that stores from the kernel's warp groups: use threads=added

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// ALL-LABEL: func.func @through(
// ALL: %[[P:.*]] = tasync.pipeline_create
// ALL: %[[Q:.*]] = tasync.pipeline_create
// ALL: role "producer" warps 4 {
// ALL-NEXT: tasync.single_thread {
// ALL:   tasync.pipeline_acquire %[[P]]
// PRODUCER: tasync.pipeline_wait %[[Q]]
// PRODUCER-NEXT: tasync.async_store
// PRODUCER-NEXT: tasync.store_commit
// PRODUCER-NEXT: tasync.store_wait 1 read
// PRODUCER-NEXT: tasync.pipeline_release %[[Q]] keep 1
// OWN-NOT: tasync.async_store
// ALL: role "consumer" warps 4 {
// ALL-NOT: tasync.async_store
// ALL-NOT: tasync.pipeline_wait %[[Q]]
// ALL: tasync.pipeline_wait %[[P]]
// ALL: tasync.pipeline_acquire %[[Q]]
// ALL: tasync.local_store
// ALL: tasync.pipeline_commit %[[Q]]
// OWN: role "store" warps 4 {
// OWN-NEXT: tasync.single_thread {
// OWN-NEXT: scf.for
// OWN-NEXT: tasync.pipeline_wait %[[Q]]
// OWN-NEXT: tasync.async_store
// OWN: tasync.pipeline_release %[[Q]] keep 1
// OWN: }
// OWN: tasync.store_wait 0 read
// OWN: tasync.pipeline_release %[[Q]] :
// PRODUCER-NOT: role "store"

// LAST: role "consumer" warps 4 {
// LAST: role "producer" warps 1 {
// LAST: role "store" warps 1 {

// CONSUMER: role "consumer" warps 4 {
// CONSUMER: tasync.async_store
// CONSUMER-NOT: role "store"

// Each consumer has a ring, and the role that stores follows their turns.
//
// TURNS: %[[Q0:.*]] = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
// TURNS: %[[QA:.*]] = tasync.pipeline_create
// TURNS: %[[QB:.*]] = tasync.pipeline_create
// TURNS: role "consumer_0" warps 4 {
// TURNS: tasync.pipeline_acquire %[[QA]]
// TURNS: role "consumer_1" warps 4 {
// TURNS: tasync.pipeline_acquire %[[QB]]
// TURNS: role "store" warps 4 {
// TURNS: scf.if
// TURNS: tasync.pipeline_wait %[[QA]]
// TURNS: scf.if
// TURNS: tasync.pipeline_wait %[[QB]]
// TURNS: {tile.persistent}
// TURNS: tasync.pipeline_release %[[QA]]
// TURNS: tasync.pipeline_release %[[QB]]
func.func @through(%A: !mem, %C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %q = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %mc = tasync.tensor_map %C : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%i, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
    %free = tasync.pipeline_acquire %q : !ring
    tasync.local_store %x, %free : !tile, !buf
    tasync.pipeline_commit %q : !ring
    %full = tasync.pipeline_wait %q : !ring
    tasync.single_thread {
      tasync.async_store %full to %mc[%i, %c0] : !buf, !map
      tasync.store_commit
      tasync.store_wait 1 read
    }
    tasync.pipeline_release %q keep 1 : !ring
  } {tile.persistent}
  tasync.single_thread {
    tasync.store_wait 0 read
  }
  tasync.pipeline_release %q : !ring
  return
}
