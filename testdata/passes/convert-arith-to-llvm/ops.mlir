// RUN: tile-opt %s --allow-unregistered-dialect --convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts | FileCheck %s
// RUN: mlir-opt %s --allow-unregistered-dialect --convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts | FileCheck %s

// CHECK-LABEL: llvm.func @ints
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i1, %[[I:.*]]: i64, %[[J:.*]]: i64, %[[V:.*]]: vector<4xi32>, %[[W:.*]]: vector<2xi64>)
// CHECK: llvm.mul %{{.*}}, %[[B]] : i32
// CHECK: llvm.udiv %{{.*}}, %[[B]] : i32
// CHECK: llvm.sdiv %{{.*}}, %[[B]] : i32
// CHECK: llvm.urem %{{.*}}, %[[B]] : i32
// CHECK: llvm.srem %{{.*}}, %[[B]] : i32
// CHECK: llvm.and %{{.*}}, %[[B]] : i32
// CHECK: llvm.or %{{.*}}, %[[B]] : i32
// CHECK: llvm.xor %{{.*}}, %[[B]] : i32
// CHECK: llvm.shl %{{.*}}, %[[B]] overflow<nuw> : i32
// CHECK: llvm.lshr exact %{{.*}}, %[[B]] : i32
// CHECK: llvm.ashr %{{.*}}, %[[B]] : i32
// CHECK: llvm.intr.smax(%{{.*}}, %[[B]])
// CHECK: llvm.intr.umax(%{{.*}}, %[[B]])
// CHECK: llvm.intr.smin(%{{.*}}, %[[B]])
// CHECK: %[[M:.*]] = llvm.intr.umin(%{{.*}}, %[[B]])
// CHECK: llvm.zext %[[M]] : i32 to i64
// CHECK: llvm.sext %[[M]] : i32 to i64
// CHECK: %[[T:.*]] = llvm.trunc %{{.*}} overflow<nsw> : i64 to i32
// CHECK: llvm.sext %[[T]] : i32 to i64
// CHECK: llvm.zext %[[T]] : i32 to i64
// CHECK: %[[IDX:.*]] = llvm.add %{{.*}}, %[[I]] : i64
// CHECK: llvm.trunc %[[IDX]] : i64 to i32
// CHECK: llvm.icmp "ult" %[[A]], %[[B]] : i32
// CHECK: llvm.select %{{.*}}, %{{.*}}, %[[T]] : i1, i32
// CHECK: llvm.add %[[V]], %[[V]] : vector<4xi32>
// CHECK: llvm.mlir.constant(dense<[1, 2, 3, 4]> : vector<4xi32>) : vector<4xi32>
// CHECK: %[[X:.*]] = llvm.zext %[[A]] : i32 to i64
// CHECK: %[[Y:.*]] = llvm.zext %[[B]] : i32 to i64
// CHECK: %[[P:.*]] = llvm.mul %[[X]], %[[Y]] : i64
// CHECK: llvm.lshr %[[P]], %{{.*}} : i64
// CHECK: llvm.sext %[[A]] : i32 to i64
// CHECK: %[[S:.*]] = "llvm.intr.uadd.with.overflow"(%[[A]], %{{.*}}) : (i32, i32) -> !llvm.struct<(i32, i1)>
// CHECK: llvm.extractvalue %[[S]][0]
// CHECK: llvm.extractvalue %[[S]][1]
// CHECK: llvm.add %[[W]], %{{.*}} : vector<2xi64>
func.func @ints(%a: i32, %b: i32, %c: i1, %i: index, %j: index, %v: vector<4xi32>, %w: vector<2xindex>) -> (i32, i32, index, i64, i32, vector<4xi32>, vector<2xindex>) {
  %0 = arith.addi %a, %b overflow<nsw> : i32
  %1 = arith.subi %0, %b overflow<nsw, nuw> : i32
  %2 = arith.muli %1, %b : i32
  %3 = arith.divui %2, %b : i32
  %4 = arith.divsi %3, %b : i32
  %5 = arith.remui %4, %b : i32
  %6 = arith.remsi %5, %b : i32
  %7 = arith.andi %6, %b : i32
  %8 = arith.ori %7, %b : i32
  %9 = arith.xori %8, %b : i32
  %10 = arith.shli %9, %b overflow<nuw> : i32
  %11 = arith.shrui %10, %b exact : i32
  %12 = arith.shrsi %11, %b : i32
  %13 = arith.maxsi %12, %b : i32
  %14 = arith.maxui %13, %b : i32
  %15 = arith.minsi %14, %b : i32
  %16 = arith.minui %15, %b : i32
  %17 = arith.extui %16 : i32 to i64
  %18 = arith.extsi %16 : i32 to i64
  %19 = arith.addi %17, %18 : i64
  %20 = arith.trunci %19 overflow<nsw> : i64 to i32
  %21 = arith.index_cast %20 : i32 to index
  %22 = arith.index_castui %20 : i32 to index
  %23 = arith.addi %21, %22 : index
  %24 = arith.addi %23, %i : index
  %25 = arith.index_cast %24 : index to i64
  %26 = arith.index_cast %24 : index to i32
  %27 = arith.cmpi ult, %a, %b : i32
  %28 = arith.select %27, %26, %20 : i32
  %29 = arith.addi %v, %v : vector<4xi32>
  %cst = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %30 = arith.addi %29, %cst : vector<4xi32>
  %lo, %hi = arith.mului_extended %a, %b : i32
  %31 = arith.addi %lo, %hi : i32
  %ls, %hs = arith.mulsi_extended %a, %31 : i32
  %32 = arith.addi %ls, %hs : i32
  %sum, %ov = arith.addui_extended %a, %32 : i32, i1
  %33 = arith.select %ov, %sum, %28 : i32
  %splat = arith.constant dense<7> : vector<2xindex>
  %34 = arith.addi %w, %splat : vector<2xindex>
  return %33, %sum, %24, %25, %28, %30, %34 : i32, i32, index, i64, i32, vector<4xi32>, vector<2xindex>
}

// CHECK-LABEL: llvm.func @floats
// CHECK: llvm.fadd %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<contract>} : f32
// CHECK: llvm.fsub %{{.*}}, %{{.*}} : f32
// CHECK: llvm.fmul %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<fast>} : f32
// CHECK: llvm.fdiv %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<nnan, arcp, afn, reassoc>} : f32
// CHECK: llvm.frem
// CHECK: llvm.fneg
// CHECK: llvm.intr.maximum
// CHECK: llvm.intr.maxnum
// CHECK: llvm.intr.minimum
// CHECK: llvm.intr.minnum
// CHECK: llvm.fpext %{{.*}} : f16 to f32
// CHECK: llvm.fptrunc %{{.*}} : f32 to f16
// CHECK: llvm.sitofp %{{.*}} : i32 to f32
// CHECK: llvm.uitofp %{{.*}} : i32 to f32
// CHECK: llvm.fptosi %{{.*}} : f32 to i32
// CHECK: llvm.fptoui %{{.*}} : f32 to i32
// CHECK: llvm.bitcast %{{.*}} : i32 to f32
// CHECK: llvm.fcmp "ole"
// CHECK: llvm.fcmp "une"
// CHECK: llvm.fmul %{{.*}}, %{{.*}} : vector<2xf16>
// CHECK: llvm.fptrunc %{{.*}} : f32 to bf16
// CHECK: llvm.mlir.constant(1.500000e+00 : f32) : f32
func.func @floats(%a: f32, %b: f32, %h: f16, %n: i32, %v: vector<2xf16>) -> (f32, f16, i32, i1, vector<2xf16>, bf16) {
  %0 = arith.addf %a, %b fastmath<contract> : f32
  %1 = arith.subf %0, %b : f32
  %2 = arith.mulf %1, %b fastmath<fast> : f32
  %3 = arith.divf %2, %b fastmath<arcp, nnan, afn, reassoc> : f32
  %4 = arith.remf %3, %b : f32
  %5 = arith.negf %4 : f32
  %6 = arith.maximumf %5, %b : f32
  %7 = arith.maxnumf %6, %b : f32
  %8 = arith.minimumf %7, %b : f32
  %9 = arith.minnumf %8, %b : f32
  %10 = arith.extf %h : f16 to f32
  %11 = arith.addf %10, %9 : f32
  %12 = arith.truncf %11 : f32 to f16
  %13 = arith.sitofp %n : i32 to f32
  %14 = arith.uitofp %n : i32 to f32
  %15 = arith.addf %13, %14 : f32
  %16 = arith.fptosi %15 : f32 to i32
  %17 = arith.fptoui %11 : f32 to i32
  %18 = arith.addi %16, %17 : i32
  %19 = arith.bitcast %18 : i32 to f32
  %20 = arith.cmpf ole, %19, %b : f32
  %21 = arith.cmpf une, %19, %b : f32
  %22 = arith.andi %20, %21 : i1
  %23 = arith.mulf %v, %v : vector<2xf16>
  %24 = arith.truncf %19 : f32 to bf16
  %f = arith.constant 1.5 : f32
  %25 = arith.addf %f, %19 : f32
  return %25, %12, %18, %22, %23, %24 : f32, f16, i32, i1, vector<2xf16>, bf16
}
