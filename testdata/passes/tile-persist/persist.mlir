// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-persist))' | FileCheck %s

// Scalars that do not depend on the program stay in front of the loop.
// CHECK-LABEL: func.func @line
// CHECK-SAME: (%[[N:.*]]: index, %[[OUT:[^:]*]]: memref<?xf32>, %[[F:.*]]: f32)
func.func @line(%n: index, %out: memref<?xf32>, %f: f32) attributes {tile.kernel} {
  // CHECK: %[[SMS:.*]] = tile.device_property "multiprocessor_count"
  // CHECK: %[[STEP:.*]] = arith.minsi %[[N]], %[[SMS]] : index
  // CHECK: %[[FIRST:.*]] = tile.program_id(%[[STEP]])
  %p = tile.program_id(%n)
  // CHECK: %[[C4:.*]] = arith.constant 4 : index
  %c4 = arith.constant 4 : index
  // CHECK: %[[G:.*]] = arith.addf %[[F]], %[[F]] : f32
  // CHECK: scf.for %[[P:.*]] = %[[FIRST]] to %[[N]] step %[[STEP]] {
  // CHECK-NEXT: %[[I:.*]] = arith.muli %[[P]], %[[C4]] : index
  %i = arith.muli %p, %c4 : index
  %g = arith.addf %f, %f : f32
  // CHECK-NEXT: %[[T:.*]] = tile.splat %[[G]] : f32 -> tensor<4xf32>
  %t = tile.splat %g : f32 -> tensor<4xf32>
  // CHECK-NEXT: tile.store %[[T]], %[[OUT]][%[[I]]]
  tile.store %t, %out[%i] : tensor<4xf32>, memref<?xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  return
}

// CHECK-LABEL: func.func @plane
// CHECK-SAME: (%[[GM:.*]]: index, %[[GN:.*]]: index, %{{.*}}
func.func @plane(%gm: index, %gn: index, %out: memref<?x?xf32>, %f: f32) attributes {tile.kernel} {
  // CHECK: %[[TOTAL:.*]] = arith.muli %[[GM]], %[[GN]] : index
  // CHECK: %[[D:.*]] = arith.maxsi %[[GM]], %{{.*}} : index
  // CHECK: tile.div_magic %[[D]] below %[[TOTAL]]
  // CHECK: scf.for %[[P:.*]] = %{{.*}} to %[[TOTAL]] step %{{.*}} {
  // CHECK: arith.index_cast %[[P]] : index to i32
  // CHECK: arith.mului_extended
  // CHECK: tile.store
  %pm, %pn = tile.program_id(%gm, %gn)
  %t = tile.splat %f : f32 -> tensor<1x1xf32>
  tile.store %t, %out[%pm, %pn] : tensor<1x1xf32>, memref<?x?xf32>
  return
}
