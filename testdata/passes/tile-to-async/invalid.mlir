// RUN: tile-opt %s --tile-to-async --split-input-file --verify-diagnostics

func.func @params(%a: memref<?xf32>) attributes {tile.kernel} {
  // expected-error@+1 {{expected a bound parameter: run tile-bind before tile-to-async}}
  %n = tile.param "N" = 64 : index
  return
}

// -----

func.func @dynamic(%a: memref<?xf32>, %n: index) attributes {tile.kernel} {
  // expected-error@+1 {{expected tiles of static size, found tensor<?xf32>: run tile-bind before tile-to-async}}
  %x = tile.load %a[%n] sizes(%n) : memref<?xf32> -> tensor<?xf32>
  return
}

// -----

func.func @encoded(%a: memref<?xf32>, %n: index) attributes {tile.kernel} {
  // expected-error@+1 {{expected tiles without a layout, found tensor<64xf32, "mine">}}
  %x = tile.load %a[%n] : memref<?xf32> -> tensor<64xf32, "mine">
  return
}

// -----

func.func @foreign(%a: memref<?xf32>, %n: index) attributes {tile.kernel} {
  %x = tile.load %a[%n] : memref<?xf32> -> tensor<64xf32>
  // expected-error@+1 {{cannot be given a layout: expected operations of tile, arith, math or scf on tiles}}
  %y = builtin.unrealized_conversion_cast %x : tensor<64xf32> to f32
  return
}

// -----

func.func @constant(%a: memref<?xf32>, %n: index) attributes {tile.kernel} {
  // expected-error@+1 {{expected a constant tile of equal elements, found dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>}}
  %x = arith.constant dense<[0.0, 1.0]> : tensor<2xf32>
  tile.store %x, %a[%n] : tensor<2xf32>, memref<?xf32>
  return
}

// -----

func.func @transposed(%a: memref<?x?x?xf32>, %n: index) attributes {tile.kernel} {
  %x = tile.load %a[%n, %n, %n] : memref<?x?x?xf32> -> tensor<8x8x8xf32>
  // expected-error@+1 {{expected a transposition of 2 dimensions, found 3}}
  %y = tile.transpose %x [2, 1, 0] : tensor<8x8x8xf32> -> tensor<8x8x8xf32>
  tile.store %y, %a[%n, %n, %n] : tensor<8x8x8xf32>, memref<?x?x?xf32>
  return
}

// -----

func.func @type(%x: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  %a = tile.load %x[%n, %n] : memref<?x?xf32> -> tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error@+1 {{wgmma needs factors of f16 or bf16, found f32}}
  %d = tile.dot %a, %a, %z : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
  return
}

// -----

func.func @rows(%x: memref<?x?xf16>, %n: index) attributes {tile.kernel} {
  %a = tile.load %x[%n, %n] : memref<?x?xf16> -> tensor<32x64xf16>
  %b = tile.load %x[%n, %n] : memref<?x?xf16> -> tensor<64x64xf16>
  %z = arith.constant dense<0.0> : tensor<32x64xf32>
  // expected-error@+1 {{wgmma needs M in multiples of 64, found M = 32}}
  %d = tile.dot %a, %b, %z : tensor<32x64xf16>, tensor<64x64xf16> -> tensor<32x64xf32>
  return
}

// -----

func.func @columns(%x: memref<?x?xf16>, %n: index) attributes {tile.kernel} {
  %a = tile.load %x[%n, %n] : memref<?x?xf16> -> tensor<64x64xf16>
  %b = tile.load %x[%n, %n] : memref<?x?xf16> -> tensor<64x20xf16>
  %z = arith.constant dense<0.0> : tensor<64x20xf32>
  // expected-error@+1 {{wgmma needs N in multiples of 8, found N = 20}}
  %d = tile.dot %a, %b, %z : tensor<64x64xf16>, tensor<64x20xf16> -> tensor<64x20xf32>
  return
}

// -----

func.func @depth(%x: memref<?x?xf16>, %n: index) attributes {tile.kernel} {
  %a = tile.load %x[%n, %n] : memref<?x?xf16> -> tensor<64x8xf16>
  %b = tile.load %x[%n, %n] : memref<?x?xf16> -> tensor<8x64xf16>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-error@+1 {{wgmma needs K in multiples of 16, found K = 8}}
  %d = tile.dot %a, %b, %z : tensor<64x8xf16>, tensor<8x64xf16> -> tensor<64x64xf32>
  return
}

// -----

func.func @registers(%x: memref<?x?xf16>, %n: index) attributes {tile.kernel} {
  %a = tile.load %x[%n, %n] : memref<?x?xf16> -> tensor<128x64xf16>
  %b = tile.load %x[%n, %n] : memref<?x?xf16> -> tensor<64x256xf16>
  %z = arith.constant dense<0.0> : tensor<128x256xf32>
  // expected-error@+1 {{the 128x256 accumulator needs 128 x 256 / (1 x 128 threads) = 256 registers in each thread, the most is 255: use a smaller tile or more warp groups}}
  %d = tile.dot %a, %b, %z : tensor<128x64xf16>, tensor<64x256xf16> -> tensor<128x256xf32>
  return
}

// -----

func.func @blocks(%a: memref<?xf32>, %n: i1) attributes {tile.kernel} {
  // expected-error@+1 {{expected structured control flow (scf.for, scf.while, scf.if), found a branch between blocks}}
  cf.br ^next
^next:
  return
}

// -----

func.func @odd(%a: memref<?x?xf32>, %n: index) attributes {tile.kernel} {
  // expected-error@+1 {{puts 2193 elements of a tile of [17 129] into each thread, the most is 1024: threads share a dimension by the largest power of two that divides it}}
  %x = tile.load %a[%n, %n] : memref<?x?xf32> -> tensor<17x129xf32>
  tile.store %x, %a[%n, %n] : tensor<17x129xf32>, memref<?x?xf32>
  return
}

// -----

func.func @operand_too_large(%A: memref<?x?xf16, strided<[?, 1]>>, %C: memref<?x?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %init = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%c0, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x4096xf16>
  %b = tile.transpose %a [1, 0] : tensor<64x4096xf16> -> tensor<4096x64xf16>
  // expected-error@+1 {{wgmma reads operand #0, of 64x4096 elements of 2 bytes, from shared memory, where 232448 bytes are the most: use a smaller tile}}
  %x = tile.dot %a, %b, %init : tensor<64x4096xf16>, tensor<4096x64xf16> -> tensor<64x64xf32>
  tile.store %x, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}
