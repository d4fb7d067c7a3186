// Written at the async level: the ring is used in the first region of while
// loops, which they end behind.
//
// PIPELINE: async-epilogue,func.func(async-insert-mbarriers),func.func(async-reallocate-registers),func.func(async-allocate-shared),convert-async-to-nvvm
// SIZES: A=72x72,B=136x72,C=72x136
// SIZES: A=64x584,B=64x584,C=64x64

!slot = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!global = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
!out = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

func.func @do_while(%A: !global {tile.name = "A"}, %B: !global {tile.name = "B"}, %C: !global {tile.name = "C"}) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %map_a = tasync.tensor_map %A : !global -> !map
  %map_b = tasync.tensor_map %B : !global -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %C, %c0 : !global
  %N = memref.dim %C, %c1 : !global
  %K = memref.dim %A, %c1 : !global
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %ring = tasync.pipeline_create : !ring
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      scf.for %r = %c0 to %c2 step %c1 {
        %z = scf.while (%k = %c0) : (index) -> index {
          %free:2 = tasync.pipeline_acquire %ring : !ring
          tasync.async_load %map_a[%m, %k] to %free#0 : !map, !slot
          tasync.async_load %map_b[%n, %k] to %free#1 : !map, !slot
          tasync.pipeline_commit %ring : !ring
          %k1 = arith.addi %k, %c64 : index
          %in = arith.cmpi slt, %k1, %K : index
          scf.condition(%in) %k1 : index
        } do {
        ^bb0(%k: index):
          scf.yield %k : index
        }
      }
    }
  } role "one" warps 4 {
    %init = tile.splat %zero : f32 -> !acc
    %done = scf.for %r = %c0 to %c2 step %c1 iter_args(%o = %init) -> (!acc) {
      %z, %sum = scf.while (%k = %c0, %acc = %o) : (index, !acc) -> (index, !acc) {
        %full:2 = tasync.pipeline_wait %ring : !ring
        %x = tasync.mma %full#0, %full#1, %acc transpose_b : !slot, !slot, !acc
        %fin = tasync.mma_wait 0 %x : !acc
        %k1 = arith.addi %k, %c64 : index
        %in = arith.cmpi slt, %k1, %K : index
        scf.condition(%in) %k1, %fin : index, !acc
      } do {
      ^bb0(%k: index, %a: !acc):
        tasync.pipeline_release %ring : !ring
        scf.yield %k, %a : index, !acc
      }
      tasync.pipeline_release %ring : !ring
      scf.yield %sum : !acc
    }
    %c = arith.truncf %done : !acc to !out
    tile.store %c, %C[%m, %n] : !out, !global
  }
  return
}
