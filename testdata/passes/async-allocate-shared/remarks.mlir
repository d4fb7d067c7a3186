// RUN: tile-opt %s --async-allocate-shared --split-input-file --verify-diagnostics

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// expected-remark@+1 {{shared memory: 8216 bytes (!tasync.buffer<64x64xf16, swizzle = 128> at 0, !tasync.barrier<3> at 8192)}}
func.func @map() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %b = tasync.barrier_alloc : !tasync.barrier<3>
  %a = tasync.alloc : !buf
  %x = arith.constant dense<1.0> : !tile
  tasync.local_store %x, %a : !tile, !buf
  return
}

// -----

!big = !tasync.buffer<256x64xf16, swizzle = 128, stages = 4>
!out = !tasync.buffer<256x256xf16, swizzle = 128>

// expected-error@+1 {{needs 262176 bytes of shared memory, but a block has at most 232448; use fewer stages or smaller tiles}}
func.func @large(%i: i32) attributes {tasync.warp_groups = 2 : i32, tile.kernel} {
  // expected-note@+1 {{!tasync.buffer<256x64xf16, swizzle = 128, stages = 4>: 131072 bytes}}
  %a = tasync.alloc : !big
  // expected-note@+1 {{!tasync.buffer<256x256xf16, swizzle = 128>: 131072 bytes}}
  %b = tasync.alloc : !out
  // expected-note@+1 {{!tasync.barrier<4>: 32 bytes}}
  %c = tasync.barrier_alloc : !tasync.barrier<4>
  %x = arith.constant dense<1.0> : tensor<256x256xf16, #tasync.mma<wgs = 2, n = 256>>
  %y = arith.constant dense<1.0> : tensor<256x64xf16, #tasync.mma<wgs = 2, n = 64>>
  %s = tasync.slot %a[%i] : !big
  tasync.local_store %x, %b : tensor<256x256xf16, #tasync.mma<wgs = 2, n = 256>>, !out
  tasync.local_store %y, %s : tensor<256x64xf16, #tasync.mma<wgs = 2, n = 64>>, !tasync.buffer<256x64xf16, swizzle = 128>
  return
}
