// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  %q = tasync.alloc : !tasync.buffer<8x8xf16, stages = 2>
  // expected-error@+1 {{expected one tile, found a ring of 2}}
  %t = tasync.copy %a[%i, %i] to %q via "plain" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16, stages = 2> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  %q = tasync.alloc : !tasync.buffer<8x8xf32>
  // expected-error@+1 {{expected elements of type f16, as the memref has, found f32}}
  %t = tasync.copy %a[%i, %i] to %q via "plain" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf32> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected 2 indices, the dimensions of the memref, found 1}}
  %t = tasync.copy %a[%i] to %r via "plain" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected a buffer of at most the 1 dimensions of the memref, found 2}}
  %t = tasync.copy %n[%i] to %r via "plain" : memref<?xf16>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected bytes for the kinds that use cp.async, "cp-async" and "any", and for no other, found "plain"}}
  %t = tasync.copy %a[%i, %i] to %r via "plain" bytes 4 : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected bytes for the kinds that use cp.async, "cp-async" and "any", and for no other, found "any"}}
  %t = tasync.copy %a[%i, %i] to %r via "any" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{attribute 'via' failed to satisfy constraint: kind of copy (cp-async, any, plain or bulk)}}
  %t = tasync.copy %a[%i, %i] to %r via "tma" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{a copy needs a strided layout}}
  %t = tasync.copy %g[%i, %i] to %r via "plain" : memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{a bulk copy keeps the bytes of a row in their order, but the buffer is swizzled by 128 bytes}}
  %t = tasync.copy %a[%i, %i] to %b via "bulk" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<64x64xf16, swizzle = 128> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{cp.async moves 4, 8 or 16 bytes, found 12}}
  %t = tasync.copy %a[%i, %i] to %r via "any" bytes 12 : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{cp.async needs an inner stride of 1, found a dynamic one}}
  %t = tasync.copy %d[%i, %i] to %r via "any" bytes 4 : memref<?x?xf16, strided<[?, ?]>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{a bulk copy needs an inner stride of 1, found a dynamic one}}
  %t = tasync.copy %d[%i, %i] to %r via "bulk" : memref<?x?xf16, strided<[?, ?]>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{cp.async needs rows of the tile in multiples of 4 bytes, found 10 bytes of f16}}
  %t = tasync.copy %a[%i, %i] to %odd via "any" bytes 4 : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x5xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{cp.async needs strides in multiples of 16 bytes, found 200 in dimension 0}}
  %t = tasync.copy %s[%i, %i] to %r via "cp-async" bytes 16 : memref<8x100xf16>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{cp.async needs an address in multiples of 16 bytes, found an offset of 8}}
  %t = tasync.copy %o[%i, %i] to %r via "cp-async" bytes 16 : memref<8x128xf16, strided<[128, 1], offset: 4>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{a bulk copy needs strides in multiples of 16 bytes, found 200 in dimension 0}}
  %t = tasync.copy %s[%i, %i] to %r via "bulk" : memref<8x100xf16>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%q: memref<8x100xf16, strided<[128, 1]>>, %a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{a bulk copy needs an inner dimension in multiples of 16 bytes, found 200}}
  %t = tasync.copy %q[%i, %i] to %r via "bulk" : memref<8x100xf16, strided<[128, 1]>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected an innermost index in multiples of 16 bytes, found 4 bytes}}
  %t = tasync.copy %a[%i, %c2] to %r via "bulk" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected an innermost index in multiples of 8 bytes, found 4 bytes}}
  %t = tasync.copy %a[%i, %c2] to %r via "any" bytes 8 : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected a token, a barrier or a slot from tasync.pipeline_acquire for a bulk copy to complete on, found none of them}}
  tasync.copy %a[%i, %i] to %r via "bulk" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected a token or a barrier, found both}}
  %t = tasync.copy %a[%i, %i] to %r via "bulk" signal %bar[%z] : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16>, !tasync.barrier<2> -> !tasync.token
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected a barrier for a bulk copy only, found one for "plain"}}
  tasync.copy %a[%i, %i] to %r via "plain" signal %bar[%z] : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16>, !tasync.barrier<2>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected an index below the 2 barriers, found 2}}
  tasync.copy %a[%i, %i] to %r via "bulk" signal %bar[%i2] : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16>, !tasync.barrier<2>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected a barrier and its index together, found one of them}}
  "tasync.copy"(%a, %i, %i, %r, %bar) <{operandSegmentSizes = array<i32: 1, 2, 1, 1, 0>, via = "bulk"}> : (memref<?x?xf16, strided<[?, 1]>>, index, index, !tasync.buffer<8x8xf16>, !tasync.barrier<2>) -> ()
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %s: memref<8x100xf16>, %o: memref<8x128xf16, strided<[128, 1], offset: 4>>, %d: memref<?x?xf16, strided<[?, ?]>>,
             %n: memref<?xf16>, %g: memref<?x?xf16, affine_map<(i, j) -> (j, i)>>, %i: index, %z: i32) attributes {tasync.warp_groups = 1 : i32} {
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  %odd = tasync.alloc : !tasync.buffer<8x5xf16>
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  %c2 = arith.constant 2 : index
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{expected an index below the 2 barriers, found 2}}
  tasync.copy_arrive %bar[%i2] : !tasync.barrier<2>
  return
}

// -----

func.func @f(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index) attributes {tasync.warp_groups = 1 : i32} {
  %r = tasync.alloc : !tasync.buffer<8x8xf16>
  // expected-note@+1 {{the body is executed by one thread}}
  tasync.single_thread {
    // expected-error@+1 {{expected nothing that several threads execute together inside tasync.single_thread}}
    tasync.copy %a[%i, %i] to %r via "plain" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x8xf16>
  }
  return
}
