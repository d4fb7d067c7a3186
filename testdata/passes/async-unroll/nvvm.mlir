// At the nvvm level the barriers and tiles of the slots are constant addresses:
// nothing in the unrolled loops of the two roles computes a slot.
//
// RUN: tile-opt %S/../../kernels/matmul.mlir --pass-pipeline='builtin.module(tile-to-nvvm{stages=2 unroll=true persist=false BM=64 BN=8 BK=16 consumers=1 via=direct})' --remarks=none | FileCheck %s

// CHECK: %[[BYTES:.*]] = arith.constant 2304 : i32
// CHECK: %[[TURN:.*]]:2 = scf.for {{.*}} step %c32 iter_args(%{{.*}} = %c0, %[[P:.*]] = %c1_i32)
// CHECK-NEXT: scf.while
// CHECK-NEXT: nvvm.mbarrier.try_wait %[[E:.*]], %[[P]] :
// CHECK: nvvm.mbarrier.arrive.expect_tx %[[F:.*]], %[[BYTES]]
// CHECK-NOT: arith.shli
// CHECK: %[[E1:.*]] = llvm.getelementptr inbounds %[[E]][1] :
// CHECK-NEXT: scf.while
// CHECK-NEXT: nvvm.mbarrier.try_wait %[[E1]], %[[P]] :
// CHECK: %[[F1:.*]] = llvm.getelementptr inbounds %[[F]][1] :
// CHECK-NEXT: nvvm.mbarrier.arrive.expect_tx %[[F1]], %[[BYTES]]
// CHECK-NOT: arith.shli
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK: scf.for {{.*}} = %[[TURN]]#0
// CHECK: llvm.getelementptr inbounds %[[E]][%{{.*}}]
