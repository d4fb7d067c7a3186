// B = A through a ring of two slots that the threads themselves read: the fence before each release is needed.
!slot = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<2>
!global = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>

func.func @copy(%A: !global {tile.name = "A"}, %B: !global {tile.name = "B"}) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ring = tasync.alloc : !ring
  %full = tasync.barrier_alloc : !bars
  %empty = tasync.barrier_alloc : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 4 : !bars
  tasync.init_publish
  %map = tasync.tensor_map %A : !global -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %M = memref.dim %A, %c0 : !global
  %N = memref.dim %A, %c1 : !global
  %gm = arith.ceildivsi %M, %c64 : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %c64 : index
  tasync.warp_specialize role "loader" warps 1 {
    tasync.single_thread {
      %last:2 = scf.for %n = %c0 to %N step %c64 iter_args(%s = %i0, %p = %i1) -> (i32, i32) {
        tasync.barrier_wait %empty[%s], %p : !bars
        tasync.barrier_expect %full[%s], 8192 : !bars
        %buf = tasync.slot %ring[%s] : !ring
        tasync.async_load %map[%m, %n] to %buf signal %full[%s] : !map, !slot, !bars
        %next = arith.xori %s, %i1 : i32
        %wrap = arith.cmpi eq, %next, %i0 : i32
        %flip = arith.extui %wrap : i1 to i32
        %parity = arith.xori %p, %flip : i32
        scf.yield %next, %parity : i32, i32
      }
    }
  } role "storer" warps 4 {
    %last:2 = scf.for %n = %c0 to %N step %c64 iter_args(%s = %i0, %p = %i0) -> (i32, i32) {
      tasync.barrier_wait %full[%s], %p : !bars
      %buf = tasync.slot %ring[%s] : !ring
      %x = tasync.local_load %buf : !slot -> !tile
      tasync.fence_async
      tasync.barrier_arrive %empty[%s] warp : !bars
      tile.store %x, %B[%m, %n] : !tile, !global
      %next = arith.xori %s, %i1 : i32
      %wrap = arith.cmpi eq, %next, %i0 : i32
      %flip = arith.extui %wrap : i1 to i32
      %parity = arith.xori %p, %flip : i32
      scf.yield %next, %parity : i32, i32
    }
  }
  return
}
