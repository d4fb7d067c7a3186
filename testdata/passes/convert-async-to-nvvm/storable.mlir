// A map that is asked about asks only for what the host needs to encode it; whether
// it may be used is a parameter.
//
// RUN: tile-opt %s --convert-async-to-nvvm | FileCheck %s --implicit-check-not='bytes apart' --implicit-check-not='in bytes must'

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>

// CHECK-LABEL: llvm.func @asked(
// CHECK-SAME: %[[MAP:.*]]: !llvm.ptr {{.*}}, %[[OK:.*]]: i32) attributes
// The strides of the map are rounded up.
// CHECK-SAME: \22strides\22:[{\22op\22:\22mul\22,\22args\22:[{\22op\22:\22ceildiv\22
// CHECK-SAME: \22scalar\22:{\22type\22:\22i32\22,\22value\22:{\22op\22:\22and\22
// CHECK-SAME: address must be a multiple of 16
// CHECK: %[[YES:.*]] = arith.trunci %[[OK]] : i32 to i1
// CHECK: scf.if %[[YES]] {
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %[[MAP]]
func.func @asked(%a: !mem) attributes {tasync.warp_groups = 1 : i32, tasync.shared_bytes = 8192 : i64} {
  %m = tasync.tensor_map %a : !mem -> !map
  %ok = tasync.storable %m : !map
  %b = tasync.alloc at 0 : !tile
  %c0 = arith.constant 0 : index
  scf.if %ok {
    tasync.single_thread {
      tasync.async_store %b to %m[%c0, %c0] : !tile, !map
    }
  }
  return
}
