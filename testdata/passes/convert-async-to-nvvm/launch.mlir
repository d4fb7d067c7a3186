// RUN: tile-opt %s --convert-async-to-nvvm | FileCheck %s

// Only what is used becomes a parameter: tensor maps, pointers, numbers. The host evaluates the grid; entries of one
// kernel name it.
// CHECK-LABEL: llvm.func @entry(
// CHECK-SAME: %arg0: !llvm.ptr<1> {llvm.align = 4 : i64, llvm.noalias}, %arg1: i32, %arg2: i32, %arg3: f32, %arg4: i32, %arg5: i32)
// CHECK-SAME: tile.launch = "{\22version\22:1,\22target\22:\22sm_90a\22,\22kernel\22:\22host\22,
// CHECK-SAME: {\22name\22:\22X\22,\22kind\22:\22memref\22,\22type\22:\22f32\22,\22rank\22:1,\22output\22:true}
// CHECK-SAME: {\22name\22:\22scale\22,\22kind\22:\22scalar\22,\22type\22:\22f32\22}
// CHECK-SAME: {\22name\22:\22unused\22,\22kind\22:\22scalar\22,\22type\22:\22i64\22}
// CHECK-SAME: \22entries\22:[{\22name\22:\22entry\22,\22grid\22:[{\22op\22:\22min\22,\22args\22:[{\22op\22:\22ceildiv\22,\22args\22:[{\22dim\22:[0,0]},{\22const\22:128}]},{\22property\22:\22multiprocessor_count\22}]},{\22const\22:1},{\22const\22:1}],\22block\22:[128,1,1],
// CHECK-SAME: {\22op\22:\22divmagic_mul\22,\22args\22:[{\22op\22:\22max\22,\22args\22:[{\22dim\22:[0,0]},{\22const\22:1}]}]}
// CHECK-SAME: \22message\22:\22stride of dimension 0 must be 1\22
// CHECK-SAME: \22message\22:\22address must be a multiple of 4\22
// CHECK: arith.index_castui %arg1 : i32 to index
// CHECK: nvvm.read.ptx.sreg.ctaid.x
func.func @entry(%X: memref<?xf32> {tile.name = "X"}, %scale: f32 {tile.name = "scale"}, %unused: index {tile.name = "unused"}) attributes {tasync.warp_groups = 1 : i32, tile.kernel, tile.entry_of = "host"} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %n = memref.dim %X, %c0 : memref<?xf32>
  %t = arith.ceildivsi %n, %c128 : index
  %sm = tile.device_property "multiprocessor_count"
  %g = arith.minsi %t, %sm : index
  %p = tile.program_id(%g)
  %i = arith.muli %p, %c128 : index
  %x = tile.splat %scale : f32 -> tensor<128xf32, #tasync.blocked<per_thread = [1], lanes = [32], warps = [4]>>
  tile.store %x, %X[%i] : tensor<128xf32, #tasync.blocked<per_thread = [1], lanes = [32], warps = [4]>>, memref<?xf32>
  %mul, %shift = tile.div_magic %n
  %a = arith.addi %mul, %shift : i32
  scf.for %j = %c0 to %sm step %c128 {
    %b = arith.addi %a, %a : i32
  }
  return
}
