// Where the producer's threads come from, and along which dimension of the block
// the roles lie.
//
// RUN: tile-opt %s --async-warp-specialize='dim=y' 2>/dev/null | FileCheck %s --check-prefixes=Y,ADDED
// RUN: tile-opt %s --async-warp-specialize='dim=z producer-warps=2' 2>/dev/null | FileCheck %s --check-prefix=Z
// RUN: tile-opt %s --async-warp-specialize='threads=taken' 2>/dev/null | FileCheck %s --check-prefix=TAKEN
// RUN: tile-opt %s --async-warp-specialize='threads=taken consumers=1 dim=y' 2>/dev/null | FileCheck %s --check-prefix=TAKENY
// RUN: not tile-opt %s --async-warp-specialize='threads=taken consumers=2' 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not tile-opt %s --async-warp-specialize='threads=taken producer-warps=1' 2>&1 | FileCheck %s --check-prefix=WARP
// RUN: not tile-opt %s --async-warp-specialize='threads=some' 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: not tile-opt %s --async-warp-specialize='dim=w' 2>&1 | FileCheck %s --check-prefix=DIM

// Y: tasync.block = array<i32: 128, 3, 1>
// ADDED: role "producer" warps 4
// ADDED: role "consumer" warps 8
// ADDED: #tasync.mma<wgs = 2, n = 64>

// Z: tasync.block = array<i32: 64, 1, 5>
// Z: role "consumer" warps 8
// Z: role "producer" warps 2

// TAKEN-NOT: tasync.block
// TAKEN: tasync.warp_groups = 1 : i32
// TAKEN: role "producer" warps 4
// TAKEN: role "consumer" warps 4
// TAKEN: #tasync.mma<wgs = 1, n = 64>

// TAKENY: tasync.block = array<i32: 128, 2, 1>

// TWO: threads.mlir:[[@LINE+11]]:1: error: 'func.func' op has 2 warp groups, of which the producer takes one and leaves 1, found consumers=2
// WARP: threads.mlir:[[@LINE+10]]:1: error: 'func.func' op cannot take 1 producer warps from 2 warp groups: what is left must be whole warp groups, as producer-warps=4 leaves
// SOME: option 'threads' expected one of added, taken, found 'some'
// DIM: option 'dim' expected one of x, y, z, found 'w'

!buf = !tasync.buffer<128x64xf16, swizzle = 128>
!map = !tasync.tensor_map<128x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<128x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>

func.func @load(%A: !mem, %B: !mem, %n: index) attributes {tasync.warp_groups = 2 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%k, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
    tile.store %x, %B[%k, %c0] : !tile, !mem
  }
  return
}
