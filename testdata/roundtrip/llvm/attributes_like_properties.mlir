// RUN: tile-opt %s --allow-unregistered-dialect --verify-roundtrip

// Attributes with the name of a property that is no attribute (overflowFlags, noWrapFlags), or that other operations have
// (operandSegmentSizes), stay attributes. A function of variable arguments may have a body. An enum's keyword that is no
// identifier stands in quotes.
llvm.func @variadic(%p: !llvm.ptr, %i: i32, ...) attributes {frame_pointer = #llvm.framePointerKind<"non-leaf">} {
  %0 = llvm.add %i, %i {overflowFlags = #llvm.overflow<nsw>} : i32
  %1 = llvm.add %0, %i overflow<nsw> {overflowFlags = 3 : i32} : i32
  %2 = llvm.getelementptr inbounds %p[%1] {noWrapFlags = 1 : i32} : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %3 = "llvm.add"(%0, %1) <{overflowFlags = 1 : i32}> {overflowFlags = 2 : i32} : (i32, i32) -> i32
  llvm.return {operandSegmentSizes = array<i32: 0>}
}

func.func @other(%m: memref<10xi32>) attributes {operandSegmentSizes = 1 : i32} {
  gpu.memcpy %m, %m : memref<10xi32>, memref<10xi32> {operandSegmentSizes = array<i32: 0, 1, 1>, resultSegmentSizes}
  return {operandSegmentSizes = 1 : i32}
}
