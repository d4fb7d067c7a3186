// RUN: tile-opt %s --convert-async-to-nvvm --split-input-file --verify-diagnostics

func.func @no_offset() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-error @+1 {{'tasync.barrier_alloc' op has no offset: run async-allocate-shared first}}
  %b = tasync.barrier_alloc : !tasync.barrier<1>
  return
}

// -----

func.func @pipeline() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-error @+1 {{'tasync.pipeline_create' op has no lowering: run async-insert-mbarriers first, which makes barriers of pipelines and tokens}}
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
  return
}

// -----

// expected-error @+1 {{'func.func' op argument #0: expects memrefs with offset 0, found memref<4xf32, strided<[1], offset: 3>>}}
func.func @offset(%A: memref<4xf32, strided<[1], offset: 3>>) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  return
}

// -----

func.func @registers() attributes {tasync.warp_groups = 1 : i32, tile.kernel, tasync.shared_bytes = 65536 : i64} {
  %a = tasync.alloc at 0 : !tasync.buffer<64x64xf16, swizzle = 128>
  %b = tasync.alloc at 8192 : !tasync.buffer<256x64xf16, swizzle = 128>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>
  tasync.warp_specialize role "producer" warps 4 registers 24 {
  } role "consumer" warps 4 registers 136 {
    %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>) {
      // expected-error @+1 {{'tasync.mma' op needs 128 registers a thread for tiles and about 26 besides, together more than the 136 that each of 256 threads has}}
      %d = tasync.mma %a, %b, %acc transpose_b : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<256x64xf16, swizzle = 128>, tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>
      %w = tasync.mma_wait 0 %d : tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>
      scf.yield %w : tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>
    }
  }
  return
}

// -----

// What the role sets does not help: ptxas counts what the threads start with.
func.func @instruction() attributes {tasync.warp_groups = 1 : i32, tile.kernel, tasync.shared_bytes = 65536 : i64} {
  %a = tasync.alloc at 0 : !tasync.buffer<64x64xf16, swizzle = 128>
  %b = tasync.alloc at 8192 : !tasync.buffer<256x64xf16, swizzle = 128>
  %zero = arith.constant dense<0.0> : tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>
  tasync.warp_specialize role "producer" warps 4 registers 24 {
  } role "storer" warps 8 registers 24 {
  } role "consumer" warps 4 registers 232 {
    // expected-error @+1 {{'tasync.mma' op needs 128 registers a thread for the accumulators of one instruction of 256 columns and about 26 besides, together more than the 128 that each of 512 threads starts with, which is what ptxas counts: use fewer columns, or fewer threads}}
    %d = tasync.mma %a, %b, %zero transpose_b : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<256x64xf16, swizzle = 128>, tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>
    %w = tasync.mma_wait 0 %d : tensor<64x256xf32, #tasync.mma<wgs = 1, n = 256>>
  }
  return
}

// -----

// expected-error @+1 {{'func.func' op argument #0: expects memrefs in global memory (no memory space, 0, 1 or #gpu.address_space<global>), found memref<?xf32, 3>}}
func.func @shared(%A: memref<?xf32, 3>) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  return
}

// -----

func.func @global(%A: memref<?xf32, 1>, %B: memref<?xf32, 0>, %C: memref<?xf32, #gpu.address_space<global>>) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  return
}

// -----

func.func @chosen(%A: memref<?xf32>, %B: memref<?xf32>, %c: i1, %f: f32) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'arith.select' op hands on a buffer of type memref<?xf32>, but a kernel must name which of its arguments it reads or writes: put the loads and stores themselves under conditions}}
  %m = arith.select %c, %A, %B : memref<?xf32>
  memref.store %f, %m[%c0] : memref<?xf32>
  return
}

// -----

func.func @carried(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'scf.for' op hands on a buffer of type memref<?xf32>}}
  %m = scf.for %i = %c0 to %n step %c1 iter_args(%x = %A) -> (memref<?xf32>) {
    scf.yield %B : memref<?xf32>
  }
  return
}

// -----

// expected-error @+1 {{expected a kernel's name of letters, digits, _ and $ that begins with no digit, as PTX has them, found "we ird"}}
func.func @"we ird"(%A: memref<?xf32>) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  return
}

// -----

// expected-error @+1 {{expected a kernel's name of letters, digits, _ and $ that begins with no digit, as PTX has them, found "llvm.foo"}}
func.func @"llvm.foo"(%A: memref<?xf32>) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  return
}

// -----

// expected-error @+1 {{expected a kernel's name of letters, digits, _ and $ that begins with no digit, as PTX has them, found "%tid"}}
func.func @"%tid"(%A: memref<?xf32>) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  return
}

// -----

// expected-error @+1 {{expected a kernel's name of letters, digits, _ and $ that begins with no digit, as PTX has them, found "0a"}}
func.func @"0a"(%A: memref<?xf32>) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  return
}

// -----

// expected-error @+1 {{expected a kernel's name with a letter or digit, as PTX has them, found "$"}}
func.func @"$"(%A: memref<?xf32>) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  return
}
