// How loaded tiles get to shared memory.
//
// RUN: tile-opt %s --tile-to-async --split-input-file 2>/dev/null | FileCheck %s
// RUN: tile-opt %s --tile-to-async='copy=cp-async' --split-input-file 2>/dev/null | FileCheck %s --check-prefix=CP
// RUN: tile-opt %s --tile-to-async='copy=plain stage=loops' --split-input-file 2>/dev/null | FileCheck %s --check-prefix=PLAIN
// RUN: tile-opt %s --tile-to-async='copy=bulk stage=all' --split-input-file 2>/dev/null | FileCheck %s --check-prefix=BULK
// RUN: tile-opt %s --tile-to-async='copy=bulk stage=all' --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: tile-opt %s --tile-to-async='stage=all' --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: tile-opt %s --tile-to-async='stage=all copy=tma' --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=ASKED

!mem = memref<?x?xf16, strided<[?, 1]>>

// The operands of a product. A bulk copy cannot swizzle, so TMA does it.
//
// CHECK-LABEL: func.func @product
// CHECK-COUNT-2: tasync.async_load
// CHECK: tasync.mma
// CP-LABEL: func.func @product
// CP-NOT: tensor_map
// CP: tasync.copy %arg0[%{{.*}}, %{{.*}}] to %{{.*}} via "cp-async" bytes 16 : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<64x64xf16, swizzle = 128> -> !tasync.token
// CP: tasync.copy %arg1
// CP: tasync.wait %{{.*}}, %{{.*}}
// CP: tasync.mma
// CP: tasync.sync
// PLAIN-LABEL: func.func @product
// PLAIN-COUNT-2: via "plain"
// BULK-LABEL: func.func @product
// BULK-COUNT-2: tasync.async_load
// SAID: remark: copied to shared memory by TMA, in boxes of [64 64] elements with swizzle 128, not by bulk copies: a bulk copy keeps the bytes of a row in their order, but the buffer is swizzled by 128 bytes
func.func @product(%A: !mem, %B: !mem, %C: memref<?x?xf32>, %K: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%c0, %k] : !mem -> tensor<64x64xf16>
    %b = tile.load %B[%k, %c0] : !mem -> tensor<64x64xf16>
    %d = tile.dot %a, %b, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %s, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>

// Tiles that no product reads: to registers, or through a row-major buffer from
// which each thread reads its part. A barrier stands where the loop fills it
// again, behind a fence where the async proxy does.
//
// CHECK-LABEL: func.func @sum
// CHECK-NOT: tasync.alloc
// CHECK-COUNT-2: tile.load
// PLAIN-LABEL: func.func @sum
// PLAIN: tile.load %arg0
// PLAIN: scf.for
// PLAIN-NEXT: tasync.copy %arg0[%{{.*}}, %{{.*}}] to %[[BUF:.*]] via "plain" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<64x64xf16> -> !tasync.token
// PLAIN-NEXT: tasync.wait
// PLAIN-NEXT: tasync.local_load %[[BUF]]
// PLAIN-NEXT: arith.addf
// PLAIN-NEXT: tasync.sync
// BULK-LABEL: func.func @sum
// BULK-COUNT-2: via "bulk"
// BULK: arith.addf
// BULK-NEXT: tasync.fence_async
// BULK-NEXT: tasync.sync
// SAID: remark: copied to shared memory by bulk copies of rows of 128 bytes
func.func @sum(%A: !mem, %C: !mem, %K: index) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %first = tile.load %A[%c0, %c0] : !mem -> tensor<64x64xf16>
  %s = scf.for %k = %c64 to %K step %c64 iter_args(%acc = %first) -> (tensor<64x64xf16>) {
    %a = tile.load %A[%c0, %k] : !mem -> tensor<64x64xf16>
    %d = arith.addf %a, %acc : tensor<64x64xf16>
    scf.yield %d : tensor<64x64xf16>
  }
  tile.store %s, %C[%c0, %c0] : tensor<64x64xf16>, !mem
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>

// Hints go before options, and bring tiles to shared memory that no product
// reads. Rows of more than 256 elements come in slabs, since a box has no more.
//
// CHECK-LABEL: func.func @hints
// CHECK: tasync.async_load %{{.*}} to %[[WIDE:.*]] : !tasync.tensor_map<8x64xf16, swizzle = 128>, !tasync.buffer<8x512xf16, swizzle = 128> -> !tasync.token
// CHECK: via "bulk" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<8x512xf16>
// CHECK: tile.load %arg0
// CHECK: tasync.local_load
// PLAIN-LABEL: func.func @hints
// PLAIN: tasync.async_load
// PLAIN: via "bulk"
// PLAIN: tile.load %arg0
func.func @hints(%A: !mem, %C: !mem) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %x = tile.load %A[%c0, %c0] {tile.copy = "tma"} : !mem -> tensor<8x512xf16>
  %y = tile.load %A[%c8, %c0] {tile.copy = "bulk"} : !mem -> tensor<8x512xf16>
  %z = tile.load %A[%c16, %c0] {tile.copy = "direct"} : !mem -> tensor<8x512xf16>
  %s = arith.addf %x, %y : tensor<8x512xf16>
  %t = arith.addf %s, %z : tensor<8x512xf16>
  tile.store %t, %C[%c0, %c0] : tensor<8x512xf16>, !mem
  return
}

// -----

!mem = memref<?x?xf16, strided<[?, 1]>>

// Rows that are too long for a box: whichever takes fewer instructions, and what is
// asked for where it is.
//
// AUTO: remark: copied to shared memory by bulk copies of rows of 2048 bytes, not by TMA: 16 boxes of [4 64] elements are more instructions
// AUTO: remark: copied to shared memory by TMA, in boxes of [16 64] elements with swizzle 128{{$}}
// ASKED: remark: copied to shared memory by TMA, in boxes of [4 64] elements with swizzle 128{{$}}
func.func @long_rows(%A: !mem, %C: !mem) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : !mem -> tensor<4x1024xf16>
  tile.store %x, %C[%c0, %c0] : tensor<4x1024xf16>, !mem
  %y = tile.load %A[%c0, %c0] : !mem -> tensor<16x1024xf16>
  tile.store %y, %C[%c0, %c0] : tensor<16x1024xf16>, !mem
  return
}
