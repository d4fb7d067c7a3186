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
