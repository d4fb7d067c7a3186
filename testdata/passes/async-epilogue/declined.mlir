// Stores that stay direct, each with its reason.
//
// RUN: tile-opt %s --async-epilogue='via=auto' --verify-diagnostics > %t.after
// RUN: tile-opt %s > %t.before
// RUN: diff %t.before %t.after

!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

func.func @blocked(%C: !mem) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant dense<1.0> : tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  // expected-remark@+1 {{store left direct: the tile is not in the layout of MMA results}}
  tile.store %x, %C[%c0, %c0] : tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>, !mem
  return
}

func.func @wide(%C: memref<?x?xf32>) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant dense<1.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  // expected-remark@+1 {{store left direct: only two-dimensional tiles of 16-bit elements are staged, found tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>}}
  tile.store %x, %C[%c0, %c0] : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>, memref<?x?xf32>
  return
}

func.func @few(%C: !mem) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant dense<1.0> : tensor<64x24xf16, #tasync.mma<wgs = 1, n = 24>>
  // expected-remark@+1 {{store left direct: 24 columns do not divide by 16}}
  tile.store %x, %C[%c0, %c0] : tensor<64x24xf16, #tasync.mma<wgs = 1, n = 24>>, !mem
  return
}

func.func @odd(%C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant dense<1.0> : !tile
  // expected-remark@+1 {{store left direct: TMA needs a column in multiples of 8 elements (16 bytes), found one that need not be}}
  tile.store %x, %C[%c0, %n] : !tile, !mem
  return
}

func.func @negative(%C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %i = arith.subi %n, %c8 : index
  %x = arith.constant dense<1.0> : !tile
  // expected-remark@+1 {{store left direct: TMA cannot store to a negative position, and one may be}}
  tile.store %x, %C[%i, %c0] : !tile, !mem
  return
}

func.func @view(%C: !mem) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %V = memref.cast %C : !mem to memref<?x64xf16, strided<[?, 1]>>
  %x = arith.constant dense<1.0> : !tile
  // expected-remark@+1 {{store left direct: TMA needs a kernel argument, whose tensor map the host can make}}
  tile.store %x, %V[%c0, %c0] : !tile, memref<?x64xf16, strided<[?, 1]>>
  return
}

func.func @read(%C: !mem) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant dense<1.0> : !tile
  // expected-remark@+1 {{store left direct: 'tile.load' touches the same memory, and a copy by TMA is not ordered with it}}
  tile.store %x, %C[%c0, %c0] : !tile, !mem
  %y = tile.load %C[%c0, %c0] : !mem -> !tile
  return
}

// One store that stays direct keeps the other to the same memory direct.
//
func.func @both(%C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1.0> : !tile
  // expected-remark@+1 {{store left direct: 'tile.store' touches the same memory, and a copy by TMA is not ordered with it}}
  tile.store %x, %C[%c0, %c0] : !tile, !mem
  // expected-remark@+1 {{store left direct: TMA needs a column in multiples of 8 elements (16 bytes), found one that need not be}}
  tile.store %x, %C[%c0, %n] : !tile, !mem
  return
}

func.func @room(%C: !mem) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 14, [!tasync.buffer<128x64xf16, swizzle = 128>]>
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1.0> : !tile
  // expected-remark@+1 {{store left direct: no room for a staging buffer of 8192 bytes: 2048 are left}}
  tile.store %x, %C[%c0, %c0] : !tile, !mem
  return
}

func.func @host(%n: index) -> index {
  return %n : index
}
