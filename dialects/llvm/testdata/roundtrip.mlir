#loop_unroll = #llvm.loop_unroll<disable = true>
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll>
module {
  llvm.mlir.global internal constant @s("hi\00") {addr_space = 4 : i32}
  llvm.mlir.global private unnamed_addr constant @t(dense<[1, 2]> : tensor<2xi32>) {addr_space = 0 : i32, alignment = 16 : i64} : !llvm.array<2 x i32>
  llvm.mlir.global internal @u() {addr_space = 0 : i32} : i32 {
    %0 = llvm.mlir.constant(3 : i32) : i32
    llvm.return %0 : i32
  }
  llvm.func internal fastcc @dev(%arg0: i32 {llvm.signext}, %arg1: !llvm.ptr) -> (i32 {llvm.zeroext}) attributes {no_inline} {
    %0 = llvm.mlir.constant(1 : i64) : i64
    %1 = llvm.alloca %0 x f32 {alignment = 8 : i64} : (i64) -> !llvm.ptr
    llvm.switch %arg0 : i32, ^bb1(%arg0 : i32) [
      1: ^bb2,
      -5: ^bb1(%arg0 : i32)
    ]
  ^bb1(%2: i32):  // 3 preds: ^bb0, ^bb0, ^bb2
    %3 = llvm.call fastcc @dev(%arg0, %arg1) : (i32, !llvm.ptr) -> i32
    %4 = llvm.call %arg1(%arg0) : !llvm.ptr, (i32) -> i32
    llvm.return %3 : i32
  ^bb2:  // pred: ^bb0
    %5 = llvm.mlir.constant(1.000000e+00 : f32) : f32
    %6 = llvm.fcmp "oeq" %5, %5 {fastmathFlags = #llvm.fastmath<nnan>} : f32
    %7 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"(%5) : (f32) -> f32
    %8 = "llvm.intr.ctlz"(%arg0) <{is_zero_poison = false}> : (i32) -> i32
    llvm.call_intrinsic "llvm.trap"() : () -> ()
    %9 = llvm.mlir.undef : vector<4xf32>
    %10 = llvm.insertelement %5, %9[%arg0 : i32] : vector<4xf32>
    %11 = llvm.extractelement %10[%arg0 : i32] : vector<4xf32>
    %12 = llvm.shufflevector %9, %9 [0, -1, 7] : vector<4xf32> 
    %13 = llvm.mlir.undef : !llvm.struct<(i32, array<4 x f32>)>
    %14 = llvm.insertvalue %5, %13[1, 2] : !llvm.struct<(i32, array<4 x f32>)> 
    %15 = llvm.extractvalue %14[0] : !llvm.struct<(i32, array<4 x f32>)> 
    %16 = llvm.getelementptr inbounds|nuw %arg1[%arg0, 2] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, i32, f32)>
    %17 = llvm.cmpxchg %arg1, %arg0, %arg0 acq_rel monotonic {alignment = 4 : i64} : !llvm.ptr, i32
    %18 = llvm.atomicrmw _xor %arg1, %arg0 syncscope("device") monotonic : !llvm.ptr, i32
    %19 = llvm.icmp "slt" %arg0, %arg0 : i32
    llvm.intr.assume %19 : i1
    %20 = llvm.load volatile %arg1 atomic syncscope("block") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
    %21 = llvm.select %19, %arg0, %20 : i1, i32
    %22 = llvm.inline_asm has_side_effects asm_dialect = att "mov $0, $1;", "=r,r" %21 : (i32) -> i32
    llvm.fence syncscope("device") seq_cst
    llvm.cond_br %19 weights([1, 2]), ^bb1(%22 : i32), ^bb3 {loop_annotation = #loop_annotation}
  ^bb3:  // pred: ^bb2
    "llvm.intr.memcpy"(%arg1, %arg1, %0) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    %23 = llvm.add %arg0, %arg0 overflow<nsw> : i32
    %24 = llvm.or disjoint %arg0, %arg0 : i32
    %25 = llvm.zext nneg %arg0 : i32 to i64
    %26 = "llvm.intr.sadd.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    llvm.unreachable
  }
  llvm.func @k(%arg0: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 384>} {
    llvm.return
  }
}
