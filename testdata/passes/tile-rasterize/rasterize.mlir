// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-rasterize))' | FileCheck %s --check-prefixes=CHECK,M
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-rasterize{group=4 order=n}))' | FileCheck %s --check-prefixes=CHECK,N
// RUN: tile-opt %s > %t.before
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(tile-rasterize{group=1}))' | diff %t.before -

// CHECK-LABEL: func.func @grid
// CHECK-SAME: (%[[GM:.*]]: index, %[[GN:.*]]: index, %[[OUT:[^:]*]]:
func.func @grid(%gm: index, %gn: index, %out: memref<?x?xi32>) attributes {tile.kernel} {
  // M: %[[TOTAL:.*]] = arith.muli %[[GM]], %[[GN]] : index
  // M: %[[EIGHT:.*]] = arith.constant 8 : index
  // M: %[[ROWS:.*]] = arith.minsi %[[EIGHT]], %[[GM]] : index
  // M: %[[AREA:.*]] = arith.muli %[[ROWS]], %[[GN]] : index
  // N: %[[TOTAL:.*]] = arith.muli %[[GN]], %[[GM]] : index
  // N: %[[FOUR:.*]] = arith.constant 4 : index
  // N: %[[ROWS:.*]] = arith.minsi %[[FOUR]], %[[GN]] : index
  // N: %[[AREA:.*]] = arith.muli %[[ROWS]], %[[GM]] : index
  // CHECK: %[[WIDTH:.*]] = arith.maxsi %[[AREA]], %{{.*}} : index
  // CHECK: %[[MUL:.*]], %[[SHIFT:.*]] = tile.div_magic %[[WIDTH]] below %[[TOTAL]]
  // CHECK: %[[P:.*]] = tile.program_id(%[[TOTAL]])
  // CHECK: %[[P32:.*]] = arith.index_cast %[[P]] : index to i32
  // CHECK: %{{.*}}, %[[HIGH:.*]] = arith.mului_extended %[[P32]], %[[MUL]] : i32
  // CHECK: %[[SUM:.*]] = arith.addi %[[HIGH]], %[[P32]] : i32
  // CHECK: arith.shrui %[[SUM]], %[[SHIFT]] : i32
  // CHECK-NOT: div{{[us]}}i
  %pm, %pn = tile.program_id(%gm, %gn)
  %t = tile.iota {axis = 0 : i64} : tensor<1x1xi32>
  // CHECK: tile.store
  tile.store %t, %out[%pm, %pn] : tensor<1x1xi32>, memref<?x?xi32>
  return
}
