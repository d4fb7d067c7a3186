// Nothing to do: no loads in a loop, no kernel of this level.
//
// RUN: tile-opt %s --async-pipeline='stages=1' --verify-diagnostics > %t.after
// RUN: tile-opt %s > %t.before
// RUN: diff %t.before %t.after

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

func.func @no_loop(%A: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %t = tasync.async_load %ma[%n, %n] to %a : !map, !buf -> !tasync.token
  tasync.wait %t
  %x = tasync.local_load %a : !buf -> !tile
  return
}

func.func @no_loads(%A: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %x = tile.load %A[%k, %c0] : !mem -> !tile
  }
  return
}

func.func @host(%n: index) -> index {
  return %n : index
}
