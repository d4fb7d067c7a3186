// RUN: tile-opt %s --async-epilogue='via=tma-store' --split-input-file --verify-diagnostics
// RUN: not tile-opt %s --async-epilogue='columns=48' 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not tile-opt %s --async-epilogue='buffers=5' 2>&1 | FileCheck %s --check-prefix=BUFFERS
// RUN: not tile-opt %s --async-epilogue='via=paper' 2>&1 | FileCheck %s --check-prefix=VIA

// COLUMNS: columns must be 16, 32 or 64, found 48
// BUFFERS: buffers must be 1 to 4, found 5
// VIA: via
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

func.func @stride(%C: memref<?x?xf16, strided<[100, 1]>>) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1.0> : !tile
  // expected-error@+1 {{via=tma-store leaves no other way to store}}
  tile.store %x, %C[%c0, %c0] : !tile, memref<?x?xf16, strided<[100, 1]>>
  return
}
