// A sum of registers over the pool.

// RUN: not tilec build %S/../kernels/matmul.mlir --consumer-registers=240 --producer-registers=40 -o %t.ptx 2>&1 | FileCheck %s
// RUN: not exists %t.ptx
// CHECK: matmul.mlir:5:1: error: 'tasync.warp_specialize' op roles set 40 + 2 x 240 = 520 registers over the warp groups, but the pool holds 504 (3 warp groups x 168 at launch): give a role fewer, or 0 to have them computed{{$}}
// CHECK-NOT: error:
