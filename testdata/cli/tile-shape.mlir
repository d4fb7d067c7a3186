// A tile shape that wgmma or the registers of a thread forbid.

// RUN: not tilec build %S/../kernels/matmul.mlir --tile=100x256x64 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=M
// RUN: not tilec build %S/../kernels/matmul.mlir --tile=128x100x64 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=N
// RUN: not tilec build %S/../kernels/matmul.mlir --tile=128x256x40 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=K
// RUN: not tilec build %S/../kernels/matmul.mlir --tile=256x256x64 --stages=2 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=CAP
// RUN: not exists %t.ptx
// RUN: not exists %t.json
// M: matmul.mlir:28:13: error: 'tile.dot' op wgmma needs M in multiples of 64, found M = 100{{$}}
// N: matmul.mlir:28:13: error: 'tile.dot' op wgmma needs N in multiples of 8, found N = 100{{$}}
// K: matmul.mlir:28:13: error: 'tile.dot' op wgmma needs K in multiples of 16, found K = 40{{$}}
// CAP: matmul.mlir:28:13: error: 'tile.dot' op the 256x256 accumulator needs 256 x 256 / (2 x 128 threads) = 256 registers in each thread, the most is 255: use a smaller tile or more warp groups{{$}}
