// A choice between cases.
//
// problem: A=72x136 which=1 C=72x136
// problem: A=72x136 which=2 C=72x136
// problem: A=72x136 which=7 C=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @switch_region(%A: !mat {tile.name = "A"}, %which: i32 {tile.name = "which"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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

  %w = arith.index_cast %which : i32 to index
  %a = tile.load %A[%m, %n] : !mat -> tensor<64x64xf16>
  %r = scf.index_switch %w -> tensor<64x64xf16>
  case 1 {
    %x = arith.addf %a, %a : tensor<64x64xf16>
    scf.yield %x : tensor<64x64xf16>
  }
  case 2 {
    %x = arith.mulf %a, %a : tensor<64x64xf16>
    scf.yield %x : tensor<64x64xf16>
  }
  default {
    scf.yield %a : tensor<64x64xf16>
  }
  %e = scf.execute_region -> tensor<64x64xf16> {
    %x = arith.negf %r : tensor<64x64xf16>
    scf.yield %x : tensor<64x64xf16>
  }
  tile.store %e, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
