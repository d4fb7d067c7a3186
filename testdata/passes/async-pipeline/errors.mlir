// RUN: tile-opt %s --async-pipeline='stages=5' --split-input-file --verify-diagnostics
// RUN: not tile-opt %s --async-pipeline='stages=9' 2>&1 | FileCheck %s --check-prefix=STAGES
// RUN: not tile-opt %s --async-pipeline='stages=2 mma-in-flight=2' 2>&1 | FileCheck %s --check-prefix=FLIGHT
// RUN: not tile-opt %s --async-pipeline='stages=4 prefetch=3 mma-in-flight=1' 2>&1 | FileCheck %s --check-prefix=PREFETCH
// RUN: not tile-opt %s --async-pipeline='stages=4 prefetch=-5' 2>&1 | FileCheck %s --check-prefix=BACK

// STAGES: stages must be 1 to 8, found 9
// FLIGHT: mma-in-flight must be 0 to stages - 1 = 1, or -1, found 2
// PREFETCH: prefetch must be at most stages - mma-in-flight - 1 = 2, found 3
// BACK: prefetch must be at least -stages = -4, found -5

!buf = !tasync.buffer<128x192xf16, swizzle = 128>
!map = !tasync.tensor_map<128x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<128x192xf16, #tasync.mma<wgs = 1, n = 192>>

func.func @large(%A: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'scf.for' op 5 stages of 49152 bytes take 245760 bytes of shared memory, the most is 232448: use at most 4 stages or smaller tiles}}
  scf.for %k = %c0 to %n step %c1 {
    // expected-note@+1 {{49152 bytes a stage are for !tasync.buffer<128x192xf16, swizzle = 128>, loaded here}}
    %t = tasync.async_load %ma[%k, %c0] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> !tile
    tasync.fence_async
    tasync.sync
  }
  return
}
