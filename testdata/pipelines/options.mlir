// RUN: tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{stages=1 consumers=1 persist=false group=1})" --dump-pass-pipeline -o %t 2>&1 | FileCheck %s
// RUN: tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{consumers=0 warp-groups=2 stages=3 mma-in-flight=1 BM=32 type=bf16})" --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{consumers=0 stages=5 prefetch=2 war=barrier peel=all arrive=thread empty=pre-armed barrier-per=copy})" --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=DERIVED
// RUN: tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{stages=5 prefetch=-3})" --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=ROLES
// RUN: not tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{war=barrier})" -o %t 2>&1 | FileCheck %s --check-prefix=WAR
// RUN: not tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{stages=4 prefetch=2 mma-in-flight=2})" -o %t 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{stages=4 prefetch=4})" -o %t 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{stages=4 prefetch=-5})" -o %t 2>&1 | FileCheck %s --check-prefix=BACK
// RUN: not tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{stages=4 mma-in-flight=-2})" -o %t 2>&1 | FileCheck %s --check-prefix=FLIGHT
// RUN: not tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{stages=4 consumers=-1})" -o %t 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{BX=32})" -o %t 2>&1 | FileCheck %s --check-prefix=PARAM
// RUN: not tile-opt %S/../kernels/copy.mlir --pass-pipeline="builtin.module(tile-to-nvvm{stages=four})" -o %t 2>&1 | FileCheck %s --check-prefix=VALUE
//
// Which passes the options of a named pipeline stand for.

// CHECK: tile-rasterize{group=1 order=m}
// CHECK-NOT: tile-persist
// CHECK: tile-to-async{{[{].*}}warp-groups=1}
// CHECK: async-pipeline{mma-in-flight=0 peel=prologue prefetch=0 release-lag=0 stages=1 war=mbarrier}
// CHECK: async-warp-specialize
// CHECK: async-reallocate-registers

// A role of its own has no producer, and loads run ahead of the product instead.
// ONE: tile-bind{BM=32 type=bf16}
// ONE: tile-persist{kernels=products}
// ONE: tile-to-async{{[{].*}}warp-groups=2}
// ONE: async-pipeline{mma-in-flight=1 peel=prologue prefetch=1 release-lag=0 stages=3 war=mbarrier}
// ONE-NOT: async-warp-specialize
// ONE-NOT: async-reallocate-registers
// ONE: convert-async-to-nvvm

// Of stages = 5, a prefetch of 2 leaves 2 to MMAs; with roles it bounds how far
// the producer gets.
// DERIVED: async-pipeline{mma-in-flight=2 peel=all prefetch=2 release-lag=0 stages=5 war=barrier}
// DERIVED: async-insert-mbarriers{arrive=thread barrier-per=copy empty=pre-armed}
// ROLES: async-pipeline{mma-in-flight=2 peel=prologue prefetch=0 release-lag=2 stages=5 war=mbarrier}

// WAR: error: tile-to-nvvm: war=barrier needs consumers=0, since a barrier of the block would stop the role that loads, found consumers=2
// FAR: error: tile-to-nvvm: prefetch must be at most stages - mma-in-flight - 1 = 3, found 4
// BACK: error: tile-to-nvvm: prefetch must be at least -stages = -4, found -5
// FLIGHT: mma-in-flight must be 0 to stages - 1 = 3, or -1, found -2
// NEGATIVE: error: tile-to-nvvm: consumers must be 0 or more warp groups, found -1
// SUM: error: tile-to-nvvm: prefetch must be at most stages - mma-in-flight - 1 = 1, found 2
// PARAM: error: 'func.func' op kernel '@copy' has no parameter 'BX'; its parameters: BM, BN, type
// VALUE: pass-pipeline:1:36: error: option 'stages' expected an integer, found 'four'
