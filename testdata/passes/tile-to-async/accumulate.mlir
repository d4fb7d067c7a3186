// Accumulators of f16 on request: what a loop carries from product to product, and
// products in a row, stay f16.
//
// RUN: tile-opt %s --tile-to-async='accumulate=f16' --split-input-file 2>/dev/null | FileCheck %s
// RUN: tile-opt %s --tile-to-async='accumulate=f16' --split-input-file 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not tile-opt %s --tile-to-async='accumulate=f64' 2>&1 | FileCheck %s --check-prefix=OPTION

// REMARK: remark: accumulates in f16
// REMARK: remark: accumulates in f32: wgmma has f16 accumulators for factors of f16 only, found bf16
// With the attribute one product is, whatever the option says.
//
// RUN: tile-opt %s --tile-to-async --split-input-file 2>/dev/null | FileCheck %s --check-prefix=ONE
// ONE-LABEL: func.func @loop(
// ONE: tasync.mma {{.*}}, tensor<64x64xf32
// ONE-LABEL: func.func @hinted(
// ONE: tasync.mma {{.*}}, tensor<64x64xf16, #tasync.mma
//
// OPTION: option 'accumulate' expected one of f32, f16, found 'f64'

!mem = memref<?x?xf16, strided<[?, 1]>>

// CHECK-LABEL: func.func @loop(
// CHECK-NOT: arith.extf
// CHECK: %[[Z:.*]] = arith.constant 0.000000e+00 : f16
// CHECK: %[[INIT:.*]] = tile.splat %[[Z]]
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[INIT]]) -> (tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>) {
// CHECK-NOT: arith.truncf
// CHECK: %[[X:.*]] = tasync.mma %{{.*}}, %{{.*}}, %[[ACC]]
// CHECK: %[[Y:.*]] = tasync.mma %{{.*}}, %{{.*}}, %[[X]]
// CHECK: %[[W:.*]] = tasync.mma_wait 0 %[[Y]]
// CHECK: scf.yield %[[W]]
// CHECK: }
// CHECK-NEXT: tile.store %[[R]]
func.func @loop(%A: !mem, %B: !mem, %C: !mem, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %init = tile.splat %zero : f32 -> tensor<64x64xf32>
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %init) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%c0, %k] : !mem -> tensor<64x64xf16>
    %b = tile.load %B[%k, %c0] : !mem -> tensor<64x64xf16>
    %x = tile.dot %a, %b, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %y = tile.dot %b, %b, %x : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %y : tensor<64x64xf32>
  }
  %h = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %h, %C[%c0, %c0] : tensor<64x64xf16>, !mem
  return
}

// An accumulator that something else needs in between is converted there.
//
// CHECK-LABEL: func.func @scaled(
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>) {
// CHECK: %[[S:.*]] = arith.mulf
// CHECK: %[[H:.*]] = arith.truncf %[[S]]
// CHECK: tasync.mma %{{.*}}, %{{.*}}, %[[H]]
// CHECK: %[[W:.*]] = tasync.mma_wait 0
// CHECK: %[[F:.*]] = arith.extf %[[W]]
// CHECK: scf.yield %[[F]]
func.func @scaled(%A: !mem, %B: !mem, %C: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %init = arith.constant dense<0.0> : tensor<64x64xf32>
  %half = arith.constant dense<0.5> : tensor<64x64xf32>
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %init) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%c0, %k] : !mem -> tensor<64x64xf16>
    %b = tile.load %B[%k, %c0] : !mem -> tensor<64x64xf16>
    %s = arith.mulf %acc, %half : tensor<64x64xf32>
    %x = tile.dot %a, %b, %s : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  tile.store %r, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @other(
// CHECK: tasync.mma {{.*}}, tensor<64x64xf32
func.func @other(%A: memref<?x?xbf16, strided<[?, 1]>>, %C: memref<?x?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %init = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%c0, %c0] : memref<?x?xbf16, strided<[?, 1]>> -> tensor<64x64xbf16>
  %x = tile.dot %a, %a, %init : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
  tile.store %x, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

func.func @hinted(%A: !mem, %C: memref<?x?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %init = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%c0, %c0] : !mem -> tensor<64x64xf16>
  %x = tile.dot %a, %a, %init {tile.accumulate = "f16"} : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  tile.store %x, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// What rounds right behind the product, and goes, is not what the widened tile
// stands in front of.
//
// CHECK-LABEL: func.func @rounded_and_summed(
// CHECK: %[[W:.*]] = tasync.mma_wait 0
// CHECK: %[[F:.*]] = arith.extf %[[W]]
// CHECK: tile.store %[[W]]
// CHECK: tile.reduce %[[F]]
func.func @rounded_and_summed(%A: !mem, %C: !mem, %S: memref<?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %init = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%c0, %c0] : !mem -> tensor<64x64xf16>
  %x = tile.dot %a, %a, %init : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %h = arith.truncf %x : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %h, %C[%c0, %c0] : tensor<64x64xf16>, !mem
  %s = tile.reduce %x {axis = 1 : i64, kind = "add"} : tensor<64x64xf32> -> tensor<64xf32>
  tile.store %s, %S[%c0] : tensor<64xf32>, memref<?xf32>
  return
}
