// RUN: not tilec build %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: not exists %t.ptx
// CHECK: truncated.mlir:7:33: error: expected operation name in quotes{{$}}
// CHECK: truncated.mlir:7:33: note: the text ends here, inside a region{{$}}

func.func @f(%A: memref<?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
