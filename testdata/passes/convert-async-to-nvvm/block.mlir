// A block of several dimensions: threads are numbered x fastest, and a role is a
// range of the dimension that the roles are slices of, else of the warps.
//
// RUN: tile-opt %s --convert-async-to-nvvm --cse | FileCheck %s

// CHECK-LABEL: llvm.func @slices(
// CHECK-SAME: nvvm.maxntid = array<i32: 128, 3>
// CHECK-SAME: \22block\22:[128,3,1]
// CHECK: %[[Y:.*]] = nvvm.read.ptx.sreg.tid.y
// CHECK: %[[UNIFORM:.*]] = nvvm.shfl.sync  idx %{{.*}}, %[[Y]],
// CHECK: arith.cmpi ult, %[[UNIFORM]], %c1_i32
// CHECK: %[[X:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[ROW:.*]] = arith.muli %[[Y]], %c128_i32
// CHECK: arith.addi %[[X]], %[[ROW]]
func.func @slices(%X: memref<?xf32> {tile.name = "X"}) attributes {tasync.warp_groups = 2 : i32, tasync.block = array<i32: 128, 3, 1>, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1.0 : f32
  tasync.warp_specialize role "producer" warps 4 {
  } role "consumer" warps 8 {
    %x = tile.splat %c1 : f32 -> tensor<256xf32, #tasync.blocked<per_thread = [1], lanes = [32], warps = [8]>>
    tile.store %x, %X[%c0] : tensor<256xf32, #tasync.blocked<per_thread = [1], lanes = [32], warps = [8]>>, memref<?xf32>
  }
  return
}

// CHECK-LABEL: llvm.func @along_z(
// CHECK-SAME: nvvm.maxntid = array<i32: 64, 1, 3>
// CHECK: %[[Z:.*]] = nvvm.read.ptx.sreg.tid.z
// CHECK: %[[UNIFORM:.*]] = nvvm.shfl.sync  idx %{{.*}}, %[[Z]],
// CHECK: arith.cmpi ult, %[[UNIFORM]], %c2_i32
func.func @along_z() attributes {tasync.warp_groups = 1 : i32, tasync.block = array<i32: 64, 1, 3>, tile.kernel} {
  tasync.warp_specialize role "consumer" warps 4 {
  } role "producer" warps 2 {
  }
  return
}

// The roles are no slices: the number of the warp decides.
//
// CHECK-LABEL: llvm.func @warps(
// CHECK: %[[W:.*]] = nvvm.shfl.sync
// CHECK: arith.cmpi ult, %[[W]], %c3_i32
func.func @warps() attributes {tasync.warp_groups = 1 : i32, tasync.block = array<i32: 64, 2, 1>, tile.kernel} {
  tasync.warp_specialize role "a" warps 3 {
  } role "b" warps 1 {
  }
  return
}

// Barriers that roles share come behind those of the block and of the roles.
//
// CHECK-LABEL: llvm.func @named(
// CHECK: %[[AT:.*]] = arith.constant 4 : i32
// CHECK: %[[THREADS:.*]] = arith.constant 256 : i32
// CHECK: nvvm.barrier id = %[[AT]] number_of_threads = %[[THREADS]]
// CHECK: nvvm.barrier.arrive id = %[[AT]] number_of_threads = %[[THREADS]]
func.func @named() attributes {tasync.warp_groups = 2 : i32, tile.kernel} {
  tasync.warp_specialize role "a" warps 4 {
    tasync.named_sync 1 warps 8
  } role "b" warps 4 {
    tasync.named_arrive 1 warps 8
  }
  return
}
