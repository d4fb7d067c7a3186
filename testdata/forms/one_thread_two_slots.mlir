// Written at the async level: one thread fills two slots at a time, and both
// are released together.
//
// PIPELINE: async-epilogue,func.func(async-insert-mbarriers),func.func(async-reallocate-registers),func.func(async-allocate-shared),convert-async-to-nvvm
// PIPELINE: func.func(async-warp-specialize),async-epilogue,func.func(async-insert-mbarriers),func.func(async-reallocate-registers),func.func(async-allocate-shared),convert-async-to-nvvm
// SIZES: A=72x72,B=136x72,C=72x136
// SIZES: A=72x0,B=136x0,C=72x136
// SIZES: A=64x584,B=64x584,C=64x64

!slot = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!global = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
!out = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

func.func @one_thread_two_slots(%A: !global {tile.name = "A"}, %B: !global {tile.name = "B"}, %C: !global {tile.name = "C"}) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %map_a = tasync.tensor_map %A : !global -> !map
  %map_b = tasync.tensor_map %B : !global -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
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
  %init = tile.splat %zero : f32 -> !acc
  %done = scf.for %k = %c0 to %K step %c128 iter_args(%acc0 = %init) -> (!acc) {
    %k2 = arith.addi %k, %c64 : index
    tasync.single_thread {
      %free:2 = tasync.pipeline_acquire %ring : !ring
      tasync.async_load %map_a[%m, %k] to %free#0 : !map, !slot
      tasync.async_load %map_b[%n, %k] to %free#1 : !map, !slot
      tasync.pipeline_commit %ring : !ring
      %free2:2 = tasync.pipeline_acquire %ring : !ring
      tasync.async_load %map_a[%m, %k2] to %free2#0 : !map, !slot
      tasync.async_load %map_b[%n, %k2] to %free2#1 : !map, !slot
      tasync.pipeline_commit %ring : !ring
    }
    %full0:2 = tasync.pipeline_wait %ring : !ring
    %acc = tasync.mma %full0#0, %full0#1, %acc0 transpose_b : !slot, !slot, !acc
    %full:2 = tasync.pipeline_wait %ring : !ring
    %x = tasync.mma %full#0, %full#1, %acc transpose_b : !slot, !slot, !acc
    %fin = tasync.mma_wait 0 %x : !acc
    tasync.pipeline_release %ring : !ring
    scf.yield %fin : !acc
  }
  %c = arith.truncf %done : !acc to !out
  tile.store %c, %C[%m, %n] : !out, !global
  return
}
