// More than 1,024 threads.

// RUN: not tilec build %S/../kernels/matmul.mlir --consumers=8 --tile=512x32x64 --stages=3 -o %t.ptx 2>&1 | FileCheck %s
// RUN: not exists %t.ptx
// CHECK: matmul.mlir:5:1: error: 'func.func' op would need 1152 threads (128 for the producer + 1024 for 8 consumer warp groups), but a block has at most 1024{{$}}
