// A product under either branch, with operands loaded outside; stores under conditions.
//
// problem: A=72x64 B=136x64 which=1 C=72x136
// problem: A=72x64 B=136x64 which=0 C=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @if_else_dots(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %which: i32 {tile.name = "which"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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
  %a = tile.load %A[%m, %c0] : !mat -> tensor<64x64xf16>
  %b = tile.load %B[%n, %c0] : !mat -> tensor<64x64xf16>
  %r = scf.if %on -> (tensor<64x64xf32>) {
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  } else {
    %x = tile.dot %a, %b, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  scf.if %on {
    %c = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  } else {
    %two = arith.constant dense<2.0> : tensor<64x64xf32>
    %r2 = arith.mulf %r, %two : tensor<64x64xf32>
    %c = arith.truncf %r2 : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  }
  return
}
