// RUN: not tile-opt %s --pass-pipeline='builtin.module(func.func(tile-rasterize{group=0}))' 2>&1 | FileCheck %s --check-prefix=GROUP
// RUN: not tile-opt %s --pass-pipeline='builtin.module(func.func(tile-rasterize{order=k}))' 2>&1 | FileCheck %s --check-prefix=ORDER

// GROUP: option 'group' expected 1 to 32768, found 0
// ORDER: option 'order' expected one of m, n, found 'k'
