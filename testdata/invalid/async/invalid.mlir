// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected rows in multiples of the swizzle of 128 bytes, found 64 bytes}}
func.func private @f(!tasync.buffer<64x32xf16, swizzle = 128>)

// -----

// expected-error@+1 {{expected a swizzle of 0, 32, 64 or 128 bytes, found 16}}
func.func private @f(!tasync.buffer<64x32xf16, swizzle = 16>)

// -----

// expected-error@+1 {{expected buffer dimensions from 1 to 232448, found 0}}
func.func private @f(!tasync.buffer<64x0xf16>)

// -----

// expected-error@+1 {{expected a buffer of at most 232448 bytes, found at least 1048576 elements}}
func.func private @f(!tasync.buffer<1024x1024xf16>)

// -----

// expected-error@+1 {{expected buffer elements of 8, 16, 32 or 64 bits, found i1}}
func.func private @f(!tasync.buffer<64xi1>)

// -----

// expected-error@+1 {{expected a buffer of 1 to 5 dimensions, found 6}}
func.func private @f(!tasync.buffer<1x1x1x1x1x8xf16>)

// -----

// expected-error@+1 {{expected 1 to 29056 stages, found 0}}
func.func private @f(!tasync.buffer<8x8xf16, stages = 0>)

// -----

// expected-error@+1 {{stages is given twice}}
func.func private @f(!tasync.buffer<8x8xf16, stages = 2, stages = 2>)

// -----

// expected-error@+1 {{expected a box of at most 256 elements in each dimension, found 512}}
func.func private @f(!tasync.tensor_map<512x8xf16>)

// -----

// expected-error@+1 {{expected the inner dimension of the box to be a multiple of 16 bytes, found 8 bytes}}
func.func private @f(!tasync.tensor_map<8x4xf16>)

// -----

// expected-error@+1 {{expected the inner dimension of the box to be at most the swizzle of 64 bytes, found 128 bytes}}
func.func private @f(!tasync.tensor_map<8x64xf16, swizzle = 64>)

// -----

// expected-error@+1 {{expected 1 to 29056 barriers, found 0}}
func.func private @f(!tasync.barrier<0>)

// -----

// expected-error@+1 {{expected buffer types in a pipeline, found i32}}
func.func private @f(!tasync.pipeline<stages = 2, [i32]>)

// -----

// expected-error@+1 {{expected 1 to 29056 stages, found 0}}
func.func private @f(!tasync.pipeline<stages = 0, [!tasync.buffer<8x8xf16>]>)

// -----

// expected-error@+1 {{expected at least one buffer in a pipeline, found none}}
func.func private @f(!tasync.pipeline<stages = 2, []>)

// -----

// expected-error@+1 {{expected buffers of one stage in a pipeline, found !tasync.buffer<8x8xf16, stages = 2>}}
func.func private @f(!tasync.pipeline<stages = 2, [!tasync.buffer<8x8xf16, stages = 2>]>)

// -----

// expected-error@+1 {{expected n from 8 to 256 in steps of 8, found 12}}
func.func private @f(tensor<64x12xf32, #tasync.mma<wgs = 1, n = 12>>)

// -----

// expected-error@+1 {{expected 1 to 8 warp groups, found 9}}
func.func private @f(tensor<64x8xf32, #tasync.mma<wgs = 9, n = 8>>)

// -----

// expected-error@+1 {{expected the product of lanes to be 32, found 16}}
func.func private @f(tensor<64xf32, #tasync.blocked<per_thread = [1], lanes = [16], warps = [4]>>)

// -----

// expected-error@+1 {{expected powers of two in a blocked layout, found 3}}
func.func private @f(tensor<64xf32, #tasync.blocked<per_thread = [3], lanes = [32], warps = [4]>>)

// -----

// expected-error@+1 {{expected per_thread, lanes and warps of one length, found 2, 1 and 1}}
func.func private @f(tensor<64xf32, #tasync.blocked<per_thread = [1, 1], lanes = [32], warps = [4]>>)

// -----

// expected-error@+1 {{expected powers of two in a blocked layout, found 3}}
func.func private @f(tensor<64x64xf32, #tasync.blocked<per_thread = [1, 1], lanes = [32, 1], warps = [1, 3]>>)

// -----

// expected-error@+1 {{expected 1 to 32 warps along the first dimension of a blocked layout, found 0}}
func.func private @f(tensor<64xf32, #tasync.blocked<per_thread = [1], lanes = [32], warps = [0]>>)

// -----

// expected-error@+1 {{expected at most 32 warps, found 64}}
func.func private @f(tensor<64x64xf32, #tasync.blocked<per_thread = [1, 1], lanes = [32, 1], warps = [2, 32]>>)

// -----

// expected-error@+1 {{expected a layout as parent, found 4 : i64}}
func.func private @f(tensor<64xf32, #tasync.slice<axis = 0, parent = 4>>)

// -----

// expected-error@+1 {{expected an axis from 0 to 7, found 9}}
func.func private @f(tensor<64xf32, #tasync.slice<axis = 9, parent = #tasync.mma<wgs = 1, n = 8>>>)

// -----

// expected-error@+1 {{expected 'tasync.warp_groups' to be an i32 from 1 to 8, found 9 : i32}}
func.func @f() attributes {tasync.warp_groups = 9 : i32} {
  return
}

// -----

// expected-error@+1 {{expected 'tasync.shared_bytes' to be an i64 from 0 to 232448, found 232449 : i64}}
func.func @f() attributes {tasync.shared_bytes = 232449 : i64} {
  return
}

// -----

// expected-error@+1 {{expected 'tasync.block' to be an array of three i32, the threads along x, y and z, found array<i32: 128, 1>}}
func.func @f() attributes {tasync.block = array<i32: 128, 1>, tasync.warp_groups = 1 : i32} {
  return
}

// -----

// expected-error@+1 {{expected 1 to 1024 threads along each dimension of 'tasync.block', and at most 64 along z, found array<i32: 1, 1, 128>}}
func.func @f() attributes {tasync.block = array<i32: 1, 1, 128>, tasync.warp_groups = 1 : i32} {
  return
}

// -----

// expected-error@+1 {{expected 'tasync.block' to have the 256 threads of the roles, found 128}}
func.func @f() attributes {tasync.block = array<i32: 64, 2, 1>, tasync.warp_groups = 1 : i32} {
  tasync.warp_specialize role "a" warps 4 {
  } role "b" warps 4 {
  }
  return
}

// -----

// expected-error@+1 {{expected whole warps along x of 'tasync.block', found 16 threads}}
func.func @f() attributes {tasync.block = array<i32: 16, 8, 1>, tasync.warp_groups = 1 : i32} {
  return
}

// -----

// expected-error@+1 {{has no attribute 'tasync.size': expected tasync.warp_groups, tasync.shared_bytes, tasync.block, tasync.fallback_of or tasync.stages}}
func.func @f() attributes {tasync.size = 1 : i64} {
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected a layout on every tile of a kernel with tasync.warp_groups, found tensor<64x64xf32>}}
  %x = arith.constant dense<0.0> : tensor<64x64xf32>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected a layout over the 128 threads that execute it, found #tasync.mma<wgs = 2, n = 64> over 256}}
  %x = arith.constant dense<0.0> : tensor<128x64xf32, #tasync.mma<wgs = 2, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{layout #tasync.mma<wgs = 1, n = 64> needs columns in multiples of 64, found 32}}
  %x = arith.constant dense<0.0> : tensor<64x32xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected a box of 2 dimensions, those of the tensor, found 1}}
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64xf16>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected the element type of the tensor, f16, in the map, found bf16}}
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xbf16>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, ?]>>) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{TMA needs an inner stride of 1, found a dynamic one}}
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, ?]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 2]>>) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{TMA needs an inner stride of 1, found 2}}
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 2]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x100xf16>) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{TMA needs strides in multiples of 16 bytes, found 200 in dimension 0}}
  %m = tasync.tensor_map %a : memref<?x100xf16> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1], offset: 1>>) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{TMA needs an address in multiples of 16 bytes, found an offset of 2}}
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1], offset: 1>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, affine_map<(d0, d1) -> (d1, d0)>>) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{TMA needs a strided layout, found affine_map<(d0, d1) -> (d1, d0)>}}
  %m = tasync.tensor_map %a : memref<?x?xf16, affine_map<(d0, d1) -> (d1, d0)>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %l = memref.alloc() : memref<64x64xf16>
  // expected-error@+1 {{expected an argument of the kernel, whose descriptor the host can make, found another value}}
  %m = tasync.tensor_map %l : memref<64x64xf16> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected at most 232448 bytes of shared memory, found 262144 for !tasync.buffer<256x128xf16, swizzle = 128, stages = 4>}}
  %b = tasync.alloc : !tasync.buffer<256x128xf16, swizzle = 128, stages = 4>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected an offset in multiples of 1024 bytes, found 512}}
  %b = tasync.alloc at 512 : !tasync.buffer<64x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected the buffer to end within 232448 bytes, found an end at 237568}}
  %b = tasync.alloc at 229376 : !tasync.buffer<64x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<8x8xf16, stages = 4>
  %c = arith.constant 4 : i32
  // expected-error@+1 {{expected an index below the 4 stages, found 4}}
  %x = tasync.slot %b[%c] : !tasync.buffer<8x8xf16, stages = 4>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
  // expected-error@+1 {{expected a two-dimensional buffer of one stage to take rows of, found !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>}}
  %x = "tasync.slot"(%b, %s) <{rows = 8 : i64}> : (!tasync.buffer<64x64xf16, swizzle = 128, stages = 2>, i32) -> !tasync.buffer<8x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  // expected-error@+1 {{expected rows that divide the 64 of the buffer, found 24}}
  %x = "tasync.slot"(%b, %s) <{rows = 24 : i64}> : (!tasync.buffer<64x64xf16, swizzle = 128>, i32) -> !tasync.buffer<24x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x128xf16, swizzle = 128>
  // expected-error@+1 {{expected a buffer whose 128 columns are in one slab, found slabs of 64}}
  %x = "tasync.slot"(%b, %s) <{rows = 8 : i64}> : (!tasync.buffer<64x128xf16, swizzle = 128>, i32) -> !tasync.buffer<8x128xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  // expected-error@+1 {{expected rows of a multiple of 1024 bytes in all, found 512}}
  %x = "tasync.slot"(%b, %s) <{rows = 4 : i64}> : (!tasync.buffer<64x64xf16, swizzle = 128>, i32) -> !tasync.buffer<4x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  // expected-error@+1 {{expected the result to be 8 rows of the buffer, !tasync.buffer<8x64xf16, swizzle = 128>, found !tasync.buffer<16x64xf16, swizzle = 128>}}
  %x = "tasync.slot"(%b, %s) <{rows = 8 : i64}> : (!tasync.buffer<64x64xf16, swizzle = 128>, i32) -> !tasync.buffer<16x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %c = arith.constant 4 : i32
  // expected-error@+1 {{expected an index below the 4 parts, found 4}}
  %x = "tasync.slot"(%b, %c) <{rows = 16 : i64}> : (!tasync.buffer<64x64xf16, swizzle = 128>, i32) -> !tasync.buffer<16x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<8x8xf16, stages = 4>
  // expected-error@+1 {{expected the result to be one tile of the ring, !tasync.buffer<8x8xf16>, found !tasync.buffer<8x8xf16, stages = 4>}}
  %x = "tasync.slot"(%b, %s) : (!tasync.buffer<8x8xf16, stages = 4>, i32) -> !tasync.buffer<8x8xf16, stages = 4>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  // expected-error@+1 {{expected 2 coordinates, found 1}}
  %t = tasync.async_load %m[%i] to %b : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  // expected-error@+1 {{expected a token, a barrier or a slot from tasync.pipeline_acquire to complete on, found none of them}}
  tasync.async_load %m[%i, %i] to %b : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  // expected-error@+1 {{expected a token or a barrier, found both}}
  %t = tasync.async_load %m[%i, %i] to %b signal %bar[%s] : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.barrier<2> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  // expected-error@+1 {{expected a barrier and its index together, found one of them}}
  "tasync.async_load"(%m, %i, %i, %b, %bar) <{operandSegmentSizes = array<i32: 1, 2, 1, 1, 0>}> : (!tasync.tensor_map<64x64xf16, swizzle = 128>, index, index, !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.barrier<2>) -> ()
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c = arith.constant 2 : i32
  // expected-error@+1 {{expected an index below the 2 barriers, found 2}}
  tasync.async_load %m[%i, %i] to %b signal %bar[%c] : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.barrier<2>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c = arith.constant 4 : index
  // expected-error@+1 {{expected an innermost coordinate in multiples of 16 bytes, found 8 bytes}}
  %t = tasync.async_load %m[%i, %c] to %b : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %r = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
  // expected-error@+1 {{expected one tile, found a ring of 2}}
  %t = tasync.async_load %m[%i, %i] to %r : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128, stages = 2> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %r = tasync.alloc : !tasync.buffer<64x64xf16>
  // expected-error@+1 {{expected the buffer and the tensor map to agree in element type and swizzle}}
  %t = tasync.async_load %m[%i, %i] to %r : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %r = tasync.alloc : !tasync.buffer<2x64x64xf16, swizzle = 128>
  // expected-error@+1 {{expected a box of at least 3 dimensions}}
  %t = tasync.async_load %m[%i, %i] to %r : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<2x64x64xf16, swizzle = 128> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %r = tasync.alloc : !tasync.buffer<64xf16, swizzle = 128>
  // expected-error@+1 {{expected a box of 1 in the 1 leading dimensions, found 64}}
  %t = tasync.async_load %m[%i, %i] to %r : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64xf16, swizzle = 128> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %r = tasync.alloc : !tasync.buffer<96x64xf16, swizzle = 128>
  // expected-error@+1 {{expected a box that divides the 96 rows of dimension 0, found 64}}
  %t = tasync.async_load %m[%i, %i] to %r : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<96x64xf16, swizzle = 128> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x32xf16>
  %b = tasync.alloc : !tasync.buffer<64x64xf16>
  // expected-error@+1 {{expected a box of 64 columns, one slab of !tasync.buffer<64x64xf16>, found 32}}
  %t = tasync.async_load %m[%i, %i] to %b : !tasync.tensor_map<64x32xf16>, !tasync.buffer<64x64xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?x?xf16, strided<[?, ?, 1]>>, %i: index) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?x?xf16, strided<[?, ?, 1]>> -> !tasync.tensor_map<2x32x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<2x64x64xf16, swizzle = 128>
  // expected-error@+1 {{expected a box of 1 in dimension 0, since a later one is split, found 2}}
  %t = tasync.async_load %m[%i, %i, %i] to %b : !tasync.tensor_map<2x32x64xf16, swizzle = 128>, !tasync.buffer<2x64x64xf16, swizzle = 128> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c = arith.constant -8 : index
  // expected-error@+1 {{expected coordinates from 0 on, found -8}}
  tasync.async_store %b to %m[%c, %i] : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.tensor_map<64x64xf16, swizzle = 128>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected pending to be 0 or more, found -1}}
  tasync.store_wait -1
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected at least one token, found none}}
  "tasync.wait"() : () -> ()
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x32xf16>
  // expected-error@+1 {{expected a tile of [64 32] elements, as the buffer has, found [32 64]}}
  %x = tasync.local_load %b : !tasync.buffer<64x32xf16> -> tensor<32x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x32xf16>
  // expected-error@+1 {{expected a tile of [32 64] elements, as the buffer has, found [64 32]}}
  %x = tasync.local_load %b transpose : !tasync.buffer<64x32xf16> -> tensor<64x32xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x32xf16>
  // expected-error@+1 {{expected elements of type f16, as the buffer has, found bf16}}
  %x = tasync.local_load %b : !tasync.buffer<64x32xf16> -> tensor<64x32xbf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) {
  %b = tasync.alloc : !tasync.buffer<64x32xf16>
  // expected-error@+1 {{layout #tasync.mma<wgs = 1, n = 64> needs columns in multiples of 64, found 32}}
  %x = tasync.local_load %b : !tasync.buffer<64x32xf16> -> tensor<64x32xf16, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64xf16>
  // expected-error@+1 {{expected a 2-D buffer to transpose, found !tasync.buffer<64xf16>}}
  %x = tasync.local_load %b transpose : !tasync.buffer<64xf16> -> tensor<64xf16, #tasync.blocked<per_thread = [1], lanes = [32], warps = [4]>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64xf16, stages = 2>
  // expected-error@+1 {{expected one tile, found a ring of 2}}
  %x = tasync.local_load %b : !tasync.buffer<64xf16, stages = 2> -> tensor<64xf16, #tasync.blocked<per_thread = [1], lanes = [32], warps = [4]>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16>
  %x = tasync.local_load %b : !tasync.buffer<64x64xf16> -> tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  // expected-error@+1 {{expected a tile of wgmma layout for stmatrix, found #tasync.blocked}}
  tasync.local_store %x, %b stmatrix : tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>, !tasync.buffer<64x64xf16>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf32>
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected 16-bit elements for stmatrix, found f32}}
  tasync.local_store %x, %b stmatrix : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>, !tasync.buffer<64x64xf32>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected 2 offsets and dimensions, as the source has, found 1 and 2}}
  %y = tasync.extract_slice %x[0] : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>> -> tensor<64x32xf32, #tasync.mma<wgs = 1, n = 32>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected elements of type f32, as the source has, found f16}}
  %y = tasync.extract_slice %x[0, 0] : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>> -> tensor<64x32xf16, #tasync.mma<wgs = 1, n = 32>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected a slice within the 64 elements of dimension 1, found 40 to 72}}
  %y = tasync.extract_slice %x[0, 40] : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>> -> tensor<64x32xf32, #tasync.mma<wgs = 1, n = 32>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected both layouts to spread over the threads alike}}
  %y = tasync.extract_slice %x[0, 0] : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>> -> tensor<64x64xf32, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected every element of the slice in the registers of its thread}}
  %y = tasync.extract_slice %x[0, 4] : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>> -> tensor<64x32xf32, #tasync.mma<wgs = 1, n = 32>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  %b = tasync.alloc : !tasync.buffer<4x64xf32>
  // expected-error@+1 {{expected an axis below 2, found 2}}
  %y = tasync.reduce %x, %b {axis = 2 : i64, kind = "add"} : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>, !tasync.buffer<4x64xf32> -> tensor<64xf32, #tasync.slice<axis = 0, parent = #tasync.mma<wgs = 1, n = 64>>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  %b = tasync.alloc : !tasync.buffer<4x64xf32>
  // expected-error@+1 {{expected kind add, mul, max or min, found "xor"}}
  %y = tasync.reduce %x, %b {axis = 0 : i64, kind = "xor"} : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>, !tasync.buffer<4x64xf32> -> tensor<64xf32, #tasync.slice<axis = 0, parent = #tasync.mma<wgs = 1, n = 64>>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  %b = tasync.alloc : !tasync.buffer<4x64xf32>
  // expected-error@+1 {{expected a result of type tensor<64xf32, #tasync.slice<axis = 1,}}
  %y = tasync.reduce %x, %b {axis = 1 : i64, kind = "add"} : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>, !tasync.buffer<4x64xf32> -> tensor<64xf32, #tasync.slice<axis = 0, parent = #tasync.mma<wgs = 1, n = 64>>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  %b = tasync.alloc : !tasync.buffer<64xf32>
  // expected-error@+1 {{expected a scratch buffer of [4 64] elements of f32, one tile for each warp along the axis, found !tasync.buffer<64xf32>}}
  %y = tasync.reduce %x, %b {axis = 0 : i64, kind = "add"} : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>, !tasync.buffer<64xf32> -> tensor<64xf32, #tasync.slice<axis = 0, parent = #tasync.mma<wgs = 1, n = 64>>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %b0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  // expected-error@+1 {{expected an accumulator of wgmma layout, found #tasync.blocked}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<32x64xf16, swizzle = 128>
  %b0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected A 64xK and B Kx64 for the 64x64 accumulator, found 32x64 and 64x64}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<32x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %b0 = tasync.alloc : !tasync.buffer<64x64xbf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{wgmma needs operands of one type, f16 or bf16, found f16 and bf16}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xbf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %b0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf64, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{wgmma needs an accumulator of f32, or of f16, found f64}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf64, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xbf16, swizzle = 128>
  %b0 = tasync.alloc : !tasync.buffer<64x64xbf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{wgmma needs an accumulator of f32, found f16}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<64x64xbf16, swizzle = 128>, !tasync.buffer<64x64xbf16, swizzle = 128>, tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x8xf16>
  %b0 = tasync.alloc : !tasync.buffer<8x64xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{wgmma needs a depth in multiples of 16, found K = 8}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<64x8xf16>, !tasync.buffer<8x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<128x64xf16, swizzle = 128>
  %b0 = tasync.alloc : !tasync.buffer<64x256xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<128x256xf32, #tasync.mma<wgs = 1, n = 256>>
  // expected-error@+1 {{needs 256 for the 128x256 accumulator registers in each thread of 1 warp groups, the most is 255}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<128x64xf16, swizzle = 128>, !tasync.buffer<64x256xf16, swizzle = 128>, tensor<128x256xf32, #tasync.mma<wgs = 1, n = 256>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = arith.constant dense<0.0> : tensor<128x128xf16, #tasync.mma<wgs = 1, n = 128>>
  %b0 = tasync.alloc : !tasync.buffer<128x192xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<128x192xf32, #tasync.mma<wgs = 1, n = 192>>
  // expected-error@+1 {{needs 192 for the 128x192 accumulator + 64 for A = 256 registers in each thread}}
  %d = tasync.mma %a0, %b0, %c : tensor<128x128xf16, #tasync.mma<wgs = 1, n = 128>>, !tasync.buffer<128x192xf16, swizzle = 128>, tensor<128x192xf32, #tasync.mma<wgs = 1, n = 192>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xf16>
  %b0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{operand A: expected a swizzled buffer: rows of 128 bytes without a swizzle have no matrix descriptor}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<64x64xf16>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %b0 = tasync.alloc : !tasync.buffer<64x64xf16>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{operand B: expected a swizzled buffer: rows of 128 bytes without a swizzle have no matrix descriptor}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %b0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 32>>
  // expected-error@+1 {{operand B: expected blocks of whole 128-byte slabs, found one of 32 elements from 32 on}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 32>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %b0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected one tile as MMA operand, found a ring of 2}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128, stages = 2>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = arith.constant dense<0.0> : tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  %b0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected A in the layout of fragments, #tasync.mma<wgs = 1, ...>, found #tasync.blocked}}
  %d = tasync.mma %a0, %b0, %c : tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = arith.constant dense<0.0> : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
  %b0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected A in shared memory to transpose it, found a tile in registers}}
  %d = tasync.mma %a0, %b0, %c transpose_a : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %b0 = tasync.alloc : !tasync.buffer<64xf16>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected a 2-D operand B, found !tasync.buffer<64xf16>}}
  %d = tasync.mma %a0, %b0, %c : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64xf16>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{the accumulator is under way when 'arith.negf' uses it: expected a tasync.mma_wait before}}
  %d = tasync.mma %a0, %a0, %c : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-note@+1 {{used here}}
  %e = arith.negf %d : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  %d = tasync.mma %a0, %a0, %c : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{the accumulator is under way when 'arith.negf' uses it}}
  %e = tasync.mma_wait 1 %d : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-note@+1 {{used here}}
  %g = arith.negf %e : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected pending to be 0 or more, found -2}}
  tasync.mma_wait -2
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected as many results as accumulators, found 0 and 1}}
  "tasync.mma_wait"(%x) <{pending = 0 : i32}> : (tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>) -> ()
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-error@+1 {{expected result 0 to have the type of its accumulator}}
  %y = "tasync.mma_wait"(%x) <{pending = 0 : i32}> : (tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>) -> tensor<64x64xf32, #tasync.mma<wgs = 1, n = 32>>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-note@+1 {{the body is executed by one thread}}
  tasync.single_thread {
    // expected-error@+1 {{expected nothing that several threads execute together inside tasync.single_thread}}
    tasync.sync
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-note@+1 {{the body is executed by one thread}}
  tasync.single_thread {
    // expected-error@+1 {{expected nothing that several threads execute together inside tasync.single_thread}}
    %x = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.barrier_alloc : !tasync.barrier<1>
  // expected-note@+1 {{the body is executed by one thread}}
  tasync.single_thread {
    // expected-error@+1 {{expected nothing that several threads execute together inside tasync.single_thread}}
    tasync.barrier_arrive %b[%s] warp : !tasync.barrier<1>
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  tasync.single_thread {
    // expected-error@+1 {{expected no tasync.single_thread inside another}}
    tasync.single_thread {
    }
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected at least one role, found none}}
  "tasync.warp_specialize"() <{names = [], warps = array<i32>}> : () -> ()
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected 1 names and numbers of warps, one for each role, found 1 and 2}}
  "tasync.warp_specialize"() <{names = ["a"], warps = array<i32: 4, 4>}> ({
    tasync.yield
  }) : () -> ()
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected a body for role 0, found none}}
  "tasync.warp_specialize"() <{names = ["a"], warps = array<i32: 4>}> ({
  }) : () -> ()
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected a name of its own for each role, found "a" for role 1}}
  tasync.warp_specialize role "a" warps 4 {
  } role "a" warps 4 {
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected at least one warp for role "a", found 0}}
  tasync.warp_specialize role "a" warps 0 {
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected at most 1024 threads in a block, found 1152, the sum of the roles' 36 warps}}
  tasync.warp_specialize role "a" warps 4 {
  } role "b" warps 32 {
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected 24 to 256 registers in steps of 8 for role "a", found 20}}
  tasync.warp_specialize role "a" warps 4 registers 20 {
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected 24 to 256 registers in steps of 8 for role "b", found 100}}
  tasync.warp_specialize role "a" warps 4 registers 24 {
  } role "b" warps 4 registers 100 {
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected whole warp groups in a role that sets registers, found warps 0 to 0 in role "a"}}
  tasync.warp_specialize role "a" warps 1 registers 24 {
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected registers for all 2 roles or for none, found 1}}
  tasync.warp_specialize role "a" warps 4 registers 24 {
  } role "b" warps 4 {
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected registers for all 1 roles, found 2}}
  "tasync.warp_specialize"() <{names = ["a"], registers = array<i32: 24, 24>, warps = array<i32: 4>}> ({
    tasync.yield
  }) : () -> ()
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %t = arith.constant true
  scf.if %t {
    // expected-error@+1 {{expected to stand directly in the kernel, found it inside 'scf.if'}}
    tasync.warp_specialize role "a" warps 4 {
    }
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %a0 = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  tasync.warp_specialize role "p" warps 1 {
  } role "c" warps 4 {
    %c = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
    // expected-error@+1 {{expected whole warp groups in a role with MMAs, found warps 1 to 4 in role "c"}}
    %d = tasync.mma %a0, %a0, %c : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
    %e = tasync.mma_wait 0 %d : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  }
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected at most 232448 bytes of shared memory, found 262144 for 4 stages of 65536 bytes}}
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 4, [!tasync.buffer<256x128xf16, swizzle = 128>]>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
  // expected-error@+1 {{expected a tasync.pipeline_commit of this pipeline behind it in the block, before a further acquire}}
  %x = tasync.pipeline_acquire %p : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
  // expected-error@+1 {{expected a tasync.pipeline_acquire of this pipeline before it in the block, after an earlier commit}}
  tasync.pipeline_commit %p : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
  // expected-error@+1 {{expected 1 buffers, those of a slot, found 0}}
  "tasync.pipeline_wait"(%p) : (!tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>) -> ()
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
  // expected-error@+1 {{expected buffer 0 of type !tasync.buffer<64x64xf16, swizzle = 128>, found !tasync.buffer<64x64xf16>}}
  %x = "tasync.pipeline_wait"(%p) : (!tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>) -> !tasync.buffer<64x64xf16>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
  // expected-error@+1 {{expected keep from 0 to 1, below the 2 stages, found 2: the producer would never get a slot}}
  tasync.pipeline_release %p keep 2 : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected an offset in multiples of 8 bytes, found 4}}
  %b = tasync.barrier_alloc at 4 : !tasync.barrier<1>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.barrier_alloc : !tasync.barrier<2>
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  // expected-error@+1 {{expected 1 to 1048575 arrivals, found 0}}
  tasync.barrier_init %b, 0 : !tasync.barrier<2>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.barrier_alloc : !tasync.barrier<2>
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  // expected-error@+1 {{expected an index below the 2 barriers, found 2}}
  tasync.barrier_wait %b[%two], %one : !tasync.barrier<2>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.barrier_alloc : !tasync.barrier<2>
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  // expected-error@+1 {{expected an index below the 2 parities, found 2}}
  tasync.barrier_wait %b[%one], %two : !tasync.barrier<2>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.barrier_alloc : !tasync.barrier<2>
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  // expected-error@+1 {{expected 1 to 1048575 bytes, found 0}}
  tasync.barrier_expect %b[%one], 0 : !tasync.barrier<2>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.barrier_alloc : !tasync.barrier<2>
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  // expected-error@+1 {{expected an index below the 2 barriers, found 2}}
  tasync.barrier_expect %b[%two], 16 : !tasync.barrier<2>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.barrier_alloc : !tasync.barrier<2>
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  // expected-error@+1 {{expected an index below the 2 barriers, found 2}}
  tasync.barrier_arrive %b[%two] warp : !tasync.barrier<2>
  return
}
