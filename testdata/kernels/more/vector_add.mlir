// A sum of vectors; an argument is not used.
//
// problem: x=1000 y=1000 z=1000 n=1
// problem: x=1 y=1 z=1 n=1
// problem: x=0 y=0 z=0 n=0
func.func @vector_add(%x: memref<?xf32> {tile.name = "x"}, %y: memref<?xf32> {tile.name = "y"}, %z: memref<?xf32> {tile.name = "z"}, %n: i32 {tile.name = "n"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %B = tile.param "B" = 512 : index
  %N = memref.dim %z, %c0 : memref<?xf32>
  %g = arith.ceildivsi %N, %B : index
  %p = tile.program_id(%g)
  %i = arith.muli %p, %B : index
  %a = tile.load %x[%i] sizes(%B) : memref<?xf32> -> tensor<?xf32>
  %b = tile.load %y[%i] sizes(%B) : memref<?xf32> -> tensor<?xf32>
  %c = arith.addf %a, %b : tensor<?xf32>
  tile.store %c, %z[%i] : tensor<?xf32>, memref<?xf32>
  return
}
