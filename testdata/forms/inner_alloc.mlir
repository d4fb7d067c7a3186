// Written at the async level: the buffers are allocated in an outer loop.
//
// PIPELINE: func.func(async-pipeline{stages=3}),func.func(async-warp-specialize),async-epilogue,func.func(async-insert-mbarriers),func.func(async-reallocate-registers),func.func(async-allocate-shared),convert-async-to-nvvm
// PIPELINE: func.func(async-pipeline{stages=4 mma-in-flight=3}),func.func(async-warp-specialize{producer-warps=1}),async-epilogue,func.func(async-insert-mbarriers),func.func(async-reallocate-registers),func.func(async-allocate-shared),convert-async-to-nvvm
// SIZES: A=72x72,B=136x72,C=72x136
// SIZES: A=72x0,B=136x0,C=72x136
// SIZES: A=64x584,B=64x584,C=64x64

!slot = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!global = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
!out = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

func.func @inner_alloc(%A: !global {tile.name = "A"}, %B: !global {tile.name = "B"}, %C: !global {tile.name = "C"}) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %map_a = tasync.tensor_map %A : !global -> !map
  %map_b = tasync.tensor_map %B : !global -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
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
  %init = tile.splat %zero : f32 -> !acc
  %done = scf.for %r = %c0 to %c3 step %c1 iter_args(%o = %init) -> (!acc) {
    %ba = tasync.alloc : !slot
    %bb = tasync.alloc : !slot
    %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %o) -> (!acc) {
      %ta = tasync.async_load %map_a[%m, %k] to %ba : !map, !slot -> !tasync.token
      %tb = tasync.async_load %map_b[%n, %k] to %bb : !map, !slot -> !tasync.token
      tasync.wait %tb
      tasync.wait %ta
      %x = tasync.mma %ba, %bb, %acc transpose_b : !slot, !slot, !acc
      %fin = tasync.mma_wait 0 %x : !acc
      tasync.sync
      scf.yield %fin : !acc
    }
    scf.yield %sum : !acc
  }
  %c = arith.truncf %done : !acc to !out
  tile.store %c, %C[%m, %n] : !out, !global
  return
}
