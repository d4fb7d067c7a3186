// Stages that do not fit shared memory.

// RUN: not tilec build %S/../kernels/matmul.mlir --stages=5 -o %t.ptx 2>&1 | FileCheck %s
// RUN: not exists %t.ptx
// CHECK: matmul.mlir:24:10: error: 'scf.for' op 5 stages of 49152 bytes take 245760 bytes of shared memory, the most is 232448: use at most 4 stages or smaller tiles{{$}}
// CHECK: matmul.mlir:25:10: note: 16384 bytes a stage are for !tasync.buffer<128x64xf16, swizzle = 128>, loaded here{{$}}
// CHECK: matmul.mlir:26:10: note: 32768 bytes a stage are for !tasync.buffer<256x64xf16, swizzle = 128>, loaded here{{$}}
