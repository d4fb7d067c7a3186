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
