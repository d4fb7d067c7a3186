// Functions that are no kernels, and kernels that are at the async level
// already, stay as they are.
//
// RUN: tile-opt %s > %t.before
// RUN: tile-opt %s --tile-to-async | diff - %t.before

func.func @no_kernel(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = tile.dot %a, %b, %c : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}

func.func private @declared(memref<?xf32>)

func.func @done(%a: memref<?xf32>, %i: index) attributes {tile.kernel, tasync.warp_groups = 1 : i32} {
  %x = tile.load %a[%i] : memref<?xf32> -> tensor<128xf32, #tasync.blocked<per_thread = [1], lanes = [32], warps = [4]>>
  tile.store %x, %a[%i] : tensor<128xf32, #tasync.blocked<per_thread = [1], lanes = [32], warps = [4]>>, memref<?xf32>
  return
}
