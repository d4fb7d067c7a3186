// What cannot be is done otherwise, with the reason.
//
// RUN: tile-opt %s --tile-to-async --split-input-file --verify-diagnostics

func.func @by_threads(%A: memref<?x?xf16, strided<[?, ?]>> {tile.name = "A"}, %B: memref<64x100xf16>, %D: memref<64x77xf16>, %i: index, %C: memref<?x?xf16>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %two = arith.muli %i, %c2 : index
  // expected-remark@+1 {{copied to shared memory by loads and stores of the threads, not by TMA: TMA needs an inner stride of 1, found a dynamic one; not by cp.async: cp.async needs an inner stride of 1, found a dynamic one}}
  %a = tile.load %A[%c0, %c0] {tile.copy = "auto"} : memref<?x?xf16, strided<[?, ?]>> -> tensor<64x64xf16>
  // expected-remark@+1 {{copied to shared memory by cp.async, in pieces of 8 bytes, not by TMA: TMA needs strides in multiples of 16 bytes, found 200 in dimension 0}}
  %b = tile.load %B[%c0, %c0] {tile.copy = "auto"} : memref<64x100xf16> -> tensor<64x64xf16>
  // expected-remark@+1 {{copied to shared memory by cp.async, in pieces of 4 bytes}}
  %c = tile.load %B[%c0, %two] {tile.copy = "cp-async"} : memref<64x100xf16> -> tensor<64x64xf16>
  // expected-remark@+1 {{copied to shared memory by loads and stores of the threads, not by cp.async: the innermost index must be a multiple of 2 elements, 4 bytes, and is only known to be one of 1}}
  %d = tile.load %B[%c0, %i] {tile.copy = "cp-async"} : memref<64x100xf16> -> tensor<64x64xf16>
  // expected-remark@+1 {{copied to shared memory by cp.async, in pieces of 8 bytes, not by bulk copies: a bulk copy needs rows of the tile in multiples of 16 bytes, found 8 bytes of f16; not by TMA: TMA needs strides in multiples of 16 bytes, found 200 in dimension 0}}
  %e = tile.load %B[%c0, %c0] {tile.copy = "bulk"} : memref<64x100xf16> -> tensor<64x4xf16>
  // expected-remark@+1 {{copied to shared memory by loads and stores of the threads, not by TMA: TMA needs strides in multiples of 16 bytes, found 154 in dimension 0; not by cp.async: cp.async needs strides in multiples of 4 bytes, found 154 in dimension 0}}
  %x = tile.load %D[%c0, %c0] {tile.copy = "tma"} : memref<64x77xf16> -> tensor<64x4xf16>
  // expected-remark@+1 {{loaded to registers, as asked for}}
  %y = tile.load %D[%c0, %c0] {tile.copy = "direct"} : memref<64x77xf16> -> tensor<64x4xf16>
  %f = arith.addf %a, %b : tensor<64x64xf16>
  %g = arith.addf %c, %d : tensor<64x64xf16>
  %h = arith.addf %f, %g : tensor<64x64xf16>
  tile.store %h, %C[%c0, %c0] : tensor<64x64xf16>, memref<?x?xf16>
  %k = arith.addf %e, %x : tensor<64x4xf16>
  %l = arith.addf %k, %y : tensor<64x4xf16>
  tile.store %l, %C[%c0, %c0] : tensor<64x4xf16>, memref<?x?xf16>
  return
}

// -----

// What the kernel writes is not copied ahead; a view of an argument has no
// tensor map, but threads can copy from it.
func.func @written(%A: memref<64x64xf16>, %B: memref<?x?xf16, strided<[?, 1]>>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{loaded to registers, not copied: the kernel writes the buffer, too}}
  %a = tile.load %A[%c0, %c0] {tile.copy = "tma"} : memref<64x64xf16> -> tensor<64x64xf16>
  %v = memref.cast %B : memref<?x?xf16, strided<[?, 1]>> to memref<64x64xf16, strided<[?, 1]>>
  // expected-remark@+1 {{copied to shared memory by cp.async, in pieces of 16 bytes where the arguments allow it, not by TMA: the buffer is a view of an argument}}
  %b = tile.load %v[%c0, %c0] {tile.copy = "tma"} : memref<64x64xf16, strided<[?, 1]>> -> tensor<64x64xf16>
  %c = arith.addf %a, %b : tensor<64x64xf16>
  tile.store %c, %A[%c0, %c0] : tensor<64x64xf16>, memref<64x64xf16>
  return
}

// -----

// Shared memory has no single bits.
func.func @bits(%A: memref<64xi1>, %B: memref<64xf16>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{loaded to registers: shared memory has no buffer for tensor<64xi1>}}
  %a = tile.load %A[%c0] {tile.copy = "cp-async"} : memref<64xi1> -> tensor<64xi1>
  %b = arith.uitofp %a : tensor<64xi1> to tensor<64xf16>
  tile.store %b, %B[%c0] : tensor<64xf16>, memref<64xf16>
  return
}

// -----

func.func @hint(%A: memref<64xf16>, %B: memref<64xf16>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{attribute 'tile.copy' expects one of auto, tma, bulk, cp-async, plain, direct on a tile.load, found "dma"}}
  %a = tile.load %A[%c0] {tile.copy = "dma"} : memref<64xf16> -> tensor<64xf16>
  tile.store %a, %B[%c0] : tensor<64xf16>, memref<64xf16>
  return
}
