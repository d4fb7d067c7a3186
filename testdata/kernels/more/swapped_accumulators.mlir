// Two accumulators that change places every iteration: llc copies registers, which must
// happen in front of the fence of the products.
//
// problem: A=64x200 B=72x200 C=64x72
// problem: A=72x0 B=64x0 C=72x64
func.func @swapped_accumulators(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"}, %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"}, %C: memref<?x?xf16, strided<[?, 1]>> {tile.name = "C"}) attributes {tile.kernel} {
  tile.type_param "type" = f16
  %BM = tile.param "BM" = 64 : index
  %BN = tile.param "BN" = 64 : index
  %BK = tile.param "BK" = 64 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %C, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %C, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %K = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %init = tile.splat %zero sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %s:2 = scf.for %k = %c0 to %K step %BK iter_args(%p = %init, %q = %init) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    %a = tile.load %A[%m, %k] sizes(%BM, %BK) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
    %b = tile.load %B[%n, %k] sizes(%BN, %BK) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
    %bt = tile.transpose %b [1, 0] : tensor<?x?xf16> -> tensor<?x?xf16>
    %next = tile.dot %a, %bt, %p : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf32>
    scf.yield %q, %next : tensor<?x?xf32>, tensor<?x?xf32>
  }
  %d = arith.subf %s#0, %s#1 : tensor<?x?xf32>
  %c = arith.truncf %d : tensor<?x?xf32> to tensor<?x?xf16>
  tile.store %c, %C[%m, %n] : tensor<?x?xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
