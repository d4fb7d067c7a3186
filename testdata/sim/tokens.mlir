// S[m] = max over n of 2 A[m, n], with tokens: one buffer is filled again after the barrier of the block; the maximum
// goes over the lanes of a warp, and the sum over the rows of it (T) over the warps through shared memory.
!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!global = memref<?x?xf16, strided<[?, 1]>>
#rows = #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>

func.func @rowmax(%A: !global {tile.name = "A"}, %S: memref<?xf32> {tile.name = "S"}, %T: memref<?xf32> {tile.name = "T"}) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %buf = tasync.alloc : !buf
  %scratch = tasync.alloc : !tasync.buffer<4x64xf32>
  %map = tasync.tensor_map %A : !global -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %two = arith.constant dense<2.0> : tensor<64x64xf32, #rows>
  %low = arith.constant dense<-1.0e+30> : tensor<64xf32, #tasync.slice<axis = 1, parent = #rows>>
  %M = memref.dim %A, %c0 : !global
  %N = memref.dim %A, %c1 : !global
  %gm = arith.ceildivsi %M, %c64 : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %c64 : index
  %top = scf.for %n = %c0 to %N step %c64 iter_args(%best = %low) -> (tensor<64xf32, #tasync.slice<axis = 1, parent = #rows>>) {
    %t = tasync.async_load %map[%m, %n] to %buf : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %buf : !buf -> tensor<64x64xf16, #rows>
    %f = arith.extf %x : tensor<64x64xf16, #rows> to tensor<64x64xf32, #rows>
    %d = arith.mulf %f, %two : tensor<64x64xf32, #rows>
    %r = tile.reduce %d {axis = 1 : i64, kind = "max"} : tensor<64x64xf32, #rows> -> tensor<64xf32, #tasync.slice<axis = 1, parent = #rows>>
    %b = arith.maxnumf %best, %r : tensor<64xf32, #tasync.slice<axis = 1, parent = #rows>>
    tasync.fence_async
    tasync.sync
    scf.yield %b : tensor<64xf32, #tasync.slice<axis = 1, parent = #rows>>
  }
  tile.store %top, %S[%m] : tensor<64xf32, #tasync.slice<axis = 1, parent = #rows>>, memref<?xf32>
  %col = tile.expand_dims %top {axis = 1 : i64} : tensor<64xf32, #tasync.slice<axis = 1, parent = #rows>> -> tensor<64x1xf32, #rows>
  %wide = tile.broadcast %col : tensor<64x1xf32, #rows> -> tensor<64x64xf32, #rows>
  %sum = tasync.reduce %wide, %scratch {axis = 0 : i64, kind = "add"} : tensor<64x64xf32, #rows>, !tasync.buffer<4x64xf32> -> tensor<64xf32, #tasync.slice<axis = 0, parent = #rows>>
  tile.store %sum, %T[%m] : tensor<64xf32, #tasync.slice<axis = 0, parent = #rows>>, memref<?xf32>
  return
}
