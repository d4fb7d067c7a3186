// RUN: not tilec build %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: not exists %t.ptx
// RUN: not exists %t.json
// CHECK: unknown-op.mlir:11:8: error: custom op 'tile.lood' is unknown{{$}}
// CHECK: unknown-op.mlir:11:8: note: did you mean 'tile.load'?{{$}}
// CHECK-NEXT: {{^}}  %a = tile.lood %A
// CHECK-NEXT: {{^}}       ^{{$}}

func.func @f(%A: memref<?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.lood %A[%c0] sizes(%c0) : memref<?xf32> -> tensor<?xf32>
  return
}
