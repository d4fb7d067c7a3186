// A scalar chooses between tiles.
//
// problem: A=72x136 B=72x136 which=1 C=72x136
// problem: A=72x136 B=72x136 which=0 C=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @scalar_select(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %which: i32 {tile.name = "which"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>

  %z32 = arith.constant 0 : i32
  %on = arith.cmpi ne, %which, %z32 : i32
  %a = tile.load %A[%m, %n] : !mat -> tensor<64x64xf16>
  %b = tile.load %B[%m, %n] : !mat -> tensor<64x64xf16>
  %r = arith.select %on, %a, %b : tensor<64x64xf16>
  tile.store %r, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
