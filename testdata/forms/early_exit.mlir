// A loop that ends early: at the first block of K whose flag is 0, as the data say.
//
// PIPELINE: tile-to-nvvm{stages=3 consumers=1 unroll=true}
// PIPELINE: tile-to-nvvm{stages=4 consumers=2 schedule=pingpong mma-in-flight=1}
// PIPELINE: tile-to-nvvm{stages=4 consumers=0 prefetch=2}
// SIZES: A=72x200,B=136x200,F=4,C=72x136
// SIZES: A=72x0,B=136x0,F=0,C=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
!t = tensor<64x64xf16>
!acc = tensor<64x64xf32>
func.func @early_exit(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %F: memref<?xi32> {tile.name = "F"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c0_i32 = arith.constant 0 : i32
  %true = arith.constant true
  %false = arith.constant false
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %K = memref.dim %A, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %blocks = arith.ceildivsi %K, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %zero = arith.constant dense<0.0> : !acc
  %r:2 = scf.while (%i = %c0, %acc = %zero) : (index, !acc) -> (index, !acc) {
    %inside = arith.cmpi slt, %i, %blocks : index
    %go = scf.if %inside -> (i1) {
      %flag = memref.load %F[%i] : memref<?xi32>
      %on = arith.cmpi ne, %flag, %c0_i32 : i32
      scf.yield %on : i1
    } else {
      scf.yield %false : i1
    }
    scf.condition(%go) %i, %acc : index, !acc
  } do {
  ^bb0(%i: index, %acc: !acc):
    %k = arith.muli %i, %c64 : index
    %a = tile.load %A[%m, %k] : !mat -> !t
    %b = tile.load %B[%n, %k] : !mat -> !t
    %bt = tile.transpose %b [1, 0] : !t -> !t
    %x = tile.dot %a, %bt, %acc : !t, !t -> !acc
    %i2 = arith.addi %i, %c1 : index
    scf.yield %i2, %x : index, !acc
  }
  %c = arith.truncf %r#1 : !acc to !t
  tile.store %c, %C[%m, %n] : !t, !mat
  return
}
