// Written at the async level: two roles load, each into a ring of its own.
//
// PIPELINE: async-epilogue,func.func(async-insert-mbarriers),func.func(async-reallocate-registers),func.func(async-allocate-shared),convert-async-to-nvvm
// SIZES: A=64x200,B=64x200,C=64x64
// SIZES: A=40x0,B=136x0,C=40x136

!slot = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!two = !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!three = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!global = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
!out = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

func.func @two_loaders(%A: !global {tile.name = "A"}, %B: !global {tile.name = "B"}, %C: !global {tile.name = "C"}) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %map_a = tasync.tensor_map %A : !global -> !map
  %map_b = tasync.tensor_map %B : !global -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %C, %c0 : !global
  %N = memref.dim %C, %c1 : !global
  %K = memref.dim %A, %c1 : !global
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %as = tasync.pipeline_create : !two
  %bs = tasync.pipeline_create : !three
  tasync.warp_specialize role "load_a" warps 2 {
    tasync.single_thread {
      scf.for %k = %c0 to %K step %c64 {
        %a = tasync.pipeline_acquire %as : !two
        tasync.async_load %map_a[%m, %k] to %a : !map, !slot
        tasync.pipeline_commit %as : !two
      }
    }
  } role "load_b" warps 2 {
    tasync.single_thread {
      scf.for %k = %c0 to %K step %c64 {
        %b = tasync.pipeline_acquire %bs : !three
        tasync.async_load %map_b[%n, %k] to %b : !map, !slot
        tasync.pipeline_commit %bs : !three
      }
    }
  } role "multiply" warps 4 {
    %zero = arith.constant 0.0 : f32
    %init = tile.splat %zero : f32 -> !acc
    %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %init) -> (!acc) {
      %s = tasync.pipeline_wait %as : !two
      %b = tasync.pipeline_wait %bs : !three
      %p = tasync.mma %s, %b, %acc transpose_b : !slot, !slot, !acc
      %q = tasync.mma_wait 0 %p : !acc
      tasync.pipeline_release %as : !two
      tasync.pipeline_release %bs : !three
      scf.yield %q : !acc
    }
    %c = arith.truncf %sum : !acc to !out
    tile.store %c, %C[%m, %n] : !out, !global
  }
  return
}
