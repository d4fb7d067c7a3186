// C = A B^T with a pipeline and two roles: the producer fills slots of the ring, the consumer multiplies, keeps one
// product under way, and stores through a staging buffer.
!slotA = !tasync.buffer<128x64xf16, swizzle = 128>
!slotB = !tasync.buffer<64x64xf16, swizzle = 128>
!mapA = !tasync.tensor_map<128x64xf16, swizzle = 128>
!mapB = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<128x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!global = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<128x64xf32, #tasync.mma<wgs = 2, n = 64>>
!out = tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>

func.func @matmul(%A: !global {tile.name = "A"}, %B: !global {tile.name = "B"}, %C: !global {tile.name = "C"}) attributes {tasync.warp_groups = 2 : i32, tile.kernel} {
  %ring = tasync.pipeline_create : !ring
  %staging = tasync.alloc : !slotA
  %map_a = tasync.tensor_map %A : !global -> !mapA
  %map_b = tasync.tensor_map %B : !global -> !mapB
  %map_c = tasync.tensor_map %C : !global -> !mapA
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
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
      scf.for %k = %c0 to %K step %c64 {
        %free:2 = tasync.pipeline_acquire %ring : !ring
        tasync.async_load %map_a[%m, %k] to %free#0 : !mapA, !slotA
        tasync.async_load %map_b[%n, %k] to %free#1 : !mapB, !slotB
        tasync.pipeline_commit %ring : !ring
      }
    }
  } role "consumer" warps 8 registers 232 {
    %init = tile.splat %zero : f32 -> !acc
    %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %init) -> (!acc) {
      %full:2 = tasync.pipeline_wait %ring : !ring
      %next = tasync.mma %full#0, %full#1, %acc transpose_b : !slotA, !slotB, !acc
      %before = tasync.mma_wait 1 %next : !acc
      tasync.pipeline_release %ring keep 1 : !ring
      scf.yield %before : !acc
    }
    %done = tasync.mma_wait 0 %sum : !acc
    tasync.pipeline_release %ring : !ring
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
