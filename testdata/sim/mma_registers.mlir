// C = 2 A B with A computed in registers, in the layout of fragments: f16 A[64,32], B[32,16] read as it lies, C[64,16].
!bufB = !tasync.buffer<32x16xf16, swizzle = 32>
!mapB = !tasync.tensor_map<32x16xf16, swizzle = 32>
!global = memref<?x?xf16, strided<[?, 1]>>
!frag = tensor<64x32xf16, #tasync.mma<wgs = 1, n = 32>>
!acc = tensor<64x16xf32, #tasync.mma<wgs = 1, n = 16>>
!out = tensor<64x16xf16, #tasync.mma<wgs = 1, n = 16>>

func.func @product(%A: !global {tile.name = "A"}, %B: !global {tile.name = "B"}, %C: !global {tile.name = "C"}) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %buf = tasync.alloc : !bufB
  %map = tasync.tensor_map %B : !global -> !mapB
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : !acc
  %two = arith.constant dense<2.0> : !frag
  %t = tasync.async_load %map[%c0, %c0] to %buf : !mapB, !bufB -> !tasync.token
  %a = tile.load %A[%c0, %c0] : !global -> !frag
  %a2 = arith.mulf %a, %two : !frag
  tasync.wait %t
  %mma = tasync.mma %a2, %buf, %zero : !frag, !bufB, !acc
  %done = tasync.mma_wait 0 %mma : !acc
  %c = arith.truncf %done : !acc to !out
  tile.store %c, %C[%c0, %c0] : !out, !global
  return
}
