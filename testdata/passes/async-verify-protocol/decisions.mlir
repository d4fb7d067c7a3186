// Decisions that not all roles make.
//
// Slots are given back in every other iteration, which the producer does not
// know: it is a remainder that is followed.
// RUN: tile-opt %S/../../forms/release_sometimes.mlir --pass-pipeline='builtin.module(func.func(async-insert-mbarriers,async-verify-protocol{strict=true}))' -o /dev/null 2>&1 | FileCheck %s
//
// The role that stores takes no part in the loop of the product.
// RUN: tile-opt %S/../../kernels/matmul.mlir --pass-pipeline='builtin.module(tile-to-nvvm{BM=64 BN=64 BK=32 fallback=false store-role=own})' --remarks=text -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %S/../../kernels/matmul.mlir --pass-pipeline='builtin.module(tile-to-nvvm{BM=64 BN=64 BK=32 fallback=false store-role=own schedule=pingpong stages=1})' --remarks=text -o /dev/null 2>&1 | FileCheck %s
//
// Copies by all threads of the producer, beside a ring that one of them fills.
// RUN: tile-opt %S/../../kernels/matmul_bias_residual.mlir --pass-pipeline='builtin.module(tile-to-nvvm{BM=64 BN=64 BK=32 fallback=false copy=bulk stage=loops})' --remarks=text -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %S/../../kernels/matmul_bias_residual.mlir --pass-pipeline='builtin.module(tile-to-nvvm{BM=64 BN=64 BK=32 fallback=false copy=bulk stage=all schedule=pingpong})' --remarks=text -o /dev/null 2>&1 | FileCheck %s
//
// CHECK-NOT: protocol not proven
// CHECK: protocol proven for all trip counts and schedules (assuming nothing beyond PTX)
