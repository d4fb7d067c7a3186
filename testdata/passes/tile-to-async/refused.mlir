// Why TMA is not used, and what else the pass says about its choices.
//
// RUN: tile-opt %s --tile-to-async='warp-groups=2' --split-input-file --verify-diagnostics
// RUN: not tile-opt %s --tile-to-async='warp-groups=9' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: expected warp-groups to be 1 to 8, found 9

func.func @stride(%x: memref<?x100xf16>, %y: memref<?x?xf16, strided<[?, ?]>>, %o: memref<?x?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{copied to shared memory by cp.async, in pieces of 8 bytes, not by TMA: TMA needs strides in multiples of 16 bytes, found 200 in dimension 0}}
  %a = tile.load %x[%c0, %c0] : memref<?x100xf16> -> tensor<128x64xf16>
  // expected-remark@+1 {{not by TMA: TMA needs an inner stride of 1, found a dynamic one}}
  %b = tile.load %y[%c0, %c0] : memref<?x?xf16, strided<[?, ?]>> -> tensor<64x64xf16>
  %z = arith.constant dense<0.0> : tensor<128x64xf32>
  // expected-remark@+1 {{done by 1 x 1 x 4 wgmma m64n64k16 in each warp group; the accumulator takes 32 registers}}
  %d = tile.dot %a, %b, %z : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
  tile.store %d, %o[%c0, %c0] : tensor<128x64xf32>, memref<?x?xf32>
  return
}

// -----

func.func @index(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %i: index, %o: memref<?x?xf32>) attributes {tile.kernel} {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %j = arith.muli %i, %c4 : index
  %k = arith.muli %i, %c8 : index
  // expected-remark@+1 {{the innermost index must be a multiple of 8 elements, 16 bytes, and is only known to be one of 4}}
  %a = tile.load %x[%i, %j] : memref<?x?xf16> -> tensor<128x64xf16>
  // expected-remark@+1 {{copied to shared memory by TMA, in boxes of [64 64] elements with swizzle 128}}
  %b = tile.load %y[%i, %k] : memref<?x?xf16> -> tensor<64x64xf16>
  %z = arith.constant dense<0.0> : tensor<128x64xf32>
  // expected-remark@+1 {{done by}}
  %d = tile.dot %a, %b, %z : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
  tile.store %d, %o[%i, %j] : tensor<128x64xf32>, memref<?x?xf32>
  return
}

// -----

func.func @written(%x: memref<?x?xf16>, %y: memref<?x?xf16>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{loaded by each thread and stored to shared memory, not copied: the kernel writes the buffer, too}}
  %a = tile.load %x[%c0, %c0] : memref<?x?xf16> -> tensor<64x64xf16>
  // expected-remark@+1 {{copied to shared memory by TMA}}
  %b = tile.load %y[%c0, %c0] : memref<?x?xf16> -> tensor<64x64xf16>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-remark@+2 {{64 rows, in blocks of 64, divide over 1 warp groups, not over the 2 asked for}}
  // expected-remark@+1 {{done by}}
  %d = tile.dot %a, %b, %z : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %h = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %h, %x[%c0, %c0] : tensor<64x64xf16>, memref<?x?xf16>
  return
}

// -----

func.func @cast(%x: memref<?x?xf16>, %o: memref<?x?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %y = memref.cast %x : memref<?x?xf16> to memref<?x64xf16>
  // expected-remark@+1 {{copied to shared memory by cp.async, in pieces of 16 bytes, not by TMA: the buffer is a view of an argument}}
  %a = tile.load %y[%c0, %c0] : memref<?x64xf16> -> tensor<128x64xf16>
  // expected-remark@+1 {{a tile of [128 64] elements is transposed through shared memory}}
  %t = tile.transpose %a [1, 0] : tensor<128x64xf16> -> tensor<64x128xf16>
  %z = arith.constant dense<0.0> : tensor<128x128xf32>
  // expected-remark@+1 {{done by}}
  %d = tile.dot %a, %t, %z : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
  %f = arith.extf %t : tensor<64x128xf16> to tensor<64x128xf32>
  tile.store %f, %o[%c0, %c0] : tensor<64x128xf32>, memref<?x?xf32>
  tile.store %d, %o[%c0, %c0] : tensor<128x128xf32>, memref<?x?xf32>
  return
}
