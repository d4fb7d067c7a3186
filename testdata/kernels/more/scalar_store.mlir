// Scalars are stored.
//
// problem: A=3 C=3 n=3
func.func @scalar_store(%A: memref<?xf32> {tile.name = "A"}, %C: memref<?xf32> {tile.name = "C"}, %n: memref<?xi32> {tile.name = "n"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = tile.program_id(%c3)
  %x = memref.load %A[%p] : memref<?xf32>
  %y = arith.mulf %x, %x : f32
  memref.store %y, %C[%p] : memref<?xf32>
  %i = arith.index_cast %p : index to i32
  memref.store %i, %n[%p] : memref<?xi32>
  return
}
