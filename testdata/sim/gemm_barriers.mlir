// C = A B^T with two roles and explicit barriers: full[s] gets the bytes of slot s, empty[s] one arrival of each consumer
// warp. One product stays under way, so a slot goes back one iteration late, and the last one behind the loop.
!slotA = !tasync.buffer<128x64xf16, swizzle = 128>
!slotB = !tasync.buffer<64x64xf16, swizzle = 128>
!ringA = !tasync.buffer<128x64xf16, swizzle = 128, stages = 3>
!ringB = !tasync.buffer<64x64xf16, swizzle = 128, stages = 3>
!mapA = !tasync.tensor_map<128x64xf16, swizzle = 128>
!mapB = !tasync.tensor_map<64x64xf16, swizzle = 128>
!bars = !tasync.barrier<3>
!global = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<128x64xf32, #tasync.mma<wgs = 2, n = 64>>
!out = tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>

func.func @matmul(%A: !global {tile.name = "A"}, %B: !global {tile.name = "B"}, %C: !global {tile.name = "C"}) attributes {tasync.shared_bytes = 106544 : i64, tasync.warp_groups = 2 : i32, tile.kernel} {
  %ring_a = tasync.alloc at 0 : !ringA
  %ring_b = tasync.alloc at 49152 : !ringB
  %staging = tasync.alloc at 73728 : !slotA
  %full = tasync.barrier_alloc at 106496 : !bars
  %empty = tasync.barrier_alloc at 106520 : !bars
  tasync.barrier_init %full, 1 : !bars
  tasync.barrier_init %empty, 8 : !bars
  tasync.init_publish
  %map_a = tasync.tensor_map %A : !global -> !mapA
  %map_b = tasync.tensor_map %B : !global -> !mapB
  %map_c = tasync.tensor_map %C : !global -> !mapA
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i3 = arith.constant 3 : i32
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %C, %c0 : !global
  %N = memref.dim %C, %c1 : !global
  %K = memref.dim %A, %c1 : !global
  %gm = arith.ceildivsi %M, %c128 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c128 : index
  %n = arith.muli %pn, %c64 : index
  tasync.warp_specialize role "producer" warps 4 registers 40 {
    tasync.single_thread {
      %last:2 = scf.for %k = %c0 to %K step %c64 iter_args(%s = %i0, %p = %i1) -> (i32, i32) {
        tasync.barrier_wait %empty[%s], %p : !bars
        tasync.barrier_expect %full[%s], 24576 : !bars
        %a = tasync.slot %ring_a[%s] : !ringA
        %b = tasync.slot %ring_b[%s] : !ringB
        tasync.async_load %map_a[%m, %k] to %a signal %full[%s] : !mapA, !slotA, !bars
        tasync.async_load %map_b[%n, %k] to %b signal %full[%s] : !mapB, !slotB, !bars
        %up = arith.addi %s, %i1 : i32
        %wrap = arith.cmpi eq, %up, %i3 : i32
        %next = arith.select %wrap, %i0, %up : i32
        %flip = arith.extui %wrap : i1 to i32
        %parity = arith.xori %p, %flip : i32
        scf.yield %next, %parity : i32, i32
      }
    }
  } role "consumer" warps 8 registers 232 {
    %init = tile.splat %zero : f32 -> !acc
    %end:4 = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %init, %s = %i0, %p = %i0, %r = %i0) -> (!acc, i32, i32, i32) {
      tasync.barrier_wait %full[%s], %p : !bars
      %a = tasync.slot %ring_a[%s] : !ringA
      %b = tasync.slot %ring_b[%s] : !ringB
      %mma = tasync.mma %a, %b, %acc transpose_b : !slotA, !slotB, !acc
      %before = tasync.mma_wait 1 %mma : !acc
      %later = arith.cmpi ne, %k, %c0 : index
      %freed = scf.if %later -> (i32) {
        tasync.barrier_arrive %empty[%r] warp : !bars
        %r1 = arith.addi %r, %i1 : i32
        %rwrap = arith.cmpi eq, %r1, %i3 : i32
        %rnext = arith.select %rwrap, %i0, %r1 : i32
        scf.yield %rnext : i32
      } else {
        scf.yield %r : i32
      }
      %up = arith.addi %s, %i1 : i32
      %wrap = arith.cmpi eq, %up, %i3 : i32
      %next = arith.select %wrap, %i0, %up : i32
      %flip = arith.extui %wrap : i1 to i32
      %parity = arith.xori %p, %flip : i32
      scf.yield %before, %next, %parity, %freed : !acc, i32, i32, i32
    }
    %done = tasync.mma_wait 0 %end#0 : !acc
    %any = arith.cmpi ne, %K, %c0 : index
    scf.if %any {
      tasync.barrier_arrive %empty[%end#3] warp : !bars
    }
    %c = arith.truncf %done : !acc to !out
    tasync.local_store %c, %staging stmatrix : !out, !slotA
    tasync.fence_async
    tasync.sync
    tasync.single_thread {
      tasync.async_store %staging to %map_c[%m, %n] : !slotA, !mapA
      tasync.store_commit
      tasync.store_wait 0 read
    }
  }
  return
}
