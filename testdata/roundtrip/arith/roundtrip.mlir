// Every operation of arith, through the custom and the generic form and back;
// a test compares both with what mlir-opt prints.
//
// RUN: tile-opt %s --allow-unregistered-dialect > %t.custom
// RUN: cat %t.custom | tile-opt --allow-unregistered-dialect | diff - %t.custom
// RUN: tile-opt %s --allow-unregistered-dialect --mlir-print-op-generic > %t.generic
// RUN: cat %t.generic | tile-opt --allow-unregistered-dialect | diff - %t.custom

func.func @constant() {
  %c = arith.constant 42 : i32
  %d = arith.constant dense<0.0> : tensor<4x4xf32>
  return
}

func.func @addi(%a: i32, %b: i32) {
  %r = arith.addi %a, %b overflow<nsw> : i32
  return
}

func.func @addui_extended(%a: i32, %b: i32) {
  %s, %c = arith.addui_extended %a, %b : i32, i1
  return
}

func.func @subi(%a: i32, %b: i32) {
  %r = arith.subi %a, %b overflow<nsw> : i32
  return
}

func.func @muli(%a: i32, %b: i32) {
  %r = arith.muli %a, %b overflow<nsw> : i32
  return
}

func.func @mulsi_extended(%a: i32, %b: i32) {
  %low, %high = arith.mulsi_extended %a, %b : i32
  return
}

func.func @mului_extended(%a: i32, %b: i32) {
  %low, %high = arith.mului_extended %a, %b : i32
  return
}

func.func @divui(%a: i32, %b: i32) {
  %r = arith.divui %a, %b exact : i32
  return
}

func.func @divsi(%a: i32, %b: i32) {
  %r = arith.divsi %a, %b exact : i32
  return
}

func.func @ceildivui(%a: i32, %b: i32) {
  %r = arith.ceildivui %a, %b : i32
  return
}

func.func @ceildivsi(%a: i32, %b: i32) {
  %r = arith.ceildivsi %a, %b : i32
  return
}

func.func @floordivsi(%a: i32, %b: i32) {
  %r = arith.floordivsi %a, %b : i32
  return
}

func.func @remui(%a: i32, %b: i32) {
  %r = arith.remui %a, %b : i32
  return
}

func.func @remsi(%a: i32, %b: i32) {
  %r = arith.remsi %a, %b : i32
  return
}

func.func @andi(%a: i32, %b: i32) {
  %r = arith.andi %a, %b : i32
  return
}

func.func @ori(%a: i32, %b: i32) {
  %r = arith.ori %a, %b : i32
  return
}

func.func @xori(%a: i32, %b: i32) {
  %r = arith.xori %a, %b : i32
  return
}

func.func @shli(%a: i32, %b: i32) {
  %r = arith.shli %a, %b overflow<nsw> : i32
  return
}

func.func @shrui(%a: i32, %b: i32) {
  %r = arith.shrui %a, %b exact : i32
  return
}

func.func @shrsi(%a: i32, %b: i32) {
  %r = arith.shrsi %a, %b exact : i32
  return
}

func.func @maxsi(%a: i32, %b: i32) {
  %r = arith.maxsi %a, %b : i32
  return
}

func.func @maxui(%a: i32, %b: i32) {
  %r = arith.maxui %a, %b : i32
  return
}

func.func @minsi(%a: i32, %b: i32) {
  %r = arith.minsi %a, %b : i32
  return
}

func.func @minui(%a: i32, %b: i32) {
  %r = arith.minui %a, %b : i32
  return
}

func.func @extui(%a: i8) {
  %r = arith.extui %a : i8 to i32
  return
}

func.func @extsi(%a: i8) {
  %r = arith.extsi %a : i8 to i32
  return
}

func.func @extf(%a: f16) {
  %r = arith.extf %a : f16 to f32
  return
}

func.func @scaling_extf(%a: f4E2M1FN, %s: f8E8M0FNU) {
  %r = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
  return
}

func.func @trunci(%a: i32) {
  %r = arith.trunci %a : i32 to i8
  return
}

func.func @truncf(%a: f32) {
  %r = arith.truncf %a : f32 to f16
  return
}

func.func @scaling_truncf(%a: f32, %s: f8E8M0FNU) {
  %r = arith.scaling_truncf %a, %s : f32, f8E8M0FNU to f4E2M1FN
  return
}

func.func @uitofp(%a: i32) {
  %r = arith.uitofp %a : i32 to f32
  return
}

func.func @sitofp(%a: i32) {
  %r = arith.sitofp %a : i32 to f32
  return
}

func.func @fptoui(%a: f32) {
  %r = arith.fptoui %a : f32 to i32
  return
}

func.func @fptosi(%a: f32) {
  %r = arith.fptosi %a : f32 to i32
  return
}

func.func @index_cast(%a: i32) {
  %r = arith.index_cast %a : i32 to index
  return
}

func.func @index_castui(%a: i32) {
  %r = arith.index_castui %a : i32 to index
  return
}

func.func @bitcast(%a: i32) {
  %r = arith.bitcast %a : i32 to f32
  return
}

func.func @negf(%a: f32) {
  %r = arith.negf %a : f32
  return
}

func.func @addf(%a: f32, %b: f32) {
  %r = arith.addf %a, %b fastmath<contract> : f32
  return
}

func.func @subf(%a: f32, %b: f32) {
  %r = arith.subf %a, %b fastmath<contract> : f32
  return
}

func.func @maximumf(%a: f32, %b: f32) {
  %r = arith.maximumf %a, %b fastmath<contract> : f32
  return
}

func.func @maxnumf(%a: f32, %b: f32) {
  %r = arith.maxnumf %a, %b fastmath<contract> : f32
  return
}

func.func @minimumf(%a: f32, %b: f32) {
  %r = arith.minimumf %a, %b fastmath<contract> : f32
  return
}

func.func @minnumf(%a: f32, %b: f32) {
  %r = arith.minnumf %a, %b fastmath<contract> : f32
  return
}

func.func @mulf(%a: f32, %b: f32) {
  %r = arith.mulf %a, %b fastmath<contract> : f32
  return
}

func.func @divf(%a: f32, %b: f32) {
  %r = arith.divf %a, %b fastmath<contract> : f32
  return
}

func.func @remf(%a: f32, %b: f32) {
  %r = arith.remf %a, %b fastmath<contract> : f32
  return
}

func.func @cmpi(%a: i32, %b: i32) {
  %r = arith.cmpi slt, %a, %b : i32
  return
}

func.func @cmpf(%a: f32, %b: f32) {
  %r = arith.cmpf olt, %a, %b : f32
  return
}

func.func @select(%c: i1, %a: f32, %b: f32) {
  %r = arith.select %c, %a, %b : f32
  return
}

func.func @more_2(%arg0: tensor<?xi32>, %arg1: tensor<*xi32>, %arg2: vector<4xf32>) -> (tensor<?xi1>, tensor<*xi1>, vector<4xi1>) {
  %0 = arith.cmpi eq, %arg0, %arg0 : tensor<?xi32>
  %1 = arith.cmpi ne, %arg1, %arg1 : tensor<*xi32>
  %2 = arith.cmpf olt, %arg2, %arg2 : vector<4xf32>
  return %0, %1, %2 : tensor<?xi1>, tensor<*xi1>, vector<4xi1>
}

func.func @more_18(%arg0: memref<4xi32>) {
  %0 = arith.index_cast %arg0 : memref<4xi32> to memref<4xindex>
  return
}

func.func @more_19(%arg0: memref<4xi32>) {
  %0 = arith.index_cast %arg0 : memref<4xi32> to memref<4xindex, 3>
  return
}

func.func @more_20(%arg0: memref<4xi32>) {
  %0 = arith.bitcast %arg0 : memref<4xi32> to memref<4xf32>
  return
}

func.func @more_27(%arg0: i1, %arg1: tensor<*xi32>) {
  %0 = arith.addi %arg1, %arg1 : tensor<*xi32>
  return
}

func.func @more_31(%arg0: i64) -> i16 {
  %0 = arith.trunci %arg0 overflow<nsw> : i64 to i32
  %1 = arith.trunci %0 overflow<nsw, nuw> : i32 to i16
  return %1 : i16
}

func.func @more_32(%arg0: vector<2xi1>, %arg1: vector<2xi32>, %arg2: vector<2xi32>) -> vector<2xi32> {
  %cst = arith.constant dense<[true, false]> : vector<2xi1>
  %0 = arith.select %cst, %arg1, %arg2 : vector<2xi1>, vector<2xi32>
  return %0 : vector<2xi32>
}

func.func @more_33(%arg0: vector<2xi1>, %arg1: vector<2xi32>, %arg2: vector<2xi32>) -> vector<2xi32> {
  %cst = arith.constant dense<[true, false]> : vector<2xi1>
  %cst_0 = arith.constant dense<[1, 2]> : vector<2xi32>
  %cst_1 = arith.constant dense<3> : vector<2xi32>
  %0 = arith.select %cst, %cst_0, %cst_1 : vector<2xi1>, vector<2xi32>
  return %0 : vector<2xi32>
}

func.func @more_34(%arg0: i32) -> i32 {
  %c3_i32 = arith.constant 3 : i32
  %c4_i32 = arith.constant 4 : i32
  %0 = arith.addi %arg0, %c3_i32 overflow<nsw> : i32
  %1 = arith.addi %0, %c4_i32 overflow<nsw, nuw> : i32
  return %1 : i32
}

func.func @more_35(%arg0: i32) -> i32 {
  %c3_i32 = arith.constant 3 : i32
  %c4_i32 = arith.constant 4 : i32
  %0 = arith.muli %arg0, %c3_i32 overflow<nsw> : i32
  %1 = arith.muli %0, %c4_i32 overflow<nsw, nuw> : i32
  return %1 : i32
}

func.func @wide_elements() -> (vector<2xi65>, vector<2xi127>, vector<2xi200>) {
  %0 = arith.constant dense<-1> : vector<2xi65>
  %1 = arith.constant dense<[-170141183460469231731687303715884, 5]> : vector<2xi127>
  %2 = arith.constant dense<[-2, 803469022129495137770981046170581301261101496891396417650687]> : vector<2xi200>
  return %0, %1, %2 : vector<2xi65>, vector<2xi127>, vector<2xi200>
}
