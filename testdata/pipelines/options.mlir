// RUN: tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{stages=1 consumers=1 persist=false group=1})" --dump-pass-pipeline -o %t 2>&1 | FileCheck %s
// RUN: tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{consumers=0 warp-groups=2 stages=3 mma-in-flight=1 BM=32 type=bf16})" --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{BX=32})" -o %t 2>&1 | FileCheck %s --check-prefix=PARAM
// RUN: not tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{stages=four})" -o %t 2>&1 | FileCheck %s --check-prefix=VALUE
//
// Which passes the options of a named pipeline stand for.

// CHECK: tile-rasterize{group=1 order=m}
// CHECK-NOT: tile-persist
// CHECK: tile-to-async{warp-groups=1}
// CHECK: async-pipeline{mma-in-flight=0 prefetch=0 stages=1}
// CHECK: async-warp-specialize
// CHECK: async-reallocate-registers

// A role of its own has no producer, and loads run ahead of the product instead.
// ONE: tile-bind{BM=32 type=bf16}
// ONE: tile-persist
// ONE: tile-to-async{warp-groups=2}
// ONE: async-pipeline{mma-in-flight=1 prefetch=-2 stages=3}
// ONE-NOT: async-warp-specialize
// ONE-NOT: async-reallocate-registers
// ONE: convert-async-to-nvvm

// PARAM: error: 'func.func' op kernel '@copy' has no parameter 'BX'; its parameters: BM, BN, type
// VALUE: pass-pipeline:1:36: error: option 'stages' expected an integer, found 'four'
